//! Facts of a store, read from bytes: for the fuzz targets in `fuzz/` only, no part of the interface.

use crate::board::{Color, Pawns, Role, Square};
use crate::prove::fuzzing::{Domain, Tried, entry};
use crate::structure::{Pieces, Structure};

/// Pawns alone, queen and pawn against pawn, king and queen against king.
pub const GOALS: u8 = 3;

fn goal(number: u8) -> Structure {
    let (queen, _) = Pieces::NONE
        .with(Color::White, Role::Queen)
        .expect("room for one");
    let pawns = Pawns {
        white: Square::at(3, 4).set(),
        black: Square::at(2, 4).set(),
    };
    match number % GOALS {
        0 => Structure::from(pawns),
        1 => Structure::new(pawns, queen),
        _ => Structure::new(Pawns::NONE, queen),
    }
}

/// What a fact of a goal is read as, written again; `None` if it is refused.
#[must_use]
pub fn fact(number: u8, bytes: &[u8]) -> Option<Vec<u8>> {
    let view = goal(number);
    let name = entry::name(Domain::CHESS, view);
    let bounds = entry::unpack(&name, view, bytes)?;
    Some(entry::pack(&name, view, bounds))
}

/// A fact of a goal with this form and these planes, and a right checksum.
#[must_use]
pub fn forged(number: u8, form: u8, planes: &[u8]) -> Vec<u8> {
    let name = entry::name(Domain::CHESS, goal(number));
    entry::with_head(&name, form, Tried::default(), planes)
}
