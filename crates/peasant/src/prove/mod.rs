//! Many slices: which structures to solve, in which order, and what is known when the proof stops.
//!
//! Two provers answer the same questions (`proof.rs`). The eager one solves every structure below the
//! root, level by level. The on-demand one keeps bounds for the structures that it has met, and works where a question hangs.
//! What a rule set means to them stands in `rule_set.rs`, every constant that steers them in `policy.rs`.

mod cache;
mod eager;
mod effort;
mod newborn_rules;
mod on_demand;
mod parallel;
pub(crate) mod policy;
pub(crate) mod proof;
pub(crate) mod question;
mod races;
mod resources;
mod rule_set;
mod solved;

pub use cache::Cache;
pub use eager::BYTES_PER_STRUCTURE;
pub use resources::Resources;
pub use solved::Solved;
