//! One request, answered from a proof: the bounds of a position and of every move, the best moves, a line and
//! what it took. [`crate::Prover`] is asked.

mod analyse;
mod answer;
mod critical;
mod drawn;
mod end;
mod event;
mod guard;
mod inquiry;
mod line;
mod natural;
mod new_queen;
mod news;
mod passed_pawn;
mod request;
mod way;

pub(crate) use analyse::analyse;
pub use answer::{Analysis, LineEnd, MoveAnalysis, Statistics, Variation};
pub use end::{End, EndKind};
pub use event::Event;
#[cfg(feature = "certificate")]
pub(crate) use inquiry::is_zeroing;
pub(crate) use inquiry::{Crossed, Inquiry};
pub(crate) use line::{after as line_after, longest_after as longest_line_after};
pub(crate) use new_queen::{SOON, may_hold, queen_against_pawn};
pub use passed_pawn::PassedPawn;
pub(crate) use passed_pawn::passed_pawns;
pub use request::Request;
pub(crate) use way::winning_move;

#[cfg(test)]
mod signature;
