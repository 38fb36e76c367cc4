//! The weights of the search of positions, fitted to endings that are won by hill climbing: what a proof of each takes is counted.

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

/// Endings that are won, and the slices that end their searches, which are kept from one to the next.
pub struct Lessons {
    prover: GoalProver,
    /// White wins each.
    positions: Vec<Position>,
    /// A proof may look at so many positions.
    most: u64,
}

/// What the proofs of some lessons take.
pub struct Cost {
    /// Positions looked at, by lesson. `None`: not proved.
    pub positions: Vec<Option<u64>>,
    most: u64,
}

impl Cost {
    /// The mean of the logarithms. What is not proved counts for four times as many as were allowed; some hundreds are added to each, for
    /// what is proved at once matters little.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let log = |count: &Option<u64>| (count.unwrap_or(self.most * 4) as f64 + 300.0).ln();
        self.positions.iter().map(log).sum::<f64>() / self.positions.len() as f64
    }

    /// How many lessons are proved.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.positions.iter().flatten().count()
    }
}

impl Lessons {
    /// Endings, each with its winner.
    #[must_use]
    pub fn new(won: &[(Position, Color)], most: u64) -> Lessons {
        let seen = |(position, winner): &(Position, Color)| match winner {
            Color::White => *position,
            Color::Black => position.flip(),
        };
        let rules = Played::by(Rules::Chess);
        Lessons {
            prover: GoalProver::new(rules, Watch::idle(), Resources::default()),
            positions: won.iter().map(seen).collect(),
            most,
        }
    }

    /// What each lesson takes with these weights.
    #[must_use]
    pub fn cost(&mut self, weights: Weights) -> Cost {
        let prover = &mut self.prover;
        let effort = Effort(self.most / POSITIONS);
        let positions = self.positions.iter().map(|position| {
            prover.search = PositionSearch::new(weights);
            let before = prover.searched;
            prover.account.allow(effort);
            let won = prover.search_position(position) == Ok(Some(true));
            won.then(|| prover.searched - before)
        });
        Cost {
            positions: positions.collect(),
            most: self.most,
        }
    }

    /// Changes a weight or two at a time, so often, and keeps what takes less; each such step is reported.
    pub fn climb(
        &mut self,
        mut best: Weights,
        trials: u64,
        seed: u64,
        report: &mut dyn FnMut(&Cost, Weights),
    ) {
        let mut dice = Dice(seed | 1);
        let mut least = self.cost(best).mean();
        for _ in 0..trials {
            let mut changed = best;
            for _ in 0..=dice.roll(2) {
                dice.change(&mut changed);
            }
            let cost = self.cost(changed);
            if cost.mean() < least {
                (least, best) = (cost.mean(), changed);
                report(&cost, best);
            }
        }
    }
}

/// Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    /// Changes one weight by a little or by much.
    fn change(&mut self, weights: &mut Weights) {
        let mut all = weights.each();
        let at = self.roll(all.len() as u64) as usize;
        let (name, value) = &mut all[at];
        let changed = match self.roll(6) {
            0 => **value + 1,
            1 => value.saturating_sub(1),
            2 => **value + **value / 4 + 1,
            3 => **value - **value / 4,
            4 => **value + **value / 2 + 2,
            _ => **value / 2,
        };
        // A part is one in so many.
        **value = changed.max(u32::from(name.ends_with("_part")));
    }
}
