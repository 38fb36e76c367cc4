//! The command line of `peasant diagram`.

use crate::options::OUTPUT;
use std::path::PathBuf;

use peasant::board::Square;
use peasant::diagram::{Diagram, Tone};

use crate::host::plain::excerpt;
use crate::options::sets::SetArgs;

#[derive(clap::Args)]
#[command(
    after_help = "Example: peasant diagram \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\" --arrows a1b1,a1a2? --circles b7 -o fine70.png\n\
    What is not a regular file, such as /dev/stdout or a pipe, is written directly; a regular file is replaced only when the \
    new one is whole.\n\
    Key squares, corresponding squares and the heat map are proved, as `peasant explain` does; Ctrl-C stops the proof and \
    draws what is proved so far; a second one ends the program."
)]
pub struct DiagramArgs {
    /// The position, as FEN or as books list the men (`Kg5, a2; Kf3, h3 w`); `-` reads it from standard input
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// Where to put it: PNG if the name ends in .png, SVG if in .svg or in nothing; - is standard output [default: SVG to standard output]
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Arrows, such as e2e4; with a question mark after it a dashed one, for a mistake
    #[arg(long, value_name = "MOVE[?][,MOVE...]", value_delimiter = ',', value_parser = parse_arrow)]
    pub arrows: Vec<Arrow>,
    /// Circles, such as d6; with a question mark after it a dashed one
    #[arg(long, value_name = "SQUARE[?][,SQUARE...]", value_delimiter = ',', value_parser = parse_circle)]
    pub circles: Vec<Circle>,
    /// Black at the bottom
    #[arg(long)]
    pub flip: bool,
    /// For a dark page; an SVG without this is dark where the reader's system is
    #[arg(long)]
    pub dark: bool,
    /// The width in pixels, 64 to 4096
    #[arg(long, value_name = "PIXELS", default_value_t = Diagram::WIDTH, value_parser = parse_size)]
    pub size: u32,
    #[command(flatten)]
    pub sets: SetArgs,
}

/// An arrow that the user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub from: Square,
    pub to: Square,
    pub tone: Tone,
}

/// A circle that the user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle {
    pub square: Square,
    pub tone: Tone,
}

/// What stands before a question mark, and what the mark means.
fn tone(text: &str) -> (&str, Tone) {
    match text.strip_suffix('?') {
        Some(mistake) => (mistake, Tone::Bad),
        None => (text, Tone::Good),
    }
}

fn parse_arrow(text: &str) -> Result<Arrow, String> {
    let (squares, tone) = tone(text.trim());
    let parsed = squares.split_at_checked(2).and_then(|(from, to)| {
        let (from, to) = (Square::parse(from)?, Square::parse(to)?);
        (from != to).then_some(Arrow { from, to, tone })
    });
    let wrong = || {
        let text = excerpt(text);
        format!("`{text}` is no arrow: write two different squares, such as e2e4")
    };
    parsed.ok_or_else(wrong)
}

fn parse_circle(text: &str) -> Result<Circle, String> {
    let (square, tone) = tone(text.trim());
    let wrong = || {
        let text = excerpt(text);
        format!(
            "`{text}` is no square: write a file from a to h and a rank from 1 to 8, such as e4"
        )
    };
    let square = Square::parse(square).ok_or_else(wrong)?;
    Ok(Circle { square, tone })
}

/// Smaller ones show nothing, larger ones are for posters.
fn parse_size(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|size| (64..=4096).contains(size))
        .ok_or_else(|| "give a whole number of pixels from 64 to 4096".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_circles_are_read() {
        let [e2, e4] = ["e2", "e4"].map(|name| Square::parse(name).expect("a square"));
        let arrow = |tone| {
            Ok(Arrow {
                from: e2,
                to: e4,
                tone,
            })
        };
        assert_eq!(parse_arrow("e2e4"), arrow(Tone::Good));
        assert_eq!(parse_arrow(" e2e4?"), arrow(Tone::Bad));
        assert_eq!(
            parse_circle("e4?"),
            Ok(Circle {
                square: e4,
                tone: Tone::Bad
            })
        );
        for text in ["", "e2", "e2e9", "e2e2", "e2-e4", "e2e4q", "ää", "e2e4??"] {
            let error = parse_arrow(text).expect_err("no arrow");
            assert!(
                error.contains(&format!("`{text}`")) && error.contains("such as"),
                "{error}"
            );
            assert!(parse_circle(text).is_ok() == (text == "e2"), "{text}");
        }
    }
}
