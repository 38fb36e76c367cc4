//! The position that a command line names.

use peasant::board::Position;
use peasant::notation::lenient;

use crate::Failure;
use crate::host::fault::Layout;
use crate::host::stderr;
use crate::tell::refusal;

/// The position of a FEN given as one word or several. What was supposed is said on standard error.
pub fn position(words: &[String]) -> Result<Position, Failure> {
    let text = words.join(" ");
    let reading = read(&text)?;
    if let Some(fault) = refusal::castling(&reading.castles, &reading.position) {
        return Err(fault.about(&text).into());
    }
    Ok(reading.position)
}

/// The same where it does not matter whether somebody may castle.
pub fn any_position(words: &[String]) -> Result<Position, Failure> {
    read(&words.join(" ")).map(|reading| reading.position)
}

fn read(text: &str) -> Result<lenient::Reading, Failure> {
    let refused = |refusal| refusal::fault(&refusal, text, Layout::Lines);
    let reading = lenient::position(text).map_err(refused)?;
    for note in &reading.notes {
        stderr::warn(note);
    }
    Ok(reading)
}
