//! The planes of a bound with promoted pieces, as they are kept: with one piece as they are, with more packed each by itself.

use std::ops::Range;
use std::sync::Arc;

use super::packed::{self, Line};
use crate::board::Color;
use crate::slice::{Point, Relation, Wins};
use crate::store::scratch::{Extent, Scratch};

/// The planes of a bound that is kept.
#[derive(Clone, Copy)]
pub(crate) enum Planes<'a> {
    Plain(&'a [Wins]),
    Packed(&'a PackedPlanes),
}

/// Planes, each packed. A copy shares them.
#[derive(Clone)]
pub(crate) struct PackedPlanes {
    /// For each plane, at which line it begins, and where the last one ends. One without wins has no lines.
    begins: Arc<[u32]>,
    lines: Lines,
    /// The hash of its bytes, once somebody has asked for it.
    #[cfg(feature = "elsewhere")]
    name: std::sync::OnceLock<[u8; 32]>,
}

/// Where the lines are.
#[derive(Clone)]
enum Lines {
    InMemory(Arc<[Line]>),
    OnDisk(Arc<Extent>),
}

impl PackedPlanes {
    pub fn of(planes: &[Wins]) -> PackedPlanes {
        let mut lines: Vec<Line> = Vec::with_capacity(8 * planes.len());
        let mut begins = Vec::with_capacity(planes.len() + 1);
        for plane in planes {
            let begin = lines.len();
            begins.push(begin as u32);
            if *plane != Wins::NONE {
                let packed = packed::pack(plane);
                lines.resize(begin + packed.lines(), Line::default());
                packed.write(&mut lines[begin..]);
            }
        }
        begins.push(lines.len() as u32);
        // A copy takes what it needs; a list that is cut short would leave a hole behind it.
        PackedPlanes::new(begins.into(), lines.as_slice().into())
    }

    fn new(begins: Arc<[u32]>, lines: Arc<[Line]>) -> PackedPlanes {
        PackedPlanes {
            begins,
            lines: Lines::InMemory(lines),
            #[cfg(feature = "elsewhere")]
            name: std::sync::OnceLock::new(),
        }
    }

    /// For another process: how many planes there are, where they begin, and the lines, in words of 32 and 64 bits, the lowest byte first.
    #[cfg(feature = "elsewhere")]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 + self.all_bytes());
        bytes.extend_from_slice(&(self.begins.len() as u32).to_le_bytes());
        bytes.extend(self.begins.iter().flat_map(|begin| begin.to_le_bytes()));
        let mut add = |lines: &[Line]| {
            for line in lines {
                bytes.extend_from_slice(bytemuck::bytes_of(&line.map(u64::to_le)));
            }
        };
        match &self.lines {
            Lines::InMemory(lines) => add(lines),
            Lines::OnDisk(extent) => extent.with(0..self.count(), add),
        }
        bytes
    }

    /// From another process. `None`: they are not whole.
    #[cfg(feature = "elsewhere")]
    pub fn from_bytes(bytes: &[u8]) -> Option<PackedPlanes> {
        let (count, bytes) = bytes.split_first_chunk::<4>()?;
        let (begins, lines) = bytes.split_at_checked(4 * u32::from_le_bytes(*count) as usize)?;
        let words = begins.as_chunks().0.iter();
        let begins: Arc<[u32]> = words.map(|word| u32::from_le_bytes(*word)).collect();
        let (lines, []) = lines.as_chunks::<{ size_of::<Line>() }>() else {
            return None;
        };
        let line = |bytes: &[u8; _]| bytemuck::pod_read_unaligned::<Line>(bytes).map(u64::from_le);
        let lines: Arc<[Line]> = lines.iter().map(line).collect();
        let is_whole = begins.first() == Some(&0)
            && begins
                .last()
                .is_some_and(|&end| end as usize == lines.len())
            && begins.windows(2).all(|two| {
                let of = two[0] as usize..two[1] as usize;
                lines
                    .get(of)
                    .is_some_and(|lines| lines.is_empty() || packed::is_whole(lines))
            });
        is_whole.then(|| PackedPlanes::new(begins, lines))
    }

    /// The same with the hash of its bytes, which is known.
    #[cfg(feature = "elsewhere")]
    pub fn named(mut self, name: [u8; 32]) -> PackedPlanes {
        self.name = name.into();
        self
    }

    /// The hash of its bytes.
    #[cfg(feature = "elsewhere")]
    pub fn name(&self, hash: impl FnOnce(&[u8]) -> [u8; 32]) -> &[u8; 32] {
        self.name.get_or_init(|| hash(&self.to_bytes()))
    }

    /// Are there no wins?
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Bytes in use in memory.
    pub fn bytes(&self) -> usize {
        match self.lines {
            Lines::InMemory(_) => self.all_bytes(),
            Lines::OnDisk(_) => size_of_val(&*self.begins),
        }
    }

    /// The same with those on disk.
    pub fn all_bytes(&self) -> usize {
        self.count() * size_of::<Line>() + size_of_val(&*self.begins)
    }

    pub fn is_on_disk(&self) -> bool {
        matches!(self.lines, Lines::OnDisk(_))
    }

    /// Moves the lines from memory to disk. Could they be written?
    pub fn spill(&mut self, scratch: &Arc<Scratch>) -> bool {
        let Lines::InMemory(lines) = &self.lines else {
            return false;
        };
        let written = scratch.write(lines);
        let is_written = written.is_some();
        if let Some(extent) = written {
            self.lines = Lines::OnDisk(Arc::new(extent));
        }
        is_written
    }

    /// How many lines there are.
    fn count(&self) -> usize {
        self.begins.last().map_or(0, |&end| end as usize)
    }

    /// What is read from the lines of a plane, if it has wins.
    #[inline(always)]
    fn read<T>(&self, plane: usize, read: impl FnOnce(&[Line]) -> T) -> Option<T> {
        let lines: Range<usize> = self.begins[plane] as usize..self.begins[plane + 1] as usize;
        match &self.lines {
            _ if lines.is_empty() => None,
            Lines::InMemory(all) => Some(read(&all[lines])),
            Lines::OnDisk(extent) => Some(extent.with(lines, read)),
        }
    }
}

