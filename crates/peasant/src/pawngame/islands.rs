//! Islands: parts of a board that never meet. Positions that are made of the same islands are equal, and get equal keys.

use std::collections::HashMap;
use std::ops::Range;

use super::board::{Board, Geometry};
use super::reach::Reach;

/// Bits of a key that one file takes.
pub const FILE_BITS: u32 = 10;
/// No file code is as large.
const CODES: usize = 1 << FILE_BITS;
/// Squares of a file that pawns can stand on.
const SQUARES: u32 = 6;

/// Turns boards into keys: whole numbers that describe a position of equal worth without loss.
pub struct Keys {
    codes: FileCodes,
    /// The file that stands for a file that is an island by itself.
    alone: Vec<File>,
    files: usize,
}

/// The islands of a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chart {
    /// First file and the one behind the last, of islands on which somebody may move some day.
    ends: [(u8, u8); 8],
    count: usize,
    /// There are islands on which nobody can ever move.
    dead: bool,
}

impl Chart {
    /// Files are taken together if their pawns may ever meet.
    pub fn of(board: &Board, reach: &Reach, geometry: &Geometry) -> Chart {
        let links = reach.links(geometry);
        let taken = (board.us | board.them).to_le_bytes();
        let moves = ((reach.us ^ board.us) | (reach.them ^ board.them)).to_le_bytes();
        let mut chart = Chart::default();
        let (mut start, mut alive) = (0, 0);
        for file in 0..8 {
            if taken[file] == 0 {
                start = file + 1;
                continue;
            }
            alive |= moves[file];
            if links >> (8 * file) & 1 != 0 {
                continue;
            }
            if alive == 0 {
                chart.dead = true;
            } else {
                chart.ends[chart.count] = (start as u8, file as u8 + 1);
                chart.count += 1;
            }
            (start, alive) = (file + 1, 0);
        }
        chart
    }

    /// The files of each island, dead ones left out.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        let ends = self.ends[..self.count].iter();
        ends.map(|&(start, end)| usize::from(start)..usize::from(end))
    }
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
        let codes = FileCodes::new();
        let alone = lone_files(&codes, geometry);
        Keys {
            codes,
            alone,
            files: files as usize,
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

    /// The key of a board whose reach and islands are known.
    pub fn key(&self, board: &Board, reach: &Reach, chart: &Chart) -> u128 {
        let (us, them) = (
            (board.us | board.passed >> 1).to_le_bytes(),
            board.them.to_le_bytes(),
        );
        let (reach_us, reach_them) = (reach.us.to_le_bytes(), reach.them.to_le_bytes());
        let mut islands = [Island::NONE; 8];
        let mut count = 0;
        let mut files = [File::default(); 8];
        for part in chart.parts() {
            for file in part.clone() {
                files[file] = File {
                    code: self.codes.get(us[file], them[file]),
                    us: reach_us[file],
                    them: reach_them[file],
                };
            }
            islands[count] = self.island(&files[part]);
            count += 1;
        }
        if chart.dead {
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
        let code = |file: usize| u128::from(self.codes.get(us[file], them[file]));
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
            code: self.codes.get(us, them),
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

/// Numbers for all files. No pawn: 0.
pub struct FileCodes(Vec<u16>);

impl FileCodes {
    /// Every square is empty, ours or theirs; one at most counts as both sides', where a pawn can be taken en passant.
    pub fn new() -> FileCodes {
        let mut codes = vec![0; 1 << (2 * SQUARES)];
        let mut next = 0;
        let all = || 0..1u16 << SQUARES;
        let pairs = || all().flat_map(move |us| all().map(move |them| (us, them)));
        for (us, them) in pairs().filter(|(us, them)| us & them == 0) {
            codes[usize::from(us | them << SQUARES)] = next;
            next += 1;
        }
        // A double step leaves the passed square and its home behind it empty.
        for (us, them) in pairs().filter(|(us, them)| (us & them).count_ones() == 1) {
            let behind = (us & them) << 1 | (us & them) << 2;
            if (us | them) & behind == 0 && behind >> (SQUARES + 1) == 0 {
                codes[usize::from(us | them << SQUARES)] = next;
                next += 1;
            }
        }
        FileCodes(codes)
    }

    /// The number of a file with these pawns.
    pub fn get(&self, us: u8, them: u8) -> u16 {
        self.0[usize::from(us >> 1 & 63) | usize::from(them >> 1 & 63) << SQUARES]
    }
}

/// For every code the file that has the same game tree, if it stands alone.
fn lone_files(codes: &FileCodes, geometry: &Geometry) -> Vec<File> {
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

#[cfg(test)]
mod tests;
