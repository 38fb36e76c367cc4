//! Stores for what is large: files that are never half written, files that are plain files, memory in
//! large pages.

pub mod durable;
mod output;
pub(crate) mod packed;
pub mod pages;
pub mod regular;

pub use output::{save, save_with, try_place};
