//! All that these tests know of the prover.

use peasant::board::{Pawns, Position};
use peasant::notation::fen;
use peasant::prove::Solved;
use peasant::{Prover, Rules, Wdl};

pub fn position(text: &str) -> Position {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Exact results by Newborn's rules. It keeps what it finds.
pub struct Exact(Prover);

impl Exact {
    pub fn new() -> Exact {
        Exact(Prover::new(Rules::Newborn))
    }

    /// The result for the side to move.
    pub fn result(&mut self, position: &Position) -> Option<Wdl> {
        let bounds = self.0.bounds(position);
        bounds.expect("nothing comes from outside").exact()
    }
}

/// Every position with these pawns and fewer, by Newborn's rules.
pub fn solved(pawns: Pawns) -> Solved {
    Solved::below(pawns)
}
