//! What the moves of a proved line are good for: the tests of the motives, a family a file.

mod draw;
mod fortress;
mod king_walk;
mod line;
mod pawns;
mod race;
mod shoulder;
mod two_aims;
mod zugzwang;

pub(super) use line::{Judge, Line, positions};

use super::budget::Budget;
use super::motive::Motive;
use crate::analysis::{Crossed, Inquiry};
use crate::value::Wdl;

impl Line<'_> {
    /// What a move is good for. Of the loser's moves nothing is said.
    pub fn motives(
        &self,
        inquiry: &mut Inquiry,
        budget: &mut Budget,
        ply: usize,
    ) -> Result<Vec<Motive>, Crossed> {
        let mut motives = Vec::new();
        if self.value(ply) == Wdl::Loss {
            return Ok(motives);
        }
        let judge = &mut Judge { inquiry, budget };
        motives.extend(self.breakthrough(judge, ply)?);
        motives.extend(self.decoy(ply));
        motives.extend(self.promotion(judge, ply)?);
        motives.extend(self.skewer(ply));
        motives.extend(self.race(ply));
        motives.extend(self.key_square(ply));
        let zugzwang = self.zugzwang(judge, ply)?;
        let is_zugzwang = !zugzwang.is_empty();
        motives.extend(zugzwang);
        motives.extend(self.begins_in_zugzwang(judge, ply)?);
        motives.extend(self.outflanking(judge, ply)?);
        motives.extend(self.two_aims(judge, ply)?);
        motives.extend(self.steps_into_square(ply));
        if !is_zugzwang {
            motives.extend(self.shouldering(judge, ply)?);
        }
        motives.extend(self.protected_passed_pawn(judge, ply)?);
        motives.extend(self.pawn_won(ply));
        motives.extend(self.nearer_to_the_pawn(ply));
        if self.winner.is_none() {
            motives.extend(self.drawing(judge, ply)?);
        }
        if self.is_only_move(judge.inquiry, ply)? {
            motives.push(Motive::OnlyMove);
        }
        Ok(motives)
    }

    /// Is no other of several moves as good, or perhaps as good?
    fn is_only_move(&self, inquiry: &mut Inquiry, ply: usize) -> Result<bool, Crossed> {
        let here = &self.positions[ply];
        let moves = inquiry.rules.moves(here);
        let value = self.value(ply);
        for &m in moves.iter().filter(|&&m| m != self.moves[ply]) {
            let bounds = -inquiry.known(&here.play(m))?;
            if bounds.upper() >= value {
                return Ok(false);
            }
        }
        Ok(moves.len() > 1)
    }
}
