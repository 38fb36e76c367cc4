//! The planes of a bound with promoted pieces, as they are kept: with one piece as they are, with more packed each by itself.

use super::packed::{self, Line};
use crate::board::Color;
use crate::slice::{Point, Relation, Wins};

/// The planes of a bound that is kept.
#[derive(Clone, Copy)]
pub(crate) enum Planes<'a> {
    Plain(&'a [Wins]),
    Packed(&'a PackedPlanes),
}

/// Planes, each packed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PackedPlanes {
    /// For each plane, at which line it begins; `EMPTY`: it has no wins.
    begins: Box<[u32]>,
    lines: Box<[Line]>,
}

const EMPTY: u32 = u32::MAX;

impl PackedPlanes {
    pub fn of(planes: &[Wins]) -> PackedPlanes {
        let mut lines: Vec<Line> = Vec::with_capacity(8 * planes.len());
        let begin = |plane: &Wins| {
            if *plane == Wins::NONE {
                return EMPTY;
            }
            let (packed, begin) = (packed::pack(plane), lines.len());
            lines.resize(begin + packed.lines(), Line::default());
            packed.write(&mut lines[begin..]);
            begin as u32
        };
        PackedPlanes {
            begins: planes.iter().map(begin).collect(),
            lines: lines.into(),
        }
    }

    /// Are there no wins?
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lines) + size_of_val(&*self.begins)
    }

    /// The lines of a plane, if it has wins.
    fn plane(&self, plane: usize) -> Option<&[Line]> {
        let begin = self.begins[plane];
        (begin != EMPTY).then(|| &self.lines[begin as usize..])
    }
}

impl<'a> Planes<'a> {
    /// There are none.
    pub const NONE: Planes<'static> = Planes::Plain(&[]);

    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Planes::Plain(planes) => planes.len(),
            Planes::Packed(planes) => planes.begins.len(),
        }
    }

    /// Is the point won?
    pub fn contains(self, point: Point) -> bool {
        match self {
            Planes::Plain(planes) => planes[point.plane()].contains(point),
            Planes::Packed(planes) => {
                let lines = planes.plane(point.plane());
                lines.is_some_and(|lines| packed::contains(lines, point))
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
            Planes::Packed(planes) => match planes.plane(plane) {
                None => &Relation::EMPTY,
                Some(lines) => {
                    let won = scratch.insert(Relation::EMPTY);
                    packed::unpack(lines, mover, won);
                    won
                }
            },
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
            (Planes::Packed(mine), Planes::Packed(theirs)) => mine == theirs,
            _ => false,
        }
    }
}
