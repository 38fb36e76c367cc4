//! The equations with promoted pieces, by lists of what is to be looked at again.
//!
//! A round is two steps. Where the defender may have come to lose, its moves are tried until one is safe: the king's for 512 placements
//! at once, then the pieces'. Then the attacker's moves backwards from what has just been lost, and only from that. The unit of both
//! is the rows of one rank in one plane: 64 bytes. After the first rounds very little changes in a round, most often single points.

use super::buffer;
use super::equations::{sides, stuck};
use super::moves::movers;
use super::plane::placements;
use super::relation::{Rank, is_empty, ranks};
use super::slabs::Slabs;
use super::slide::{Axis, Sweep, Track, directions, pass_in};
use super::{Frame, Relation, Wins};
use crate::board::{Bitboard, Color, Role, Square, attacks};

/// The unknowns of a slice with promoted pieces.
pub(super) struct Planes {
    /// The planes in which the pieces can stand so.
    planes: Vec<usize>,
    attackers: Vec<Mover>,
    defenders: Vec<Mover>,
    /// By plane: what is legal for the attacker to move; for the defender, where besides no exit escapes.
    first: Vec<Wins>,
    /// Attacker to move: legal, not won. Unset in planes that are not listed, like the next two.
    safe: Slabs,
    /// Defender to move: legal, no exit escapes, not lost.
    open: Slabs,
    /// What has been lost in the last round, where `lost` says so.
    fresh: Slabs,
    /// By plane, a bit for each rank: more has been lost there in the last round.
    lost: Vec<u8>,
    /// The same by the lines of each of the attacker's pieces.
    lost_on: Vec<Marks>,
    /// By plane, a bit for each rank: more has been won there in the last round.
    won: Vec<u8>,
    /// Where the defender may have come to lose, by the lines of the defender's first piece, or without one of the attacker's.
    due: Marks,
    sweep: Box<Sweep>,
}

/// For every line and every rank, at which squares of the piece.
type Marks = Vec<[Bitboard; 8]>;

/// A piece of one side.
struct Mover {
    role: Role,
    axis: Axis,
    /// By the placement of the others.
    lines: Vec<Line>,
}

/// The planes that differ by the square of one piece.
#[derive(Clone, Copy)]
struct Line {
    /// One of them.
    plane: usize,
    /// Where the piece can stand.
    free: Bitboard,
}

impl Line {
    /// No plane.
    const NONE: Line = Line {
        plane: 0,
        free: Bitboard::EMPTY,
    };
}

impl Mover {
    fn all(frame: &Frame, color: Color) -> Vec<Mover> {
        let pawns = Bitboard(frame.occupied);
        let len = frame.pieces.len();
        let mover = |(place, role)| {
            let mut lines = vec![Line::NONE; 1 << (6 * (len - 1))];
            for others in placements(len - 1, pawns) {
                lines[others.plane()] = Line {
                    plane: others.with(place, Square::new(0)).plane(),
                    free: !(pawns | others.occupied()),
                };
            }
            Mover {
                role,
                axis: Axis::new(frame.pieces, place),
                lines,
            }
        };
        movers(frame.pieces, color).map(mover).collect()
    }

    /// The line through a plane, and where the piece stands there.
    #[inline(always)]
    fn line_of(&self, plane: usize) -> (Line, Square) {
        (self.lines[self.axis.others(plane)], self.axis.square(plane))
    }

    /// The piece in the rows of one rank, in the planes of one of its lines.
    #[inline(always)]
    fn track(&self, line: Line, rank: usize) -> Track {
        Track {
            role: self.role,
            axis: self.axis,
            rank,
            plane: line.plane,
            blocked: !line.free,
        }
    }
}

impl Planes {
    #[inline(always)]
    pub fn new(frame: &Frame, won: &[Relation], escapes: &[Relation]) -> Planes {
        let count = frame.planes();
        let (attackers, defenders) = (
            Mover::all(frame, Color::White),
            Mover::all(frame, Color::Black),
        );
        let none = vec![[Bitboard::EMPTY; 8]; count / 64];
        let mut planes = Planes {
            planes: Vec::with_capacity(count),
            first: buffer::planes(count),
            safe: Slabs::unset(count),
            open: Slabs::unset(count),
            fresh: Slabs::unset(count),
            lost: vec![0; count],
            lost_on: vec![none.clone(); attackers.len()],
            won: vec![0; count],
            due: none,
            sweep: Sweep::new(),
            attackers,
            defenders,
        };
        for placement in frame.placements() {
            let plane = placement.plane();
            let Wins {
                to_move: legal,
                mut waiting,
            } = frame.plane(&placement);
            waiting.remove(&escapes[plane]);
            planes.planes.push(plane);
            planes.safe.set(plane, &legal, &won[plane]);
            planes.open.set(plane, &waiting, &Relation::EMPTY);
            planes.first[plane] = Wins {
                to_move: legal,
                waiting,
            };
        }
        for index in 0..planes.due.len() {
            planes.due[index] = [planes.front().lines[index].free; 8];
        }
        planes
    }

