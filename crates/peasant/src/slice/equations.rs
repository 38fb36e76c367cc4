//! The equations: from where the exits win to where the attacker wins, by moves of the kings and of promoted pieces.
//!
//! ```text
//!     won(w)  = legal(w) & (exits.won(w) | OR over king steps w' of lost(w') | reach(w))
//!     lost(w) = candidates(w) & ~(K(legal(w) & ~won(w)) | refuge(w))
//! ```
//!
//! `candidates` are the legal placements with the defender to move in which no exit escapes (and that are not stalemate). The kings
//! stay in their plane; a piece's move leads to the same row and bit of another: `reach` is what the attacker's pieces reach of what
//! is lost, `refuge` what the defender's reach of what is not won. Both are empty for pawns alone: that is the case solved here, the
//! other in `retrograde`. The least solution is reached from below, and does not depend on the order of the steps.

use super::relation::{Rank, ranks};
use super::{Frame, Relation, Wins};
use crate::board::Bitboard;

/// One plane by the moves of the kings alone: all that there is for pawns alone.
pub(super) struct Plane<'a> {
    frame: &'a Frame,
    /// Defender to move: legal, and no exit escapes.
    candidates: Relation,
    /// Attacker to move: legal, not won.
    safe: Relation,
    lost: Relation,
}

impl<'a> Plane<'a> {
    #[inline(always)]
    pub fn new(frame: &'a Frame, won: &Relation, escapes: &Relation) -> Plane<'a> {
        let mut plane = Plane {
            frame,
            candidates: Relation::EMPTY,
            safe: Relation::EMPTY,
            lost: Relation::EMPTY,
        };
        for w in 0..64 {
            plane.candidates.0[w] = frame.row_waiting(w) & !escapes.0[w];
            plane.safe.0[w] = frame.row_to_move(w) & !won.0[w];
        }
        plane
    }

    /// Solves the equations. Only ranks of rows beside a change are computed again.
    #[inline(always)]
    pub fn solve(mut self) -> Wins {
        // Bit r: the rank of rows r has changed since it was last used.
        let mut fresh_won = 0xff_u32;
        while fresh_won != 0 {
            let mut fresh_lost = 0;
            for rank in ranks(fresh_won) {
                fresh_lost |= u32::from(self.lose(rank)) << rank;
            }
            fresh_won = 0;
            for rank in ranks(fresh_lost | fresh_lost << 1 | fresh_lost >> 1) {
                fresh_won |= u32::from(self.win(rank)) << rank;
            }
        }
        self.wins()
    }

    /// Solves the equations ply by ply and keeps every stage: entry `n - 1` holds what is decided within
    /// `n` plies to the next zeroing move. The winner takes the shortest way (an exit that wins counts 1), the
    /// loser the longest (an exit that loses counts 1). Mate, which has no distance, stands at 1 too.
    #[inline(always)]
    pub fn stages(mut self) -> Vec<Wins> {
        let not_by_exit = self.safe;
        self.safe = Relation(std::array::from_fn(|w| self.frame.row_to_move(w)));
        let mut stages = Vec::with_capacity(24);
        loop {
            let before = self.safe;
            let mut grown = false;
            for rank in 0..8 {
                grown |= self.win(rank);
            }
            let now = std::mem::replace(&mut self.safe, before);
            for rank in 0..8 {
                grown |= self.lose(rank);
            }
            self.safe = if stages.is_empty() { not_by_exit } else { now };
            if !grown && stages.len() > 1 {
                return stages;
            }
            stages.push(self.wins());
        }
    }

    #[inline(always)]
    fn wins(&self) -> Wins {
        let won = |w: usize| self.frame.row_to_move(w) & !self.safe.0[w];
        Wins {
            to_move: Relation(std::array::from_fn(won)),
            waiting: self.lost,
        }
    }

    /// Computes on one rank where the defender has lost. Has it grown?
    #[inline(always)]
    fn lose(&mut self, rank: usize) -> bool {
        let (candidates, safe) = (&self.candidates.ranks()[rank], &self.safe.ranks()[rank]);
        let known = &mut self.lost.ranks_mut()[rank];
        let mut grown = 0;
        for file in 0..8 {
            let now = stuck(candidates[file], safe[file]);
            grown |= now ^ known[file];
            known[file] = now;
        }
        grown != 0
    }

    /// Computes on one rank where the attacker wins. Has it grown?
    #[inline(always)]
    fn win(&mut self, rank: usize) -> bool {
        let near = near(rank, &self.lost);
        let safe = &mut self.safe.ranks_mut()[rank];
        let mut grown = 0;
        for file in 0..8 {
            let now = near[file] & safe[file];
            grown |= now;
            safe[file] &= !now;
        }
        grown != 0
    }
}

/// From where among these placements no step of the defender's king leads to what is safe, in one row.
#[inline(always)]
pub(super) fn stuck(candidates: u64, safe: u64) -> u64 {
    candidates & !Bitboard(safe).king_steps().0
}

/// What a step of the attacker's king reaches of one rank and those beside it.
#[inline(always)]
pub(super) fn near(rank: usize, lost: &Relation) -> Rank {
    let lost = lost.ranks();
    let mut near = sides(&lost[rank]);
    if rank > 0 {
        add_row(&mut near, &lost[rank - 1]);
    }
    if rank < 7 {
        add_row(&mut near, &lost[rank + 1]);
    }
    near
}

/// For each of the eight rows, the union of the rows to its left and right.
#[inline(always)]
pub(super) fn sides(x: &Rank) -> Rank {
    [
        x[1],
        x[0] | x[2],
        x[1] | x[3],
        x[2] | x[4],
        x[3] | x[5],
        x[4] | x[6],
        x[5] | x[7],
        x[6],
    ]
}

/// Adds to each of the eight rows those that touch it from the next rank.
#[inline(always)]
fn add_row(near: &mut Rank, next: &Rank) {
    let sides = sides(next);
    for ((near, next), sides) in near.iter_mut().zip(next).zip(sides) {
        *near |= next | sides;
    }
}
