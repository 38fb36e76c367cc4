//! A family of pawn structures: a list in a stable order, of which every range stands for itself.

use std::fmt;
use std::ops::Range;

use super::family_error::FamilyError;
use super::files::Files;
use super::materials::Materials;
use super::pattern::Pattern;
use super::subsets::{self, choose};
use crate::board::{Bitboard, Color, Pawns, Position, Square};
use crate::structure::Symmetry;

/// All structures with so many pawns, on some files, around a pattern. Every one has a number, and the numbers go from 0 to
/// [`Family::len`]. Of structures that are each other's mirror image, or become each other when the colours are exchanged, only the one
/// with the least number is a member ([`Family::structures`] leaves out the others), as long as the family and the kings of its
/// pattern are the same in the image.
///
/// The numbers depend on nothing but the description, so that a run over a range of them can be repeated anywhere.
///
/// ```
/// use peasant::mine::Family;
///
/// let family = Family::new(Some("1v0".parse()?), None, None)?;
/// assert_eq!(family.len(), 48);
/// let members = family.structures(0..family.len());
/// assert_eq!(members.count(), 24);
/// // In two pieces.
/// let halves = [0..20, 20..48].map(|range| family.structures(range).count());
/// assert_eq!(halves[0] + halves[1], 24);
/// # Ok::<(), peasant::mine::FamilyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Family {
    name: String,
    /// Pawns to add to the fixed ones, and how many structures have them.
    blocks: Vec<([u32; 2], u64)>,
    fixed: Pawns,
    room: Bitboard,
    kings: [Option<Square>; 2],
}

/// A member of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Its number in the family.
    pub number: u64,
    /// The pawns of the structure.
    pub pawns: Pawns,
}

/// The symmetries that a member may share with its family.
const IMAGES: [Symmetry; 3] = [
    Symmetry::MIRROR,
    Symmetry::FLIP,
    Symmetry::MIRROR.compose(Symmetry::FLIP),
];

const NO_PAWNS: &str = "say how many pawns there are, such as 1v1";

impl Family {
    /// A family by its pawns, the files for those that the pattern does not fix, and the pattern. Without numbers of pawns they are those
    /// of the pattern.
    ///
    /// # Errors
    /// There are neither pawns nor a pattern, or the pattern has more pawns than there may be.
    pub fn new(
        materials: Option<Materials>,
        files: Option<Files>,
        pattern: Option<Pattern>,
    ) -> Result<Family, FamilyError> {
        let fixed = pattern.as_ref().map_or(Pawns::NONE, Pattern::pawns);
        let [white, black] = [fixed.white.count(), fixed.black.count()];
        let has_room = pattern.as_ref().is_some_and(|p| !p.open().is_empty());
        let materials = match materials {
            Some(materials) => materials,
            None if pattern.is_none() => return Err(FamilyError::new("no family", NO_PAWNS)),
            None if has_room => {
                let message =
                    "the pattern leaves squares open, and it is not said for how many pawns";
                return Err(FamilyError::new(message, NO_PAWNS));
            }
            None => Materials::exactly(white, black),
        };
        let kings = Color::BOTH.map(|color| pattern.as_ref().and_then(|p| p.king(color)));
        let taken = kings.into_iter().flatten().map(Square::set);
        let taken = taken.fold(fixed.occupied(), |all, king| all | king);
        let open = match &pattern {
            Some(pattern) if has_room => pattern.open(),
            _ => !Bitboard::EMPTY,
        };
        let ranks = !(Bitboard::rank(0) | Bitboard::rank(7));
        let room = (open & ranks & files.unwrap_or(Files::ALL).squares()) - taken;
        let blocks = materials.iter().map(|[w, b]| {
            let more = [w.checked_sub(white)?, b.checked_sub(black)?];
            let free = room.count();
            let ways = choose(free, more[0]) * choose(free.saturating_sub(more[0]), more[1]);
            Some((more, ways))
        });
        let Some(blocks) = blocks.collect() else {
            let message = format!("the pattern has {white}v{black} pawns, more than {materials}");
            return Err(FamilyError::new(message, "give more pawns, or fix fewer"));
        };
        let files = files.filter(|&files| files != Files::ALL);
        let files = files.map_or(String::new(), |files| format!(" {files}"));
        let shown = pattern.map_or(String::new(), |pattern| format!(" {pattern}"));
        Ok(Family {
            name: format!("{materials}{files}{shown}"),
            blocks,
            fixed,
            room,
            kings,
        })
    }

