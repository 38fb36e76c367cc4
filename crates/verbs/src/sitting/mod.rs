//! A person at the board: what is typed, the game as far as it has come, and the loop between them.

mod ending;
mod game;
mod input;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};

pub use game::{Game, Playable};
use input::Input;

/// A person at the board against a program. What is common to all games is done here.
pub trait Sitting {
    type Position: Playable;

    /// The commands, as `help` shows them.
    const HELP: &'static str;

    fn out(&mut self) -> &mut dyn Write;

    fn game(&mut self) -> &mut Game<Self::Position>;

    fn is_over(&mut self) -> bool {
        self.game().is_over()
    }

    /// Makes the move that the person typed; whether it was one. What is wrong with another is said.
    fn play(&mut self, text: &str) -> io::Result<bool>;

    /// Makes the program's move, whose turn it is: what it is called, if there is one.
    fn answer(&mut self) -> io::Result<Option<String>>;

    /// Shows where the game stands.
    fn show(&mut self) -> io::Result<()>;

    /// Gives a hint. Each says more than the one before: `given` were given in this position.
    fn hint(&mut self, given: usize) -> io::Result<()>;

    /// Shows the result of each move.
    fn results(&mut self) -> io::Result<()>;

    /// Says what the position hangs on.
    fn explain(&mut self) -> io::Result<()>;

    /// The person has taken a move back.
    fn taken_back(&mut self) {}
}

/// Plays until the person quits, or the input ends.
///
/// # Errors
/// The output cannot be written.
pub fn converse<S: Sitting>(sitting: &mut S) -> io::Result<()> {
    let person = sitting.game().person;
    writeln!(
        sitting.out(),
        "You are {person}. `help` lists the commands.\n"
    )?;
    go_on(sitting)?;
    let mut stdin = io::stdin().lock();
    let prompt = stdin.is_terminal();
    loop {
        if prompt {
            write!(sitting.out(), "> ")?;
        }
        match Input::read(&mut stdin, sitting.out())? {
            Some(Input::Quit) => return Ok(()),
            Some(input) => obey(sitting, &input)?,
            // The shell's prompt belongs on a line of its own.
            None if prompt => return writeln!(sitting.out()),
            None => return Ok(()),
        }
    }
}

/// Where no move is to be made.
const OVER: &str = "The game is over: type undo, new or quit.";

/// Does what was typed.
fn obey<S: Sitting>(sitting: &mut S, input: &Input) -> io::Result<()> {
    match input {
        Input::Nothing | Input::Quit => Ok(()),
        Input::Help => writeln!(sitting.out(), "{}", S::HELP),
        Input::Board => sitting.show(),
        Input::Hint if sitting.is_over() => writeln!(sitting.out(), "{OVER}"),
        Input::Hint => {
            let given = sitting.game().next_hint();
            sitting.hint(given)
        }
        Input::Results => sitting.results(),
        Input::Explain => sitting.explain(),
        Input::Move(_) if sitting.is_over() => {
            writeln!(sitting.out(), "{OVER}")
        }
        Input::Move(text) => match sitting.play(text)? {
            true => go_on(sitting),
            false => Ok(()),
        },
        Input::Undo if sitting.game().undo() => {
            sitting.taken_back();
            sitting.show()
        }
        Input::Undo => writeln!(
            sitting.out(),
            "You have not moved yet: nothing to take back."
        ),
        Input::New => {
            sitting.game().restart();
            go_on(sitting)
        }
        Input::Switch => {
            sitting.game().switch();
            let person = sitting.game().person;
            writeln!(sitting.out(), "You are {person}.")?;
            go_on(sitting)
        }
    }
}

/// Lets the program move if it is its turn, and shows where the game stands.
fn go_on<S: Sitting>(sitting: &mut S) -> io::Result<()> {
    if !sitting.is_over() && sitting.game().is_programs_turn() {
        sitting.out().flush()?;
        let player = sitting.game().here().turn();
        if let Some(name) = sitting.answer()? {
            writeln!(sitting.out(), "{player} plays {name}.\n")?;
        }
    }
    sitting.show()
}

/// A seed that is another one each time.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one("seed")
}
