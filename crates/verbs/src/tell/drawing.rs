//! What is drawn on a board from an explanation, and how a picture or a page reaches its file.

use std::fmt;
use std::io;
use std::path::Path;

use peasant::board::{Color, Square};
use peasant::diagram::{Diagram, Heat, Key, Tone};
use peasant::value::Wdl;
use peasant::{Explanation, Map, store};

use crate::Failure;
use crate::host::fault::Fault;
use crate::host::plain::excerpt;

/// So many pairs of corresponding squares are drawn.
pub const MOST_PAIRS: usize = 10;

/// The sets of one attacker, to be drawn.
#[derive(Clone, Debug)]
pub struct Sets {
    /// Whose sets they are.
    pub attacker: Color,
    pub key_squares: Vec<Square>,
    pub strong_key_squares: Vec<Square>,
    /// A square of the attacker's king, and the only one that answers it.
    pub corresponding: Vec<(Square, Square)>,
    /// The result for the attacker with the defender's king there.
    pub heat: Vec<(Square, Wdl)>,
}

impl Sets {
    /// Nothing yet.
    pub fn none(attacker: Color) -> Sets {
        Sets {
            attacker,
            key_squares: Vec::new(),
            strong_key_squares: Vec::new(),
            corresponding: Vec::new(),
            heat: Vec::new(),
        }
    }

    /// What the text of an explanation names.
    pub fn told(map: &Map) -> Sets {
        Sets {
            key_squares: map.key_squares.clone(),
            strong_key_squares: map.strong_key_squares.clone(),
            corresponding: corresponding(map).into_iter().take(MOST_PAIRS).collect(),
            ..Sets::none(map.attacker)
        }
    }
}

/// The squares that correspond: each has one answer in time, and whoever is to move then must give way.
pub fn corresponding(map: &Map) -> Vec<(Square, Square)> {
    let zugzwangs = &map.mutual_zugzwangs;
    let is_zugzwang = |&(attacker, defender): &(Square, Square)| {
        let mut zugzwangs = zugzwangs.iter();
        zugzwangs.any(|pair| (pair.attacker, pair.defender) == (attacker, defender))
    };
    map.pairs().filter(is_zugzwang).collect()
}

/// With the marks for these sets. A strong key square shows as that alone; squares with the same answer have the same number.
pub fn with_sets(mut diagram: Diagram, sets: &Sets) -> Diagram {
    for &(square, result) in &sets.heat {
        diagram = diagram.heat([square], Heat::Result(result));
    }
    diagram = diagram
        .keys(sets.key_squares.iter().copied(), Key::Square)
        .keys(sets.strong_key_squares.iter().copied(), Key::Strong);
    let mut answers: Vec<Square> = Vec::new();
    for &(square, answer) in &sets.corresponding {
        let known = answers.iter().position(|&known| known == answer);
        let index = known.unwrap_or(answers.len());
        if known.is_none() {
            answers.push(answer);
        }
        let number = index as u32 + 1;
        diagram =
            diagram
                .number(square, sets.attacker, number)
                .number(answer, !sets.attacker, number);
    }
    diagram
}

/// A position with what its text names, and the best move: a hollow arrow where that is not proved.
pub fn explained(explanation: &Explanation) -> Diagram {
    let analysis = &explanation.analysis;
    let diagram = with_sets(
        Diagram::new(analysis.position),
        &Sets::told(&explanation.map),
    );
    let of = explanation.queen_against_pawn.iter();
    let zone = of.filter(|of| of.plies == 0);
    let zone = zone.flat_map(|of| of.zone.iter().flatten().copied());
    let diagram = diagram.heat(zone, Heat::Result(Wdl::Win));
    let tone = match analysis.bounds.exact() {
        Some(_) => Tone::Good,
        None => Tone::Idea,
    };
    match analysis.line.first().or(analysis.best.first()) {
        Some(best) => diagram.arrow(best.from, best.to, tone),
        None => diagram,
    }
}

/// Writes what a user has asked for. A file that cannot be is the user's to change, a full disk is not.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    store::save(path, bytes).map_err(|error| unwritten(path, error))
}

/// A file that could not be written, by no fault of the user's.
#[derive(Debug)]
pub struct Unwritten {
    pub name: String,
    pub error: io::Error,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", excerpt(&self.name), self.error)
    }
}

impl std::error::Error for Unwritten {}

/// Why a file could not be written.
pub fn unwritten(path: &Path, error: io::Error) -> Failure {
    use io::ErrorKind::{
        InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem,
    };
    let name = path.display().to_string();
    let sentence = format!("cannot write `{}`: {error}", excerpt(&name));
    match error.kind() {
        NotFound | NotADirectory | IsADirectory | PermissionDenied | ReadOnlyFilesystem
        | InvalidInput => {
            let cure = "name a file in a directory that exists and may be written to";
            Fault::of_file(&sentence, &name, &error)
                .and_cure("; ", cure)
                .into()
        }
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        kind => Failure::Output(io::Error::new(kind, Unwritten { name, error })),
    }
}

#[cfg(test)]
mod tests {
    use peasant::notation::fen;

    use super::*;

    /// The sets of Locock's study, as far as the manuals name them.
    #[test]
    fn sets_become_marks() {
        let position = fen::parse("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -").expect("a position");
        let squares = |names: &str| -> Vec<Square> {
            let squares = names.split(' ').map(Square::parse);
            squares.map(|square| square.expect("a square")).collect()
        };
        let pairs = |names: &str| -> Vec<(Square, Square)> {
            let squares = squares(names);
            squares.chunks(2).map(|pair| (pair[0], pair[1])).collect()
        };
        let heat = squares("f6 g5").into_iter();
        let sets = Sets {
            attacker: Color::White,
            key_squares: squares("b4 c4"),
            strong_key_squares: squares("c4 c5"),
            corresponding: pairs("d4 f6 e3 g5 c1 g7 c3 g7"),
            heat: heat.zip([Wdl::Draw, Wdl::Win]).collect(),
        };
        let words = with_sets(Diagram::new(position), &sets).words();
        for part in [
            "Key squares: b4.",
            "Strong key squares: c4, c5.",
            "White's numbers: 1 on d4, 2 on e3, 3 on c1, 3 on c3.",
            "Black's numbers: 1 on f6, 2 on g5, 3 on g7.",
            "Wins: g5. Draws: f6.",
        ] {
            assert!(words.contains(part), "`{part}` is not in: {words}");
        }
        let black = Sets {
            attacker: Color::Black,
            ..sets
        };
        let words = with_sets(Diagram::new(position), &black).words();
        assert!(
            words.contains("Black's numbers: 1 on d4, 2 on e3"),
            "{words}"
        );
    }
}
