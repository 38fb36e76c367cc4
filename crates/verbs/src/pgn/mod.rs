//! Games as text (PGN): a file cut into games (`stream`), a game read as a tree (`tag`, `result`, `token`, `read`, `game`), and its
//! text with what is added between its words (`write`).
//!
//! Every byte of a file stays where it is, so that nothing can be lost. What cannot be read is passed over if it is no move, and
//! ends the moves of its game if it may be one: behind a move that is not known the board would be another.

pub mod board;
pub mod game;
pub mod plain;
pub mod read;
pub mod result;
pub mod stream;
pub mod tag;
pub mod text;
pub mod token;
pub mod write;
