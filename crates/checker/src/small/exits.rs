//! Moves that leave an ending: captures, and what pawns do.

use super::block::Block;
use super::lines::{self, Lines, Squares};
use super::men::Men;
use super::table::Sets;
use super::{Small, Worth};
use crate::board::PAWN;

/// Positions of a block from which a move that leaves the ending loses, draws, wins. Of those from which one wins not more is
/// found out.
pub fn exits(block: &Block, legal: Squares, outside: &mut Small) -> Sets {
    let mut exits = Exits { outside, legal, sets: [0; 3] };
    exits.captures_by_last(block);
    exits.captures_of_last(block);
    exits.captures_of_others(block);
    exits.steps(block);
    exits.sets
}

struct Exits<'s> {
    outside: &'s mut Small,
    /// Where the last piece may stand.
    legal: Squares,
    sets: Sets,
}

impl Exits<'_> {
    fn captures_by_last(&mut self, block: &Block) {
        if block.is_last(block.men.turn) {
            for taken in theirs(block) {
                self.capture(&block.men, [block.last, taken], None, block.attacking(taken));
            }
        }
    }

    /// Whoever takes the last piece then stands anywhere; a pawn may become another piece.
    fn captures_of_last(&mut self, block: &Block) {
        let (men, last) = (&block.men, block.last);
        if last < 2 || block.is_last(men.turn) {
            return;
        }
        for index in block.still(men.turn).rev() {
            let from = men.reach(index, block.squares);
            if men.kinds[index] & 7 != PAWN {
                self.capture(men, [index, last], Some(index), from);
                continue;
            }
            for square in lines::squares(from) {
                self.capture(&men.with(last, square), [index, last], None, 1 << square);
            }
        }
    }

    fn captures_of_others(&mut self, block: &Block) {
        let men = &block.men;
        for taken in theirs(block) {
            let square = men.squares[taken];
            let takes = |&index: &usize| men.attacks(index, square, block.squares);
            for index in block.still(men.turn).filter(takes) {
                let between = Lines::of_pieces().between(men.squares[index], square);
                self.capture(men, [index, taken], Some(block.last), !between);
            }
        }
    }

    /// What pawns do but for captures.
    fn steps(&mut self, block: &Block) {
        let men = &block.men;
        for index in block.still(men.turn).filter(|&index| men.kinds[index] & 7 == PAWN) {
            men.steps(index, block.squares, |after, entered| {
                self.arriving(after, index, Some(block.last), !entered);
            });
        }
    }

    /// Adds what follows when a man takes another, if the last piece stands on some squares. After that one man, or none, is free: it
    /// stands on any of them.
    fn capture(
        &mut self,
        men: &Men,
        [index, taken]: [usize; 2],
        free: Option<usize>,
        from: Squares,
    ) {
        let after = men.taking(index, taken);
        let place = |index: usize| if index == after.count { taken } else { index };
        self.arriving(after, place(index), free.map(place), from);
    }

    /// The same when a man has moved, be it a pawn on the last rank.
    fn arriving(&mut self, after: Men, index: usize, free: Option<usize>, from: Squares) {
        after.arriving(index, |after| {
            let from = from & self.legal & !self.sets[Worth::Win as usize];
            match free {
                _ if from == 0 => (),
                // Nobody takes en passant: all at once.
                Some(free) if after.en_passant_captures().next().is_none() => {
                    let sets = self.outside.look_up_all(&after, free, from);
                    self.add(sets);
                }
                Some(free) => {
                    for square in lines::squares(from) {
                        self.add_one(&after.with(free, square), 1 << square);
                    }
                }
                None => self.add_one(&after, from),
            }
        });
    }

    /// Adds positions before one.
    fn add_one(&mut self, after: &Men, from: Squares) {
        let worth = self.outside.look_up(after);
        self.add(Worth::ALL.map(|one| if worth == Some(one) { from } else { 0 }));
    }

    /// Adds positions before those where the other side loses, draws, wins.
    fn add(&mut self, [before_loss, before_draw, before_win]: Sets) {
        let before = [before_win, before_draw, before_loss];
        self.sets.iter_mut().zip(before).for_each(|(set, more)| *set |= more);
    }
}

/// The men of the side that is not to move that may be taken, but for the last piece.
fn theirs(block: &Block) -> impl Iterator<Item = usize> + use<> {
    block.still(super::other(block.men.turn)).filter(|&man| man > 1)
}
