//! The placings of a class: where kings and pieces stand and who is to move, each with a number.
//!
//! Without pawns a board can be mirrored left to right, bottom to top and along the diagonal. Such classes number only the
//! placings with the white king on one of the ten squares a1, b1, b2, c1, …, d4; all others are mirrored to one of them.

use std::sync::LazyLock;

use super::class::{Class, MOST_PIECES};
use crate::endings::board::{Board, Man, Piece, Side, Square};

/// Where the white king, the black king and the pieces of the class stand, in that order; unused squares are 0.
pub type Squares = [Square; 2 + MOST_PIECES];

/// A placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub to_move: Side,
    pub squares: Squares,
}

impl Place {
    /// The placing after a man has gone to a square and the turn has passed.
    pub fn after(&self, man: usize, to: Square) -> Place {
        let mut squares = self.squares;
        squares[man] = to;
        Place {
            to_move: self.to_move.other(),
            squares,
        }
    }
}

/// The class that a board is looked up in, and its place there.
pub fn locate(board: &Board, to_move: Side) -> (Class, Place) {
    let class = Class::of(board);
    if class.should_exchange_colours() {
        let mut exchanged = Board::empty();
        for (square, piece) in board.men() {
            exchanged.put(square, piece.side.other(), piece.man);
        }
        return (
            Class::of(&exchanged),
            place(&class, &exchanged, to_move.other()),
        );
    }
    (class, place(&class, board, to_move))
}

fn place(class: &Class, board: &Board, to_move: Side) -> Place {
    let count = class.pieces().count();
    assert!(count <= MOST_PIECES, "too many promoted pieces: {class:?}");
    let mut pieces = [(0, 0); MOST_PIECES];
    let found = board
        .men()
        .filter(|(_, piece)| !matches!(piece.man, Man::King | Man::Pawn));
    for (index, (square, piece)) in found.enumerate() {
        pieces[index] = (piece.letter(), square);
    }
    pieces[..count].sort_unstable();
    let mut squares = [0; 2 + MOST_PIECES];
    squares[0] = board.king(Side::White);
    squares[1] = board.king(Side::Black);
    for (index, (_, square)) in pieces.into_iter().enumerate() {
        squares[2 + index] = square;
    }
    Place { to_move, squares }
}

/// The squares a1, b1, b2, c1, …, d4.
static CORNER: LazyLock<Vec<Square>> = LazyLock::new(|| {
    let inside = |square: &Square| square / 8 <= square % 8 && square % 8 < 4;
    (0..64).filter(inside).collect()
});

/// For each square of the white king: its number among the corner's, and where all squares go when it is mirrored there.
static MIRROR: LazyLock<Vec<(usize, [Square; 64])>> = LazyLock::new(|| {
    (0..64)
        .map(|king| {
            let images = std::array::from_fn(|square| mirrored(king, square));
            let number = CORNER.iter().position(|&corner| corner == images[king]);
            (number.expect("the king is mirrored there"), images)
        })
        .collect()
});

/// Where a square goes when the board is mirrored so that the king comes into the corner.
fn mirrored(king: Square, square: Square) -> Square {
    let (mut king_file, mut king_rank) = (king % 8, king / 8);
    let (mut file, mut rank) = (square % 8, square / 8);
    if king_file > 3 {
        (king_file, file) = (7 - king_file, 7 - file);
    }
    if king_rank > 3 {
        (king_rank, rank) = (7 - king_rank, 7 - rank);
    }
    match king_rank > king_file {
        true => file * 8 + rank,
        false => rank * 8 + file,
    }
}

/// How the placings of a class are numbered.
pub struct Numbering {
    /// The kings and then the pieces of the class.
    pub men: Vec<Piece>,
    /// The pawns on an otherwise empty board.
    pawns: Board,
    pawnless: bool,
}

impl Numbering {
    pub fn new(class: &Class) -> Numbering {
        let kings = Side::BOTH.map(|side| Piece {
            side,
            man: Man::King,
        });
        let mut pawns = Board::empty();
        for (piece, square) in class.pawns() {
            pawns.put(square, piece.side, piece.man);
        }
        Numbering {
            men: kings.into_iter().chain(class.pieces()).collect(),
            pawns,
            pawnless: class.pawns().next().is_none(),
        }
    }

    /// The squares numbered for the white king.
    fn corner(&self) -> usize {
        match self.pawnless {
            true => CORNER.len(),
            false => 64,
        }
    }

    /// How many placings there are, sensible or not.
    pub fn len(&self) -> usize {
        2 * self.corner() * 64_usize.pow(self.men.len() as u32 - 1)
    }

    pub fn number(&self, place: &Place) -> usize {
        let (king, images) = self.mirror(place.squares[0]);
        let mut number = place.to_move as usize * self.corner() + king;
        for &square in &place.squares[1..self.men.len()] {
            number = number * 64 + images[square];
        }
        number
    }

    /// The number after a man has gone to a square and the turn has passed.
    pub fn numbers_after<'a>(&'a self, place: &Place, man: usize) -> impl Fn(Square) -> usize + 'a {
        let place = place.after(man, place.squares[man]);
        let here = self.number(&place);
        let (_, images) = self.mirror(place.squares[0]);
        let weight = 64_usize.pow((self.men.len() - 1 - man) as u32);
        move |to| match man {
            0 => {
                let mut squares = place.squares;
                squares[0] = to;
                self.number(&Place { squares, ..place })
            }
            _ => here + images[to] * weight - images[place.squares[man]] * weight,
        }
    }

    /// What is numbered for a white king, and for which square every other man is.
    fn mirror(&self, king: Square) -> (usize, &'static [Square; 64]) {
        let (number, images) = &MIRROR[king];
        match self.pawnless {
            true => (*number, images),
            false => (king, &MIRROR[0].1), // All squares stay.
        }
    }

    /// The placing with that number.
    pub fn place(&self, number: usize) -> Place {
        let mut squares = [0; 2 + MOST_PIECES];
        let mut rest = number;
        for square in squares[1..self.men.len()].iter_mut().rev() {
            *square = rest % 64;
            rest /= 64;
        }
        let king = rest % self.corner();
        squares[0] = match self.pawnless {
            true => CORNER[king],
            false => king,
        };
        Place {
            to_move: Side::BOTH[rest / self.corner()],
            squares,
        }
    }

    /// The board of a placing, unless two men share a square.
    pub fn board(&self, place: &Place) -> Option<Board> {
        let mut board = self.pawns.clone();
        for (piece, &square) in self.men.iter().zip(&place.squares) {
            if !board.is_empty(square) {
                return None;
            }
            board.put(square, piece.side, piece.man);
        }
        Some(board)
    }
}
