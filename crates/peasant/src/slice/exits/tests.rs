//! Both forms of every kind of exit against each other: set-wise, and at every point.

use std::cell::Cell;

use super::*;
use specification::Dice;

use crate::board::{Bitboard, Pawns, Role, Square};
use crate::slice::Wins;
use crate::slice::plane::Placement;
use crate::slice::stalemate::{add_all_stalemates, add_stalemates};
use crate::slice::worth::{add_worth, decides};
use crate::structure::exits::{for_each_chess, for_each_newborn};
use crate::structure::{Pieces, Structure, Symmetry};

/// Every child and the point in it that an exit hangs on at this point: where it leads, and where the captures lead that may
/// answer it at once. Points may be illegal.
fn successors<C: Copy>(frame: &Frame, exit: &Exit<C>, point: Point) -> Vec<(C, Point)> {
    let mut all = Vec::new();
    decides(frame, exit, point, &mut |&child, there| {
        all.push((child, there));
        None
    });
    all
}

/// Children about which nothing is true but that every structure has its own wins, and that illegal placements are not won.
struct Invented;

impl Children<Structure> for Invented {
    fn plane<'a>(
        &'a self,
        child: &Structure,
        mover: Color,
        placement: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        let Pawns { white, black } = child.pawns;
        let mut dice = Dice(white.0 ^ black.0.rotate_left(31) ^ placement.plane() as u64);
        for (color, role) in child.pieces.iter() {
            dice.0 = dice.0.rotate_left(5) ^ (role as u64 * 2 + color as u64);
        }
        let mut noise = || Relation(std::array::from_fn(|_| dice.number()));
        let (to_move, waiting) = (noise(), noise());
        let wins = Wins { to_move, waiting };
        let wins = wins.and(&Frame::new(*child).plane(placement));
        scratch.insert(*wins.with(mover))
    }
}

fn random_pawns(dice: &mut Dice, count: usize) -> Pawns {
    let mut pawns = Pawns::NONE;
    for _ in 0..count {
        let square = Square::new(8 + dice.roll(48) as u32);
        if pawns.occupied().contains(square) {
            continue;
        }
        let side = match dice.roll(2) {
            0 => &mut pawns.white,
            _ => &mut pawns.black,
        };
        *side = side.with(square);
    }
    pawns
}

/// Every point of one plane, legal for the side to move.
fn legal_points(frame: &Frame, placement: Placement) -> impl Iterator<Item = Point> {
    let legal = frame.plane(&placement);
    Square::all().flat_map(move |attacker| {
        Square::all().flat_map(move |defender| {
            [true, false].into_iter().filter_map(move |to_move| {
                let point = Point {
                    attacker,
                    defender,
                    to_move,
                    placement,
                };
                legal.contains(point).then_some(point)
            })
        })
    })
}

fn asks(child: &Structure, there: Point) -> Option<bool> {
    let scratch = &mut None;
    let won = Invented.plane(child, there.mover(), &there.placement, scratch);
    Some(won.contains(there.attacker, there.defender))
}

/// Compares one exit, in some of its planes. Returns at how many points.
fn compare(frame: &Frame, exit: &Exit<Structure>, dice: &mut Dice, kinds: &Cell<u32>) -> usize {
    let mut sum = vec![Relation::EMPTY; frame.planes()];
    add_worth(frame, exit, &Invented, &mut sum);
    let placements: Vec<Placement> = frame.placements().collect();
    let mut points = 0;
    for _ in 0..placements.len().min(6) {
        let placement = placements[dice.roll(placements.len())];
        for point in legal_points(frame, placement) {
            if point.to_move != (exit.mover == Color::White) {
                continue;
            }
            let set = sum[placement.plane()].contains(point.attacker, point.defender);
            let at = decides(frame, exit, point, &mut asks);
            assert_eq!(at, Some(set), "{exit:?} at {point:?}");
            if set {
                kinds.set(kinds.get() | 1 << exit.kind as u32);
                let leads = successors(frame, exit, point);
                assert!(!leads.is_empty(), "{exit:?} at {point:?} leads nowhere");
                assert!(
                    leads
                        .iter()
                        .all(|(child, _)| exit.structures().any(|c| c == *child))
                );
            }
            points += 1;
        }
    }
    points
}

