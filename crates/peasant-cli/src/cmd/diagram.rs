//! `peasant diagram`: a position as a picture.

use std::io::{self, Write};
use std::path::Path;

use peasant::board::{Color, Square};
use peasant::diagram::{Diagram, Heat, Key, Theme};
use peasant::store;
use resvg::{tiny_skia, usvg};

use crate::args::diagram::{Arrow, Circle, DiagramArgs};
use crate::fault::Fault;
use crate::plain::excerpt;
use crate::{Failure, Outcome};

/// What a picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

pub fn run(args: &DiagramArgs) -> Result<Outcome, Failure> {
    let format = args.output.as_deref().map_or(Ok(Format::Svg), format)?;
    let position = super::position(&args.fen)?;
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
    let diagram = with_pointers(diagram, &args.arrows, &args.circles);
    let bytes = match format {
        Format::Svg => diagram.svg().into_bytes(),
        Format::Png => png(&diagram.svg(), args.size)?,
    };
    match &args.output {
        Some(path) => write(path, &bytes)?,
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

/// The sets that explain a position, to be drawn.
#[derive(Clone, Copy)]
pub struct Sets<'s> {
    /// Whose sets they are.
    pub attacker: Color,
    pub key_squares: &'s [Square],
    pub strong_key_squares: &'s [Square],
    /// The attacker's squares, the defender's that answer them, and the class: squares of one class have the same number.
    pub corresponding: &'s [(Square, &'s [Square], u32)],
    /// Where the defender's king may stand.
    pub heat: &'s [Square],
}

/// With the marks for these sets. A strong key square shows as that alone.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the options that ask for them come with the sets")
)]
pub fn with_sets(diagram: Diagram, sets: &Sets) -> Diagram {
    let mut diagram = diagram
        .heat(sets.heat.iter().copied(), Heat::Holds)
        .keys(sets.key_squares.iter().copied(), Key::Square)
        .keys(sets.strong_key_squares.iter().copied(), Key::Strong);
    for &(square, defenders, class) in sets.corresponding {
        diagram = diagram.number(square, sets.attacker, class);
        for &defender in defenders {
            diagram = diagram.number(defender, !sets.attacker, class);
        }
    }
    diagram
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

/// Writes the picture. A file that cannot be is the user's to change, a full disk is not.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    use io::ErrorKind::{
        InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem,
    };
    store::save(path, bytes).map_err(|error| {
        let name = path.display().to_string();
        let sentence = format!("cannot write `{}`: {error}", excerpt(&name));
        match error.kind() {
            NotFound | NotADirectory | IsADirectory | PermissionDenied | ReadOnlyFilesystem
            | InvalidInput => {
                let cure = "name a file in a directory that exists and may be written to";
                Fault::new(&sentence)
                    .and_cure("; ", cure)
                    .about(&name)
                    .into()
            }
            io::ErrorKind::BrokenPipe => Failure::Output(error),
            kind => Failure::Output(io::Error::new(
                kind,
                format!("`{}`: {error}", excerpt(&name)),
            )),
        }
    })
}

#[cfg(test)]
mod tests {
    use peasant::notation::fen;

    use super::*;

    /// The sets of Lockock's study, as far as the manuals name them.
    #[test]
    fn sets_become_marks() {
        let position = fen::parse("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -").expect("a position");
        let squares = |names: &str| -> Vec<Square> {
            let squares = names.split(' ').map(Square::parse);
            squares.map(|square| square.expect("a square")).collect()
        };
        let [key, strong, heat] = ["b4 c4", "c4 c5", "f6 g5"].map(squares);
        let [white, black] = ["d4 e3", "f6 g5"].map(squares);
        let corresponding = [(white[0], &black[..1], 1), (white[1], &black[1..], 2)];
        let sets = Sets {
            attacker: Color::White,
            key_squares: &key,
            strong_key_squares: &strong,
            corresponding: &corresponding,
            heat: &heat,
        };
        let words = with_sets(Diagram::new(position), &sets).words();
        for part in [
            "Key squares: b4.",
            "Strong key squares: c4, c5.",
            "White's numbers: 1 on d4, 2 on e3.",
            "Black's numbers: 1 on f6, 2 on g5.",
            "May stand: g5, f6.",
        ] {
            assert!(words.contains(part), "`{part}` is not in: {words}");
        }
        let black = Sets {
            attacker: Color::Black,
            ..sets
        };
        let words = with_sets(Diagram::new(position), &black).words();
        assert!(
            words.contains("Black's numbers: 1 on d4, 2 on e3."),
            "{words}"
        );
    }

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
