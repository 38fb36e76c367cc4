//! What the attacker may aim at, and whether the defender is in time: races on a board on which the
//! kings otherwise stand still.
//!
//! Everything here compares counts of steps. No move is tried out.

use peasant::board::{Bitboard, Square};
use peasant::kpk::key_squares;

/// More steps than any way has.
const NO_WAY: i32 = 20;

/// How far a king walks to each square, round squares that it may not enter.
pub(super) struct Walk([i32; 64]);

impl Walk {
    pub(super) fn new(from: Square, avoid: Bitboard) -> Walk {
        let mut walk = Walk([NO_WAY; 64]);
        let (mut seen, mut front, mut count) = (from.set(), from.set(), 0);
        while !front.is_empty() {
            for square in front {
                walk.0[square.index()] = count;
            }
            front = front.king_steps() - avoid - seen;
            seen |= front;
            count += 1;
        }
        walk
    }

    pub(super) fn to(&self, square: Square) -> i32 {
        self.0[square.index()]
    }
}

/// A square and those beside it: what a king keeps another king from.
pub(super) fn zone(king: Square) -> Bitboard {
    king.set() | king.set().king_steps()
}

/// The kings and the pawn, and how many moves the defender is ahead: 1 if it is to move, else 0.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) attacker: Square,
    pub(super) defender: Square,
    pub(super) pawn: Square,
    pub(super) lead: i32,
}

impl Moment {
    /// The squares ahead of the pawn, the stop square first.
    fn path(self) -> impl Iterator<Item = Square> {
        let pawn = self.pawn;
        (pawn.rank() + 1..8).map(move |rank| Square::at(pawn.file(), rank))
    }

    fn on_path(self, square: Square) -> bool {
        square.file() == self.pawn.file() && square.rank() > self.pawn.rank()
    }

    fn is_rook_pawn(self) -> bool {
        matches!(self.pawn.file(), 0 | 7)
    }

    /// Has the defender, to move, neither a step nor a check to answer?
    pub(super) fn is_stalemate(self) -> bool {
        let attacked = self.pawn.set().white_pawn_attacks();
        let free = self.defender.set().king_steps() - zone(self.attacker) - attacked;
        (free - self.pawn.set()).is_empty() && !attacked.contains(self.defender)
    }

    /// The attacker's walk round the defender and the pawn.
    pub(super) fn attacker_walk(self) -> Walk {
        Walk::new(self.attacker, zone(self.defender) | self.pawn.set())
    }

    /// The defender's walk round the attacker's king and the squares that the pawn attacks.
    pub(super) fn defender_walk(self) -> Walk {
        let guarded = zone(self.attacker) | self.pawn.set().white_pawn_attacks();
        Walk::new(self.defender, guarded)
    }

    /// The pawn runs at once: by how many moves the defender, walking round the attacker's king, is
    /// late for the square where it is best in time. If the attacker's king stands ahead of the
    /// pawn, it loses a move to step aside, and guards nothing. -9 if the defender stands ahead.
    pub(super) fn run(self) -> i32 {
        if self.on_path(self.defender) {
            return -9;
        }
        let clears = self.on_path(self.attacker);
        let guarded = if clears {
            Bitboard::EMPTY
        } else {
            zone(self.attacker)
        };
        let walk = Walk::new(self.defender, guarded);
        let extra = self.lead + i32::from(clears);
        let mut margin = 9;
        if extra > 0 {
            margin = margin.min(walk.to(self.pawn) - extra);
        }
        let double = self.pawn.rank() == 1;
        for (square, count) in self.path().zip(1..) {
            if double && count == 1 && self.attacker != square {
                continue;
            }
            let time = if double { (count - 1).max(1) } else { count };
            margin = margin.min(walk.to(square) - time - extra);
        }
        margin.max(-9)
    }

    /// The best plan of the attacker's king: by how many moves the defender is late. With a rook
    /// pawn the plan is an escort; with any other to win a key square or the opposition before the
    /// pawn. -9 if the defender comes first to the pawn or its stop square.
    pub(super) fn plan(self) -> i32 {
        let walk = self.attacker_walk();
        if self.is_rook_pawn() {
            return self.escort(&walk);
        }
        let stop = Square::at(self.pawn.file(), self.pawn.rank() + 1);
        let first = |to| steps(self.defender, to) - steps(self.attacker, to) < self.lead - 1;
        if first(self.pawn) || first(stop) {
            return -9;
        }
        self.key_plan(&walk).max(self.opposition_plan(&walk))
    }