    /// The count of numbers; some of them stand for the image of a structure with a lesser one.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.blocks.iter().map(|(_, ways)| ways).sum()
    }

    /// True if there is no structure.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The members with these numbers, the least first.
    #[must_use]
    pub fn structures(&self, numbers: Range<u64>) -> Structures<'_> {
        Structures {
            family: self,
            numbers: numbers.start..numbers.end.min(self.len()),
        }
    }

    /// The member with this number; `None` if there is none, or it is the image of one with a lesser number.
    #[must_use]
    pub fn structure(&self, number: u64) -> Option<Structure> {
        let pawns = self.pawns(number)?;
        let is_image = self.symmetries().any(|symmetry| {
            let image = self.number(symmetry.apply(pawns));
            image.is_some_and(|image| image < number)
        });
        (!is_image).then_some(Structure { number, pawns })
    }

    /// Squares on which the kings of White and Black must stand, if the pattern says so.
    #[must_use]
    pub fn kings(&self) -> [Option<Square>; 2] {
        self.kings
    }

    /// The pawns of a number, whether or not they are the image of others.
    fn pawns(&self, number: u64) -> Option<Pawns> {
        let mut rest = number;
        for &([white, black], ways) in &self.blocks {
            if rest >= ways {
                rest -= ways;
                continue;
            }
            let blacks = choose(self.room.count() - white, black);
            let whites = subsets::set(rest / blacks, white, self.room);
            let blacks = subsets::set(rest % blacks, black, self.room - whites);
            return Some(Pawns {
                white: self.fixed.white | whites,
                black: self.fixed.black | blacks,
            });
        }
        None
    }

    /// The number of a structure, if it has one.
    fn number(&self, pawns: Pawns) -> Option<u64> {
        let has = |all: Bitboard, fixed: Bitboard| (fixed - all).is_empty();
        if !has(pawns.white, self.fixed.white) || !has(pawns.black, self.fixed.black) {
            return None;
        }
        let white = pawns.white - self.fixed.white;
        let black = pawns.black - self.fixed.black;
        let more = [white.count(), black.count()];
        let mut before = 0;
        for &(block, ways) in &self.blocks {
            if block != more {
                before += ways;
                continue;
            }
            let blacks = choose(self.room.count().saturating_sub(more[0]), more[1]);
            let number = subsets::number(white, self.room)? * blacks;
            return Some(before + number + subsets::number(black, self.room - white)?);
        }
        None
    }

    /// Through which the kings of the pattern, if there are any, stay as they are.
    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        IMAGES.into_iter().filter(|symmetry| {
            let images = self.kings.map(|king| king.map(|king| symmetry.apply(king)));
            let [white, black] = images;
            self.kings
                == if symmetry.flips() {
                    [black, white]
                } else {
                    [white, black]
                }
        })
    }

    /// Is a position with the pawns of a member the one that stands for all its images? Turns count only if they matter.
    pub(super) fn represents(&self, position: &Position, turns: bool) -> bool {
        let pawns = position.pawns();
        let key = |position: &Position| {
            let kings = Color::BOTH.map(|color| position.king(color));
            (turns && position.turn() == Color::Black, kings)
        };
        let mut own = self.symmetries().filter(|s| s.apply(pawns) == pawns);
        self.has_kings(position) && own.all(|s| key(position) <= key(&s.apply(*position)))
    }

    fn has_kings(&self, position: &Position) -> bool {
        let mut kings = Color::BOTH.into_iter().zip(self.kings);
        kings.all(|(color, king)| king.is_none_or(|king| king == position.king(color)))
    }
}

/// The pawns, the files, the pattern; what is not given is left out.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Members of a family.
#[derive(Clone, Debug)]
pub struct Structures<'f> {
    family: &'f Family,
    numbers: Range<u64>,
}

impl Iterator for Structures<'_> {
    type Item = Structure;

    fn next(&mut self) -> Option<Structure> {
        self.numbers
            .find_map(|number| self.family.structure(number))
    }
}
