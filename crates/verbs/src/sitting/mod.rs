//! A person at the board: what is typed, and the game as far as it has come.

mod chance;
mod ending;
mod game;
mod input;

use std::io::{self, IsTerminal, Write};

pub use chance::{Chance, any_seed};
pub use ending::is_dead;
pub use game::{Game, Playable};
pub use input::Input;

/// A game that a person plays.
pub trait Sitting {
    fn out(&mut self) -> &mut dyn Write;

    /// Does what was typed; to quit is no business of its own.
    fn obey(&mut self, input: &Input) -> io::Result<()>;
}

/// Does what is typed until the person quits, or the input ends.
///
/// # Errors
/// The output cannot be written.
pub fn converse(sitting: &mut impl Sitting) -> io::Result<()> {
    let mut stdin = io::stdin().lock();
    let prompt = stdin.is_terminal();
    loop {
        if prompt {
            write!(sitting.out(), "> ")?;
        }
        sitting.out().flush()?;
        match Input::read(&mut stdin) {
            Some(Input::Quit) => return Ok(()),
            Some(input) => sitting.obey(&input)?,
            // The shell's prompt belongs on a line of its own.
            None if prompt => return writeln!(sitting.out()),
            None => return Ok(()),
        }
    }
}
