//! Games with pawns alone, against the specification and what is known of them.

mod convert;
mod games;
mod known;
mod play;
mod solutions;
mod text;
mod value;
