//! Slices with promoted pieces: the same equations, one dimension up for every piece.
//!
//! A slice with pieces is a list of *planes*, one for each way to place the pieces, and every plane is a
//! slice over both kings. With one piece there are 64 planes, with two 4,096.

mod arrivals;
mod buffer;
mod equations;
mod frame;
mod placement;
mod slide;
mod worth;

pub(crate) use arrivals::{arrivals, quiet_moves};
pub(crate) use buffer::Buffer;
pub(crate) use equations::{Sum, solve, stages, stalemates};
pub(crate) use frame::PieceFrame;
pub(crate) use placement::{Placement, placements};
use worth::legal_moves;
pub(crate) use worth::worth;
