//! Games with pawns alone, against the specification and what is known of them.

#[path = "../naive_pawngame/mod.rs"]
mod naive_pawngame;

mod known;
mod play;
mod solutions;
mod text;
