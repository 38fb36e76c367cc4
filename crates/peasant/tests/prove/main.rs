//! The prover against the specification, the literature, and itself.

mod chess;
mod classics;
mod lines;
mod memory;
mod needed;
mod newborn;
mod pieces;
mod question;
mod session;
mod small;

mod support;
