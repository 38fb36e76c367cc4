//! Checks certificates of chess endings: see docs/certificates.md. It shares nothing with the program that writes them.

pub mod board;
pub mod bytes;
pub mod certificate;
pub mod check;
pub mod small;
