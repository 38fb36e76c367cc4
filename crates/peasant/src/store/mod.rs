//! Where much is kept: files that are never half written, files that are plain files, memory in
//! large pages. Public is [`save`] alone.

pub(crate) mod durable;
mod output;
pub(crate) mod pages;
pub(crate) mod regular;

pub use output::save;
