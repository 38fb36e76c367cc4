//! What the proofs of won endings take, for fitting the weights of the search of positions (`examples/fit_search.rs`).

use super::effort::Effort;
use super::game::Played;
use super::outside_help::Resources;
use super::policy::POSITIONS;
use super::solve::goal_prover::GoalProver;
use crate::board::{Color, Position};
use crate::limits::Watch;
use crate::rules::Rules;
use crate::search::PositionSearch;

pub use crate::search::Weights;

/// Endings that are won. The slices that end their searches are kept from one to the next.
pub struct Lessons {
    prover: GoalProver,
    /// White wins each.
    positions: Vec<Position>,
}

impl Lessons {
    /// Endings, each with its winner.
    #[must_use]
    pub fn new(won: &[(Position, Color)]) -> Lessons {
        let seen = |(position, winner): &(Position, Color)| match winner {
            Color::White => *position,
            Color::Black => position.flip(),
        };
        let rules = Played::by(Rules::Chess);
        Lessons {
            prover: GoalProver::new(rules, Watch::idle(), Resources::default()),
            positions: won.iter().map(seen).collect(),
        }
    }

    /// How many positions a search with these weights visits to prove each. `None`: more than `most`.
    pub fn cost(&mut self, weights: Weights, most: u64) -> Vec<Option<u64>> {
        let prover = &mut self.prover;
        let cost = self.positions.iter().map(|position| {
            prover.search = PositionSearch::new(weights);
            let before = prover.searched;
            prover.account.allow(Effort(most / POSITIONS));
            let won = prover.search_position(position) == Ok(Some(true));
            won.then(|| prover.searched - before)
        });
        cost.collect()
    }
}
