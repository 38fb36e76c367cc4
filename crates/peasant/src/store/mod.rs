//! Stores for what is large: files that are never half written, files that are plain files, memory in
//! large pages, a scratch file.

pub mod durable;
mod output;
pub mod pages;
pub mod regular;
#[cfg_attr(not(feature = "files"), allow(dead_code))]
pub(crate) mod scratch;

pub use output::{save, save_with, try_place};
