//! The fix-point: from where the exits win to where the attacker wins, by steps of the kings.
//!
//! ```text
//!     won(w)  = legal_to_move(w) & (exits.won(w) | OR over king steps w' of lost(w'))
//!     lost(w) = candidates(w) & ~K(legal_to_move(w) & ~won(w))
//! ```
//!
//! `candidates` are the legal placements with the defender to move in which no exit escapes (and
//! that are not stalemate). The least solution is reached from below. It does not depend on the order
//! of the steps, so only ranks of rows next to a change are computed again.

use super::exits::Exits;
use super::frame::Frame;
use super::{Relation, Wins};
use crate::board::Bitboard;

/// Eight rows: the attacker's king on the eight squares of one rank.
type Rank = [u64; 8];

/// The unknowns of the equations, rank by rank.
struct State {
    legal: [Rank; 8],
    candidates: [Rank; 8],
    won: [Rank; 8],
    lost: [Rank; 8],
}

/// Solves the equations of one structure.
#[inline(always)]
pub(super) fn solve(frame: &Frame, exits: &Exits) -> Wins {
    let mut state = State::new(frame, exits);
    // Bit r: the rank of rows r has changed since it was last used.
    let mut fresh_won = 0xff_u32;
    while fresh_won != 0 {
        let mut fresh_lost = 0;
        for rank in ranks(fresh_won) {
            fresh_lost |= u32::from(state.lose(rank)) << rank;
        }
        fresh_won = 0;
        for rank in ranks(fresh_lost | fresh_lost << 1 | fresh_lost >> 1) {
            fresh_won |= u32::from(state.win(rank)) << rank;
        }
    }
    Wins {
        to_move: relation(&state.won),
        waiting: relation(&state.lost),
    }
}

/// Solves the equations ply by ply and keeps every stage: entry `n - 1` holds what is decided within
/// `n` plies to the conversion. The winner takes the shortest way (an exit that wins counts 1), the
/// loser the longest (an exit that loses counts 1). Mate, which has no distance, stands at 1 too.
#[inline(always)]
pub(super) fn stages(frame: &Frame, exits: &Exits) -> Vec<Wins> {
    let mut state = State::new(frame, exits);
    let exits_won = std::mem::take(&mut state.won);
    let mut stages = Vec::with_capacity(24);
    loop {
        let won_before = state.won;
        let mut grown = false;
        (0..8).for_each(|rank| grown |= state.win(rank));
        let won_now = std::mem::replace(&mut state.won, won_before);
        (0..8).for_each(|rank| grown |= state.lose(rank));
        state.won = if stages.is_empty() {
            exits_won
        } else {
            won_now
        };
        if !grown && stages.len() > 1 {
            return stages;
        }
        stages.push(Wins {
            to_move: relation(&state.won),
            waiting: relation(&state.lost),
        });
    }
}

impl State {
    #[inline(always)]
    fn new(frame: &Frame, exits: &Exits) -> State {
        let mut state = State {
            legal: [[0; 8]; 8],
            candidates: [[0; 8]; 8],
            won: [[0; 8]; 8],
            lost: [[0; 8]; 8],
        };
        for rank in 0..8 {
            for file in 0..8 {
                let w = rank * 8 + file;
                let legal = frame.legal_to_move(w);
                state.legal[rank][file] = legal;
                state.candidates[rank][file] = frame.legal_waiting(w) & !exits.escapes.0[w];
                state.won[rank][file] = exits.won.0[w] & legal;
            }
        }
        state
    }

    /// Computes where the defender has lost, from where the attacker wins. Has it grown?
    #[inline(always)]
    fn lose(&mut self, rank: usize) -> bool {
        let mut grown = 0;
        for file in 0..8 {
            let safe = Bitboard(self.legal[rank][file] & !self.won[rank][file]);
            let lost = self.candidates[rank][file] & !safe.king_steps().0;
            grown |= lost ^ self.lost[rank][file];
            self.lost[rank][file] = lost;
        }
        grown != 0
    }

    /// Computes where the attacker wins, from where the defender has lost. Has it grown?
    #[inline(always)]
    fn win(&mut self, rank: usize) -> bool {
        let mut near = sides(&self.lost[rank]);
        if rank > 0 {
            add_row(&mut near, &self.lost[rank - 1]);
        }
        if rank < 7 {
            add_row(&mut near, &self.lost[rank + 1]);
        }
        let mut grown = 0;
        for ((won, near), legal) in self.won[rank].iter_mut().zip(near).zip(self.legal[rank]) {
            let reached = near & legal & !*won;
            grown |= reached;
            *won |= reached;
        }
        grown != 0
    }
}

/// For each of the eight rows, the union of the rows to its left and right.
#[inline(always)]
fn sides(x: &Rank) -> Rank {
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

/// For each row the union of those next to it: the steps of the attacker's king.
#[inline(always)]
pub(super) fn attackers_steps(relation: &Relation) -> Relation {
    let (ranks, _) = relation.0.as_chunks::<8>();
    let mut near = Relation::EMPTY;
    let (out, _) = near.0.as_chunks_mut::<8>();
    for rank in 0..8 {
        out[rank] = sides(&ranks[rank]);
        if rank > 0 {
            add_row(&mut out[rank], &ranks[rank - 1]);
        }
        if rank < 7 {
            add_row(&mut out[rank], &ranks[rank + 1]);
        }
    }
    near
}

/// The ranks in a set of eight bits.
#[inline(always)]
fn ranks(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set & 0xff;
    std::iter::from_fn(move || {
        let rank = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (rank < 32).then_some(rank as usize)
    })
}

#[inline(always)]
fn relation(ranks: &[Rank; 8]) -> Relation {
    let mut relation = Relation::EMPTY;
    for (rows, rank) in relation.0.chunks_exact_mut(8).zip(ranks) {
        rows.copy_from_slice(rank);
    }
    relation
}
