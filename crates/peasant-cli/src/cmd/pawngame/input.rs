//! What a person types while playing.

use std::io::{self, BufRead, Read};

/// A line longer than this is read in parts, in bytes.
const LONGEST: u64 = 256;

/// The commands, as `help` shows them.
pub const HELP: &str = "\
b4, axb5, a2a4   make a move
hint             the result of each move
undo             take back your last move and what followed
board            show the board
new              begin again
switch           change sides: the solver moves for you
quit             end";

/// A line, understood.
pub enum Input {
    /// An empty line.
    Nothing,
    Help,
    Hint,
    Undo,
    Board,
    New,
    Switch,
    Quit,
    /// Anything else must be a move.
    Move(String),
}

impl Input {
    fn of(line: &str) -> Input {
        match line.trim().to_ascii_lowercase().as_str() {
            "" => Input::Nothing,
            "help" | "?" => Input::Help,
            "hint" => Input::Hint,
            "undo" => Input::Undo,
            "board" => Input::Board,
            "new" => Input::New,
            "switch" => Input::Switch,
            "quit" | "exit" => Input::Quit,
            _ => Input::Move(line.trim().to_owned()),
        }
    }

    /// The next line; `None` at the end of the input, or if it cannot be read.
    pub fn read(from: &mut impl BufRead) -> Option<Input> {
        let mut bytes = Vec::new();
        let read: io::Result<usize> = from.take(LONGEST).read_until(b'\n', &mut bytes);
        match read {
            Ok(1..) => Some(Input::of(&String::from_utf8_lossy(&bytes))),
            _ => None,
        }
    }
}
