//! One ending of the base, which is one file: its name, and which planes are stored of it.

use std::fmt;

use super::material::Material;
use crate::board::{Color, Pawns, Square};
use crate::slice::{Placement, Wins, stored_planes};
use crate::structure::{Pieces, Structure, Symmetry};

/// A structure as the attacker sees it: pawnless pieces, or pieces and one pawn on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ending {
    pieces: Pieces,
    pawn: Option<(Color, Square)>,
}

impl Ending {
    /// The ending of a structure, as its attacker sees it, and what turns the structure into it. `None` if it is not
    /// for the base.
    pub fn of(view: Structure) -> Option<(Ending, Symmetry)> {
        let Structure {
            pawns,
            pieces,
            expendable,
        } = view;
        if !expendable.is_empty() {
            return None;
        }
        let most = match pawns.occupied().count() {
            0 => Pieces::MAX,
            1 => 2,
            _ => return None,
        };
        let armed = pieces.any_of(Color::White) || !pawns.white.is_empty();
        let least = 1 + pawns.occupied().count() as usize;
        if !armed || !(least..=most).contains(&pieces.len()) {
            return None;
        }
        let Some(square) = pawns.occupied().first() else {
            return Some((Ending { pieces, pawn: None }, Symmetry::IDENTITY));
        };
        let owner = if pawns.white.is_empty() {
            Color::Black
        } else {
            Color::White
        };
        let (square, symmetry) = if square.file() > 3 {
            (square.mirror(), Symmetry::MIRROR)
        } else {
            (square, Symmetry::IDENTITY)
        };
        let pawn = Some((owner, square));
        Some((Ending { pieces, pawn }, symmetry))
    }

    pub fn pieces(self) -> Pieces {
        self.pieces
    }

    pub fn structure(self) -> Structure {
        let mut pawns = Pawns::NONE;
        match self.pawn {
            Some((Color::White, square)) => pawns.white = square.set(),
            Some((Color::Black, square)) => pawns.black = square.set(),
            None => {}
        }
        Structure::new(pawns, self.pieces)
    }

    pub fn material(self) -> Material {
        Material {
            pieces: self.pieces,
            pawn: self.pawn.map(|(owner, _)| owner),
        }
    }

    /// How many planes are stored.
    pub fn stored_planes(self) -> usize {
        match self.pawn {
            None => stored_planes::stored_planes(self.pieces.len()),
            Some(_) => 1 << (6 * self.pieces.len()),
        }
    }

    /// The placement of a stored plane, `None` where two pieces would stand on one square, or a piece on the pawn.
    pub fn placement(self, index: usize) -> Option<Placement> {
        match self.pawn {
            None => stored_planes::placement(self.pieces.len(), index),
            Some((_, pawn)) => {
                let placement = Placement::of_plane(self.pieces.len(), index);
                let occupied = placement.occupied();
                let stands =
                    occupied.count() as usize == placement.len() && !occupied.contains(pawn);
                stands.then_some(placement)
            }
        }
    }

    /// The plane of a placement: the number under which it is stored, and what makes it of the stored one.
    pub fn stored(self, placement: &Placement) -> (usize, impl Fn(&Wins) -> Wins + use<>) {
        let (index, turn) = match self.pawn {
            None => {
                let (index, turn) = stored_planes::stored(placement);
                (index, Some(turn))
            }
            Some(_) => (placement.plane(), None),
        };
        let as_it_is = move |stored: &Wins| match turn {
            Some(turn) => stored_planes::as_it_is(stored, turn),
            None => *stored,
        };
        (index, as_it_is)
    }

    /// The planes to keep, of all.
    pub fn reduce(self, all: Vec<Wins>) -> Vec<Wins> {
        match self.pawn {
            None => stored_planes::reduce(self.pieces.len(), &all),
            Some(_) => all,
        }
    }

    /// All planes, from those that are stored.
    pub fn expand(self, stored: Vec<Wins>) -> Vec<Wins> {
        match self.pawn {
            None => stored_planes::expand(self.pieces.len(), &stored),
            Some(_) => stored,
        }
    }
}

impl Material {
    /// The endings of the material: one without a pawn, else one for each square of the pawn up to the mirror image.
    pub(crate) fn endings(self) -> Vec<Ending> {
        let structure = |pawns| Structure::new(pawns, self.pieces);
        let Some(owner) = self.pawn else {
            return Ending::of(structure(Pawns::NONE))
                .into_iter()
                .map(|(ending, _)| ending)
                .collect();
        };
        let squares = (8..56).map(Square::new).filter(|square| square.file() < 4);
        // A pawn that is further on is needed first.
        let mut endings: Vec<Ending> = squares
            .filter_map(|square| {
                let mut pawns = Pawns::NONE;
                *match owner {
                    Color::White => &mut pawns.white,
                    Color::Black => &mut pawns.black,
                } = square.set();
                Some(Ending::of(structure(pawns))?.0)
            })
            .collect();
        if owner == Color::White {
            endings.reverse();
        }
        endings
    }
}

/// `KQvKR`, `KQPvKQ-e4`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.material())?;
        match self.pawn {
            Some((_, square)) => write!(f, "-{square}"),
            None => Ok(()),
        }
    }
}
