//! Proof by refinement: first a relaxed proof, then what it leans on, and only that.
//!
//! In a relaxed game a promotion is decided on sight, so that a proof costs little (`relaxed_games.rs`). What one strategy of the side
//! that wins or holds there leans on, its *support* (`support.rs`), is a number of structures and the points at which somebody
//! promotes, its *leaves*. Leaves are proved by the rules of chess, the cheapest first; then the structures of the support from the
//! lowest level up, from proved bounds alone (`refinement.rs`, `leaves.rs`). A leaf that is refuted or fails (`failures.rs`) corrects the game (`corrections.rs`, `../game/corrections.rs`), the relaxed
//! proof is repaired, and the next strategy is tried.
//!
//! Nothing of a relaxed game is ever part of a proof: it says where to look.

mod claim;
mod corrections;
mod failures;
mod family;
mod leaf;
mod leaves;
mod refinement;
mod relaxed_games;
mod strategy;
mod support;
#[cfg(test)]
mod tests;

pub(in crate::prove) use claim::Claim;
pub(in crate::prove) use refinement::Refinement;
