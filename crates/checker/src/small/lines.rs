//! How pieces go, and sets of squares.

use std::sync::LazyLock;

use crate::board::{BISHOP, KING, KNIGHT, LEAPS, LINES, QUEEN, ROOK, step};

/// A set of squares: bit 0 is a1, bit 1 b1.
pub type Squares = u64;

/// Behind the last square of a line.
const END: u8 = 64;

/// The lines of a piece on a square, each square by square, and [`END`] behind the last.
pub type Star = [[u8; 8]; 8];

/// Lines over the empty board.
pub struct Lines {
    /// By kind and square.
    stars: Vec<[Star; 64]>,
    /// By kind and square: all of them.
    open: Vec<[Squares; 64]>,
    /// By two squares of a line.
    between: Vec<[Squares; 64]>,
}

static ALL: LazyLock<Lines> = LazyLock::new(Lines::new);

impl Lines {
    /// Those of all pieces, made once.
    pub fn of_pieces() -> &'static Lines {
        &ALL
    }

    fn new() -> Lines {
        let stars = vec![[[[END; 8]; 8]; 64]; 1 + usize::from(KING)];
        let open = vec![[0; 64]; stars.len()];
        let mut lines = Lines { stars, open, between: vec![[0; 64]; 64] };
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            for from in 0..64 {
                lines.add(kind, from);
            }
        }
        lines
    }

    fn add(&mut self, kind: u8, from: usize) {
        let (steps, length) = gait(kind);
        for (line, &one) in steps.iter().enumerate() {
            let squares = std::iter::successors(step(from, one), |&at| step(at, one));
            let mut passed = 0;
            for (index, to) in squares.take(length).enumerate() {
                self.stars[usize::from(kind)][from][line][index] = to as u8;
                self.open[usize::from(kind)][from] |= 1 << to;
                self.between[from][to] = passed;
                passed |= 1 << to;
            }
        }
    }

    /// The empty squares to which a piece can go, each with the set of those it has entered by then, itself among them.
    pub fn each(&self, kind: u8, from: u8, occupied: Squares, mut visit: impl FnMut(u8, Squares)) {
        for line in &self.stars[usize::from(kind)][usize::from(from)] {
            let mut entered = 0;
            for &to in line {
                if to == END || occupied >> to & 1 == 1 {
                    break;
                }
                entered |= 1 << to;
                visit(to, entered);
            }
        }
    }

    /// What stands between two squares of a line.
    pub fn between(&self, from: u8, to: u8) -> Squares {
        self.between[usize::from(from)][usize::from(to)]
    }

    /// Does a piece on a square attack another?
    pub fn attacks(&self, kind: u8, from: u8, to: u8, occupied: Squares) -> bool {
        self.open[usize::from(kind)][usize::from(from)] >> to & 1 == 1
            && self.between(from, to) & occupied == 0
    }
}

/// The empty squares to which pieces of a kind can go from squares of a set.
pub fn reach(kind: u8, from: Squares, occupied: Squares) -> Squares {
    let (steps, length) = gait(kind);
    let mut all = 0;
    for &step in steps {
        let mut at = from;
        for _ in 0..length {
            at = shifted(at, step) & !occupied;
            if at == 0 {
                break;
            }
            all |= at;
        }
    }
    all
}

/// A set of squares, each so many files and ranks away; what leaves the board is gone.
fn shifted(set: Squares, (files, ranks): (i8, i8)) -> Squares {
    const A: Squares = 0x0101_0101_0101_0101;
    let staying = match files {
        2 => !(A << 6 | A << 7),
        1 => !(A << 7),
        -1 => !A,
        -2 => !(A | A << 1),
        _ => !0,
    };
    let (set, by) = (set & staying, 8 * ranks + files);
    if by > 0 { set << by } else { set >> -by }
}

/// A set of squares turned: by 7 the files are exchanged, by 56 the ranks.
pub fn turned(set: Squares, mask: u8) -> Squares {
    let set = if mask & 56 != 0 { set.swap_bytes() } else { set };
    if mask & 7 != 0 { set.swap_bytes().reverse_bits() } else { set }
}

/// The steps of a piece, and how many it may make in one move.
fn gait(kind: u8) -> (&'static [(i8, i8)], usize) {
    match kind {
        KNIGHT => (&LEAPS, 1),
        KING => (&LINES, 1),
        BISHOP => (&LINES[4..], 7),
        ROOK => (&LINES[..4], 7),
        _ => (&LINES, 7),
    }
}
