//! Text in and out: FEN, EPD, SAN and UCI moves, and what people paste instead. Strangers' bytes are read here: nothing may panic.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod epd;
pub mod fen;
pub mod lenient;
pub mod san;
pub mod uci;
pub mod written;
