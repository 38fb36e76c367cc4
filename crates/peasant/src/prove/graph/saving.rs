//! What is known is saved, in stores (`../store/`) or without the way to it (`earlier.rs`), and taken up again.

use std::cmp::Reverse;

use super::bounds::KnownBounds;
use super::earlier::Earlier;
use super::interval::{Bound, Slot};
use crate::board::Color;
use crate::prove::policy::MAX_PIECES;
use crate::prove::store::{SavedBounds, Store};
use crate::slice::{Frame, Wins};
use crate::structure::{Goal, Structure};

impl KnownBounds {
    /// Narrows the bounds of a goal by those that were saved. Is it exact now?
    pub fn take_saved(&mut self, goal: Goal) -> bool {
        let view = self.nodes.view(goal);
        self.interval_mut(goal).sought = true;
        let earlier = self.earlier.take(view);
        let Some(saved) = earlier.or_else(|| self.saved.read(view)) else {
            return false;
        };
        let changed = self.interval(goal).changed;
        let upper = saved
            .upper
            .or_else(|| view.pieces.is_empty().then(|| Frame::new(view).all()));
        self.narrow(goal, Some(saved.lower), upper);
        let interval = self.interval_mut(goal);
        interval.tried = interval.tried.or(saved.tried);
        interval.changed = changed;
        interval.is_exact()
    }

    /// Saves what has been proved, if there is a store for it.
    pub fn save(&mut self) {
        if self.contradicted {
            return;
        }
        let mut saved = std::mem::take(&mut self.saved);
        if saved.write(|store| self.changed(store)) {
            self.intervals_mut()
                .for_each(|interval| interval.changed = false);
        }
        self.saved = saved;
    }

    /// Saves a small ending with two pieces, for other proofs that need it now.
    pub fn save_at_once(&mut self, goal: Goal) {
        let view = self.nodes.view(goal);
        let is_done = self.interval(goal).is_exact() && !self.contradicted;
        if is_done && view.is_small() && self.saved.write_one(view, || self.to_save(goal)) {
            self.interval_mut(goal).changed = false;
        }
    }

    /// Forgets everything but bounds that take so many bytes at most, those first that have not been used for longest. Half of the room
    /// is for goals without pieces, which take little of it.
    pub fn forget_all_but(&mut self, bytes: u64) {
        let mut goals: Vec<Goal> = self.goals().collect();
        goals.sort_by_key(|&goal| {
            (
                self.nodes.has_pieces(goal),
                Reverse(self.interval(goal).used),
            )
        });
        let mut kept = Earlier::default();
        for goal in goals {
            let has_pieces = self.nodes.has_pieces(goal);
            let most = if has_pieces { bytes } else { bytes / 2 };
            kept.put(self.nodes.view(goal), self.to_save(goal), most);
            if has_pieces {
                self.forget_planes(goal);
            }
        }
        for (view, bounds) in std::mem::take(&mut self.earlier).take_all() {
            kept.put(view, bounds, bytes);
        }
        let mut anew = KnownBounds::new(
            self.game.clone(),
            self.three_pieces.endings.clone(),
            self.large.scratch.clone(),
        );
        anew.earlier = kept;
        anew.saved = std::mem::take(&mut self.saved);
        *self = anew;
    }

    /// The goals of which more may be known than was saved, as far as a store keeps them.
    fn changed(&self, store: &Store) -> impl Iterator<Item = (Structure, SavedBounds)> {
        let changed = self.goals().filter(move |&goal| {
            let interval = self.interval(goal);
            interval.changed
                && store.keeps(
                    self.nodes.view(goal),
                    interval.tried.effort,
                    interval.is_exact(),
                )
        });
        changed.map(|goal| {
            let mut bounds = self.to_save(goal);
            if !store.is_of_one_proof() {
                bounds.tried = bounds.tried.for_others();
            }
            (self.nodes.view(goal), bounds)
        })
    }

    /// The goals of which something is known.
    fn goals(&self) -> impl Iterator<Item = Goal> {
        let goals = (0..self.nodes.len()).flat_map(|node| {
            let goal = move |attacker| Goal { node, attacker };
            Color::BOTH.map(goal)
        });
        goals.filter(|&goal| self.nodes.pieces(goal) <= MAX_PIECES && !self.is_unknown(goal))
    }

    fn to_save(&self, goal: Goal) -> SavedBounds {
        let planes = 1 << (6 * self.nodes.pieces(goal));
        let stored = |bound| match self.interval(goal).slot(bound) {
            Slot::ALL => None,
            Slot::NONE => Some(vec![Wins::NONE; planes]),
            slot => Some(self.planes(goal, slot)),
        };
        let lower = stored(Bound::Lower);
        SavedBounds {
            lower: lower.unwrap_or_else(|| vec![Wins::NONE; planes]),
            upper: stored(Bound::Upper),
            tried: self.interval(goal).tried,
        }
    }
}
