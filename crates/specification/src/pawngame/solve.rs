//! The result of perfect play: the best of all moves, remembered.

use std::collections::{HashMap, HashSet};

use super::game::Outcome;
use super::moves::NaiveMove;
use super::position::NaivePosition;
use crate::endings::Side;

/// Solves positions when asked about them, and remembers them.
#[derive(Default)]
pub struct Naive {
    known: HashMap<NaivePosition, Outcome>,
}

impl Naive {
    /// The result of perfect play.
    pub fn outcome(&mut self, position: &NaivePosition) -> Outcome {
        if let Some(outcome) = position.ended() {
            return outcome;
        }
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let outcomes = self.moves(position).into_iter().map(|(_, outcome)| outcome);
        let best = match position.to_move {
            Side::White => outcomes.max(),
            Side::Black => outcomes.min(),
        };
        let best = best.expect("a game that is not over has moves");
        self.known.insert(position.clone(), best);
        best
    }

    /// What each move leads to.
    pub fn moves(&mut self, position: &NaivePosition) -> Vec<(NaiveMove, Outcome)> {
        let moves = position.moves().into_iter();
        moves
            .map(|played| (played, self.outcome(&position.after(played))))
            .collect()
    }
}

/// Every position that can come of one, itself included, unless they are more than `limit`.
pub fn descendants(position: &NaivePosition, limit: usize) -> Option<Vec<NaivePosition>> {
    let mut seen = HashSet::from([position.clone()]);
    let mut all = vec![position.clone()];
    let mut next = 0;
    while next < all.len() {
        let here = all[next].clone();
        for played in here.moves() {
            let after = here.after(played);
            if seen.insert(after.clone()) {
                all.push(after);
            }
        }
        if all.len() > limit {
            return None;
        }
        next += 1;
    }
    Some(all)
}
