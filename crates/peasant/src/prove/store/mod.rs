//! The store: what is proved of pawn structures, kept from one question to the next, and from one process to the next.
//!
//! A fact (`entry.rs`) is a goal, a structure as its attacker sees it, with the bounds of where it wins and what was spent on them.
//! Facts stand in a file of SQLite (`database.rs`, `tables.rs`), which many processes read and one at a time writes. Facts are looked up when a
//! goal is first named, and written after a request and every few seconds while one is in work (`hand.rs`). What a relaxed game
//! says is never kept; what Syzygy tables have said has a domain of its own and helps only proofs that have tables too.
//!
//! A store is as trusted as the program: checksums show damage, but who can write the file can make the program believe what is
//! false.

mod blocks;
#[cfg(feature = "files")]
mod database;
mod ending;
mod endings;
pub(crate) mod entry;
mod hand;
#[cfg(feature = "files")]
mod opening;
#[cfg(feature = "files")]
mod tables;
#[cfg(all(test, feature = "files"))]
mod tests;
#[cfg(feature = "files")]
mod trouble;
#[cfg(not(feature = "files"))]
mod without;

#[cfg(feature = "files")]
pub use database::{Store, StoreContents};
pub(crate) use ending::PackedEnding;
pub(crate) use endings::{BUILD, BUILD_BYTES, BUILD_TIME, Endings};
pub(crate) use entry::{Domain, SavedBounds};
pub(crate) use hand::Saved;
#[cfg(not(feature = "files"))]
pub(crate) use without::Store;
