//! Games as text (PGN): a file cut into games, a game read as a tree, and written again without a loss.

pub mod game;
pub mod read;
pub mod stream;
pub mod token;
pub mod write;
