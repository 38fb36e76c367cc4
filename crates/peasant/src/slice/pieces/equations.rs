//! The fix-point with promoted pieces.
//!
//! The equations are those of `fixpoint.rs`, with the moves of the pieces beside those of the kings: a
//! piece's move leads to the same row and bit of another plane.

use super::slide::slide;
use super::{Buffer, PieceFrame, Placement, legal_moves, placements};
use crate::board::{Bitboard, Color, Square};
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
    /// What the pieces reach.
    reach: Buffer,
}

impl<'a> State<'a> {
    #[inline(always)]
    fn new(frame: &'a PieceFrame, sum: &Sum) -> State<'a> {
        let planes = frame.planes();
        let empty = || Buffer::new(planes);
        let mut state = State {
            frame,
            placements: placements(frame.pieces.len(), Bitboard(frame.base.occupied)).collect(),
            legal: empty(),
            candidates: empty(),
            won: empty(),
            lost: empty(),
            safe: empty(),
            reach: empty(),
        };
        for placement in &state.placements {
            let plane = placement.plane();
            let legal = frame.to_move(placement);
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
        let frame = self.frame;
        clear(&mut self.reach);
        add_moves(frame, Color::Black, &self.safe, &mut self.reach);
        let mut grown = false;
        for index in 0..self.placements.len() {
            grown |= self.lose(self.placements[index].plane());
        }
        clear(&mut self.reach);
        add_moves(frame, Color::White, &self.lost, &mut self.reach);
        for index in 0..self.placements.len() {
            grown |= self.win(self.placements[index].plane());
        }
        grown
    }

    #[inline(always)]
    fn lose(&mut self, plane: usize) -> bool {
        let (safe, reach) = (&self.safe[plane], &self.reach[plane]);
        let (candidates, lost) = (&self.candidates[plane], &mut self.lost[plane]);
        let mut grown = 0;
        for w in 0..64 {
            let steps = Bitboard(safe.0[w]).king_steps().0;
            let now = candidates.0[w] & !(steps | reach.0[w]);
            grown |= now ^ lost.0[w];
            lost.0[w] = now;
        }
        grown != 0
    }

    #[inline(always)]
    fn win(&mut self, plane: usize) -> bool {
        let near = neighbours(&self.lost[plane]);
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

#[inline(always)]
fn clear(planes: &mut [Relation]) {
    planes.fill(Relation::EMPTY);
}

/// For each row the union of its neighbours: the steps of the attacker's king.
#[inline(always)]
fn neighbours(relation: &Relation) -> Relation {
    let mut near = Relation::EMPTY;
    for rank in 0..8 {
        for file in 0..8 {
            let w = rank * 8 + file;
            if file > 0 {
                near.0[w] |= relation.0[w - 1];
            }
            if file < 7 {
                near.0[w] |= relation.0[w + 1];
            }
        }
    }
    let sides = near;
    for w in 0..56 {
        near.0[w] |= relation.0[w + 8] | sides.0[w + 8];
        near.0[w + 8] |= relation.0[w] | sides.0[w];
    }
    near
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
    for (place, (owner, role)) in frame.pieces.iter().enumerate() {
        if owner != color {
            continue;
        }
        let shift = 6 * (frame.pieces.len() - 1 - place);
        // One slide for every placement of the other pieces.
        for others in placements(frame.pieces.len() - 1, pawns) {
            let rest = others.with(place, Square::new(0)).plane();
            let blocked = pawns | others.occupied();
            slide(
                role,
                blocked,
                |square| &planes[rest | square.index() << shift],
                |square, reached| reach[rest | square.index() << shift].add(reached),
            );
        }
    }
}
