//! What a person types while playing.

use std::io::{self, BufRead, Read};

/// A line longer than this is read in parts, in bytes.
const LONGEST: u64 = 256;

/// A line, understood.
pub enum Input {
    /// An empty line.
    Nothing,
    Help,
    Hint,
    Explain,
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
            "explain" | "why" => Input::Explain,
            "undo" | "takeback" | "take back" => Input::Undo,
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