    /// A square for the attacker's king after `walk`: by how many moves the defender is late for
    /// the squares that answer it.
    fn late(self, square: Square, walk: &Walk, answers: Bitboard) -> i32 {
        let time = walk.to(square) + self.lead;
        let each = || answers.map(|answer| steps(self.defender, answer));
        let nearest = each().min().unwrap_or(9);
        // With no move to spare the defender stands on an answer; with one it has to move.
        let in_time = match time {
            0 => nearest == 0,
            1 => each().any(|count| count == 1),
            _ => nearest <= time,
        };
        let late = nearest - time;
        let late = if in_time { late } else { late.max(1) };
        let contested = steps(self.defender, square) - time;
        if walk.to(square) > 0 && contested <= 0 {
            late.min(contested)
        } else {
            late
        }
    }

    /// Some square of the board from which a key square cannot be held: a square is answered by
    /// those from which the defender is no further from any key square.
    fn key_plan(self, walk: &Walk) -> i32 {
        let keys = key_squares(self.pawn);
        let mut best = -9;
        for square in Square::all().filter(|&square| square != self.pawn) {
            let count = walk.to(square);
            if count > 9 {
                continue;
            }
            let late = if !keys.contains(square) {
                let answers = Bitboard::ALL - zone(square) - self.pawn.set();
                let answers = keys.fold(answers, |answers, key| {
                    answers & within(key, steps(square, key))
                });
                self.late(square, walk, answers)
            } else if count == 0 {
                9
            } else {
                steps(self.defender, square) - count - self.lead
            };
            best = best.max(late);
        }
        best
    }

    /// The opposition on one of the squares before the pawn, or beside it on the sixth rank: two
    /// ranks up is the only answer.
    fn opposition_plan(self, walk: &Walk) -> i32 {
        let pawn = self.pawn.set();
        let front = match self.pawn.rank() {
            0..=3 => pawn.up() | pawn.up().left() | pawn.up().right(),
            5 => pawn.left() | pawn.right(),
            _ => Bitboard::EMPTY,
        };
        let reached = front.filter(|&square| walk.to(square) <= 9);
        let late = reached.map(|square| self.late(square, walk, square.set().up().up()));
        late.max().unwrap_or(-9)
    }

    /// The pawn takes some steps, the king walks to a square beside its path, the pawn runs on. The
    /// defender is late if it can neither contest the king's square nor be in time on a square of
    /// the path that the king does not guard.
    fn escort(self, walk: &Walk) -> i32 {
        if self.on_path(self.defender) {
            return -9;
        }
        let mut best = -9;
        for square in Square::all() {
            let count = walk.to(square);
            if count > 9 || self.on_path(square) || square == self.pawn {
                continue;
            }
            let stops = if count == 0 {
                0
            } else {
                self.path().count() as i32
            };
            for stop in 0..=stops {
                best = best.max(self.escort_by(square, count, stop));
            }
        }
        best
    }

    /// The escort from this square, so many steps away, after so many steps of the pawn.
    fn escort_by(self, square: Square, count: i32, stop: i32) -> i32 {
        let mut margin = 9;
        if count > 0 {
            margin = steps(self.defender, square) - count - stop - self.lead;
        }
        let double = self.pawn.rank() == 1;
        let way = std::iter::once(self.pawn).chain(self.path());
        for (at, step) in way.zip(0..) {
            if double && step == 1 && stop != 1 {
                continue;
            }
            let pushes = if double && step > 0 { step - 1 } else { step };
            let guarded = zone(square).contains(at);
            let before = step < stop || step == stop && count > 0;
            let time = if step < stop { pushes } else { pushes + count };
            let late = steps(self.defender, at) - time - self.lead;
            let safe = if step < stop {
                zone(self.attacker).contains(at)
            } else {
                guarded && !before
            };
            let moves_at_once = step == 0 && self.lead == 0 && time == 0;
            if !safe && !moves_at_once {
                margin = margin.min(late + i32::from(step == stop && before && guarded));
            }
        }
        margin
    }
}

/// The squares within so many steps.
fn within(square: Square, count: i32) -> Bitboard {
    (0..count).fold(square.set(), |reached, _| reached | reached.king_steps())
}

/// A king's steps from one square to another.
pub(super) fn steps(a: Square, b: Square) -> i32 {
    a.distance(b) as i32
}
