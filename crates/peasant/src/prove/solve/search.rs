//! How a question is worked on: by descents to open children, again and again.

use super::descent::Descent;
use super::exit_values::{ExitValues, OpenChild};
use super::goal_prover::GoalProver;
use super::unresolved::position;
use crate::board::Color;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::policy::{DISABLE, FIRST_VISIT, MAX_PIECES, WEIGHT};
use crate::slice::{Frame, Point};
use crate::structure::{Goal, Structure, Symmetry};
use crate::value::Wdl;

impl GoalProver {
    /// Does the attacker win? Works on the question until so much has been spent on it. The structure and the point are as the
    /// attacker sees them; `seen` is what turned the board of the question so.
    pub fn ask(
        &mut self,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<Option<bool>, Stop> {
        let name = self.known.name(view);
        let (goal, mirror) = (name.goal(), name.symmetry().mirror_part());
        let point = point.through(mirror, view.pieces);
        let before = self.account.mark();
        self.resolve(goal, point, seen.compose(mirror), effort)?;
        self.known.add_effort(goal, self.account.since(before));
        Ok(self.known.answer(goal, point))
    }

    /// Works on a goal until the point is settled, so much has been spent or nothing is left of the question's budget. `seen` turned
    /// the board of the question to the attacker's view.
    pub(in crate::prove) fn resolve(
        &mut self,
        goal: Goal,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<(), Stop> {
        if self.known.answer(goal, point).is_some() || effort == Effort::NONE {
            return Ok(());
        }
        self.account.spend(Effort(1));
        if self.probe(goal, point, seen) {
            return Ok(());
        }
        let large = self.known.nodes.pieces(goal) == MAX_PIECES;
        if self.known.interval(goal).disabled || large && self.known.spares_large {
            // Nothing can be done about it.
        } else if large {
            self.resolve_large(goal, effort)?;
        } else if self.known.nodes.pieces(goal) > MAX_PIECES {
            self.resolve_three_pieces(goal, effort)?;
        } else {
            return self.resolve_small(goal, point, seen, effort);
        }
        if self.known.nodes.has_pieces(goal) && self.known.answer(goal, point).is_none() {
            self.unresolved.note(&self.known, goal, point, seen);
        }
        Ok(())
    }

    /// The same for a goal with at most one promoted piece: first the cheap ways, then descent after descent.
    fn resolve_small(
        &mut self,
        goal: Goal,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<(), Stop> {
        let before = self.account.mark();
        let pieces = self.known.nodes.pieces(goal);
        let step = WEIGHT[pieces];
        if !self.known.interval(goal).expanded {
            self.count(pieces)?;
            self.account.spend(step);
        }
        if pieces > 0 && !self.known.nodes.is_unarmed(goal) {
            self.fix_pawns(goal)?;
        }
        let spent = self.account.since(before);
        let tried = pieces > 0 && spent > step && spent >= effort;
        if tried || self.known.answer(goal, point).is_some() {
            return Ok(());
        }
        let mut values = ExitValues::look(&mut self.known, goal);
        loop {
            let spent = self.account.since(before);
            let left = effort - spent;
            let answered = self.known.answer(goal, point).is_some();
            if answered || left.min(self.account.left()) == Effort::NONE {
                return Ok(());
            }
            match self.descend(&mut values, point) {
                Descent::Open(child) => {
                    self.resolve_child(&child, seen, left)?;
                    self.learn(values.frame(), &child);
                    values.refresh_child(&self.known, child.goal);
                    self.account.spend(step - Effort(1));
                }
                Descent::Stale => self.account.spend(step),
                Descent::Unresolved if self.known.spares_large => return Ok(()),
                Descent::Unresolved => {
                    self.leave_unresolved(goal);
                    return Ok(());
                }
            }
            self.mind_limits(pieces)?;
            values.narrow(&mut self.known);
            if pieces > 0 && self.try_subtree(goal, self.account.since(before))? {
                if self.known.interval(goal).is_exact() {
                    return Ok(());
                }
                values = ExitValues::look(&mut self.known, goal);
            }
        }
    }

    /// Works on a child for half as much again as it has had, if so much is left.
    fn resolve_child(
        &mut self,
        child: &OpenChild,
        seen: Symmetry,
        left: Effort,
    ) -> Result<(), Stop> {
        // Where promoted pieces come up, less than a slice with one leads nowhere.
        let least = if self.known.game.pieces_play_on() {
            WEIGHT[1]
        } else {
            Effort::NONE
        };
        let more = self.known.interval(child.goal).tried.effort * 3 / 2 + FIRST_VISIT;
        let effort = more.min(left.max(least));
        let seen = seen.compose(child.symmetry);
        let before = self.account.mark();
        self.resolve(child.goal, child.point, seen, effort)?;
        self.known
            .add_effort(child.goal, self.account.since(before));
        Ok(())
    }

    /// Notes what has come of an exit of a structure without pieces, if anything has.
    fn learn(&mut self, frame: &Frame, child: &OpenChild) {
        if !frame.pieces.is_empty() {
            return;
        }
        if let Some(won) = self.known.answer(child.goal, child.point) {
            let good = won == (child.exit.mover == Color::White);
            self.known.forecast.learn(frame.pawns, &child.exit, good);
        }
    }

    /// What is open at a point hangs on endings that cannot be solved: dearer every time, and in the end disabled.
    fn leave_unresolved(&mut self, goal: Goal) {
        if self.known.interval(goal).tried.effort >= DISABLE {
            self.known.interval_mut(goal).disabled = true;
        } else {
            self.known.make_dearer(goal);
        }
    }

    /// Asks the outside tables. Did they answer?
    fn probe(&mut self, goal: Goal, point: Point, seen: Symmetry) -> bool {
        let Some(tablebase) = &self.resources.tablebase else {
            return false;
        };
        let view = self.known.nodes.view(goal);
        let men = 2 + view.pawns.occupied().count() as usize + view.pieces.len();
        let plays_on = self.known.game.pieces_play_on();
        if !plays_on || men > tablebase.max_men() || view.pieces.len() > MAX_PIECES {
            return false;
        }
        let Some(position) = position(view, point, seen) else {
            return false;
        };
        let Some(result) = tablebase.probe(&position) else {
            return false;
        };
        let won = if point.to_move { Wdl::Win } else { Wdl::Loss };
        self.known.set_answer(goal, point, result == won);
        true
    }

    /// Narrows the bounds of a structure without pieces by those of its exits.
    pub(in crate::prove) fn narrow(&mut self, goal: Goal) -> Result<(), Stop> {
        self.count(0)?;
        ExitValues::new(&self.known, goal).narrow(&mut self.known);
        Ok(())
    }

    /// Counts one more structure that is worked on, within the limits.
    pub(in crate::prove) fn count(&mut self, pieces: usize) -> Result<(), Stop> {
        self.mind_limits(pieces)?;
        self.counts[pieces] += 1;
        self.account.spend_on_slices(WEIGHT[pieces]);
        Ok(())
    }
}
