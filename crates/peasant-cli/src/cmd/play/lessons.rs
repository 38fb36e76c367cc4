//! Endings that everybody should know, for those who bring none. The side to move has the task.

use peasant::board::Position;
use peasant::notation::fen;

/// An ending and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    pub name: &'static str,
    pub fen: &'static str,
}

const fn lesson(name: &'static str, fen: &'static str) -> Lesson {
    Lesson { name, fen }
}

/// All of them; the first ones are the easiest.
pub const LESSONS: [Lesson; 8] = [
    lesson(
        "king and pawn against king",
        "4k3/8/8/8/8/8/4PK2/8 w - - 0 1",
    ),
    lesson("the same, to hold", "8/8/8/4k3/8/8/3KP3/8 b - - 0 1"),
    lesson(
        "three pawns against three",
        "8/ppp5/8/PPP5/8/8/8/k1K5 w - - 0 1",
    ),
    lesson("queen against pawn", "8/8/8/3K4/8/8/1p1k4/6Q1 w - - 0 1"),
    lesson("Réti, 1921", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
    lesson(
        "Fahrni and Alapin, 1912",
        "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1",
    ),
    lesson(
        "Lasker and Reichhelm, 1901",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    ),
    lesson("Locock, 1892", "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - - 0 1"),
];

impl Lesson {
    pub fn position(self) -> Position {
        fen::parse(self.fen).unwrap_or_else(|error| unreachable!("tested: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use peasant::value::Wdl;
    use peasant::{Prover, Request};

    use super::*;

    #[test]
    fn every_lesson_can_be_mastered_and_spoiled() {
        for lesson in LESSONS {
            let analysis = Prover::default().analyse(&Request::new(lesson.position()));
            let analysis = analysis.expect("a position for the prover");
            let result = analysis.bounds.exact();
            assert!(
                matches!(result, Some(Wdl::Win | Wdl::Draw)),
                "{}",
                lesson.name
            );
            let spoils = |m: &peasant::MoveAnalysis| m.bounds.exact() < result;
            assert!(analysis.moves.iter().any(spoils), "{}", lesson.name);
        }
    }
}
