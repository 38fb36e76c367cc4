//! How pieces go, and sets of squares.

use std::sync::LazyLock;

use crate::board::{BISHOP, KING, KNIGHT, LEAPS, LINES, QUEEN, ROOK, step};

/// A set of squares: bit 0 is a1, bit 1 b1.
pub type Squares = u64;

/// A step of a piece, made from all squares at once: how far their set is rotated, and which squares can be entered so.
#[derive(Clone, Copy, Default)]
struct Step {
    by: u32,
    entered: Squares,
}

/// Lines over the empty board.
pub struct Lines {
    /// By kind: the steps, and how often what a piece passes is doubled: after three times it has passed seven squares.
    gaits: Vec<(Vec<Step>, usize)>,
    /// By kind and square: the squares of all lines.
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
        let gaits = vec![(Vec::new(), 0); 1 + usize::from(KING)];
        let open = vec![[0; 64]; gaits.len()];
        let mut lines = Lines { gaits, open, between: vec![[0; 64]; 64] };
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            let (steps, length) = gait(kind);
            let steps = steps.iter().map(|&one| lines.add(usize::from(kind), one, length));
            lines.gaits[usize::from(kind)] = (steps.collect(), if length > 1 { 3 } else { 0 });
        }
        lines
    }

    /// Adds the lines of a kind in one direction.
    fn add(&mut self, kind: usize, one: (i8, i8), length: usize) -> Step {
        let mut entered = 0;
        for from in 0..64 {
            let mut passed = 0;
            let squares = std::iter::successors(step(from, one), |&at| step(at, one));
            for to in squares.take(length) {
                self.between[from][to] = passed;
                passed |= 1 << to;
            }
            self.open[kind][from] |= passed;
            entered |= passed;
        }
        Step { by: i32::from(8 * one.1 + one.0).rem_euclid(64) as u32, entered }
    }

    /// The empty squares to which a piece can go, each with the set of those it has entered by then, itself among them.
    pub fn each(&self, kind: u8, from: u8, occupied: Squares, mut visit: impl FnMut(u8, Squares)) {
        let (open, between) =
            (self.open[usize::from(kind)][usize::from(from)], &self.between[usize::from(from)]);
        for to in squares(open & !occupied) {
            let passed = between[usize::from(to)];
            if passed & occupied == 0 {
                visit(to, passed | 1 << to);
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

    /// The empty squares to which pieces of a kind can go from squares of a set.
    pub fn reach(&self, kind: u8, from: Squares, occupied: Squares) -> Squares {
        let (steps, doublings) = &self.gaits[usize::from(kind)];
        let mut all = 0;
        for step in steps {
            let free = step.entered & !occupied;
            let (mut passed, mut open, mut by) = (from, free, step.by);
            for _ in 0..*doublings {
                passed |= passed.rotate_left(by) & open;
                open &= open.rotate_left(by);
                by *= 2;
            }
            all |= passed.rotate_left(step.by) & free;
        }
        all
    }
}

/// The squares of a set.
pub fn squares(mut set: Squares) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        first
    })
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
