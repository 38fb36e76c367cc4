//! `peasant store check`: is what stands there undamaged?

use schemars::JsonSchema;
use serde::Serialize;

use super::options::CheckArgs;
use crate::options::store::SIZE;
use crate::tell::json;
use crate::{Face, Failure, Outcome};

/// What a check found.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Facts that were damaged, and are removed; all of them, if the file was.
    damaged: u64,
    /// The file that was read.
    file: String,
    /// Facts that are sound.
    sound: u64,
}

pub fn run(args: &CheckArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let store = super::open(&args.place, SIZE)?;
    let found = store.check();
    let (sound, damaged) = found.unwrap_or_default();
    let out = face.out();
    let file = store.path().display().to_string();
    let is_sound = damaged == 0 && store.warnings().is_empty();
    super::warn(&store);
    if args.json {
        let answer = Answer {
            damaged,
            file,
            sound,
        };
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        match (found, damaged) {
            (None, _) if is_sound => writeln!(out, "There is nothing yet in `{file}`.")?,
            (None, _) => {}
            (_, 0) => writeln!(out, "{sound} facts in `{file}`, none damaged.")?,
            _ => writeln!(
                out,
                "{sound} sound facts in `{file}`; {damaged} were damaged, and are removed."
            )?,
        }
    }
    out.flush()?;
    Ok(if is_sound {
        Outcome::Answered
    } else {
        Outcome::Disagreement
    })
}
