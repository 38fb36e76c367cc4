//! Where much is kept: files that are never half written, files that are plain files, memory in
//! large pages. Public are [`save`] and [`save_with`] alone.

pub(crate) mod durable;
mod output;
pub(crate) mod pages;
pub(crate) mod regular;

pub use output::{save, save_with};