    /// Won and lost so far.
    #[inline(always)]
    pub fn wins(&self) -> Vec<Wins> {
        let mut wins = self.first.clone();
        self.settle(&mut wins);
        wins
    }

    #[inline(always)]
    pub fn into_wins(mut self) -> Vec<Wins> {
        let mut wins = std::mem::take(&mut self.first);
        self.settle(&mut wins);
        wins
    }

    /// Takes out what is not won or lost so far.
    #[inline(always)]
    fn settle(&self, wins: &mut [Wins]) {
        for &plane in &self.planes {
            let Wins { to_move, waiting } = &mut wins[plane];
            for rank in 0..8 {
                let (won, safe) = (&mut to_move.ranks_mut()[rank], self.safe.at(plane, rank));
                let (lost, open) = (&mut waiting.ranks_mut()[rank], self.open.at(plane, rank));
                for file in 0..8 {
                    won[file] &= !safe[file];
                    lost[file] &= !open[file];
                }
            }
        }
    }

    /// The piece by whose lines the losses are looked for.
    #[inline(always)]
    fn front(&self) -> &Mover {
        match self.defenders.first() {
            Some(mover) => mover,
            None => &self.attackers[0],
        }
    }

    /// The defender's losses from the attacker's wins, then the wins from the losses. Has anything grown?
    #[inline(always)]
    pub fn round(&mut self) -> bool {
        self.lost.fill(0);
        self.won.fill(0);
        for marks in &mut self.lost_on {
            marks.fill([Bitboard::EMPTY; 8]);
        }
        // Pieces' moves and steps of the defender's king keep the rank of the attacker's.
        for rank in 0..8 {
            self.find_lost(rank);
            for piece in 0..self.attackers.len() {
                self.carry_back(piece, rank);
            }
        }
        self.step_back();
        self.mark_due()
    }

    /// Finds where the defender has come to lose: none of its moves is safe.
    #[inline(always)]
    fn find_lost(&mut self, rank: usize) {
        for index in 0..self.due.len() {
            let members = std::mem::take(&mut self.due[index][rank]);
            if !members.is_empty() {
                let front = self.front();
                self.find_lost_on(front.track(front.lines[index], rank), members);
            }
        }
    }

    /// The same with the piece on any of these squares.
    #[inline(always)]
    fn find_lost_on(&mut self, track: Track, members: Bitboard) {
        let mut stuck = [[0; 8]; 64];
        let mut left = Bitboard::EMPTY;
        for square in members {
            let rows = self.stuck(track.axis.moved(track.plane, square), track.rank);
            if !is_empty(&rows) {
                stuck[square.index()] = rows;
                left = left.with(square);
            }
        }
        let many = left.count() > FEW && !self.defenders.is_empty();
        if many {
            track.sweep(!track.blocked, &self.safe, &mut self.sweep);
        }
        for square in left {
            let plane = track.axis.moved(track.plane, square);
            let rows = &mut stuck[square.index()];
            if many {
                let refuge = &self.sweep.reached[square.index()];
                for file in 0..8 {
                    rows[file] &= !refuge[file];
                }
            }
            for mover in &self.defenders[usize::from(many)..] {
                let (line, from) = mover.line_of(plane);
                let track = mover.track(line, track.rank);
                track.remove_with_move(from, &self.safe, rows);
            }
            self.lose(plane, track.rank, rows);
        }
    }

    /// Where no step of the defender's king is safe, in the rows of one rank.
    #[inline(always)]
    fn stuck(&self, plane: usize, rank: usize) -> Rank {
        let (open, safe) = (self.open.at(plane, rank), self.safe.at(plane, rank));
        let mut rows = [0; 8];
        for file in 0..8 {
            rows[file] = stuck(open[file], safe[file]);
        }
        rows
    }

