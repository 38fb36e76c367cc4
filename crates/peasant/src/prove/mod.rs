//! Many slices: which structures to solve, in which order, and what is known when the proof stops.
//!
//! Two provers answer the same questions (`proof.rs`). The eager one solves every structure below the
//! root, level by level. The on-demand one keeps bounds for the structures that it has met and follows
//! a line of play from an open question to the structure on which it hangs. For chess it has a guide, the same
//! prover by Newborn's rules (`guide.rs`).

pub(crate) mod cache;
mod eager;
mod guide;
mod ledger;
mod ondemand;
mod parallel;
pub(crate) mod proof;
pub(crate) mod question;
mod resources;
mod seeds;
mod solved;
mod structure;
mod supposition;
mod table;

pub use cache::Cache;
pub use eager::BYTES_PER_STRUCTURE;
pub use resources::Resources;
pub use solved::Solved;
