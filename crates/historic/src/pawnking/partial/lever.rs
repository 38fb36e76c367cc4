//! Levers: pawns that step to where they can be taken, or take.

use super::{Class, Element, Partial};
use crate::pawnking::distance::Lines;
use crate::pawnking::pattern::Identity;
use crate::pawnking::quad::Man;
use crate::pawnking::span;
use crate::pawnking::view::View;
use peasant::board::{Bitboard, Square};

/// Every lever.
pub fn evaluate(view: &View) -> Vec<Partial> {
    span::pawns(view.board, Identity::Lever)
        .map(|pawn| lever(view, pawn))
        .collect()
}

/// How many pawn moves a breakthrough may take before a pawn runs: two sacrifices and a step, as with three pawns against three.
const MOVES: u32 = 3;

fn lever(view: &View, pawn: Square) -> Partial {
    let contact = Contact {
        own: view.own_pawns(),
        enemy: view.enemy_pawns(),
        kings: view.board.get(Man::OwnKing) | view.board.get(Man::EnemyKing),
    };
    let forces = |moves: &u32| {
        contact
            .landings(pawn)
            .any(|to| contact.forces(view, pawn, to, *moves, 1))
    };
    let breaks = (1..=MOVES).find(forces);
    Partial {
        element: Element::Lever,
        side: view.side,
        pawn,
        class: if breaks.is_some() {
            Class::Breakthrough
        } else {
            Class::Opens
        },
        sensitive: None,
        goal: breaks.unwrap_or(1),
        rests_on: Vec::new(),
        own_aims: Bitboard::EMPTY,
        enemy_aims: Bitboard::EMPTY,
    }
}

/// The pawns in a fight of pawns, in which the kings stand still.
#[derive(Clone, Copy)]
struct Contact {
    own: Bitboard,
    enemy: Bitboard,
    kings: Bitboard,
}

impl Contact {
    fn occupied(self) -> Bitboard {
        self.own | self.enemy | self.kings
    }

    /// Where a pawn takes, or meets enemy pawns by a step.
    fn landings(self, pawn: Square) -> Bitboard {
        let free = !self.occupied();
        let step = pawn.set().up() & free;
        let double = (step & Bitboard::rank(2)).up() & free;
        let takes = pawn.set().white_pawn_attacks() & self.enemy;
        takes | ((step | double) & self.enemy.black_pawn_attacks())
    }

    /// After the move of this pawn, the own one of number `spent`, does a pawn run by the own move of number `moves` whatever the enemy pawns
    /// do? They take, or stand still.
    fn forces(self, view: &View, pawn: Square, to: Square, moves: u32, spent: u32) -> bool {
        let moved = Contact {
            own: self.own.without(pawn).with(to),
            enemy: self.enemy.without(to),
            ..self
        };
        moved
            .answers()
            .all(|after| after.breaks(view, moves, spent))
    }

    /// What the enemy pawns can make of it.
    fn answers(self) -> impl Iterator<Item = Contact> {
        let takers = self.enemy.into_iter();
        let takes = takers.flat_map(move |taker| {
            let taken = taker.set().black_pawn_attacks() & self.own;
            taken.map(move |to| Contact {
                own: self.own.without(to),
                enemy: self.enemy.without(taker).with(to),
                ..self
            })
        });
        takes.chain([self])
    }

    /// Does a pawn run after so many own moves, or after more moves of this kind?
    fn breaks(self, view: &View, moves: u32, spent: u32) -> bool {
        self.runners()
            .any(|runner| self.is_out_of_reach(view, runner, spent))
            || spent < moves
                && self.own.into_iter().any(|pawn| {
                    self.landings(pawn)
                        .any(|to| self.forces(view, pawn, to, moves, spent + 1))
                })
    }

    /// Pawns that are passed, or are after a step.
    fn runners(self) -> Bitboard {
        let steps = self.own.up() - self.occupied();
        let after = span::passed(self.own | steps, self.enemy);
        self.own & (after | after.down())
    }

    /// Is the enemy king outside the square of the pawn, which is to move, after so many moves more?
    fn is_out_of_reach(self, view: &View, pawn: Square, spent: u32) -> bool {
        let promotion = View::promotion(pawn);
        let double = u32::from(pawn.rank() == 1);
        let steps = 7 - pawn.rank() - double;
        let blocked = View::ahead(pawn) & self.occupied();
        blocked.is_empty() && Lines::between(view.enemy_king, promotion).steps() > steps + spent
    }
}
