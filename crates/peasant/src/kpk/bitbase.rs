//! Every position of king and pawn against king, by set algebra.
//!
//! One word holds 64 positions: the squares of the defending king. 64 words, one for each square of
//! the attacking king, make a [`Plane`]: everything about one pawn and one side to move. Two planes
//! a pawn, 24 pawns (the files e to h are mirrored): 24 KiB.
//!
//! ```text
//!   row = attacker's king (a1 … h8)          bit = defender's king (a1 … h8)
//!   lost = candidates & ~K(free & ~won)      defender to move: no step leads to safety
//!   won  = free & (pushes | N(lost))         attacker to move: a pawn move wins, or a king step does
//! ```
//!
//! `K(x)` are the squares a king's step from `x` (bits); `N(x)` are the rows a king's step away. A
//! pawn needs only what is known of the squares ahead of it, so pawns are solved from the seventh
//! rank down, each by going round those two lines until nothing changes. The idea of a word of
//! defending kings is that of M. van Kervinck's `pfkpk`.

use std::sync::OnceLock;

use super::position::{Placement, Side, Verdict};
use crate::board::{Bitboard, Square};

/// A word of defending kings for each square of the attacking king.
type Plane = [u64; 64];

const EMPTY: Plane = [0; 64];

/// The result of every position of king and pawn against king: 24 KiB.
#[derive(Clone, PartialEq, Eq)]
pub struct Bitbase {
    /// By side to move, pawn (see [`pawn_index`]) and attacking king: the defending kings that
    /// lose.
    won: [[Plane; 24]; 2],
}

/// The program's bitbase, generated when it is first asked for.
#[must_use]
pub fn bitbase() -> &'static Bitbase {
    static BITBASE: OnceLock<Bitbase> = OnceLock::new();
    BITBASE.get_or_init(Bitbase::generate)
}

/// The number of positions with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Legal positions.
    pub positions: u32,
    /// Those that the attacker wins.
    pub won: u32,
}

impl Bitbase {
    /// The size of the bitbase in bytes.
    pub const BYTES: usize = size_of::<Bitbase>();

    /// Counts the positions with this side to move, on all 48 squares of the pawn.
    #[must_use]
    pub fn total(&self, turn: Side) -> Total {
        let mut total = Total::default();
        for placement in Placement::all(turn) {
            total.positions += 1;
            total.won += u32::from(self.probe(placement) == Verdict::Won);
        }
        total
    }

    /// Counts the mutual zugzwangs: whoever is to move would rather not. The attacker to move
    /// draws, the defender to move loses.
    #[must_use]
    pub fn mutual_zugzwangs(&self) -> u32 {
        let waits = |p: Placement| {
            let turned = Placement::new(p.attacker(), p.defender(), p.pawn(), Side::Defender);
            turned.is_some_and(|turned| self.probe(turned) == Verdict::Won)
        };
        let drawn = Placement::all(Side::Attacker).filter(|p| self.probe(*p) == Verdict::Drawn);
        drawn.filter(|p| waits(*p)).count() as u32
    }

    /// Solves every position. A `const` or `static` item may hold the answer as well, under
    /// `#[allow(long_running_const_eval)]`.
    #[must_use]
    pub const fn generate() -> Bitbase {
        let mut won = [[EMPTY; 24]; 2];
        let mut index = 24;
        while index > 0 {
            index -= 1;
            let pawn = Square::at(index as u32 % 4, index as u32 / 4 + 1);
            let frame = Frame::new(pawn);
            let pushes = pushes(&won[Side::Defender as usize], index, pawn);
            let (attacking, defending) = frame.solve(&pushes);
            won[Side::Attacker as usize][index] = attacking;
            won[Side::Defender as usize][index] = defending;
        }
        Bitbase { won }
    }

    /// The exact result: one lookup.
    #[inline]
    #[must_use]
    pub const fn probe(&self, placement: Placement) -> Verdict {
        // XOR with 7 mirrors a square: pawns on the files e to h are looked up on d to a.
        let flip = if placement.pawn().file() > 3 { 7 } else { 0 };
        let pawn = pawn_index(placement.pawn().index() ^ flip);
        let row = self.won[placement.turn() as usize][pawn][placement.attacker().index() ^ flip];
        if row >> (placement.defender().index() ^ flip) & 1 != 0 {
            Verdict::Won
        } else {
            Verdict::Drawn
        }
    }

    /// The squares of the defending king for which the attacker wins with this pawn and king: 64
    /// answers at once. Empty if the pawn is not on ranks 2 to 7.
    #[must_use]
    pub const fn won(&self, pawn: Square, attacker: Square, turn: Side) -> Bitboard {
        if pawn.rank() == 0 || pawn.rank() == 7 {
            return Bitboard::EMPTY;
        }
        let mirrored = pawn.file() > 3;
        let flip = if mirrored { 7 } else { 0 };
        let index = pawn_index(pawn.index() ^ flip);
        let row = Bitboard(self.won[turn as usize][index][attacker.index() ^ flip]);
        if mirrored { row.mirror() } else { row }
    }
}

/// Pawns on the files a to d by rank: a2 is 0, d7 is 23.
const fn pawn_index(pawn: usize) -> usize {
    (pawn >> 3) * 4 + (pawn & 3) - 4
}

