//! A position as plain data.

use super::game::Game;
use super::square::Square;
use crate::endings::{Board, Man, Side, shorten_gaps};

/// Who stands where, who is to move, and the square that a pawn has just stepped over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NaivePosition {
    /// The rules.
    pub game: Game,
    /// Smaller ones lie in the corner of a1.
    board: Board,
    /// Whose turn it is.
    pub to_move: Side,
    /// Only in games with en passant; whether anybody can take there is another question.
    pub stepped_over: Option<Square>,
}

impl Game {
    /// The first position.
    pub fn start(&self) -> NaivePosition {
        let mut position = NaivePosition::empty(*self, Side::White);
        for side in Side::BOTH {
            for row in 0..self.rows {
                let rank = self.home_of(side) + row * side.forward();
                for file in 1..=self.files {
                    position.put(Square { file, rank }, Some(side));
                }
            }
        }
        position
    }
}

impl NaivePosition {
    /// A board without pawns.
    pub fn empty(game: Game, to_move: Side) -> NaivePosition {
        NaivePosition {
            game,
            board: Board::empty(),
            to_move,
            stepped_over: None,
        }
    }

    /// The same with another square that was stepped over.
    pub fn with_stepped_over(&self, square: Option<Square>) -> NaivePosition {
        let mut with = self.clone();
        with.stepped_over = square;
        with
    }

    fn on_board(&self, square: Square) -> bool {
        (1..=self.game.files).contains(&square.file) && (1..=self.game.ranks).contains(&square.rank)
    }

    /// Whose pawn stands there.
    pub fn at(&self, square: Square) -> Option<Side> {
        if !self.on_board(square) {
            return None;
        }
        Some(self.board.at(square.index())?.side)
    }

    /// A square of the board on which nobody stands.
    pub fn is_empty(&self, square: Square) -> bool {
        self.on_board(square) && self.at(square).is_none()
    }

    /// Puts a pawn there, or takes it away.
    pub fn put(&mut self, square: Square, pawn: Option<Side>) {
        match pawn {
            Some(side) => self.board.put(square.index(), side, Man::Pawn),
            None => self.board.clear(square.index()),
        }
    }

    /// The squares of a side's pawns, in the order of the board.
    pub fn pawns(&self, side: Side) -> Vec<Square> {
        let squares = self.game.squares();
        squares
            .filter(|&square| self.at(square) == Some(side))
            .collect()
    }

    /// Squares that the opponent's last move may have stepped over.
    pub fn possible_rights(&self) -> Vec<Square> {
        let opponent = self.to_move.other();
        let was_stepped_over = |square: &Square| {
            let before = Square {
                rank: square.rank - opponent.forward(),
                ..*square
            };
            before.rank == self.game.home_of(opponent)
                && self.is_empty(before)
                && self.is_empty(*square)
                && self.at(square.ahead(opponent)) == Some(opponent)
        };
        let squares = self
            .game
            .squares()
            .filter(|_| self.game.double_step && self.game.en_passant);
        squares.filter(was_stepped_over).collect()
    }

    /// Left and right exchanged.
    pub fn mirrored(&self) -> NaivePosition {
        let files = self.game.files;
        self.moved(self.to_move, |square| Square {
            file: files + 1 - square.file,
            ..square
        })
    }

    /// The same with the colours exchanged.
    pub fn flipped(&self) -> NaivePosition {
        let ranks = self.game.ranks;
        let turned = self.moved(self.to_move.other(), |square| Square {
            rank: ranks + 1 - square.rank,
            ..square
        });
        let mut flipped = turned.clone();
        for square in self.game.squares() {
            flipped.put(square, turned.at(square).map(Side::other));
        }
        flipped
    }

    /// Everything on another square.
    fn moved(&self, to_move: Side, place: impl Fn(Square) -> Square) -> NaivePosition {
        let mut moved = NaivePosition::empty(self.game, to_move);
        for square in self.game.squares() {
            moved.put(place(square), self.at(square));
        }
        moved.stepped_over = self.stepped_over.map(place);
        moved
    }

    /// FEN, with the letters to use for the pawns. A square for en passant is given if a pawn can take there.
    fn text(&self, white: &str, black: &str, castling: &str) -> String {
        let mut ranks = Vec::new();
        for rank in (1..=self.game.ranks).rev() {
            let mut text = String::new();
            for file in 1..=self.game.files {
                text += match self.at(Square { file, rank }) {
                    Some(Side::White) => white,
                    Some(Side::Black) => black,
                    None => "1",
                };
            }
            ranks.push(shorten_gaps(&text));
        }
        let side = self.to_move.letter();
        let right = self.right().map_or("-".to_owned(), Square::name);
        format!("{} {side} {castling}{right}", ranks.join("/"))
    }

    /// The position as the library writes it.
    pub fn fen(&self) -> String {
        self.text("P", "p", "- ")
    }

    /// The older form.
    pub fn peasant_form(&self) -> String {
        self.text("o", "X", "")
    }
}
