//! A diagram in words, for those who hear it.

use crate::board::{Bitboard, Color, Position, Role, Square};
use crate::value::Wdl;

use super::marks::{Heat, Key, Marks, Tone};

/// Every man and every mark.
pub(super) fn describe(position: &Position, marks: &Marks) -> String {
    let mut sentences: Vec<String> = Color::BOTH.map(|color| men(position, color)).into();
    sentences.push(turn(position));
    for (name, key) in [
        ("Key squares", Key::Square),
        ("Strong key squares", Key::Strong),
    ] {
        sentences.push(list(name, names(marks.keys(key))));
    }
    for color in Color::BOTH {
        sentences.push(numbers(marks, color));
    }
    for (name, heat) in HEATS {
        sentences.push(list(name, names(marks.heat(heat))));
    }
    sentences.push(list("Highlighted", names(marks.highlights)));
    let frame = |&(corner, opposite): &(Square, Square)| format!("{corner} to {opposite}");
    sentences.push(list("Frames", marks.frames.iter().map(frame).collect()));
    for (tone, circles, arrows) in TONES {
        let of_tone = marks.circles.iter().filter(|circle| circle.1 == tone);
        sentences.push(list(
            circles,
            of_tone.map(|circle| circle.0.to_string()).collect(),
        ));
        let of_tone = marks.arrows.iter().filter(|arrow| arrow.tone == tone);
        let arrow_names = of_tone.map(|arrow| format!("{} to {}", arrow.from, arrow.to));
        sentences.push(list(arrows, arrow_names.collect()));
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

const HEATS: [(&str, Heat); 4] = [
    ("Wins", Heat::Result(Wdl::Win)),
    ("Draws", Heat::Result(Wdl::Draw)),
    ("Loses", Heat::Result(Wdl::Loss)),
    ("May stand", Heat::Holds),
];

const TONES: [(Tone, &str, &str); 3] = [
    (Tone::Good, "Circles", "Arrows"),
    (Tone::Bad, "Dashed circles", "Dashed arrows"),
    (Tone::Idea, "Double circles", "Hollow arrows"),
];

/// Who is to move, in a word.
pub(super) fn turn(position: &Position) -> String {
    let turn = position.turn();
    match position.en_passant() {
        Some(square) => format!("{turn} to move, en passant on {square}."),
        None => format!("{turn} to move."),
    }
}

/// `White: king e1, pawns d4 e4.`
fn men(position: &Position, color: Color) -> String {
    let kinds = Role::ALL.into_iter().rev().filter_map(|role| {
        let squares = names(position.pieces(color, role));
        let plural = if squares.len() > 1 { "s" } else { "" };
        (!squares.is_empty()).then(|| format!("{role}{plural} {}", squares.join(" ")))
    });
    list(&color.to_string(), kinds.collect())
}

fn numbers(marks: &Marks, color: Color) -> String {
    let mut numbers: Vec<(u32, Square)> = Square::all()
        .filter_map(|square| Some((marks.number(square, color)?, square)))
        .collect();
    numbers.sort_unstable();
    let each = numbers
        .iter()
        .map(|(number, square)| format!("{number} on {square}"));
    list(&format!("{color}'s numbers"), each.collect())
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.map(|square| square.to_string()).collect()
}

/// A sentence, or nothing if there is nothing to list.
fn list(name: &str, items: Vec<String>) -> String {
    if items.is_empty() {
        String::new()
    } else {
        format!("{name}: {}.", items.join(", "))
    }
}
