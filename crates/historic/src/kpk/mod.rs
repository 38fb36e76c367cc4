//! King and pawn against king: the rules that people and programs have lived by, measured against
//! [the exact answers](peasant::kpk).
//!
//! - [`published`] the rules of the Chess Programming Wiki, and how far each of them can be trusted;
//! - [`perfect`] an ordered list of rules that is always right;
//! - [`recognise`] an interior node recogniser built of them: won, drawn or unclear, never wrong.

mod concept;
pub mod perfect;
mod plan;
pub mod published;
mod recogniser;

pub use concept::Concept;
pub use recogniser::{Recognised, measure_recogniser, recognise};
