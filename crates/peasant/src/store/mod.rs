//! Where much is kept: files that are never half written, memory in large pages.

pub(crate) mod durable;
pub(crate) mod pages;
