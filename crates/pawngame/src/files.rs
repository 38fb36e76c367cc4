//! Files of a board as numbers.

use std::collections::HashMap;

use super::board::{Board, Geometry};
use super::reach::Reach;

/// Bits of the code of a file, at most: pawns of each side may stand on seven squares of it.
pub const FILE_BITS: u32 = 12;
/// No file code is as large.
const CODES: usize = 1 << FILE_BITS;

/// A file: its code, and how far its pawns can ever come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub code: u16,
    pub us: u8,
    pub them: u8,
}

impl File {
    /// Might pawns of these files take each other if they stood side by side?
    pub const fn meets(self, other: File) -> bool {
        (self.us << 1) & other.them | (other.us << 1) & self.them != 0
    }
}

/// Numbers for all files. No pawn: 0.
pub struct FileCodes {
    codes: Vec<u16>,
    /// The lowest rank of our pawns.
    lowest: u32,
    /// Ranks on which pawns of a side stand.
    depth: u32,
    /// Bits that a code takes.
    bits: u32,
}

impl FileCodes {
    /// Every square is empty, ours or theirs; one at most counts as both sides', where a pawn can be taken en passant.
    pub fn new(geometry: &Geometry) -> FileCodes {
        let mut files = FileCodes {
            codes: vec![0; 1 << (2 * geometry.depth)],
            lowest: geometry.lowest,
            depth: geometry.depth,
            bits: 0,
        };
        let mut next = 0;
        let mut number = |us, them| {
            let index = files.index(us, them);
            files.codes[index] = next;
            next += 1;
        };
        let pairs = every_pair(geometry);
        for (us, them) in pairs.clone().filter(|(us, them)| us & them == 0) {
            number(us, them);
        }
        // A double step leaves the passed square and its home behind it empty.
        for (us, them) in pairs.filter(|(us, them)| (us & them).count_ones() == 1) {
            let (passed, home) = ((us & them) << 1, (us & them) << 2);
            let stepped = geometry.en_passant && home & geometry.their_home as u8 != 0;
            if stepped && (us | them) & (passed | home) == 0 {
                number(us, them);
            }
        }
        files.bits = u16::BITS - (next - 1).leading_zeros();
        files
    }

    /// The number of a file with these pawns.
    pub fn get(&self, us: u8, them: u8) -> u16 {
        self.codes[self.index(us, them)]
    }

    /// Bits that a code takes.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    fn index(&self, us: u8, them: u8) -> usize {
        let mask = (1 << self.depth) - 1;
        usize::from(us >> self.lowest & mask) | usize::from(them >> 1 & mask) << self.depth
    }
}

/// All sets of squares of a file for our pawns and theirs, some of which share squares.
fn every_pair(geometry: &Geometry) -> impl Iterator<Item = (u8, u8)> + Clone + use<> {
    let (lowest, depth) = (geometry.lowest, geometry.depth);
    let all = move |low: u32| (0..1u8 << depth).map(move |set| set << low);
    all(lowest).flat_map(move |us| all(1).map(move |them| (us, them)))
}

/// For every code the file that has the same game tree, if it stands alone.
pub fn lone_files(codes: &FileCodes, geometry: &Geometry) -> Vec<File> {
    let mut trees = Trees {
        geometry,
        seen: HashMap::new(),
        ids: HashMap::new(),
    };
    let mut first: HashMap<u32, File> = HashMap::new();
    let mut alone = vec![File::default(); CODES];
    for (us, them) in every_pair(geometry).filter(|(us, them)| us & them == 0) {
        let board = Board {
            us: u64::from(us),
            them: u64::from(them),
            passed: 0,
        };
        let code = codes.get(us, them);
        let reach = Reach::of(&board, geometry);
        let file = File {
            code,
            us: reach.us as u8,
            them: reach.them as u8,
        };
        let tree = trees.of(board.us, board.them);
        alone[usize::from(code)] = *first.entry(tree).or_insert(file);
    }
    alone
}

/// Game trees of single files, numbered: equal numbers mean equal trees.
struct Trees<'g> {
    geometry: &'g Geometry,
    seen: HashMap<(u64, u64), u32>,
    ids: HashMap<Tree, u32>,
}

/// What can become of a file, whoever moves in it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Tree {
    /// Trees after our moves; a winning move is `WIN`.
    ours: Vec<u32>,
    theirs: Vec<u32>,
    we_have_pawns: bool,
    they_have_pawns: bool,
}

const WIN: u32 = u32::MAX;

impl Trees<'_> {
    fn of(&mut self, us: u64, them: u64) -> u32 {
        if let Some(&id) = self.seen.get(&(us, them)) {
            return id;
        }
        let ours = self.options(us, them, false);
        let (turned_us, turned_them) = (self.geometry.turn(them), self.geometry.turn(us));
        let theirs = self.options(turned_us, turned_them, true);
        let tree = Tree {
            ours,
            theirs,
            we_have_pawns: us != 0,
            they_have_pawns: them != 0,
        };
        let next = self.ids.len() as u32;
        let id = *self.ids.entry(tree).or_insert(next);
        self.seen.insert((us, them), id);
        id
    }

    fn options(&mut self, us: u64, them: u64, turned: bool) -> Vec<u32> {
        let board = Board {
            us: us & 0xff,
            them: them & 0xff,
            passed: 0,
        };
        let geometry = *self.geometry;
        let mut options = Vec::new();
        for step in board.steps(&geometry) {
            let us = board.us ^ step.from ^ step.to;
            options.push(if step.to & geometry.goal != 0 {
                WIN
            } else if turned {
                self.of(geometry.turn(board.them), geometry.turn(us))
            } else {
                self.of(us, board.them)
            });
        }
        options.sort_unstable();
        options.dedup();
        options
    }
}
