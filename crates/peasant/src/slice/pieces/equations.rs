//! The fix-point with promoted pieces.
//!
//! The equations are those of `fixpoint.rs`, with the moves of the pieces beside those of the kings: a
//! piece's move leads to the same row and bit of another plane.

use super::slide::{radiate, slide};
use super::{Buffer, PieceFrame, Placement, legal_moves, placements};
use crate::board::{Bitboard, Color, Role, Square};
use crate::slice::fixpoint::attackers_steps;
use crate::slice::{Relation, Wins, simd};

/// The worth of all exits, plane by plane.
#[derive(Clone)]
pub(crate) struct Sum {
    /// Attacker to move: an exit wins.
    pub won: Buffer,
    /// Defender to move: an exit holds, or the defender is stalemate.
    pub escapes: Buffer,
}

impl Sum {
    /// The sum for the exits of one side.
    pub fn of(&mut self, mover: Color) -> &mut [Relation] {
        match mover {
            Color::White => &mut self.won,
            Color::Black => &mut self.escapes,
        }
    }
}

/// Where the defender, to move and not in check, has no legal move (en passant apart).
pub(crate) fn stalemates(frame: &PieceFrame) -> Buffer {
    let mut stalemates = legal_moves(frame);
    for placement in placements(frame.pieces.len(), Bitboard(frame.base.occupied)) {
        let stuck = &mut stalemates[placement.plane()];
        let (legal, checks) = (frame.waiting(&placement), frame.checks(&placement));
        for w in 0..64 {
            stuck.0[w] = legal.0[w] & !checks.0[w] & !stuck.0[w];
        }
    }
    stalemates
}

/// Where the attacker wins, plane by plane.
pub(crate) fn solve(frame: &PieceFrame, sum: &Sum) -> Vec<Wins> {
    simd::widest(Solve { frame, sum })
}

/// The same in rounds: entry `n` holds what is decided within `n + 1` moves of the attacker.
pub(crate) fn stages(frame: &PieceFrame, sum: &Sum) -> Vec<Vec<Wins>> {
    simd::widest(Stages { frame, sum })
}

struct Solve<'a> {
    frame: &'a PieceFrame,
    sum: &'a Sum,
}

impl simd::Work for Solve<'_> {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn run(self) -> Vec<Wins> {
        let mut state = State::new(self.frame, self.sum);
        while state.round() {}
        state.wins()
    }
}

struct Stages<'a> {
    frame: &'a PieceFrame,
    sum: &'a Sum,
}

impl simd::Work for Stages<'_> {
    type Output = Vec<Vec<Wins>>;

    #[inline(always)]
    fn run(self) -> Vec<Vec<Wins>> {
        let mut state = State::new(self.frame, self.sum);
        let mut stages = Vec::new();
        while state.round() {
            stages.push(state.wins());
        }
        if stages.is_empty() {
            stages.push(state.wins());
        }
        stages
    }
}

/// The unknowns, plane by plane.
struct State<'a> {
    frame: &'a PieceFrame,
    placements: Vec<Placement>,
    legal: Buffer,
    candidates: Buffer,
    won: Buffer,
    lost: Buffer,
    /// Attacker to move, legal, not won.
    safe: Buffer,
    /// What the defender's pieces reach of what is safe.
    refuge: Buffer,
    /// What the attacker's pieces reach of what is lost.
    reach: Buffer,
    /// The planes, by their place in the list of placements, in which more has been won in the last round.
    fresh: Vec<usize>,
}

