//! The eager prover: every structure below a position (`structures.rs`), by several threads (`parallel.rs`), and what it answers
//! about positions: for the facade (`positions.rs`), and as a table to look positions up in (`solved.rs`).

mod parallel;
mod positions;
mod solved;
mod structures;

pub(crate) use positions::EagerPositions;
pub use solved::Solved;
pub use structures::BYTES_PER_STRUCTURE;
#[cfg(test)]
pub(crate) use structures::Eager;
