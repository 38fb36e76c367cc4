//! How a solver works, and what it may use.

/// How a proof is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Depth first, most promising move first.
    AlphaBeta,
    /// Proof numbers: the move that seems the least work first.
    ProofNumber,
}

/// What a solver may use.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How a proof is searched for.
    pub method: Method,
    /// Threads that work side by side.
    pub threads: usize,
    /// Bytes for the table of positions.
    pub memory: u64,
}

impl Default for Settings {
    /// Depth first, one thread, a GiB.
    fn default() -> Settings {
        Settings {
            method: Method::AlphaBeta,
            threads: 1,
            memory: 1 << 30,
        }
    }
}
