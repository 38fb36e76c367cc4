//! Pawn structures to try: all small ones, and larger ones at random.

use std::collections::HashSet;

use super::board::{Side, Square, step};
use super::chess::class::Class;
use super::position::Structure;
use crate::dice::Dice;

/// The squares a pawn can stand on.
pub const PAWN_SQUARES: std::ops::Range<Square> = 8..56;

/// Every structure of one white pawn.
pub fn one_pawn() -> impl Iterator<Item = Structure> {
    PAWN_SQUARES.map(|white| Structure::new(&[white], &[]))
}

/// Every structure of a pawn each.
pub fn one_pawn_each() -> impl Iterator<Item = Structure> {
    PAWN_SQUARES
        .flat_map(|white| PAWN_SQUARES.map(move |black| (white, black)))
        .filter(|(white, black)| white != black)
        .map(|(white, black)| Structure::new(&[white], &[black]))
}

/// A structure of that many pawns from which no more than `limit` structures (itself included) can come. Pawns stand
/// anywhere; what the limit lets through is mostly advanced or blocked.
pub fn random_structure(dice: &mut Dice, pawns: usize, limit: usize) -> Structure {
    loop {
        let mut squares: Vec<Square> = PAWN_SQUARES.collect();
        let (mut white, mut black) = (Vec::new(), Vec::new());
        for _ in 0..pawns {
            let square = squares.swap_remove(dice.roll(squares.len()));
            match dice.roll(2) {
                0 => white.push(square),
                _ => black.push(square),
            }
        }
        let structure = Structure::new(&white, &black);
        if no_more_than(&structure, limit) {
            return structure;
        }
    }
}

/// A structure of that many white and black pawns that can be solved in chess: never more than two promoted pieces are on
/// the board, and besides the classes without pawns, which all structures share, there are no more than `limit` million
/// positions to solve. A class with pawns and one piece has half a million, with two pieces 33 million.
pub fn random_for_chess(dice: &mut Dice, pawns: [usize; 2], limit: usize) -> Structure {
    loop {
        let mut squares: Vec<Square> = PAWN_SQUARES.collect();
        let [white, black] = pawns.map(|count| {
            let pawns = (0..count).map(|_| squares.swap_remove(dice.roll(squares.len())));
            pawns.collect::<Vec<_>>()
        });
        let structure = Structure::new(&white, &black);
        if chess_positions(&structure).is_some_and(|count| count <= limit * 1_000_000) {
            return structure;
        }
    }
}

/// How many positions with pawns come from a structure in chess, unless three promoted pieces can.
fn chess_positions(structure: &Structure) -> Option<usize> {
    let classes = Class::of_pawns(structure).all_below()?;
    let with_pawns = classes
        .iter()
        .filter(|class| class.pawns().next().is_some());
    Some(
        with_pawns
            .map(|class| 2 * 64_usize.pow(2 + class.pieces().count() as u32))
            .sum(),
    )
}

/// Every structure of a pawn each that stand on one file and cannot pass each other.
pub fn face_to_face() -> impl Iterator<Item = Structure> {
    PAWN_SQUARES
        .flat_map(|white| (1..6).map(move |ranks| (white, white + 8 * ranks)))
        .filter(|(_, black)| PAWN_SQUARES.contains(black))
        .map(|(white, black)| Structure::new(&[white], &[black]))
}

/// Whether no more than `limit` structures can come from this one.
fn no_more_than(structure: &Structure, limit: usize) -> bool {
    let mut seen = HashSet::from([structure.clone()]);
    let mut open = vec![structure.clone()];
    while let Some(next) = open.pop() {
        for follower in followers(&next) {
            if seen.insert(follower.clone()) {
                open.push(follower);
            }
        }
        if seen.len() > limit {
            return false;
        }
    }
    true
}

/// The structures one move away, wherever the kings may be. En passant is left out: after d2-d4 e4xd3 stands what stands
/// after d2-d3 e4xd3. Only where the first position has the right does something new follow, which is not counted.
fn followers(structure: &Structure) -> Vec<Structure> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let (own, other) = match side {
            Side::White => (&structure.white, &structure.black),
            Side::Black => (&structure.black, &structure.white),
        };
        let pawns = |own: &[Square], other: &[Square]| match side {
            Side::White => Structure::new(own, other),
            Side::Black => Structure::new(other, own),
        };
        for &pawn in own {
            let rest = without(own, pawn);
            found.push(pawns(&rest, other));
            for to in steps(pawn, side, own, other) {
                found.push(pawns(&[&rest[..], &[to]].concat(), other));
            }
            for files in [-1, 1] {
                let to = step(pawn, (files, side.forward()));
                if let Some(to) = to.filter(|to| other.contains(to)) {
                    found.push(pawns(&[&rest[..], &[to]].concat(), &without(other, to)));
                }
            }
        }
    }
    found
}

/// Where a pawn can step to, the last rank left out.
fn steps(pawn: Square, side: Side, own: &[Square], other: &[Square]) -> Vec<Square> {
    let reach = match pawn / 8 == side.home_rank() {
        true => 2,
        false => 1,
    };
    (1..=reach)
        .map_while(|ranks| step(pawn, (0, ranks * side.forward())))
        .take_while(|to| !own.contains(to) && !other.contains(to))
        .filter(|to| PAWN_SQUARES.contains(to))
        .collect()
}

fn without(pawns: &[Square], gone: Square) -> Vec<Square> {
    pawns.iter().copied().filter(|&pawn| pawn != gone).collect()
}
