//! The position that a command line names.

use std::io::{self, Read};

use peasant::board::Position;
use peasant::notation::lenient::{self, Reading, Refusal};

use crate::host::fault::{Fault, Layout};
use crate::host::plain::excerpt;
use crate::host::stderr;
use crate::tell::refusal;
use crate::{Face, Failure};

/// Of standard input so many bytes are read: far more than any position has.
const LONGEST: u64 = 1 << 20;

/// The position of a FEN given as one word or several; for `-` the one on standard input. What was supposed is said on standard
/// error.
pub fn position(words: &[String], face: &mut Face) -> Result<Position, Failure> {
    of(&text(words, face)?)
}

/// The same where it does not matter whether somebody may castle.
pub fn any_position(words: &[String], face: &mut Face) -> Result<Position, Failure> {
    read(&text(words, face)?).map(|reading| reading.position)
}

/// The position of a text.
pub fn of(text: &str) -> Result<Position, Failure> {
    let reading = read(text)?;
    match refusal::castling(&reading.castles, &reading.position) {
        Some(fault) => Err(fault.about(text).into()),
        None => Ok(reading.position),
    }
}

fn read(text: &str) -> Result<Reading, Failure> {
    let reading = lenient::position(text).map_err(|refusal| refused(&refusal, text))?;
    for note in &reading.notes {
        stderr::warn(note);
    }
    Ok(reading)
}

fn refused(refusal: &Refusal, text: &str) -> Failure {
    refusal::fault(refusal, text, Layout::Lines).into()
}

fn text(words: &[String], face: &mut Face) -> Result<String, Failure> {
    if words != ["-"] {
        return Ok(words.join(" "));
    }
    let mut bytes = Vec::new();
    let read = face.input().take(LONGEST).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(&error))?;
    let text = String::from_utf8_lossy(&bytes);
    if let Some(foreign) = lenient::foreign(&bytes) {
        return Err(refused(&Refusal::Foreign(foreign), &text));
    }
    Ok(alone(&text)?.to_owned())
}

/// The one line that says something.
fn alone(text: &str) -> Result<&str, Fault> {
    let mut lines = lenient::lines(text).filter(|line| !lenient::is_silent(line));
    match (lines.next(), lines.next()) {
        (Some(line), None) => Ok(line),
        (None, _) => Err(Fault::new("standard input holds no position")
            .and_cure(
                ": ",
                "write one there, such as `7K/8/k1P5/7p/8/8/8/8 w - -`",
            )
            .about("-")),
        (_, Some(second)) => {
            let second = second.trim();
            let sentence = format!(
                "standard input holds more than one position, `{}` too",
                excerpt(second)
            );
            Err(Fault::new(&sentence)
                .and_cure("; ", "use `peasant epd -` for many")
                .about(second))
        }
    }
}

fn unreadable(error: &io::Error) -> Fault {
    Fault::new(&format!("cannot read standard input: {error}")).about("-")
}
