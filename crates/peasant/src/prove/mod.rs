//! Many slices: which structures to solve, in which order, and what is known when the proof stops.
//!
//! Two provers answer the same questions about positions (`proof.rs`). The eager one solves every structure below the
//! root, level by level. The on-demand one keeps bounds for the structures that it has met and follows
//! a line of play from an open question to the structure on which it hangs. For chess it has a guide, the same
//! prover by Newborn's rules (`guide.rs`).

mod below;
mod cache;
mod demand;
mod eager;
mod guide;
mod ledger;
mod ondemand;
mod parallel;
mod proof;
mod question;
mod resources;
mod seeds;
mod solved;
mod structure;
mod supposition;
mod table;

pub(crate) use below::Below;
pub use cache::Cache;
pub(crate) use demand::OnDemand;
pub use eager::BYTES_PER_STRUCTURE;
pub(crate) use proof::{Found, Measure, Proof};
pub(crate) use resources::Resources;
pub use solved::Solved;
