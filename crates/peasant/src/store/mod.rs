//! Where much is kept: files that are never half written, files that are plain files, memory in
//! large pages.

pub(crate) mod durable;
pub(crate) mod pages;
pub(crate) mod regular;