/// What is legal with one pawn, and what the defender may do at once.
struct Frame {
    /// Attacker to move: the legal positions. They are also the safe squares for the defender's
    /// king to step to.
    free: Plane,
    /// Defender to move: legal, no stalemate, and the pawn cannot be taken.
    candidates: Plane,
}

impl Frame {
    const fn new(pawn: Square) -> Frame {
        let (mut free, mut candidates) = (EMPTY, EMPTY);
        let checked = pawn.set().white_pawn_attacks().0;
        let beside = pawn.set().king_steps().0;
        let mut row = 0;
        while row < 64 {
            let king = Square::new(row as u32);
            let near = king.set().king_steps().0;
            if row != pawn.index() {
                let legal = !(near | king.set().0 | pawn.set().0);
                free[row] = legal & !checked;
                let takers = beside & !spread(near & pawn.set().0, beside);
                let mobile = Bitboard(free[row]).king_steps().0;
                candidates[row] = legal & (mobile | checked) & !takers;
            }
            row += 1;
        }
        Frame { free, candidates }
    }

    /// Goes round the two equations until nothing changes: the positions won with the attacker and
    /// the defender to move.
    const fn solve(&self, pushes: &Plane) -> (Plane, Plane) {
        let (mut won, mut lost) = (EMPTY, EMPTY);
        let mut row = 0;
        while row < 64 {
            won[row] = pushes[row] & self.free[row];
            row += 1;
        }
        loop {
            let mut grown = 0;
            let mut row = 0;
            while row < 64 {
                let refuge = Bitboard(self.free[row] & !won[row]);
                let now = self.candidates[row] & !refuge.king_steps().0;
                grown |= now ^ lost[row];
                lost[row] = now;
                row += 1;
            }
            if grown == 0 {
                return (won, lost);
            }
            self.step(&mut won, &lost);
        }
    }

    /// Adds to `won` what a step of the attacker's king brings into `lost`.
    const fn step(&self, won: &mut Plane, lost: &Plane) {
        // One empty rank below and one above: no edge to test for.
        let mut beside = [0; 80];
        let mut rank = 0;
        while rank < 64 {
            let mut file = 0;
            while file < 8 {
                let left = if file == 0 { 0 } else { lost[rank + file - 1] };
                let right = if file == 7 { 0 } else { lost[rank + file + 1] };
                beside[8 + rank + file] = left | right;
                file += 1;
            }
            rank += 8;
        }
        let mut row = 0;
        while row < 64 {
            let below = beside[row] | if row < 8 { 0 } else { lost[row - 8] };
            let above = beside[row + 16] | if row > 55 { 0 } else { lost[row + 8] };
            won[row] |= self.free[row] & (below | beside[row + 8] | above);
            row += 1;
        }
    }
}

/// All of `whole` if `condition` is not empty.
const fn spread(condition: u64, whole: u64) -> u64 {
    if condition == 0 { 0 } else { whole }
}

/// The positions that a pawn move wins, legal or not; `lost` is what is known of the pawns ahead.
const fn pushes(lost: &[Plane; 24], index: usize, pawn: Square) -> Plane {
    let ahead = Square::new(pawn.index() as u32 + 8);
    if pawn.rank() == 6 {
        return promotions(ahead);
    }
    let mut won = lost[index + 4];
    if pawn.rank() == 1 {
        let mut row = 0;
        while row < 64 {
            // The double step passes over the square ahead; neither king may stand there.
            if row != ahead.index() {
                won[row] |= lost[index + 8][row] & !ahead.set().0;
            }
            row += 1;
        }
    }
    won
}

/// The positions in which a promotion on this square wins: the new piece is not taken at once, and
/// a queen or else a rook does not stalemate. Every other position of king and queen, or king and
/// rook, against king is won.
const fn promotions(square: Square) -> Plane {
    let mut won = EMPTY;
    let mut row = 0;
    while row < 64 {
        let king = Square::new(row as u32);
        let near = king.set().king_steps().0;
        let taken = spread(!near & square.set().0, square.set().king_steps().0);
        let rook = lines(square, king, false);
        let queen = rook | lines(square, king, true);
        let stalemate = stalemates(rook | near) & stalemates(queen | near);
        if row != square.index() {
            won[row] = !(square.set().0 | taken | stalemate);
        }
        row += 1;
    }
    won
}

/// The squares on which a king is not attacked and has no step to an unattacked square.
const fn stalemates(attacked: u64) -> u64 {
    !attacked & !Bitboard(!attacked).king_steps().0
}

/// The squares that a piece on a square of the eighth rank attacks along rank and file, or along
/// diagonals, if only this king stands in the way.
const fn lines(from: Square, king: Square, diagonal: bool) -> u64 {
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        let (mut file, mut rank) = (from.file() as i32, from.rank() as i32);
        let (files, ranks) = match (direction, diagonal) {
            (0, false) => (1, 0),
            (1, false) => (-1, 0),
            (2, false) => (0, -1),
            (3, false) => (0, 1),
            (0, true) => (1, -1),
            (1, true) => (-1, -1),
            (2, true) => (1, 1),
            _ => (-1, 1),
        };
        loop {
            (file, rank) = (file + files, rank + ranks);
            if file < 0 || file > 7 || rank < 0 || rank > 7 {
                break;
            }
            let square = Square::at(file as u32, rank as u32);
            attacked |= square.set().0;
            if square.index() == king.index() {
                break;
            }
        }
        direction += 1;
    }
    attacked
}
