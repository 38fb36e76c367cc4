//! Goals with three promoted pieces: nothing is searched there. Without pawns they are solved as one; with pawns they stay open.
//!
//! What is in memory or in a store is taken when a goal is named. What is not is solved when a position with three pieces is asked about itself, or when a goal with two pieces and one pawn hangs on it and is worth as much, or the proof has
//! cost as much already; if there is neither time nor room for that, the goal is left alone until the next request.

use std::sync::Arc;
use std::time::Duration;

use super::goal_prover::GoalProver;
use crate::board::{Color, Pawns, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
#[cfg(feature = "elsewhere")]
use crate::prove::elsewhere;
use crate::prove::policy::FIRST_TRY;
use crate::prove::store::{BUILD, BUILD_BYTES, BUILD_TIME, PackedEnding};
#[cfg(feature = "elsewhere")]
use crate::structure::Pieces;
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
        #[cfg(feature = "elsewhere")]
        self.build_elsewhere(&open, effort);
        // At first sight nothing is built: most goals with lesser pieces are asked about once. Those that another thread is at work on come
        // last.
        for &promoted in &open {
            if effort < BUILD && !(effort >= FIRST_TRY && self.affordable_endings() > 0) {
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

    /// How many endings with three pieces may be solved until as much has been spent on them as on searching?
    fn affordable_endings(&self) -> usize {
        let searching = self.spent() - self.built;
        match searching > self.built {
            true => ((searching - self.built).0 / BUILD.0) as usize,
            false => 0,
        }
    }

    /// Has endings with three pieces solved by others, as many as would be solved here.
    #[cfg(feature = "elsewhere")]
    fn build_elsewhere(&mut self, open: &[Goal], effort: Effort) {
        let Some(elsewhere) = self.resources.elsewhere.clone() else {
            return;
        };
        let most = match (effort >= BUILD, effort >= FIRST_TRY) {
            (true, _) => usize::MAX,
            (_, true) => self.affordable_endings(),
            _ => 0,
        };
        let mut asked = Vec::new();
        for &goal in open {
            if asked.len() < most && self.may_build(goal) {
                asked.push((goal, self.known.nodes.view_pieces(goal)));
            }
        }
        let pieces: Vec<Pieces> = asked.iter().map(|&(_, pieces)| pieces).collect();
        let solved = elsewhere::endings(&pieces, &*elsewhere);
        let Some(endings) = self.resources.endings.clone() else {
            return;
        };
        for ((goal, pieces), ending) in asked.into_iter().zip(solved) {
            let ending = ending.map(|ending| endings.keep(pieces, ending, &self.known.saved));
            if let Some(ending) = ending {
                self.adopt(goal, ending);
            }
        }
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
        self.adopt(goal, ending);
        Ok(true)
    }

    fn adopt(&mut self, goal: Goal, ending: Arc<PackedEnding>) {
        self.known.adopt(goal, ending);
        self.built += BUILD;
        self.account.spend(BUILD);
    }
}
