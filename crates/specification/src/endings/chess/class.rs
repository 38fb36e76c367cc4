//! Classes of positions: the pawns with their squares, the pieces without theirs.

use std::collections::BTreeSet;

use crate::endings::board::{Board, Man, Piece, Side, Square, step};
use crate::endings::moves::PROMOTIONS;
use crate::endings::position::Structure;

/// The most men, kings not counted, that a class can hold.
const MOST_MEN: usize = 6;

/// The most pieces, kings not counted: a class with two has up to 33 million positions.
pub const MOST_PIECES: usize = 2;

/// The square noted for a piece, which may stand anywhere.
const ANYWHERE: Square = 0;

/// The men other than the kings, in order: letters of FEN with squares, followed by zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    men: [(u8, u8); MOST_MEN],
    count: u8,
}

impl Class {
    fn new(men: impl Iterator<Item = (Piece, Square)>) -> Class {
        let mut class = Class {
            men: [(0, 0); MOST_MEN],
            count: 0,
        };
        for (piece, square) in men {
            let square = match piece.man {
                Man::Pawn => square,
                _ => ANYWHERE,
            };
            let count = usize::from(class.count);
            assert!(count < MOST_MEN, "more than {MOST_MEN} men and the kings");
            class.men[count] = (piece.letter(), square as u8);
            class.count += 1;
        }
        class.men[..usize::from(class.count)].sort_unstable();
        class
    }

    /// The class of a board.
    pub fn of(board: &Board) -> Class {
        Class::new(
            board
                .men()
                .filter(|(_, piece)| piece.man != Man::King)
                .map(|(square, piece)| (piece, square)),
        )
    }

    /// The class of a pawn structure.
    pub fn of_pawns(structure: &Structure) -> Class {
        let pawns = |side, squares: &[Square]| {
            let man = Man::Pawn;
            let men: Vec<_> = squares
                .iter()
                .map(|&square| (Piece { side, man }, square))
                .collect();
            men
        };
        let white = pawns(Side::White, &structure.white);
        let black = pawns(Side::Black, &structure.black);
        Class::new(white.into_iter().chain(black))
    }

    fn men(&self) -> impl Iterator<Item = (Piece, Square)> + Clone {
        self.men[..usize::from(self.count)]
            .iter()
            .map(|&(letter, square)| {
                let piece = Piece::with_letter(letter).expect("a letter of FEN");
                (piece, usize::from(square))
            })
    }

    /// The pawns with their squares.
    pub fn pawns(&self) -> impl Iterator<Item = (Piece, Square)> + Clone {
        self.men().filter(|(piece, _)| piece.man == Man::Pawn)
    }

    /// The pieces, in the order of their letters.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + Clone {
        self.men()
            .map(|(piece, _)| piece)
            .filter(|piece| piece.man != Man::Pawn)
    }

    /// Without pawns the colours do not matter: of a class and the one with colours exchanged, one will do.
    pub fn should_exchange_colours(&self) -> bool {
        let exchanged = Class::new(
            self.men()
                .map(|(piece, square)| (piece.exchanged(), square)),
        );
        self.pawns().next().is_none() && exchanged < *self
    }

    /// The classes that follow from this one, itself included, wherever kings and pieces may stand; `None` if one of them
    /// has more than two pieces. (Perhaps there are fewer: no king or piece is ever in a pawn's way here.)
    pub fn all_below(&self) -> Option<BTreeSet<Class>> {
        let mut seen = BTreeSet::from([*self]);
        let mut open = vec![*self];
        while let Some(next) = open.pop() {
            if next.pieces().count() > MOST_PIECES {
                return None;
            }
            for follower in next.followers() {
                if seen.insert(follower) {
                    open.push(follower);
                }
            }
        }
        Some(seen)
    }

    /// The classes one move away. En passant is left out: what stands after d2-d4 e4xd3 stands after d2-d3 e4xd3.
    fn followers(&self) -> Vec<Class> {
        let mut found: Vec<Class> = (0..usize::from(self.count))
            .map(|gone| self.change(&[gone], None))
            .collect();
        for (index, (pawn, from)) in self.men().enumerate() {
            if pawn.man == Man::Pawn {
                self.pawn_steps(index, pawn.side, from, &mut found);
                self.pawn_captures(index, pawn.side, from, &mut found);
            }
        }
        found
    }

    /// The class without some of its men and with another one.
    fn change(&self, gone: &[usize], new: Option<(Piece, Square)>) -> Class {
        let rest = self.men().enumerate();
        let rest = rest.filter(|(index, _)| !gone.contains(index));
        Class::new(rest.map(|(_, man)| man).chain(new))
    }

    fn pawn_steps(&self, index: usize, side: Side, from: Square, found: &mut Vec<Class>) {
        let reach = if from / 8 == side.home_rank() { 2 } else { 1 };
        for ranks in 1..=reach {
            let to = step(from, (0, ranks * side.forward())).expect("a pawn has a rank to go");
            if self.pawns().any(|(_, square)| square == to) {
                break;
            }
            let new = arrivals(side, to).into_iter();
            found.extend(new.map(|new| self.change(&[index], Some((new, to)))));
        }
    }

    fn pawn_captures(&self, index: usize, side: Side, from: Square, found: &mut Vec<Class>) {
        for to in [-1, 1]
            .into_iter()
            .filter_map(|files| step(from, (files, side.forward())))
        {
            let pawn_there = self.pawns().any(|(_, square)| square == to);
            for (victim, (piece, square)) in self.men().enumerate() {
                let there = match piece.man {
                    Man::Pawn => square == to,
                    _ => !pawn_there,
                };
                if there && piece.side != side {
                    let new = arrivals(side, to).into_iter();
                    found.extend(new.map(|new| self.change(&[index, victim], Some((new, to)))));
                }
            }
        }
    }
}

/// What stands on a square after a pawn has moved there.
fn arrivals(side: Side, to: Square) -> Vec<Piece> {
    let men: &[Man] = match to / 8 == side.last_rank() {
        true => &PROMOTIONS,
        false => &[Man::Pawn],
    };
    men.iter().map(|&man| Piece { side, man }).collect()
}
