//! The verbs of the program `peasant`, for all its faces: the terminal (`peasant-cli`, with the page and the engine for graphical
//! programs) and Python (`peasant-py`). A verb takes its options as the command line names them, and answers a [`Face`].

pub mod annotate;
pub mod args;
pub mod batch;
pub mod certified;
pub mod cmd;
pub mod colour;
pub mod drawing;
pub mod engine;
pub mod epd_record;
pub mod epd_table;
pub mod explained;
pub mod face;
pub mod fault;
pub mod findings;
pub mod helpers;
pub mod illustration;
mod journal;
pub mod json;
pub mod kept;
pub mod machine;
pub mod memory;
pub mod outcome;
pub mod page;
pub mod picture;
pub mod plain;
pub mod program;
pub mod progress;
pub mod reasons;
pub mod san;
pub mod sitting;
pub mod stderr;
pub mod study;
pub mod summary;
pub mod syzygy;
pub mod usage;
pub mod words;

pub use face::Face;
pub use outcome::{Failure, Outcome};
