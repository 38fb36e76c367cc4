//! `peasant diagram`: a position as a picture.

pub mod illustration;
pub mod options;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peasant::board::Position;
use peasant::{Explanation, Map, Request};

use crate::host::fault::Fault;
use crate::host::plain::excerpt;
use crate::host::stderr;
use crate::options::helpers::Helpers;
use crate::options::sets::SetArgs;
use crate::tell::drawing::{self, Sets};
use crate::tell::progress::{self, Spinner};
use crate::{Face, Failure, Outcome};
use illustration::Format;
use options::DiagramArgs;

/// What a proof is said to have taken, so that its explanation may take as long.
const NO_HURRY: Duration = Duration::from_secs(24 * 3600);

pub fn run(args: &DiagramArgs, face: &mut Face) -> Result<Outcome, Failure> {
    face.write_for_programs();
    let format = args.output.as_deref().map_or(Ok(Format::Svg), format)?;
    let position = crate::options::position::any_position(&args.fen, face)?;
    let sets = match args.sets.any() {
        true => Some(proved_sets(&position, &args.sets, face.cancelled()?)?),
        false => None,
    };
    let bytes = illustration::draw(position, args, format, sets.as_ref())?;
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => drawing::write(path, &bytes)?,
        None => {
            let out = face.out();
            out.write_all(&bytes)?;
            out.flush()?;
        }
    }
    Ok(Outcome::Answered)
}

/// The format that a file's name asks for; a name without an ending asks for none.
fn format(path: &Path) -> Result<Format, Fault> {
    let Some(ending) = path.extension() else {
        return Ok(Format::Svg);
    };
    match ending.to_ascii_lowercase().to_str() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            let name = path.display().to_string();
            let ending = excerpt(&ending.display().to_string());
            let message = format!(
                "-o: `{}` ends in .{ending}, which is not drawn",
                excerpt(&name)
            );
            let cure = "name a file that ends in .svg or .png";
            Err(Fault::new(&message).and_cure(": ", cure).about(&name))
        }
    }
}

/// The sets that the command line asks for, as far as they are proved.
fn proved_sets(
    position: &Position,
    args: &SetArgs,
    cancelled: &'static AtomicBool,
) -> Result<Sets, Failure> {
    if let Some(fault) = illustration::without_sets(position) {
        return Err(fault.into());
    }
    let map = explain(position, args, cancelled)?.map;
    let sets = illustration::asked(&map, args);
    warn(&map, &sets, args);
    Ok(sets)
}

/// The proof and the sets. The clock of the user ends it, and no other: the same command is to draw the same picture.
fn explain(
    position: &Position,
    args: &SetArgs,
    cancelled: &'static AtomicBool,
) -> Result<Explanation, Failure> {
    let proof = args.proof();
    let helpers = Helpers::new(&proof)?;
    let threads = args.threads.unwrap_or_else(progress::processors);
    let builder = helpers.builder(&proof).threads(threads);
    let prover = builder.build();
    let spinner = Spinner::new(cancelled, None);
    let request = Request::new(*position)
        .moves(false)
        .line(false)
        .observer(spinner.watcher());
    let refused = |error| crate::tell::refusal::unanswered(&error, position);
    let mut analysis = prover.analyse(&request).map_err(refused)?;
    if proof.time.is_none() {
        analysis.statistics.time = NO_HURRY;
    }
    let explanation = prover.explain(&request, analysis);
    drop(spinner);
    helpers.warn();
    explanation.map_err(refused)
}

/// Says what is not in the picture, and why.
fn warn(map: &Map, sets: &Sets, args: &SetArgs) {
    let side = map.attacker;
    match map.open_placements {
        None => return stderr::warn("nothing is proved: no sets are drawn"),
        Some(0) => {}
        Some(open) => stderr::warn(format!(
            "in {open} placements of the kings it is open whether {side} wins: what they would show is not drawn"
        )),
    }
    let is_known = map.is_complete();
    if is_known && args.key_squares && sets.key_squares.is_empty() {
        stderr::warn(format!("{side}'s king has no key squares here"));
    }
    if is_known && args.corresponding && sets.corresponding.is_empty() {
        stderr::warn("there are no corresponding squares here");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_tells_the_format() {
        for (name, expected) in [
            ("x.svg", Some(Format::Svg)),
            ("x.PNG", Some(Format::Png)),
            ("x", Some(Format::Svg)),
            ("/dev/stdout", Some(Format::Svg)),
            ("a.b/x", Some(Format::Svg)),
            ("x.jpeg", None),
            ("x.png.bak", None),
        ] {
            assert_eq!(format(Path::new(name)).ok(), expected, "{name}");
        }
    }
}