    /// The defender has lost in these of the rows of one rank.
    #[inline(always)]
    fn lose(&mut self, plane: usize, rank: usize, rows: &Rank) {
        if is_empty(rows) {
            return;
        }
        let open = self.open.at_mut(plane, rank);
        for file in 0..8 {
            open[file] &= !rows[file];
        }
        *self.fresh.at_mut(plane, rank) = *rows;
        self.lost[plane] |= 1 << rank;
        for (mover, marks) in self.attackers.iter().zip(&mut self.lost_on) {
            let marks = &mut marks[mover.axis.others(plane)][rank];
            *marks = marks.with(mover.axis.square(plane));
        }
    }

    /// The steps of the attacker's king that lead to what has just been lost.
    #[inline(always)]
    fn step_back(&mut self) {
        for index in 0..self.planes.len() {
            let plane = self.planes[index];
            for rank in ranks(u32::from(self.lost[plane])) {
                let mut rows = *self.fresh.at(plane, rank);
                let beside = sides(&rows);
                self.win(plane, rank, &beside);
                for file in 0..8 {
                    rows[file] |= beside[file];
                }
                if rank > 0 {
                    self.win(plane, rank - 1, &rows);
                }
                if rank < 7 {
                    self.win(plane, rank + 1, &rows);
                }
            }
        }
    }

    /// The moves of one of the attacker's pieces that lead to what has just been lost.
    #[inline(always)]
    fn carry_back(&mut self, piece: usize, rank: usize) {
        for index in 0..self.lost_on[piece].len() {
            let members = self.lost_on[piece][index][rank];
            if members.is_empty() {
                continue;
            }
            let mover = &self.attackers[piece];
            let track = mover.track(mover.lines[index], rank);
            if members.count() > FEW {
                track.sweep(members, &self.fresh, &mut self.sweep);
                for from in !track.blocked {
                    let reached = self.sweep.reached[from.index()];
                    self.win(track.axis.moved(track.plane, from), rank, &reached);
                }
            } else {
                for to in members {
                    self.push(&track, to);
                }
            }
        }
    }

    /// The moves of a piece to one square.
    #[inline(always)]
    fn push(&mut self, track: &Track, to: Square) {
        let lost = *track.rows(&self.fresh, to);
        if track.role == Role::Knight {
            for from in attacks::knight_attacks(to) - track.blocked {
                self.win(track.axis.moved(track.plane, from), track.rank, &lost);
            }
            return;
        }
        for direction in directions(track.role) {
            let mut way = lost;
            for from in attacks::ray_squares(to, direction) {
                if track.blocked.contains(from) {
                    break;
                }
                self.win(track.axis.moved(track.plane, from), track.rank, &way);
                pass_in(track.rank, &mut way, from);
            }
        }
    }

    /// The attacker wins what it reaches, with the move, in the rows of one rank.
    #[inline(always)]
    fn win(&mut self, plane: usize, rank: usize, reached: &Rank) {
        let safe = self.safe.at_mut(plane, rank);
        let mut won: Rank = [0; 8];
        for file in 0..8 {
            won[file] = reached[file] & safe[file];
        }
        if is_empty(&won) {
            return;
        }
        for file in 0..8 {
            safe[file] &= !won[file];
        }
        self.won[plane] |= 1 << rank;
    }

    /// Where the defender could move to what has just been won, it may have come to lose. Has anything grown?
    #[inline(always)]
    fn mark_due(&mut self) -> bool {
        let mut grown = false;
        let front = self.front().axis;
        for &plane in &self.planes {
            let won = self.won[plane];
            grown |= won | self.lost[plane] != 0;
            if won == 0 {
                continue;
            }
            let mut mark = |plane: usize, squares: Bitboard| {
                let marks = &mut self.due[front.others(plane)];
                for rank in ranks(u32::from(won)) {
                    marks[rank] |= squares;
                }
            };
            mark(plane, front.square(plane).set());
            for (place, mover) in self.defenders.iter().enumerate() {
                let (line, from) = mover.line_of(plane);
                let reached = attacks::attacks(mover.role, from, !line.free) & line.free;
                if place == 0 {
                    mark(plane, reached);
                    continue;
                }
                for square in reached {
                    let there = mover.axis.moved(plane, square);
                    mark(there, front.square(there).set());
                }
            }
        }
        grown
    }
}

/// Up to so many squares it is cheaper to look at one after another than at all at once.
const FEW: u32 = 16;
