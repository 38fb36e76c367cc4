//! The verbs of the program `peasant`, for all its faces: the terminal (`peasant-cli`, with the page and the engine for graphical
//! programs) and Python (`peasant-py`). A verb takes its options as the command line names them, and answers a [`Face`].

pub mod annotate;
pub mod classic;
pub mod compare;
pub mod diagram;
pub mod epd;
pub mod explain;
pub mod form;
pub mod host;
pub mod kpk;
pub mod mine;
pub mod opinion;
pub mod options;
pub mod outside;
pub mod pawngame;
pub mod pawnking;
pub mod perft;
pub mod pgn;
#[cfg(not(target_family = "wasm"))]
pub mod report;
pub mod sitting;
pub mod solve;
pub mod store;
pub mod study;
pub mod table;
pub mod tell;
pub mod verb;

pub use host::face::Face;
pub use host::outcome::{Failure, Outcome};
