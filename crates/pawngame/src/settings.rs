//! How a solver works, and what it may use.

use super::forecast::Forecast;
use super::rules::Rules;

/// Methods of searching for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Depth first, most promising move first.
    AlphaBeta,
    /// Proof numbers: the move that seems the least work first.
    ProofNumber,
}

impl Method {
    /// The method that takes less work in most positions of a game: proof numbers where it is known what proofs cost (two rows
    /// of pawns on eight ranks), depth first elsewhere.
    ///
    /// ```
    /// use pawngame::{Method, Preset, RuleSet};
    ///
    /// let method = |preset| RuleSet::of(preset).validate().map(Method::of);
    /// assert_eq!(method(Preset::Peasants), Ok(Method::ProofNumber));
    /// assert_eq!(method(Preset::PawnGame), Ok(Method::AlphaBeta));
    /// ```
    #[must_use]
    pub fn of(rules: Rules) -> Method {
        if Forecast::is_known(rules) {
            Method::ProofNumber
        } else {
            Method::AlphaBeta
        }
    }
}

/// Settings of a solver.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The method of searching for a proof.
    pub method: Method,
    /// Threads that work side by side, while the one that asks watches; with none that one does both.
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
