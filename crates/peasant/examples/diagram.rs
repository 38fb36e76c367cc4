//! Prints a diagram with marks of every kind, or the one of `docs/diagrams.md`.
//!
//! ```console
//! $ cargo run --example diagram -- corresponding >docs/diagram.svg
//! ```

use peasant::board::{Bitboard, Color, Square};
use peasant::diagram::{Diagram, Heat, Key, Theme, Tone};
use peasant::notation::fen;
use peasant::value::Wdl;

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let diagram = match &*name {
        "key-squares" => key_squares(),
        "corresponding" => corresponding(),
        "everything" => everything(),
        _ => {
            eprintln!("usage: diagram key-squares|corresponding|everything [dark|light] [flip]");
            std::process::exit(2);
        }
    };
    let diagram = args.fold(diagram, |diagram, option| match &*option {
        "dark" => diagram.theme(Theme::Dark),
        "light" => diagram.theme(Theme::Light),
        _ => diagram.flipped(true),
    });
    print!("{}", diagram.svg());
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn squares(names: &str) -> Bitboard {
    names.split(' ').map(square).collect()
}

fn position(text: &str) -> peasant::Position {
    fen::parse(text).expect("a position")
}

/// The key squares of a pawn on e4, and the king that is to reach them.
fn key_squares() -> Diagram {
    Diagram::new(position("4k3/8/8/8/4P3/4K3/8/8 w - -"))
        .keys(squares("d6 e6 f6"), Key::Square)
        .arrow(square("e3"), square("f4"), Tone::Good)
        .caption("Key squares of the pawn on e4")
        .width(320)
}

/// Locock 1892, as far as the manuals give it.
pub fn corresponding() -> Diagram {
    let mut diagram = Diagram::new(position("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -"));
    for (n, white, black) in [(1, "d4", "f6"), (2, "e3", "g5")] {
        diagram = diagram.number(square(white), Color::White, n);
        diagram = diagram.number(square(black), Color::Black, n);
    }
    diagram
        .title("Locock 1892")
        .caption("With White to move, Black holds where the kings stand on equal numbers.")
}

/// Every kind of mark, on empty squares and under men.
pub fn everything() -> Diagram {
    Diagram::new(position("6k1/1p1p4/3p4/3P4/4P1p1/6P1/1P6/K7 b - -"))
        .heat(squares("a8 b8 c8 a7 b7"), Heat::Result(Wdl::Win))
        .heat(squares("a6 b6 c6"), Heat::Result(Wdl::Draw))
        .heat(squares("a5 b5 c5"), Heat::Result(Wdl::Loss))
        .heat(squares("e8 f8 g8 h8 e7 f7 g7 h7"), Heat::Holds)
        .highlight(squares("a1 a2 b2"))
        .keys(squares("f6 g6 d6"), Key::Square)
        .keys(squares("e6 h6 d7"), Key::Strong)
        .number(square("e3"), Color::White, 3)
        .number(square("f3"), Color::Black, 3)
        .number(square("f2"), Color::White, 4)
        .number(square("f2"), Color::Black, 17)
        .number(square("g3"), Color::Black, 5)
        .number(square("g4"), Color::White, 8)
        .number(square("g8"), Color::Black, 1)
        .number(square("f6"), Color::White, 2)
        .frame(square("e8"), square("h5"))
        .circle(square("c2"), Tone::Good)
        .circle(square("d2"), Tone::Bad)
        .circle(square("e2"), Tone::Idea)
        .arrow(square("a1"), square("c2"), Tone::Good)
        .arrow(square("b1"), square("g1"), Tone::Bad)
        .arrow(square("a3"), square("d4"), Tone::Idea)
        .arrow(square("h3"), square("h2"), Tone::Bad)
        .title("Marks & men")
        .caption("Wins, draws and losses upper left; where the king may stand upper right; key squares, strong ones and numbers.")
}
