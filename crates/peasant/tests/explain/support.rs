//! Explanations in the words of the specification.

use std::time::Duration;

use peasant::board::{Color, Position, Square};
use peasant::notation::fen;
use peasant::{Explanation, Map, Prover, Request, Rules, Wdl};
use specification::endings::sets::Sets;
use specification::endings::{self, Side};

/// No clock ends it.
const LONG: Duration = Duration::from_secs(3600);

/// Explains the result of a position; its moves are not looked at.
pub fn explain(prover: &Prover, text: &str) -> Explanation {
    let position: Position = fen::parse(text).expect("a legal position");
    let request = Request::new(position).moves(false).line(false);
    let mut analysis = prover.analyse(&request).expect("a pawn ending");
    analysis.statistics.time = LONG;
    prover.explain(&request, analysis).expect("it is proved")
}

/// The same by the rules of chess, from the beginning.
pub fn explain_chess(text: &str) -> Explanation {
    explain(&Prover::new(Rules::Chess), text)
}

pub fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// A map in the form of the specification.
pub fn sets(map: &Map) -> Sets {
    let zugzwangs = map.mutual_zugzwangs.iter().map(|pair| {
        let kings = (pair.attacker.to_string(), pair.defender.to_string());
        (kings.0, kings.1, pair.full_point)
    });
    let corresponding = map.corresponding.iter().map(|square| {
        let defenders = names(&square.defenders).into_iter().collect();
        (square.attacker.to_string(), defenders)
    });
    Sets {
        key_squares: names(&map.key_squares).into_iter().collect(),
        strong_key_squares: names(&map.strong_key_squares).into_iter().collect(),
        mutual_zugzwangs: zugzwangs.collect(),
        corresponding: corresponding.collect(),
    }
}

pub fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

pub fn result(value: endings::Wdl) -> Wdl {
    match value {
        endings::Wdl::Loss => Wdl::Loss,
        endings::Wdl::Draw => Wdl::Draw,
        endings::Wdl::Win => Wdl::Win,
    }
}
