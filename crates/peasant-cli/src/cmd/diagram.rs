//! `peasant diagram`: a position as a picture.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use peasant::board::Position;
use peasant::diagram::{Diagram, Theme};
use peasant::notation::fen;
use peasant::{Explanation, Map, Request};
use resvg::{tiny_skia, usvg};

use crate::args::diagram::{Arrow, Circle, DiagramArgs};
use crate::args::sets::SetArgs;
use crate::drawing::{self, Sets};
use crate::fault::Fault;
use crate::helpers::Helpers;
use crate::plain::excerpt;
use crate::progress::{self, Spinner};
use crate::{Failure, Outcome, stderr};

/// What a proof is said to have taken, so that its explanation may take as long.
const NO_HURRY: Duration = Duration::from_secs(24 * 3600);

/// What a picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

pub fn run(args: &DiagramArgs) -> Result<Outcome, Failure> {
    let format = args.output.as_deref().map_or(Ok(Format::Svg), format)?;
    let position = super::any_position(&args.fen)?;
    let theme = match (args.dark, format) {
        (true, _) => Theme::Dark,
        (false, Format::Svg) => Theme::Auto,
        // Nobody asks a bitmap what it would look like in the dark.
        (false, Format::Png) => Theme::Light,
    };
    let diagram = Diagram::new(position)
        .theme(theme)
        .flipped(args.flip)
        .width(args.size);
    let diagram = if args.sets.any() {
        with_sets(diagram, &position, &args.sets)?
    } else {
        diagram
    };
    let diagram = with_pointers(diagram, &args.arrows, &args.circles);
    let bytes = match format {
        Format::Svg => diagram.svg().into_bytes(),
        Format::Png => png(&diagram.svg(), args.size)?,
    };
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => drawing::write(path, &bytes)?,
        None => {
            let mut out = io::stdout().lock();
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

/// With the arrows and circles that the command line asks for.
fn with_pointers(mut diagram: Diagram, arrows: &[Arrow], circles: &[Circle]) -> Diagram {
    for &Circle { square, tone } in circles {
        diagram = diagram.circle(square, tone);
    }
    for &Arrow { from, to, tone } in arrows {
        diagram = diagram.arrow(from, to, tone);
    }
    diagram
}

/// With the sets that the command line asks for, as far as they are proved.
fn with_sets(diagram: Diagram, position: &Position, args: &SetArgs) -> Result<Diagram, Failure> {
    if !position.is_pawn_ending() {
        let text = fen::format(position);
        let sentence =
            "there are key squares, corresponding squares and heat maps of kings and pawns alone";
        let cure = "leave out --key-squares, --corresponding and --heat, or give a position without pieces";
        return Err(Fault::new(sentence)
            .and_cure(": ", cure)
            .about(&text)
            .into());
    }
    let map = explain(position, args)?.map;
    let mut sets = Sets::none(map.attacker);
    if args.key_squares {
        sets.key_squares.clone_from(&map.key_squares);
        sets.strong_key_squares.clone_from(&map.strong_key_squares);
    }
    if args.corresponding {
        sets.corresponding = drawing::corresponding(&map);
    }
    if args.heat {
        sets.heat.clone_from(&map.heat);
    }
    warn(&map, &sets, args);
    Ok(drawing::with_sets(diagram, &sets))
}

/// The proof and the sets. The clock of the user ends it, and no other: the same command is to draw the same picture.
fn explain(position: &Position, args: &SetArgs) -> Result<Explanation, Failure> {
    let proof = args.proof();
    let cancelled = progress::catch_interrupt()?;
    let helpers = Helpers::new(&proof)?;
    let threads = args.threads.unwrap_or_else(progress::processors);
    let builder = helpers.builder(&proof).threads(threads);
    let mut prover = builder.build().expect("the options were checked");
    let spinner = Arc::new(Spinner::new(cancelled));
    let request = Request::new(*position)
        .moves(false)
        .line(false)
        .conditional(false)
        .observer(Arc::clone(&spinner));
    let refused = |error| super::unanswered(&error, position);
    let mut analysis = prover.analyse(&request).map_err(refused)?;
    if proof.time.is_none() {
        analysis.statistics.time = NO_HURRY;
    }
    let explanation = prover.explain(&request, analysis);
    spinner.clear();
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

/// The picture as PNG, so many pixels wide.
fn png(svg: &str, width: u32) -> Result<Vec<u8>, Failure> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .unwrap_or_else(|error| unreachable!("a diagram is SVG: {error}"));
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .unwrap_or_else(|| unreachable!("the size was checked"));
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    let bytes = pixels.encode_png().map_err(io::Error::other)?;
    Ok(bytes)
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
