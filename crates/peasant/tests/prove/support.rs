//! All that these tests know of the library's interface, and how its words are those of the
//! specification.

use peasant::board::Position;
use peasant::notation::fen;
use peasant::prove::Solved;
use peasant::{Analysis, Bounds, Request, Rules, Wdl};
use specification::endings;

/// A result of the specification.
pub fn result(value: endings::Wdl) -> Wdl {
    match value {
        endings::Wdl::Loss => Wdl::Loss,
        endings::Wdl::Draw => Wdl::Draw,
        endings::Wdl::Win => Wdl::Win,
    }
}

/// The position of a FEN that the specification has written.
pub fn position(text: &str) -> Position {
    fen::parse(text).expect("the specification's positions are legal")
}

/// Proves positions one after the other and keeps what it finds.
pub struct Prover(peasant::Prover);

impl Prover {
    pub fn new(rules: Rules) -> Prover {
        Prover(peasant::Prover::new(rules))
    }

    /// What is proved of a position, for the side to move.
    pub fn bounds(&mut self, text: &str) -> Bounds {
        let bounds = self.0.bounds(&position(text));
        bounds.expect("nothing comes from outside")
    }
}

/// Everything about a position by Newborn's rules, without limits.
pub fn prove(position: &Position, threads: usize) -> Analysis {
    let settings = peasant::Prover::builder().rules(Rules::Newborn);
    let analysis = settings
        .threads(threads)
        .build()
        .analyse(&Request::new(*position))
        .expect("a pawn ending");
    assert_eq!(analysis.stopped, None);
    analysis
}

/// Every structure below that of a position, solved by Newborn's rules.
pub fn solved(position: &Position) -> Solved {
    Solved::below(position.pawns())
}
