//! Islands: parts of a board that never meet. Positions that are made of the same islands are equal, and get equal keys.

use std::collections::HashMap;

use super::board::{Board, Geometry};
use super::reach::Reach;

/// Bits of a key that one file takes.
const FILE_BITS: u32 = 10;
/// No file code is as large.
const CODES: usize = 1 << FILE_BITS;
/// Squares of a file that pawns can stand on.
const SQUARES: u32 = 6;

/// Turns boards into keys: whole numbers that describe a position of equal worth without loss.
pub struct Keys {
    /// The code of a file by its pawns, ours in the lower six bits. A pawn that can be taken en passant counts as both sides'.
    codes: Vec<u16>,
    /// The file that stands for a file that is an island by itself.
    alone: Vec<File>,
    files: usize,
    geometry: Geometry,
}

/// A file in a key: its code, and how far its pawns can ever come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct File {
    code: u16,
    us: u8,
    them: u8,
}

/// Files that hang together, from one side or the other.
#[derive(Clone, Copy, Debug)]
struct Island {
    /// The codes of its files, the first in the lowest bits; the smaller of both readings.
    packed: u128,
    first: File,
    last: File,
    len: u32,
}

impl Keys {
    pub fn new(files: u32, geometry: &Geometry) -> Keys {
        let codes = file_codes();
        let alone = lone_files(&codes, geometry);
        Keys {
            codes,
            alone,
            files: files as usize,
            geometry: *geometry,
        }
    }

    /// Bits of a key.
    pub const fn bits(&self) -> u32 {
        Keys::bits_for(self.files as u32)
    }

    /// Bits of a key of a board with so many files.
    pub const fn bits_for(files: u32) -> u32 {
        files * FILE_BITS
    }

    /// The key of a board whose reach is known.
    pub fn key(&self, board: &Board, reach: &Reach) -> u128 {
        let mut islands = [Island::NONE; 8];
        let mut count = 0;
        let mut dead = false;
        let links = reach.links(&self.geometry);
        let (us, them) = (
            (board.us | board.passed >> 1).to_le_bytes(),
            board.them.to_le_bytes(),
        );
        let (reach_us, reach_them) = (reach.us.to_le_bytes(), reach.them.to_le_bytes());
        let moves = ((reach.us ^ board.us) | (reach.them ^ board.them)).to_le_bytes();
        let mut files = [File::default(); 8];
        let mut start = 0;
        while start < self.files {
            if us[start] | them[start] == 0 {
                start += 1;
                continue;
            }
            let mut end = start;
            let mut alive = 0;
            loop {
                files[end] = File {
                    code: self.codes[index(us[end], them[end])],
                    us: reach_us[end],
                    them: reach_them[end],
                };
                alive |= moves[end];
                end += 1;
                if links >> (8 * (end - 1)) & 1 == 0 {
                    break;
                }
            }
            if alive == 0 {
                dead = true;
            } else {
                islands[count] = self.island(&files[start..end]);
                count += 1;
            }
            start = end;
        }
        if dead {
            islands[count] = self.island(&[self.dead_file()]);
            count += 1;
        }
        self.join(&mut islands[..count])
            .unwrap_or_else(|| self.unsorted(&us, &them))
    }

    fn island(&self, files: &[File]) -> Island {
        if let [file] = files {
            let file = self.alone[usize::from(file.code)];
            return Island {
                packed: u128::from(file.code),
                first: file,
                last: file,
                len: 1,
            };
        }
        let (mut forward, mut backward) = (0u128, 0u128);
        for (low, (a, b)) in files.iter().zip(files.iter().rev()).enumerate() {
            forward |= u128::from(a.code) << (FILE_BITS as usize * low);
            backward |= u128::from(b.code) << (FILE_BITS as usize * low);
        }
        let (first, last) = (files[0], files[files.len() - 1]);
        let (packed, first, last) = if forward <= backward {
            (forward, first, last)
        } else {
            (backward, last, first)
        };
        Island {
            packed,
            first,
            last,
            len: files.len() as u32,
        }
    }

