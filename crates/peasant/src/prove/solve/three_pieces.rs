//! Goals with three promoted pieces: nothing is searched there. Without pawns they are solved as one; with pawns they stay open.
//!
//! What is in memory or in a store is taken when a goal is named. What is not is solved when a position with three pieces is asked about itself, or when a goal with two pieces and one pawn hangs on it and is worth as much, or the proof has
//! cost as much already; if there is neither time nor room for that, the goal is left alone until the next request.

use std::time::Duration;

use super::goal_prover::GoalProver;
use crate::board::{Color, Pawns, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::policy::FIRST_TRY;
use crate::prove::store::{BUILD, BUILD_BYTES, BUILD_TIME};
use crate::structure::{Goal, Structure};

/// How long to wait before another look at what another thread is solving.
const PAUSE: Duration = Duration::from_millis(5);

/// What is known of the endings with three pieces that the pawn of a goal with two may become.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::prove) enum Promotions {
    /// Everything.
    Known,
    /// They cost more than the goal is worth now.
    TooDear,
    /// They cannot be had in this request.
    OutOfReach,
}

impl GoalProver {
    /// Works on a goal with three pieces that has not been given up.
    pub(in crate::prove) fn resolve_three_pieces(
        &mut self,
        goal: Goal,
        effort: Effort,
    ) -> Result<(), Stop> {
        if effort < BUILD {
            return Ok(());
        }
        while self.may_build(goal) && !self.build(goal)? {
            std::thread::sleep(PAUSE);
            self.mind_limits(0)?;
        }
        Ok(())
    }

    /// Solves whatever the pawn of a goal with two pieces may become, as long as that costs no more than the goal is worth, or the search.
    pub(in crate::prove) fn resolve_promotions(
        &mut self,
        goal: Goal,
        effort: Effort,
    ) -> Result<Promotions, Stop> {
        let view = self.known.nodes.view(goal);
        if self.resources.endings.is_none() || !view.has_one_pawn() {
            return Ok(Promotions::OutOfReach);
        }
        let owner = match view.pawns.white.is_empty() {
            true => Color::Black,
            false => Color::White,
        };
        let mut open = Vec::new();
        for role in Role::PROMOTIONS {
            let Some((pieces, _)) = view.pieces.with(owner, role) else {
                return Ok(Promotions::OutOfReach);
            };
            let ending = Structure::new(Pawns::NONE, pieces);
            let promoted = self.known.name(ending).goal();
            if self.known.interval(promoted).is_exact() {
                continue;
            }
            open.push(promoted);
        }
        // At first sight nothing is built: most goals with lesser pieces are asked about once. Those that another thread is at work on come
        // last.
        for &promoted in &open {
            if effort < BUILD && !(effort >= FIRST_TRY && self.is_affordable()) {
                return Ok(Promotions::TooDear);
            }
            if self.may_build(promoted) {
                self.build(promoted)?;
            }
        }
        for promoted in open {
            self.resolve_three_pieces(promoted, BUILD)?;
            if !self.known.interval(promoted).is_exact() {
                return Ok(Promotions::OutOfReach);
            }
        }
        Ok(Promotions::Known)
    }

    /// Has as much been spent on searching as on endings with three pieces, the next one included?
    fn is_affordable(&self) -> bool {
        self.spent() - self.built >= self.built + BUILD
    }

    /// Is there time and room to solve an ending with three pieces? If not, it is given up for this request.
    fn may_build(&mut self, goal: Goal) -> bool {
        if self.known.interval(goal).is_exact() || self.known.interval(goal).disabled {
            return false;
        }
        let room = self.make_room(BUILD_BYTES);
        let in_time = self.watch.needs(BUILD_TIME).is_ok();
        self.lacked_memory |= !room;
        if !room || !in_time {
            self.known.interval_mut(goal).disabled = true;
            self.given_up.push(goal);
        }
        room && in_time
    }

    /// Solves an ending with three pieces, unless another thread is at work on it. Was it?
    fn build(&mut self, goal: Goal) -> Result<bool, Stop> {
        let view = self.known.nodes.view(goal);
        let Some((endings, pieces)) = self.known.three_pieces.ending(view) else {
            return Ok(false);
        };
        let (watch, structures) = (&self.watch, self.work_done() - self.before);
        let bytes = self.bytes_in_work();
        let mut go_on = || watch.check(structures, bytes + BUILD_BYTES);
        let Some(ending) = endings.get(pieces, &self.known.saved, &mut go_on)? else {
            return Ok(false);
        };
        self.known.adopt(goal, ending);
        self.built += BUILD;
        self.account.spend(BUILD);
        Ok(true)
    }
}
