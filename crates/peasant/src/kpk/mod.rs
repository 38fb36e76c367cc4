//! King and pawn against king: the exact answer in one lookup.
//!
//! - [`Placement`] one legal position, seen from the side that has the pawn (the *attacker*, whose
//!   pawn goes up the board);
//! - [`Bitbase`] every position, generated in well under a millisecond; [`bitbase`] keeps one for
//!   the program.
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
mod geometry;
mod keys;
mod position;

pub use bitbase::{Bitbase, Total, bitbase};
pub use geometry::key_squares;
pub use keys::is_taken;
pub use position::{Placement, Side, Verdict};
