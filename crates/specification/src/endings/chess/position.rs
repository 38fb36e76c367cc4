//! Positions of chess without castling: their legal moves, and the FEN they are written in.

use crate::endings::board::{Board, Piece, Side, Square};
use crate::endings::moves::{self, NaiveMove};
use crate::endings::position::{NaivePosition, read, write};

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
    pub fn legal_moves(&self) -> Vec<(NaiveMove, ChessPosition)> {
        let after = |(played, board): (NaiveMove, Board)| {
            let position = ChessPosition {
                board,
                to_move: self.to_move.other(),
                en_passant: played.right(),
            };
            (played, position)
        };
        let moves = moves::legal_moves(&self.board, self.to_move, self.en_passant);
        moves.into_iter().map(after).collect()
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
        let (board, to_move, en_passant) = read(fen);
        ChessPosition {
            board,
            to_move,
            en_passant,
        }
    }

    pub fn fen(&self) -> String {
        write(&self.board, self.to_move, self.en_passant)
    }
}