fn structure(dice: &mut Dice, pieces: &[(Color, Role)]) -> Structure {
    let pieces = pieces.iter().fold(Pieces::NONE, |all, &(color, role)| {
        all.with(color, role).map_or(all, |(all, _)| all)
    });
    let count = 1 + dice.roll(5);
    let mut pawns = random_pawns(dice, count);
    if dice.roll(3) == 0 {
        // A double step that can be answered en passant.
        let taker = Square::at(3, 3);
        pawns.white = pawns.white.without(taker).with(Square::at(4, 1));
        pawns.white = pawns.white - Square::at(4, 2).set() - Square::at(4, 3).set();
        pawns.black = pawns.black - Square::at(4, 1).set() - Square::at(4, 2).set();
        pawns.black = pawns.black.without(Square::at(4, 3)).with(taker);
    }
    let flip = dice.roll(2) == 0;
    let structure = Structure::new(pawns, pieces);
    if flip { structure.flip() } else { structure }
}

#[test]
fn sets_and_points_agree_by_the_rules_of_chess() {
    use Color::{Black, White};
    use Role::{Bishop, Knight, Queen, Rook};
    let lists: [&[(Color, Role)]; 9] = [
        &[],
        &[],
        &[],
        &[(White, Queen)],
        &[(Black, Queen)],
        &[(White, Knight)],
        &[(Black, Rook)],
        &[(Black, Bishop)],
        &[(White, Rook)],
    ];
    let mut dice = Dice(1);
    let (mut points, kinds) = (0, Cell::new(0));
    for round in 0..90 {
        let structure = structure(&mut dice, lists[round % lists.len()]);
        let frame = Frame::new(structure);
        for_each_chess(structure, |exit| {
            points += compare(&frame, &exit, &mut dice, &kinds);
        });
    }
    assert_eq!(
        kinds.get(),
        0b01_1111,
        "every kind but Newborn's has been met"
    );
    assert!(points > 500_000);
}

#[test]
fn sets_and_points_agree_with_two_pieces() {
    use Color::{Black, White};
    use Role::{Knight, Queen};
    let mut dice = Dice(2);
    let (mut points, kinds) = (0, Cell::new(0));
    for pieces in [
        [(White, Queen), (Black, Queen)],
        [(White, Knight), (White, Queen)],
    ] {
        let structure = structure(&mut dice, &pieces);
        let frame = Frame::new(structure);
        for_each_chess(structure, |exit| {
            points += compare(&frame, &exit, &mut dice, &kinds);
        });
    }
    assert!(points > 10_000);
}

#[test]
fn sets_and_points_agree_by_newborns_rules() {
    let mut dice = Dice(3);
    let (mut points, kinds) = (0, Cell::new(0));
    for _ in 0..60 {
        let structure = structure(&mut dice, &[]);
        let frame = Frame::new(structure);
        for_each_newborn(structure.pawns, |exit| {
            let exit = exit.map(Structure::from);
            points += compare(&frame, &exit, &mut dice, &kinds);
        });
    }
    assert_eq!(kinds.get(), 0b10_0111, "every kind that pawns alone have");
    assert!(points > 300_000);
}

#[test]
fn exits_of_images_are_images() {
    let mut dice = Dice(4);
    for _ in 0..100 {
        let pawns = structure(&mut dice, &[]).pawns;
        let list = |pawns: Pawns, symmetry: Symmetry| {
            let mut list = Vec::new();
            for_each_newborn(pawns, |exit| {
                list.push(format!("{:?}", sorted(symmetry.apply(exit))));
            });
            list.sort();
            list
        };
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(pawns);
            assert_eq!(
                list(image, symmetry.invert()),
                list(pawns, Symmetry::IDENTITY)
            );
        }
    }
}

/// Answers en passant in a fixed order.
fn sorted(mut exit: Exit<Pawns>) -> Exit<Pawns> {
    exit.en_passant.sort();
    exit
}

/// What pawns alone show, against all legal moves, for every structure of two pawns and some of the attacker's in their way.
#[test]
fn the_shortcut_for_pawns_alone_is_right() {
    let mut found = 0;
    let squares = || (8..56).map(Square::new);
    for first in squares() {
        for second in squares() {
            for white in [first.set().down(), second.set().down() | first.set().left()] {
                let black = first.set() | second.set();
                let white = white - black - Bitboard::rank(0) - Bitboard::rank(7);
                found += compare_stalemates(Pawns { white, black });
            }
        }
    }
    assert!(found > 500, "{found}");
}

/// Returns how many stalemates there are.
fn compare_stalemates(pawns: Pawns) -> u32 {
    let frame = Frame::new(Structure::from(pawns));
    let mut shortcut = [Relation::EMPTY];
    add_stalemates(&frame, &mut shortcut);
    let mut all = [Relation::EMPTY];
    add_all_stalemates(&frame, &mut all);
    assert_eq!(shortcut, all, "{pawns:?}");
    shortcut[0].0.iter().map(|row| row.count_ones()).sum()
}
