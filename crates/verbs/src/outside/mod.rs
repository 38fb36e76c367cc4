//! Helpers from outside: Syzygy tables, and UCI engines, whose word proves nothing.

pub mod engine;
pub mod syzygy;
