//! Certificates, and the checker against another's rules of chess. It has nothing from the prover.

#[path = "truth/another.rs"]
mod another;
#[path = "truth/board.rs"]
mod board;
#[path = "truth/encoder.rs"]
mod encoder;
#[path = "truth/kept.rs"]
mod kept;
#[path = "truth/mutations.rs"]
mod mutations;
#[path = "truth/program.rs"]
mod program;
#[path = "truth/small.rs"]
mod small;
