//! The Universal Chess Interface: what makes an engine of the prover, for graphical programs and for those who write their
//! own. What is proved is played; what is no pawn ending is passed on to another engine, if there is one.
//!
//! Lines are read in one thread and proofs made in another; a third keeps the time of each question, so that an answer comes
//! whatever a proof is doing. Nothing that is said to it can end it.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod clock;
mod command;
mod game;
mod job;
mod options;
mod partner;
mod report;
mod resources;
mod search;
mod session;
mod table;
mod teller;
mod turn;

use std::io::{self, BufRead, Read};

use self::command::Command;

pub use self::options::Options;
pub use self::session::Session;

/// What is longer is no line of the protocol.
const LONGEST_LINE: u64 = 1 << 20;

/// Obeys every line until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read.
pub fn obey(mut session: Session, mut input: impl BufRead) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            session.end_of_input();
            return Ok(());
        }
        if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            session.tell(&format!(
                "a line of more than {} MiB is left out",
                LONGEST_LINE >> 20
            ));
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let command = Command::read(&text);
        if command == Command::Quit {
            return Ok(());
        }
        session.obey(&command, text.trim());
    }
}
