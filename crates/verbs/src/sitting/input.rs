//! What a person types while playing.

use std::io::{self, BufRead, Read, Write};

use crate::host::plain::plain;
use crate::host::terminal;

/// A line longer than this is read in parts, in bytes.
const LONGEST: u64 = 256;

/// A line, understood.
pub enum Input {
    /// An empty line.
    Nothing,
    Help,
    Hint,
    Results,
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
            "moves" | "results" => Input::Results,
            "explain" | "why" => Input::Explain,
            "undo" | "takeback" | "take back" => Input::Undo,
            "board" => Input::Board,
            "new" => Input::New,
            "switch" => Input::Switch,
            "quit" | "exit" => Input::Quit,
            _ => Input::Move(line.trim().to_owned()),
        }
    }

    /// The next line, understood; `None` at the end of the input, or if it cannot be read. What was typed before the prompt was there is
    /// shown behind it.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn read(from: &mut impl BufRead, out: &mut dyn Write) -> io::Result<Option<Input>> {
        out.flush()?;
        let is_waiting = terminal::is_line_waiting();
        let mut bytes = Vec::new();
        let Ok(1..) = from.take(LONGEST).read_until(b'\n', &mut bytes) else {
            return Ok(None);
        };
        let line = String::from_utf8_lossy(&bytes);
        if is_waiting {
            writeln!(out, "{}", plain(line.trim()))?;
        }
        Ok(Some(Input::of(&line)))
    }
}
