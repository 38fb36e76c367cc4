//! Positions of chess without castling: their legal moves, and the FEN they are written in.

use super::moves::{ChessMove, moves_of, play};
use crate::endings::board::{Board, Piece, Side, Square};
use crate::endings::position::{NaivePosition, name, shorten_gaps, square};

/// A position with any men.
#[derive(Clone, PartialEq, Eq)]
pub struct ChessPosition {
    pub board: Board,
    pub to_move: Side,
    /// The square passed over by the double step just played, if any.
    pub en_passant: Option<Square>,
}

impl ChessPosition {
    /// The position of these men, given by their letters in FEN.
    pub fn of(men: &[(u8, Square)], to_move: Side) -> ChessPosition {
        let mut board = Board::empty();
        for &(letter, square) in men {
            let piece = Piece::with_letter(letter).expect("a letter of FEN");
            board.put(square, piece.side, piece.man);
        }
        ChessPosition {
            board,
            to_move,
            en_passant: None,
        }
    }

    /// A position of kings and pawns.
    pub fn of_pawns(position: &NaivePosition) -> ChessPosition {
        ChessPosition {
            board: position.board(),
            to_move: position.to_move,
            en_passant: position.en_passant,
        }
    }

    /// The legal moves, each with the position after it.
    pub fn legal_moves(&self) -> Vec<(ChessMove, ChessPosition)> {
        let mut moves = Vec::new();
        for (square, man) in self.board.men() {
            if man.side == self.to_move {
                moves_of(&self.board, square, self.en_passant, &mut |m| moves.push(m));
            }
        }
        moves
            .into_iter()
            .map(|played| (played, self.after(played)))
            .filter(|(_, after)| !after.board.in_check(self.to_move))
            .collect()
    }

    fn after(&self, played: ChessMove) -> ChessPosition {
        ChessPosition {
            board: play(&self.board, played),
            to_move: self.to_move.other(),
            en_passant: played.right(),
        }
    }

    pub fn in_check(&self) -> bool {
        self.board.in_check(self.to_move)
    }

    /// How many sequences of that many legal moves there are.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        moves.iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }

    /// The position of a FEN; castling rights and counters are not looked at.
    pub fn parse(fen: &str) -> ChessPosition {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut men = Vec::new();
        for (row, text) in fields[0].split('/').enumerate() {
            let mut square = (7 - row) * 8;
            for letter in text.chars() {
                match letter.to_digit(9) {
                    Some(gap) => square += gap as usize,
                    None => {
                        men.push((letter as u8, square));
                        square += 1;
                    }
                }
            }
        }
        let to_move = match fields[1] {
            "w" => Side::White,
            _ => Side::Black,
        };
        let right = fields.get(3).filter(|&&name| name != "-");
        ChessPosition {
            en_passant: right.map(|name| square(name)),
            ..ChessPosition::of(&men, to_move)
        }
    }

    pub fn fen(&self) -> String {
        let letter = |square| match self.board.at(square) {
            None => '1',
            Some(piece) => char::from(piece.letter()),
        };
        let rows: Vec<String> = (0..8)
            .rev()
            .map(|rank| (0..8).map(|file| letter(rank * 8 + file)).collect())
            .map(|row: String| shorten_gaps(&row))
            .collect();
        let to_move = match self.to_move {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let right = self.en_passant.map_or("-".to_owned(), name);
        format!("{} {to_move} - {right} 0 1", rows.join("/"))
    }
}
