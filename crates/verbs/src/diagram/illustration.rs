//! The picture that the options of `peasant diagram` ask for.

#[cfg(not(target_family = "wasm"))]
use std::io;

use peasant::Map;
use peasant::board::Position;
use peasant::diagram::{Diagram, Theme};
use peasant::notation::fen;
#[cfg(not(target_family = "wasm"))]
use resvg::{tiny_skia, usvg};

use super::options::{Arrow, Circle, DiagramArgs};
use crate::Failure;
use crate::host::fault::Fault;
use crate::options::sets::SetArgs;
use crate::tell::drawing::{self, Sets};

/// What a picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
}

/// Sets are asked for of a position that has none.
pub fn without_sets(position: &Position) -> Option<Fault> {
    if position.is_pawn_ending() {
        return None;
    }
    let sentence =
        "there are key squares, corresponding squares and heat maps of kings and pawns alone";
    let cure =
        "leave out --key-squares, --corresponding and --heat, or give a position without pieces";
    let fault = Fault::new(sentence).and_cure(": ", cure);
    Some(fault.about(&fen::format(position)))
}

/// Those of the sets that the options ask for.
pub fn asked(map: &Map, args: &SetArgs) -> Sets {
    let mut sets = Sets::none(map.attacker);
    if args.key_squares {
        sets.key_squares.clone_from(&map.key_squares);
        sets.strong_key_squares.clone_from(&map.strong_key_squares);
    }
    if args.corresponding {
        sets.corresponding = drawing::corresponding(map);
    }
    if args.heat {
        sets.heat.clone_from(&map.heat);
    }
    sets
}

/// The picture, with these sets if there are any.
pub fn draw(
    position: Position,
    args: &DiagramArgs,
    format: Format,
    sets: Option<&Sets>,
) -> Result<Vec<u8>, Failure> {
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
    let diagram = match sets {
        Some(sets) => drawing::with_sets(diagram, sets),
        None => diagram,
    };
    let diagram = with_pointers(diagram, &args.arrows, &args.circles);
    match format {
        Format::Svg => Ok(diagram.svg().into_bytes()),
        Format::Png => png(&diagram.svg(), args.size),
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

/// The picture as PNG, in a build that draws none.
#[cfg(target_family = "wasm")]
fn png(_: &str, _: u32) -> Result<Vec<u8>, Failure> {
    let fault = Fault::new("this build draws no PNG");
    Err(fault.and_cure(": ", "draw it as SVG").into())
}

/// The picture as PNG, so many pixels wide.
#[cfg(not(target_family = "wasm"))]
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
