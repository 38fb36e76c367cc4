//! The moves of a draw: whoever tries sets a task, or nobody makes progress.

use super::super::critical::critical;
use super::super::drawn::Task;
use super::super::inquiry::{Crossed, Inquiry, is_zeroing};
use super::super::natural::{from_the_goal, from_the_pawn, idleness, is_natural};
use super::{Course, kind};
use crate::board::{Move, Role};

/// In a draw the kings walk for so many plies before they may go back.
const WALK: usize = 8;

/// A queen gives checks for so many: it comes down by a staircase.
const STAIRCASE: usize = 24;

impl Course {
    /// The next move of the critical way; it is looked for where the men have changed, and with pawns of one side alone wherever it has ended.
    fn critical_move(&mut self, inquiry: &mut Inquiry) -> Result<Option<Move>, Crossed> {
        if !self.begun.shows_traps || !self.here.is_pawn_ending() {
            return Ok(None);
        }
        let pawns = self.here.pawns();
        let is_alone = pawns.white.is_empty() || pawns.black.is_empty();
        if self.critical.is_empty() && (self.quiet == 0 || is_alone) {
            self.critical = critical(inquiry, &self.here, &self.seen)?;
            self.critical.reverse();
        }
        let next = self.critical.pop();
        if next.is_some() {
            // Then the kings go back.
            self.quiet = WALK;
        }
        Ok(next)
    }

    /// The move that sets the harder task. Where the kings have walked for long they go back: nobody makes progress.
    pub(super) fn drawing_move(
        &mut self,
        inquiry: &mut Inquiry,
        mut choices: Vec<Move>,
        moves: usize,
    ) -> Result<Option<Move>, Crossed> {
        if let Some(m) = self.critical_move(inquiry)? {
            return Ok(Some(m));
        }
        if self.begun.promoted(&self.here) && moves > 1 {
            choices.retain(|&m| is_zeroing(&self.here, m));
        }
        // Nobody who can have a queen waits for the other one.
        let theirs = self.here.pieces(!self.here.turn(), Role::Pawn);
        let is_late = theirs
            .into_iter()
            .any(|pawn| pawn.seen_by(!self.here.turn()).rank() == 6);
        // With one pawn each that block each other the kings go for them.
        let pawns = self.here.pawns();
        let is_pair = pawns.occupied().count() == 2 && pawns.white.up() == pawns.black;
        let walk = match self.here.is_pawn_ending() {
            true => WALK,
            false => STAIRCASE,
        };
        let mut best = None;
        for m in choices {
            let again = self.seen.contains(&self.here.play(m));
            let waits = is_late && m.promotion != Some(Role::Queen);
            let task = Task::of(inquiry, &self.here, m)?;
            let key = (
                task.gives,
                self.moves.is_empty() && moves > 1 && self.here.play(m).is_stalemate(),
                waits,
                again == (self.quiet < walk),
                idleness(&self.here, m),
                is_pair && !is_natural(&self.here, m),
                from_the_goal(&self.here, m),
                from_the_pawn(&self.here, m),
                task,
                kind(&self.here, m),
            );
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, m));
            }
        }
        Ok(best.map(|(_, m)| m))
    }
}
