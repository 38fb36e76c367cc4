//! What the program around a verb gives it: streams, Ctrl-C, progress, memory; and how a verb ends.

pub mod face;
pub mod fault;
pub mod fold;
pub mod input;
pub mod journal;
pub mod line;
pub mod lines;
pub mod machine;
pub mod memory;
pub mod outcome;
pub mod plain;
pub mod queue;
#[cfg(target_family = "wasm")]
mod silent;
pub mod stderr;
pub mod terminal;
pub mod usage;
