//! King and pawn against king: the exact answer in one lookup, and the rules that people and
//! programs have lived by, measured against it.
//!
//! - [`Placement`] one legal position, seen from the side that has the pawn (the *attacker*, whose
//!   pawn goes up the board);
//! - [`Bitbase`] every position, generated in well under a millisecond; [`bitbase`] keeps one for
//!   the program;
//! - [`published`] the rules of the Chess Programming Wiki, and how far each of them can be
//!   trusted;
//! - [`perfect`] an ordered list of rules that is always right;
//! - [`recognise`] an interior node recogniser built of them: won, drawn or unclear, never wrong.
//!
//! ```
//! use peasant::board::Square;
//! use peasant::kpk::{self, Placement, Side, Verdict};
//!
//! let square = |name| Square::parse(name).unwrap();
//! // White: Ke6, pawn e5. Black: Ke8. A king on the sixth in front of its pawn wins, whoever moves.
//! let placement = Placement::new(square("e6"), square("e8"), square("e5"), Side::Attacker).unwrap();
//! assert_eq!(kpk::bitbase().probe(placement), Verdict::Won);
//! ```

mod bitbase;
mod concept;
mod geometry;
mod keys;
pub mod perfect;
mod plan;
mod position;
pub mod published;
mod recogniser;

pub use bitbase::{Bitbase, Total, bitbase};
pub use concept::Concept;
pub use geometry::key_squares;
pub use keys::is_taken;
pub use position::{Placement, Side, Verdict};
pub use recogniser::{Recognised, measure_recogniser, recognise};