impl<'a> Planes<'a> {
    /// There are none.
    pub const NONE: Planes<'static> = Planes::Plain(&[]);

    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Planes::Plain(planes) => planes.len(),
            Planes::Packed(planes) => planes.begins.len() - 1,
        }
    }

    /// Is the point won?
    pub fn contains(self, point: Point) -> bool {
        match self {
            Planes::Plain(planes) => planes[point.plane()].contains(point),
            Planes::Packed(planes) => {
                let won = planes.read(point.plane(), |lines| packed::contains(lines, point));
                won == Some(true)
            }
        }
    }

    /// One plane with this side to move; `scratch` may hold it.
    #[inline(always)]
    pub fn with(
        self,
        plane: usize,
        mover: Color,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        match self {
            Planes::Plain(planes) => planes[plane].with(mover),
            Planes::Packed(planes) => {
                let unpack = |lines: &[Line]| {
                    packed::unpack(lines, mover, scratch.insert(Relation::EMPTY));
                };
                match planes.read(plane, unpack) {
                    Some(()) => scratch.as_ref().unwrap_or(&Relation::EMPTY),
                    None => &Relation::EMPTY,
                }
            }
        }
    }

    /// One plane.
    pub fn wins(self, plane: usize) -> Wins {
        let half = |mover| *self.with(plane, mover, &mut None);
        Wins {
            to_move: half(Color::White),
            waiting: half(Color::Black),
        }
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = Wins> {
        (0..self.len()).map(move |plane| self.wins(plane))
    }

    /// Are they the same?
    pub fn is_equal(self, other: Planes) -> bool {
        match (self, other) {
            (Planes::Plain(mine), Planes::Plain(theirs)) => mine == theirs,
            (Planes::Packed(mine), Planes::Packed(theirs)) if mine.begins != theirs.begins => false,
            (Planes::Packed(mine), Planes::Packed(theirs)) => match (&mine.lines, &theirs.lines) {
                (Lines::InMemory(mine), Lines::InMemory(theirs)) => mine == theirs,
                _ => self.all().eq(other.all()),
            },
            _ => self.len() == other.len() && self.all().eq(other.all()),
        }
    }
}
