//! The equations: from where the exits win to where the attacker wins, by moves of the kings and of promoted pieces.
//!
//! ```text
//!     won(w)  = legal(w) & (exits.won(w) | OR over king steps w' of lost(w') | reach(w))
//!     lost(w) = candidates(w) & ~(K(legal(w) & ~won(w)) | refuge(w))
//! ```
//!
//! `candidates` are the legal placements with the defender to move in which no exit escapes (and that are not stalemate). The kings
//! stay in their plane; a piece's move leads to the same row and bit of another: `reach` is what the attacker's pieces reach of what
//! is lost, `refuge` what the defender's reach of what is not won. Both are empty for pawns alone. The least solution is reached from
//! below, and does not depend on the order of the steps.

use super::moves::movers;
use super::plane::{Placement, placements};
use super::relation::Rank;
use super::slide::{radiate, slide};
use super::{Buffer, Frame, Relation, Wins};
use crate::board::{Bitboard, Color, Role, Square};

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
            let now = lost(candidates[file], safe[file], 0);
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
            let now = reached(near[file], 0, safe[file]);
            grown |= now;
            safe[file] &= !now;
        }
        grown != 0
    }
}

/// Where the defender has lost, in one row.
#[inline(always)]
fn lost(candidates: u64, safe: u64, refuge: u64) -> u64 {
    candidates & !(Bitboard(safe).king_steps().0 | refuge)
}

/// Where the attacker comes to win, in one row, by steps of its king to where the defender has lost or by moves of its pieces.
#[inline(always)]
fn reached(near: u64, reach: u64, safe: u64) -> u64 {
    (near | reach) & safe
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

/// The unknowns of a slice with promoted pieces, plane by plane.
pub(super) struct Planes<'a> {
    frame: &'a Frame,
    placements: Vec<Placement>,
    candidates: Buffer,
    safe: Buffer,
    won: Buffer,
    lost: Buffer,
    refuge: Buffer,
    reach: Buffer,
    /// The planes, by their place in the list of placements, in which more has been won in the last round.
    fresh: Vec<usize>,
}

