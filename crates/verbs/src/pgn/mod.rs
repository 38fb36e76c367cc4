//! Games as text (PGN): a file cut into games (`stream`), a game read as a tree (`token`, `read`, `game`), and written again
//! without a loss (`write`).
//!
//! A crate for reading PGN would do less: they pass over what they do not know, comments behind semicolons, lines of `%` and
//! moves in other notations among it, and here nothing may be lost.

pub mod game;
pub mod read;
pub mod stream;
pub mod token;
pub mod write;
