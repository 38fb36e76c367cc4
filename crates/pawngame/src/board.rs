//! The solver's board: two sets of pawns, seen by the player to move.
//!
//! A file is a byte, its lowest bit the first rank, so that islands are runs of bytes. The player to move, *us*, always moves
//! up. Our pawns stand on their home rank and above, the last rank is only ever reached by winning; theirs stand likewise,
//! seen from the other side. So no pawn that moves on leaves its byte.
//!
//! ```text
//! bit  8 * file + rank          us push  << 1    capture to the left  >> 7    to the right  << 9
//! a1 = 0, a2 = 1, … b1 = 8      them     >> 1                         >> 9                  << 7
//! ```

use super::rules::{NoMove, Rules};
use peasant::value::Wdl;

/// The squares of one rank (0 = first) on every file.
pub const fn rank(rank: u32) -> u64 {
    0x0101_0101_0101_0101 << rank
}

/// What the board needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// Where our pawns win.
    pub goal: u64,
    /// Where their pawns win.
    pub their_goal: u64,
    /// Squares from which our pawns may go two squares.
    pub home: u64,
    /// The same for theirs.
    pub their_home: u64,
    /// How far a board is shifted down after it has been turned over, in ranks.
    drop: u32,
    /// The lowest rank on which our pawns stand (0 = first).
    pub lowest: u32,
    /// Ranks on which pawns of a side stand; theirs begin at the second rank of all.
    pub depth: u32,
    /// May a double step be taken en passant?
    pub en_passant: bool,
    /// The fate of a player without a move.
    pub no_move: NoMove,
}

/// A position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// Pawns of the player to move.
    pub us: u64,
    /// Pawns of the opponent.
    pub them: u64,
    /// The square on which we may take a pawn that has just gone two squares; empty unless we can.
    pub passed: u64,
}

/// One step of a pawn: where it leaves and where it arrives, a square each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: u64,
    pub to: u64,
}

impl Geometry {
    pub fn new(rules: Rules) -> Geometry {
        let set = rules.get();
        let (lowest, last) = (set.home_rank - 1, set.ranks - 1);
        let home = |number| if set.double_step { rank(number) } else { 0 };
        Geometry {
            goal: rank(last),
            their_goal: rank(0),
            home: home(lowest),
            their_home: home(last - lowest),
            drop: 8 - set.ranks,
            lowest,
            depth: last - lowest,
            en_passant: set.en_passant,
            no_move: set.no_move,
        }
    }

    /// The squares as the opponent sees them.
    pub const fn turn(&self, squares: u64) -> u64 {
        squares.reverse_bits().swap_bytes() >> self.drop
    }
}

impl Board {
    /// Their pawns that could go one step if it were their turn.
    pub const fn their_movable(&self) -> u64 {
        self.them & !((self.us | self.them) << 1)
    }

    /// Squares that single steps reach.
    pub const fn pushes(&self) -> u64 {
        (self.us << 1) & !(self.us | self.them)
    }

    /// Squares that double steps reach.
    pub const fn doubles(&self, geometry: &Geometry) -> u64 {
        let free = !(self.us | self.them);
        (((self.us & geometry.home) << 1) & free) << 1 & free
    }

    /// Squares on which we take to the left (towards the a-file).
    pub const fn left(&self) -> u64 {
        (self.us >> 7) & (self.them | self.passed)
    }

    /// Squares on which we take to the right.
    pub const fn right(&self) -> u64 {
        (self.us << 9) & (self.them | self.passed)
    }

    /// Can they take one of our pawns if it is their turn, en passant apart?
    pub const fn they_take(&self) -> bool {
        ((self.them >> 9) | (self.them << 7)) & self.us != 0
    }

    /// Can we make a move?
    pub const fn can_move(&self) -> bool {
        self.pushes() | self.left() | self.right() != 0
    }

    /// Is there a move that reaches the goal?
    pub const fn wins_at_once(&self, geometry: &Geometry) -> bool {
        let doubles = self.doubles(geometry);
        (self.pushes() | doubles | self.left() | self.right()) & geometry.goal != 0
    }

    /// All moves: captures, then steps, from the a-file on.
    pub fn steps(&self, geometry: &Geometry) -> impl Iterator<Item = Step> + use<> {
        let left = squares(self.left()).map(|to| Step { from: to << 7, to });
        let right = squares(self.right()).map(|to| Step { from: to >> 9, to });
        let single = squares(self.pushes()).map(|to| Step { from: to >> 1, to });
        let double = squares(self.doubles(geometry)).map(|to| Step { from: to >> 2, to });
        left.chain(right).chain(single).chain(double)
    }

    /// The position after one of our moves, seen by the opponent. A pawn may stand on its goal in it.
    pub const fn after(&self, step: Step, geometry: &Geometry) -> Board {
        let us = self.us ^ step.from ^ step.to;
        let mut taken = step.to & self.them;
        if step.to & self.passed != 0 {
            taken = step.to >> 1;
        }
        let them = self.them & !taken;
        let mut passed = 0;
        if geometry.en_passant && step.from << 2 == step.to {
            let square = step.from << 1;
            // Their pawns that stand beside the arrival take downwards onto the square between.
            let takes = ((square << 9) | (square >> 7)) & them;
            passed = if takes == 0 { 0 } else { square };
        }
        Board {
            us: geometry.turn(them),
            them: geometry.turn(us),
            passed: geometry.turn(passed),
        }
    }

    /// The result for the player to move, if the rules end the game here.
    pub fn ended(&self, geometry: &Geometry) -> Option<Wdl> {
        if self.them & geometry.their_goal != 0 || self.us == 0 {
            return Some(Wdl::Loss);
        }
        if self.them == 0 || self.us & geometry.goal != 0 {
            return Some(Wdl::Win);
        }
        if self.can_move() {
            return None;
        }
        let they_are_blocked = || self.their_movable() == 0 && !self.they_take();
        Some(match geometry.no_move {
            NoMove::Draw => Wdl::Draw,
            NoMove::Alburt if they_are_blocked() => Wdl::Draw,
            NoMove::Loss | NoMove::Alburt => Wdl::Loss,
        })
    }
}

/// The squares of a set, one by one.
pub fn squares(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let square = set & set.wrapping_neg();
        set ^= square;
        (square != 0).then_some(square)
    })
}