impl<'a> Planes<'a> {
    #[inline(always)]
    pub fn new(frame: &'a Frame, won: &[Relation], escapes: &[Relation]) -> Planes<'a> {
        let empty = || Buffer::new(frame.planes());
        let placements: Vec<Placement> = frame.placements().collect();
        let mut planes = Planes {
            frame,
            fresh: (0..placements.len()).collect(),
            placements,
            candidates: empty(),
            safe: empty(),
            won: empty(),
            lost: empty(),
            refuge: empty(),
            reach: empty(),
        };
        for placement in &planes.placements {
            let plane = placement.plane();
            let legal = frame.plane(placement);
            for w in 0..64 {
                let won = won[plane].0[w];
                planes.won[plane].0[w] = won & legal.to_move.0[w];
                planes.safe[plane].0[w] = legal.to_move.0[w] & !won;
                planes.candidates[plane].0[w] = legal.waiting.0[w] & !escapes[plane].0[w];
            }
        }
        planes
    }

    pub fn wins(&self) -> Vec<Wins> {
        let pairs = self.won.iter().zip(&self.lost[..]);
        pairs
            .map(|(&to_move, &waiting)| Wins { to_move, waiting })
            .collect()
    }

    /// The defender's losses from the attacker's wins, then the wins from the losses. Has anything grown?
    #[inline(always)]
    pub fn round(&mut self) -> bool {
        self.find_refuge();
        // The defender's king stays in its plane: where no more is won, no more is lost.
        let mut fresh = Vec::with_capacity(self.placements.len());
        for index in std::mem::take(&mut self.fresh) {
            if self.lose(self.placements[index].plane()) {
                fresh.push(index);
            }
        }
        let grown = !fresh.is_empty();
        let mut touched = vec![false; self.reach.len()];
        for &index in &fresh {
            touched[self.placements[index].plane()] = true;
        }
        self.reach_lost(&fresh, &mut touched);
        for index in 0..self.placements.len() {
            let plane = self.placements[index].plane();
            if touched[plane] && self.win(plane) {
                self.fresh.push(index);
            }
        }
        grown || !self.fresh.is_empty()
    }

    /// Computes in one plane where the defender has lost. Has it grown?
    #[inline(always)]
    fn lose(&mut self, plane: usize) -> bool {
        let (candidates, safe) = (&self.candidates[plane], &self.safe[plane]);
        let (refuge, known) = (&self.refuge[plane], &mut self.lost[plane]);
        let mut grown = 0;
        for w in 0..64 {
            let now = lost(candidates.0[w], safe.0[w], refuge.0[w]);
            grown |= now ^ known.0[w];
            known.0[w] = now;
        }
        grown != 0
    }

    /// Computes in one plane where the attacker wins. Has it grown?
    #[inline(always)]
    fn win(&mut self, plane: usize) -> bool {
        let mut steps = Relation::EMPTY;
        for (rank, rows) in steps.ranks_mut().iter_mut().enumerate() {
            *rows = near(rank, &self.lost[plane]);
        }
        let reach = &self.reach[plane];
        let (safe, won) = (&mut self.safe[plane], &mut self.won[plane]);
        let mut grown = 0;
        for w in 0..64 {
            let now = reached(steps.0[w], reach.0[w], safe.0[w]);
            grown |= now;
            won.0[w] |= now;
            safe.0[w] &= !now;
        }
        grown != 0
    }

    /// What the defender's pieces reach of what is still safe. Where that may be less than before, planes
    /// become fresh.
    #[inline(always)]
    fn find_refuge(&mut self) {
        let mut own = movers(self.frame.pieces, Color::Black);
        let Some((place, role)) = own.next() else {
            return;
        };
        if own.next().is_some() {
            self.refuge.fill(Relation::EMPTY);
            add_piece_moves(self.frame, Color::Black, &self.safe, &mut self.refuge);
            self.fresh = (0..self.placements.len()).collect();
            return;
        }
        // A lone piece stays among the planes that differ by its square only.
        let line = Line::new(self.frame, place);
        let mut touched = vec![false; self.refuge.len()];
        for &index in &self.fresh {
            touched[line.first(self.placements[index].plane())] = true;
        }
        let pawns = Bitboard(self.frame.occupied);
        for others in placements(self.frame.pieces.len() - 1, pawns) {
            let first = others.with(place, Square::new(0)).plane();
            if touched[first] {
                Square::all().for_each(|at| self.refuge[line.plane(first, at)] = Relation::EMPTY);
                let blocked = pawns | others.occupied();
                line.add_moves(role, blocked, first, &self.safe, &mut self.refuge);
            }
        }
        let in_touched = |index: &usize| touched[line.first(self.placements[*index].plane())];
        self.fresh = (0..self.placements.len()).filter(in_touched).collect();
    }

    /// What the attacker's pieces reach of what has just been lost.
    #[inline(always)]
    fn reach_lost(&mut self, fresh: &[usize], touched: &mut [bool]) {
        let pieces = self.frame.pieces;
        if !pieces.any_of(Color::White) {
            return;
        }
        if fresh.len() * FEW > self.placements.len() {
            self.reach.fill(Relation::EMPTY);
            add_piece_moves(self.frame, Color::White, &self.lost, &mut self.reach);
            touched.fill(true);
            return;
        }
        let pawns = Bitboard(self.frame.occupied);
        for &index in fresh {
            let there = self.placements[index];
            for (place, role) in movers(pieces, Color::White) {
                let to = there.squares()[place];
                let blocked = pawns | there.without(place).occupied();
                let (lost, reach) = (&self.lost[there.plane()], &mut self.reach);
                radiate(role, to, lost, blocked, |from, reached| {
                    let plane = there.moved(place, from).plane();
                    if !touched[plane] {
                        reach[plane] = Relation::EMPTY;
                        touched[plane] = true;
                    }
                    reach[plane].add(reached);
                });
            }
        }
    }
}

/// With fewer fresh planes than one in so many it is cheaper to go on from each than from all.
const FEW: usize = 3;

/// Planes that differ by the square of one piece only.
#[derive(Clone, Copy)]
struct Line {
    shift: usize,
}

impl Line {
    fn new(frame: &Frame, place: usize) -> Line {
        Line {
            shift: 6 * (frame.pieces.len() - 1 - place),
        }
    }

    /// The first plane of the line through a plane.
    fn first(self, plane: usize) -> usize {
        plane & !(63 << self.shift)
    }

    /// The plane with the piece on a square.
    #[inline(always)]
    fn plane(self, first: usize, square: Square) -> usize {
        first | square.index() << self.shift
    }

    /// Adds the piece's moves that lead to these planes: one slide for all of the line.
    #[inline(always)]
    fn add_moves(
        self,
        role: Role,
        blocked: Bitboard,
        first: usize,
        planes: &[Relation],
        reach: &mut [Relation],
    ) {
        slide(
            role,
            blocked,
            |square| &planes[self.plane(first, square)],
            |square, reached| reach[self.plane(first, square)].add(reached),
        );
    }
}

/// Adds the moves of one side's pieces that lead to these planes.
#[inline(always)]
pub(super) fn add_piece_moves(
    frame: &Frame,
    color: Color,
    planes: &[Relation],
    reach: &mut [Relation],
) {
    let pawns = Bitboard(frame.occupied);
    for (place, role) in movers(frame.pieces, color) {
        let line = Line::new(frame, place);
        for others in placements(frame.pieces.len() - 1, pawns) {
            let first = others.with(place, Square::new(0)).plane();
            line.add_moves(role, pawns | others.occupied(), first, planes, reach);
        }
    }
}
