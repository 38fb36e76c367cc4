//! Islands: parts of a board that never meet. Positions that are made of the same islands are equal, and get equal keys.

use std::ops::Range;

use super::board::{Board, Geometry};
use super::files::{File, FileCodes, lone_files};
use super::reach::Reach;

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
        let codes = FileCodes::new(geometry);
        let alone = lone_files(&codes, geometry);
        Keys {
            codes,
            alone,
            files: files as usize,
        }
    }

    /// Bits of a key.
    pub const fn bits(&self) -> u32 {
        self.files as u32 * self.codes.bits()
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
        let bits = self.codes.bits() as usize;
        let (mut forward, mut backward) = (0u128, 0u128);
        for (low, (a, b)) in files.iter().zip(files.iter().rev()).enumerate() {
            forward |= u128::from(a.code) << (bits * low);
            backward |= u128::from(b.code) << (bits * low);
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
            key |= island.packed << (self.codes.bits() * width);
            width += island.len;
            before = island.last;
        }
        (width as usize <= self.files).then_some(key)
    }

    /// The files as they stand, from one side or the other.
    fn unsorted(&self, us: &[u8; 8], them: &[u8; 8]) -> u128 {
        let code = |file: usize| u128::from(self.codes.get(us[file], them[file]));
        let bits = self.codes.bits();
        let (mut forward, mut backward) = (0, 0);
        for file in 0..self.files {
            forward = forward << bits | code(file);
            backward = backward << bits | code(self.files - 1 - file);
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

#[cfg(test)]
mod tests;