    /// The islands side by side, in a fixed order, with empty files where they would meet. `None` if there are too few.
    fn join(&self, islands: &mut [Island]) -> Option<u128> {
        // At most eight, mostly one or two.
        for i in 1..islands.len() {
            let mut j = i;
            while j > 0 && islands[j - 1].packed > islands[j].packed {
                islands.swap(j - 1, j);
                j -= 1;
            }
        }
        let (mut key, mut width) = (0u128, 0);
        let mut before = File::default();
        for island in islands.iter() {
            if width > 0 && before.meets(island.first) {
                width += 1;
            }
            key |= island.packed << (FILE_BITS * width);
            width += island.len;
            before = island.last;
        }
        (width as usize <= self.files).then_some(key)
    }

    /// The files as they stand, from one side or the other.
    fn unsorted(&self, us: &[u8; 8], them: &[u8; 8]) -> u128 {
        let code = |file: usize| u128::from(self.codes[index(us[file], them[file])]);
        let (mut forward, mut backward) = (0, 0);
        for file in 0..self.files {
            forward = forward << FILE_BITS | code(file);
            backward = backward << FILE_BITS | code(self.files - 1 - file);
        }
        forward.min(backward)
    }

    /// A file on which nobody can move.
    fn dead_file(&self) -> File {
        let (us, them) = (0b10, 0b100);
        File {
            code: self.codes[index(us, them)],
            us,
            them,
        }
    }
}

impl Island {
    const NONE: Island = Island {
        packed: 0,
        first: File {
            code: 0,
            us: 0,
            them: 0,
        },
        last: File {
            code: 0,
            us: 0,
            them: 0,
        },
        len: 0,
    };
}

impl File {
    /// Might pawns of these files take each other if they stood side by side?
    const fn meets(self, other: File) -> bool {
        (self.us << 1) & other.them | (other.us << 1) & self.them != 0
    }
}

/// Where a file's code stands.
const fn index(us: u8, them: u8) -> usize {
    ((us >> 1 & 63) as usize) | ((them >> 1 & 63) as usize) << SQUARES
}

/// Numbers for all files: every square empty, ours or theirs, and one square of both at most. No pawn: 0.
fn file_codes() -> Vec<u16> {
    let mut codes = vec![0; 1 << (2 * SQUARES)];
    let mut next = 0;
    for us in 0..1u16 << SQUARES {
        for them in (0..1u16 << SQUARES).filter(|them| us & them == 0) {
            codes[usize::from(us | them << SQUARES)] = next;
            next += 1;
        }
    }
    // A double step leaves the passed square and its home behind it empty.
    for us in 0..1u16 << SQUARES {
        for them in 0..1u16 << SQUARES {
            let both = us & them;
            let behind = both << 1 | both << 2;
            if both.count_ones() == 1 && (us | them) & behind == 0 && behind >> (SQUARES + 1) == 0 {
                codes[usize::from(us | them << SQUARES)] = next;
                next += 1;
            }
        }
    }
    codes
}

/// For every code the file that has the same game tree, if it stands alone.
fn lone_files(codes: &[u16], geometry: &Geometry) -> Vec<File> {
    let mut trees = Trees {
        geometry,
        seen: HashMap::new(),
        ids: HashMap::new(),
    };
    let mut first: HashMap<u32, File> = HashMap::new();
    let mut alone = vec![File::default(); CODES];
    for us in 0..1u8 << SQUARES {
        for them in (0..1u8 << SQUARES).filter(|them| us & them == 0) {
            let (us, them) = (us << 1, them << 1);
            let board = Board {
                us: u64::from(us),
                them: u64::from(them),
                passed: 0,
            };
            let code = codes[index(us, them)];
            let reach = Reach::of(&board, geometry);
            let file = File {
                code,
                us: reach.us as u8,
                them: reach.them as u8,
            };
            let tree = trees.of(board.us, board.them);
            alone[usize::from(code)] = *first.entry(tree).or_insert(file);
        }
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
