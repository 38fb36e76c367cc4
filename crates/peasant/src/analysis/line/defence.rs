//! The loser's moves: the longest defence, or one that people try.

use std::cmp::Reverse;

use super::super::inquiry::{Crossed, Inquiry};
use super::super::natural::{
    behind, gives_a_pawn, is_natural, keeps_up, leaves_to_a_queen, runs, to_a_queen,
};
use super::{Course, kind};
use crate::board::Move;
use crate::prove::Aim;
use crate::value::Wdl;

/// Of the longest defence so many plies may be given up in all for one that is more to the point.
const AS_LONG: u16 = 4;

/// A breakthrough is shown in so many plies: pawns take what is offered.
const BREAKTHROUGH: usize = 3;

impl Course {
    /// A defence that is about as long as the longest: one that takes something, else runs with a pawn, else leaves the winner the
    /// fewest moves that win.
    pub(super) fn losing_move(
        &mut self,
        inquiry: &mut Inquiry,
        choices: &[Move],
    ) -> Result<Option<Move>, Crossed> {
        let mut ends = Vec::with_capacity(choices.len());
        for &m in choices {
            ends.push((m, self.end_after(inquiry, m)));
        }
        if ends.iter().all(|(_, end)| end.is_none()) {
            let measured = choices.iter().map(|&m| self.measured(inquiry, m));
            let best = measured.min_by_key(|m| {
                let takes = self.here.is_capture(m.r#move);
                let lets_it_run = keeps_up(&self.here, m.r#move) == Some(false);
                let kind = kind(&self.here, m.r#move);
                (!takes, lets_it_run, m.rank(), kind)
            });
            return Ok(best.map(|best| best.r#move));
        }
        // Who drops the last pawn defends no longer, though the mate may be farther.
        if !self.begun.only_longest && ends.iter().any(|&(m, _)| !leaves_to_a_queen(&self.here, m))
        {
            ends.retain(|&(m, _)| !leaves_to_a_queen(&self.here, m));
        }
        let longest = ends.iter().filter_map(|&(_, end)| end).max().unwrap_or(0);
        // What is to the point is no shorter than anything else if nothing is known of it.
        let is_to_the_point = |m| {
            let here = &self.here;
            let stays = is_natural(here, m) && keeps_up(here, m) == Some(true);
            here.is_capture(m) || runs(here, m) || stays
        };
        ends.retain(|&(m, end)| end.is_some() || is_to_the_point(m));
        let plies = |end: Option<u16>| end.unwrap_or(longest);
        let mut best = None;
        for &(m, end) in &ends {
            // What is known are bounds: to decline a capture takes more than a small difference.
            let only_longest = self.begun.only_longest || self.begun.aim == Some(Aim::Mate);
            let is_pawns = self.here.king(self.here.turn()) != m.from;
            let accepts =
                self.offered == Some(m.to) && is_pawns && self.moves.len() <= BREAKTHROUGH;
            let takes_long = self.here.is_capture(m) && (plies(end) > longest / 2 || accepts);
            let as_long = if only_longest {
                0
            } else {
                AS_LONG.saturating_sub(self.given_up)
            };
            let traps = !only_longest && self.moves.len() == 1 && self.is_trap(inquiry, m)?;
            let is_short = plies(end) < longest.saturating_sub(as_long);
            if is_short && (only_longest || !takes_long) && !traps {
                continue;
            }
            let key = (
                !self.here.is_capture(m),
                !traps,
                gives_a_pawn(&self.here, m),
                keeps_up(&self.here, m) == Some(false),
                !runs(&self.here, m),
                !is_natural(&self.here, m),
                behind(&self.here, m),
                self.winning_answers(inquiry, m)?,
                Reverse(plies(end)),
            );
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, m));
            }
        }
        if let Some(((.., Reverse(plies)), _)) = best {
            self.given_up += longest.saturating_sub(plies);
        }
        let queens = |m| match self.begun.only_longest {
            true => m,
            false => to_a_queen(m, choices),
        };
        Ok(best.map(|(_, m)| queens(m)))
    }

    /// Is it an attack of the king on a pawn which one move alone refutes, and a capture does not?
    fn is_trap(&self, inquiry: &mut Inquiry, m: Move) -> Result<bool, Crossed> {
        let next = self.here.play(m);
        let mut theirs = next.pawns().of(next.turn());
        let attacks = theirs.any(|pawn| pawn.distance(m.to) == 1);
        if !next.is_pawn_ending()
            || !is_natural(&self.here, m)
            || !attacks
            || self.winning_answers(inquiry, m)? != 1
        {
            return Ok(false);
        }
        let takes = inquiry.rules.moves(&next).into_iter();
        for answer in takes.filter(|&answer| next.is_capture(answer)) {
            if inquiry.known(&next.play(answer))?.lower() >= Wdl::Draw {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How many answers of the winner are known to win.
    fn winning_answers(&self, inquiry: &mut Inquiry, m: Move) -> Result<usize, Crossed> {
        let next = self.here.play(m);
        let mut winning = 0;
        for answer in inquiry.rules.moves(&next) {
            let result = inquiry.known(&next.play(answer))?.exact();
            winning += usize::from(result == Some(Wdl::Loss));
        }
        Ok(winning)
    }
}
