//! Helpers from outside: Syzygy tables, and UCI engines, whose word proves nothing.

pub mod engine;
pub mod helpers;
pub mod syzygy;