impl<'a> State<'a> {
    #[inline(always)]
    fn new(frame: &'a PieceFrame, sum: &Sum) -> State<'a> {
        let planes = frame.planes();
        let empty = || Buffer::new(planes);
        let blocked = Bitboard(frame.base.occupied);
        let placements: Vec<Placement> = placements(frame.pieces.len(), blocked).collect();
        let mut state = State {
            frame,
            fresh: (0..placements.len()).collect(),
            placements,
            legal: empty(),
            candidates: empty(),
            won: empty(),
            lost: empty(),
            safe: empty(),
            refuge: empty(),
            reach: empty(),
        };
        for placement in &state.placements {
            let plane = placement.plane();
            let legal = frame.attacking(placement);
            let waiting = frame.waiting(placement);
            for w in 0..64 {
                state.won[plane].0[w] = sum.won[plane].0[w] & legal.0[w];
                state.safe[plane].0[w] = legal.0[w] & !sum.won[plane].0[w];
                state.candidates[plane].0[w] = waiting.0[w] & !sum.escapes[plane].0[w];
            }
            state.legal[plane] = legal;
        }
        state
    }

    fn wins(&self) -> Vec<Wins> {
        let pairs = self.won.iter().zip(&self.lost[..]);
        pairs
            .map(|(&to_move, &waiting)| Wins { to_move, waiting })
            .collect()
    }

    /// The defender's losses from the attacker's wins, then the wins from the losses. Has anything grown?
    #[inline(always)]
    fn round(&mut self) -> bool {
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

    /// What the defender's pieces reach of what is still safe. Where that may be less than before, planes
    /// become fresh.
    #[inline(always)]
    fn find_refuge(&mut self) {
        let mut own = movers(self.frame, Color::Black);
        let Some((place, role)) = own.next() else {
            return;
        };
        if own.next().is_some() {
            self.refuge.fill(Relation::EMPTY);
            add_moves(self.frame, Color::Black, &self.safe, &mut self.refuge);
            self.fresh = (0..self.placements.len()).collect();
            return;
        }
        // A lone piece stays among the planes that differ by its square only.
        let line = Line::new(self.frame, place);
        let mut touched = vec![false; self.refuge.len()];
        for &index in &self.fresh {
            touched[line.first(self.placements[index].plane())] = true;
        }
        let pawns = Bitboard(self.frame.base.occupied);
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
        if !self.frame.pieces.any_of(Color::White) {
            return;
        }
        if fresh.len() * FEW > self.placements.len() {
            self.reach.fill(Relation::EMPTY);
            add_moves(self.frame, Color::White, &self.lost, &mut self.reach);
            touched.fill(true);
            return;
        }
        let pawns = Bitboard(self.frame.base.occupied);
        for &index in fresh {
            let there = self.placements[index];
            for (place, role) in movers(self.frame, Color::White) {
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

    #[inline(always)]
    fn lose(&mut self, plane: usize) -> bool {
        let (safe, refuge) = (&self.safe[plane], &self.refuge[plane]);
        let (candidates, lost) = (&self.candidates[plane], &mut self.lost[plane]);
        let mut grown = 0;
        for w in 0..64 {
            let steps = Bitboard(safe.0[w]).king_steps().0;
            let now = candidates.0[w] & !(steps | refuge.0[w]);
            grown |= now ^ lost.0[w];
            lost.0[w] = now;
        }
        grown != 0
    }

    #[inline(always)]
    fn win(&mut self, plane: usize) -> bool {
        let near = attackers_steps(&self.lost[plane]);
        let (legal, reach) = (&self.legal[plane], &self.reach[plane]);
        let (won, safe) = (&mut self.won[plane], &mut self.safe[plane]);
        let mut grown = 0;
        for w in 0..64 {
            let reached = (near.0[w] | reach.0[w]) & legal.0[w] & !won.0[w];
            grown |= reached;
            won.0[w] |= reached;
            safe.0[w] &= !reached;
        }
        grown != 0
    }
}

/// With fewer fresh planes than one in so many it is cheaper to go on from each than from all.
const FEW: usize = 3;

/// The pieces of one side and their places in the list.
fn movers(frame: &PieceFrame, color: Color) -> impl Iterator<Item = (usize, Role)> + use<> {
    let numbered = frame.pieces.iter().enumerate();
    numbered.filter_map(move |(place, (owner, role))| (owner == color).then_some((place, role)))
}

/// Planes that differ by the square of one piece only.
#[derive(Clone, Copy)]
struct Line {
    shift: usize,
}

impl Line {
    fn new(frame: &PieceFrame, place: usize) -> Line {
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
pub(super) fn add_moves(
    frame: &PieceFrame,
    color: Color,
    planes: &[Relation],
    reach: &mut [Relation],
) {
    let pawns = Bitboard(frame.base.occupied);
    for (place, role) in movers(frame, color) {
        let line = Line::new(frame, place);
        for others in placements(frame.pieces.len() - 1, pawns) {
            let first = others.with(place, Square::new(0)).plane();
            line.add_moves(role, pawns | others.occupied(), first, planes, reach);
        }
    }
}
