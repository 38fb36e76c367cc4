//! Many slices: which structures to solve, in which order, and what is known when the proof stops.
//!
//! The prover (`session.rs`) keeps bounds for the structures that it has met, and works where a question hangs.
//! What a rule set means to it stands in `game/`, every constant that steers it in `policy.rs`.

mod attack;
mod balance;
mod beside;
mod count;
mod deepen;
#[cfg(any(test, feature = "eager"))]
mod eager;
mod effort;
#[cfg(feature = "elsewhere")]
mod elsewhere;
#[cfg(feature = "fitting")]
pub mod fitting;
mod game;
mod graph;
mod outside_help;
mod policy;
mod proof;
mod question;
mod refine;
mod session;
mod slice_bounds;
#[cfg(feature = "files")]
mod small;
mod solve;
#[cfg_attr(not(feature = "files"), allow(dead_code))]
mod store;
mod tried;
mod workers;

pub(crate) use balance::worth;
pub(crate) use deepen::deepen;
#[cfg(feature = "eager")]
#[doc(hidden)]
pub use eager::Solved;
pub(crate) use effort::Effort;
#[cfg(feature = "elsewhere")]
pub use elsewhere::{Answer, Asked, Elsewhere};
pub(crate) use outside_help::Resources;
pub(crate) use policy::{FIRST_TRY, MAX_PIECES, SMALL_MATTER, WEIGHT};
pub(crate) use proof::{Aim, EndIn, Found, Measure};
pub(crate) use session::Proof;
pub(crate) use slice_bounds::{SliceBounds, legal_placements};
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing {
    pub(crate) use super::store::{Domain, entry};
    pub(crate) use super::tried::Tried;
}
#[cfg(feature = "files")]
pub use small::{Holding, Material, MaterialError};
#[cfg(feature = "elsewhere")]
pub use solve::for_others::SliceSolver;
#[cfg(feature = "files")]
pub use store::{Store, StoreContents};
pub(crate) use workers::Workers;
