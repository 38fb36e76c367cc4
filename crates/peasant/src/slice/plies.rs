//! Distances in a slice with promoted pieces, ply by ply.
//!
//! ```text
//!     won(1)    = legal & (exits.won | what a quiet move turns into mate)
//!     lost(1)   = candidates without a quiet move
//!     won(n+1)  = won(n) | legal & what a quiet move turns into lost(n)
//!     lost(n+1) = candidates & ~what a quiet move turns into legal & ~won(n)
//! ```
//!
//! Pawns alone never mate by a quiet move; pieces do, so that mate has to be told from the other losses of one ply.

use super::equations::{near, stuck};
use super::moves::movers;
use super::slide::radiate;
use super::{Buffer, Frame, Point, Relation};
use crate::board::{Bitboard, Color};

/// For every point, in how many plies the next zeroing move or mate comes.
pub(crate) struct Plies {
    /// By plane, who is to move (the attacker first), the attacker's king and the defender's; 0: not decided.
    table: Box<[u8]>,
}

/// More plies than this are not told.
const MOST: u8 = 254;

/// Placements of the kings with either side to move, in one plane.
const PLANE: usize = 2 << 12;

impl Plies {
    /// Bytes for so many planes.
    pub const fn bytes(planes: usize) -> u64 {
        (planes * PLANE) as u64
    }

    /// In how many plies a point is decided. A mate on the board counts as one.
    pub fn distance(&self, point: Point) -> Option<u16> {
        let side = usize::from(!point.to_move) << 12;
        let kings = point.attacker.index() << 6 | point.defender.index();
        match self.table[point.plane() * PLANE + side + kings] {
            0 => None,
            plies => Some(u16::from(plies)),
        }
    }
}

/// The unknowns, plane by plane.
pub(super) struct Count<'a> {
    frame: &'a Frame,
    /// Defender to move: legal, and no exit escapes.
    candidates: Buffer,
    /// Attacker to move: legal, not won so far.
    safe: Buffer,
    /// What quiet moves of the attacker are to reach: at first mates, then what is lost.
    aims: Buffer,
    reach: Buffer,
    refuge: Buffer,
    table: Vec<u8>,
}

impl<'a> Count<'a> {
    /// `escapes`: where the defender holds by an exit or by stalemate; `mates`: where it is checkmated.
    #[inline(always)]
    pub fn new(frame: &'a Frame, escapes: &[Relation], mates: Buffer) -> Count<'a> {
        let empty = || Buffer::new(frame.planes());
        let mut count = Count {
            frame,
            candidates: empty(),
            safe: empty(),
            aims: mates,
            reach: empty(),
            refuge: empty(),
            table: vec![0; frame.planes() * PLANE],
        };
        for placement in frame.placements() {
            let plane = placement.plane();
            let legal = frame.plane(&placement);
            count.safe[plane] = legal.to_move;
            count.candidates[plane] = legal.waiting;
            count.candidates[plane].remove(&escapes[plane]);
        }
        count
    }

    /// Counts until nothing more is decided.
    #[inline(always)]
    pub fn run<E>(
        mut self,
        won: &[Relation],
        stop: &dyn Fn() -> Result<(), E>,
    ) -> Result<Plies, E> {
        for ply in 1..=MOST {
            stop()?;
            self.reach.fill(Relation::EMPTY);
            add_piece_moves(self.frame, Color::White, &self.aims, &mut self.reach);
            self.refuge.fill(Relation::EMPTY);
            add_piece_moves(self.frame, Color::Black, &self.safe, &mut self.refuge);
            let mut grown = false;
            for placement in self.frame.placements() {
                let plane = placement.plane();
                if ply == 1 {
                    self.reach[plane].add(&won[plane]);
                }
                grown |= self.step(plane, ply);
            }
            if !grown && ply > 1 {
                break;
            }
        }
        Ok(Plies {
            table: self.table.into_boxed_slice(),
        })
    }

    /// One ply in one plane, for both sides from what was decided before. Is more decided than then?
    #[inline(always)]
    fn step(&mut self, plane: usize, ply: u8) -> bool {
        let mut grown = 0;
        let (safe, aims) = (&mut self.safe[plane], &mut self.aims[plane]);
        let mut steps = Relation::EMPTY;
        for (rank, rows) in steps.ranks_mut().iter_mut().enumerate() {
            *rows = near(rank, aims);
        }
        let table = &mut self.table[plane * PLANE..][..PLANE];
        let (won_table, lost_table) = table.split_at_mut(PLANE / 2);
        for w in 0..64 {
            // The mates, at which the attacker aims first, are not written down before they count as lost.
            let known = if ply == 1 { 0 } else { aims.0[w] };
            let now = stuck(self.candidates[plane].0[w], safe.0[w]) & !self.refuge[plane].0[w];
            let won = safe.0[w] & (steps.0[w] | self.reach[plane].0[w]);
            write(&mut lost_table[w << 6..][..64], now & !known, ply);
            write(&mut won_table[w << 6..][..64], won, ply);
            grown |= now & !known | won;
            aims.0[w] = now;
            safe.0[w] &= !won;
        }
        grown != 0
    }
}

/// Notes the ply at every square of a set.
#[inline(always)]
fn write(row: &mut [u8], set: u64, ply: u8) {
    for square in Bitboard(set) {
        row[square.index()] = ply;
    }
}

/// Adds what one side's pieces reach of these planes by a move inside the slice, to the planes from which they move.
#[inline(always)]
fn add_piece_moves(frame: &Frame, color: Color, planes: &[Relation], reach: &mut [Relation]) {
    let pawns = Bitboard(frame.occupied);
    for there in frame.placements() {
        let value = &planes[there.plane()];
        for (place, role) in movers(frame.pieces, color) {
            let to = there.squares()[place];
            let blocked = pawns | there.without(place).occupied();
            radiate(role, to, value, blocked, |from, reached| {
                reach[there.moved(place, from).plane()].add(reached);
            });
        }
    }
}
