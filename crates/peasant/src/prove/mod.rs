//! Many slices: which structures to solve, in which order, and what is known when the proof stops.
//!
//! Two provers answer the same questions about positions (`proof.rs`). The eager one solves every structure below the
//! root, level by level. The on-demand one keeps bounds for the structures that it has met, and works where a question hangs.
//! What a rule set means to them stands in `game/`, every constant that steers them in `policy.rs`.

mod attack;
mod balance;
pub(crate) mod base;
mod beside;
mod build;
mod count;
mod eager;
mod effort;
mod game;
mod graph;
#[cfg_attr(not(feature = "files"), allow(dead_code))]
mod keep;
mod outside_help;
mod policy;
mod proof;
mod question;
mod refine;
mod session;
mod slice_bounds;
mod solve;
mod suppositions;
mod workers;

pub(crate) use balance::{balance, worth};
pub use base::{Base, Material, MaterialError};
pub use build::Holding;
pub(crate) use eager::EagerPositions;
pub use eager::{BYTES_PER_STRUCTURE, Solved};
pub(crate) use effort::Effort;
pub(crate) use keep::Saved;
pub(crate) use outside_help::Resources;
pub(crate) use policy::{EXPLAINING, FIRST_TRY, LINE_MOVE, MAX_PIECES, MAX_SUPPOSING, WEIGHT};
pub use proof::QueensOnBothSides;
pub(crate) use proof::{Aim, EndIn, Found, Measure, Proof};
pub(crate) use session::OnDemand;
pub(crate) use slice_bounds::{SliceBounds, legal_placements};
pub(crate) use workers::Workers;
