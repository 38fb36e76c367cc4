//! Text in and out: FEN, EPD and UCI moves. Strangers' bytes are read here: nothing may panic.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod epd;
pub mod fen;
pub mod uci;
