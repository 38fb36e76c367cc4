//! How a question is worked on: by descents to open children, again and again.

use super::adviser::{self, advise};
use super::descent::Descent;
use super::exit_values::{ExitValues, OpenChild};
use super::goal_prover::GoalProver;
use super::unresolved::position;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Stage;
use crate::prove::policy::{DISABLE, FIRST_VISIT, MAX_PIECES, WEIGHT};
use crate::slice::Point;
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
        let mut spent = self.resolve(goal, point, seen.compose(mirror), effort)?;
        spent += self.solve_whole_ending(goal, point, effort)?;
        self.known.add_effort(goal, spent);
        Ok(self.known.answer(goal, point))
    }

    /// Works on a goal until the point is settled or so much has been spent. Returns what was spent. `seen` turned the board
    /// of the question to the attacker's view.
    pub(in crate::prove) fn resolve(
        &mut self,
        goal: Goal,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<Effort, Stop> {
        if self.known.answer(goal, point).is_some() || effort == Effort::NONE {
            return Ok(Effort::NONE);
        }
        if self.probe(goal, point, seen) {
            return Ok(Effort(1));
        }
        let large = self.known.nodes.pieces(goal) == MAX_PIECES;
        let spent = if self.known.interval(goal).disabled || large && self.known.spares_large {
            Effort(1)
        } else if large {
            self.resolve_large(goal, point)?
        } else if self.known.nodes.pieces(goal) > MAX_PIECES {
            self.resolve_from_base(goal, effort)?
        } else {
            return self.resolve_small(goal, point, seen, effort);
        };
        if self.known.nodes.has_pieces(goal) && self.known.answer(goal, point).is_none() {
            self.unresolved.note(&self.known, goal, point, seen);
        }
        Ok(spent)
    }

    /// The same for a goal with at most one promoted piece: first the cheap ways, then descent after descent.
    fn resolve_small(
        &mut self,
        goal: Goal,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<Effort, Stop> {
        let mut spent = self.ask_opponent(goal, point, seen, effort)?;
        let pieces = self.known.nodes.pieces(goal);
        let step = WEIGHT[pieces];
        if self.known.interval(goal).stage != Stage::Expanded {
            self.count(pieces)?;
            spent += step;
        }
        if pieces > 0 {
            spent += self.freeze_pawns(goal)?;
        }
        let tried = pieces > 0 && spent > step && spent >= effort;
        if tried || self.known.answer(goal, point).is_some() {
            return Ok(spent);
        }
        let opinion = self.opinion(goal, point, effort)?;
        let mut values = self.look_advised(goal);
        while self.known.answer(goal, point).is_none() && spent < effort {
            match self.descend(&mut values, point, opinion) {
                Descent::Open(child) => {
                    let used = self.resolve_child(&child, seen, effort - spent)?;
                    values.refresh_child(&self.known, child.goal);
                    spent += used + (step - Effort(1));
                }
                Descent::Stale if self.known.game.pieces_play_on() => spent += step,
                Descent::Stale => {}
                Descent::Unresolved if self.known.spares_large => {
                    return Ok(spent.max(Effort(1)));
                }
                Descent::Unresolved => {
                    self.leave_unresolved(goal);
                    return Ok(spent.max(Effort(1)));
                }
            }
            values.narrow(&mut self.known);
            if self.try_subtree(goal, spent)? {
                if self.known.interval(goal).is_exact() {
                    break;
                }
                values = self.look_advised(goal);
            }
        }
        Ok(spent)
    }

    /// Works on a child for about twice what it has had, if so much is left.
    fn resolve_child(
        &mut self,
        child: &OpenChild,
        seen: Symmetry,
        left: Effort,
    ) -> Result<Effort, Stop> {
        // Where promoted pieces come up, less than a slice with one leads nowhere.
        let least = if self.known.game.pieces_play_on() {
            WEIGHT[1]
        } else {
            Effort::NONE
        };
        let twice = self.known.interval(child.goal).effort * 2 + FIRST_VISIT;
        let effort = twice.min(left.max(least));
        let seen = seen.compose(child.symmetry);
        let used = self.resolve(child.goal, child.point, seen, effort)?;
        self.known.add_effort(child.goal, used);
        Ok(used)
    }

    /// A player without pieces hardly ever wins against a promoted one: first the other side's win is
    /// tried, which settles the question too.
    fn ask_opponent(
        &mut self,
        goal: Goal,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<Effort, Stop> {
        if !self.known.nodes.is_unarmed(goal) {
            return Ok(Effort::NONE);
        }
        let opponent = goal.opponent();
        let theirs = point.through(Symmetry::FLIP, self.known.nodes.view_pieces(goal));
        self.known.seed(opponent);
        let seen = seen.compose(Symmetry::FLIP);
        let spent = self.resolve(opponent, theirs, seen, effort / 2)?;
        self.known.add_effort(opponent, spent);
        Ok(spent)
    }

    /// What is open at a point hangs on endings that cannot be solved: dearer every time, and in the end disabled.
    fn leave_unresolved(&mut self, goal: Goal) {
        let interval = self.known.interval_mut(goal);
        if interval.effort >= DISABLE {
            interval.disabled = true;
        } else {
            // What it has cost so far counts twice, and a slice more.
            interval.effort = interval.effort * 2 + WEIGHT[1];
        }
    }

    /// What the adviser thinks of a point, if it has an opinion.
    fn opinion(&mut self, goal: Goal, point: Point, effort: Effort) -> Result<Option<bool>, Stop> {
        let view = self.known.nodes.view(goal);
        match &mut self.adviser {
            Some(adviser) if view.pieces.is_empty() => {
                adviser::opinion(adviser, view, point, effort)
            }
            _ => Ok(None),
        }
    }

    /// What the exits of a goal are worth, with advice on them.
    fn look_advised(&mut self, goal: Goal) -> ExitValues {
        let mut values = ExitValues::look(&mut self.known, goal);
        let view = self.known.nodes.view(goal);
        if let Some(adviser) = &mut self.adviser
            && view.pieces.is_empty()
        {
            let exits: Vec<_> = values.exits().copied().collect();
            let advice = advise(&mut adviser.known, view, &exits);
            values.set_advice(advice);
        }
        values
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

    /// Counts one more structure that is worked on, within the limits.
    pub(in crate::prove) fn count(&mut self, pieces: usize) -> Result<(), Stop> {
        self.mind_limits(pieces)?;
        self.counts[pieces] += 1;
        Ok(())
    }
}
