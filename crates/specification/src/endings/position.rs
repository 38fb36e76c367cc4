//! Positions and pawn structures as plain data, and the FEN they are written in.

use super::board::{Board, Man, Piece, Side, Square};
use super::moves::{Kind, newborn_moves};

/// The pawns alone: their squares, each list in rising order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Structure {
    /// The squares of White's pawns, in order.
    pub white: Vec<Square>,
    /// The squares of Black's pawns, in order.
    pub black: Vec<Square>,
}

impl Structure {
    /// Sorts the pawns. They must stand on different squares of the second to the seventh rank.
    pub fn new(white: &[Square], black: &[Square]) -> Structure {
        let sorted = |pawns: &[Square]| {
            let mut pawns = pawns.to_vec();
            pawns.sort_unstable();
            pawns
        };
        let all = sorted(&[white, black].concat());
        assert!(all.iter().all(|pawn| (8..56).contains(pawn)), "{all:?}");
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
        Structure {
            white: sorted(white),
            black: sorted(black),
        }
    }

    /// The pawns of a board.
    pub fn of(board: &Board) -> Structure {
        Structure {
            white: board.squares_of(Side::White, Man::Pawn).collect(),
            black: board.squares_of(Side::Black, Man::Pawn).collect(),
        }
    }

    /// Every legal position with these pawns, without any en-passant right.
    pub fn quiet_positions(&self) -> Vec<NaivePosition> {
        let mut positions = Vec::new();
        for to_move in Side::BOTH {
            for white_king in 0..64 {
                for black_king in 0..64 {
                    let position = NaivePosition {
                        white_king,
                        black_king,
                        white_pawns: self.white.clone(),
                        black_pawns: self.black.clone(),
                        to_move,
                        en_passant: None,
                    };
                    if position.is_legal() {
                        positions.push(position);
                    }
                }
            }
        }
        positions
    }

    /// Every legal position with these pawns. Those with an en-passant right come after the same one without it.
    pub fn positions(&self) -> Vec<NaivePosition> {
        let mut positions = Vec::new();
        for position in self.quiet_positions() {
            let rights = position.possible_rights();
            positions.push(position.clone());
            positions.extend(rights.into_iter().map(|square| NaivePosition {
                en_passant: Some(square),
                ..position.clone()
            }));
        }
        positions
    }
}

/// A position of kings and pawns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NaivePosition {
    /// Its square.
    pub white_king: Square,
    /// Its square.
    pub black_king: Square,
    /// Their squares, in order.
    pub white_pawns: Vec<Square>,
    /// Their squares, in order.
    pub black_pawns: Vec<Square>,
    /// Whose turn it is.
    pub to_move: Side,
    /// The square passed over by the double step just played, if any.
    pub en_passant: Option<Square>,
}

impl NaivePosition {
    /// The position of a board.
    pub fn of(board: &Board, to_move: Side, en_passant: Option<Square>) -> NaivePosition {
        let Structure { white, black } = Structure::of(board);
        NaivePosition {
            white_king: board.king(Side::White),
            black_king: board.king(Side::Black),
            white_pawns: white,
            black_pawns: black,
            to_move,
            en_passant,
        }
    }

    /// Its pawns.
    pub fn structure(&self) -> Structure {
        Structure::new(&self.white_pawns, &self.black_pawns)
    }

    /// Its board.
    pub fn board(&self) -> Board {
        let mut board = Board::empty();
        board.put(self.white_king, Side::White, Man::King);
        board.put(self.black_king, Side::Black, Man::King);
        for &pawn in &self.white_pawns {
            board.put(pawn, Side::White, Man::Pawn);
        }
        for &pawn in &self.black_pawns {
            board.put(pawn, Side::Black, Man::Pawn);
        }
        board
    }

    /// Every man has a square of its own and the side that has just moved is not in check.
    pub fn is_legal(&self) -> bool {
        let kings = [self.white_king, self.black_king];
        let on_a_pawn = |king| self.white_pawns.contains(king) || self.black_pawns.contains(king);
        kings[0] != kings[1]
            && !kings.iter().any(on_a_pawn)
            && !self.board().in_check(self.to_move.other())
    }

    /// The same position with every square `moved`; with `swap`, the sides change places as well.
    fn moved(&self, swap: bool, moved: impl Fn(Square) -> Square) -> NaivePosition {
        let mut kings = [moved(self.white_king), moved(self.black_king)];
        let Structure { white, black } = self.structure();
        let mut pawns =
            [white, black].map(|pawns| pawns.into_iter().map(&moved).collect::<Vec<_>>());
        pawns.iter_mut().for_each(|pawns| pawns.sort_unstable());
        if swap {
            kings.reverse();
            pawns.reverse();
        }
        let [white_pawns, black_pawns] = pawns;
        NaivePosition {
            white_king: kings[0],
            black_king: kings[1],
            white_pawns,
            black_pawns,
            to_move: match swap {
                true => self.to_move.other(),
                false => self.to_move,
            },
            en_passant: self.en_passant.map(&moved),
        }
    }

    /// Left and right exchanged.
    pub fn mirrored(&self) -> NaivePosition {
        self.moved(false, |square| square / 8 * 8 + 7 - square % 8)
    }

    /// The colours exchanged and the board turned upside down.
    pub fn flipped(&self) -> NaivePosition {
        self.moved(true, |square| (7 - square / 8) * 8 + square % 8)
    }

    /// The squares on which the side to move could legally take en passant, had the last move been that double step:
    /// the step must have been possible, from a legal position.
    pub fn possible_rights(&self) -> Vec<Square> {
        let board = self.board();
        let stepper = self.to_move.other();
        let back =
            |square: Square, ranks: i32| (square as i32 - 8 * ranks * stepper.forward()) as Square;
        board
            .squares_of(stepper, Man::Pawn)
            .filter(|&pawn| back(pawn, 2) / 8 == stepper.home_rank())
            .filter(|&pawn| board.is_empty(back(pawn, 1)) && board.is_empty(back(pawn, 2)))
            .filter(|&pawn| {
                let mut before = board.clone();
                before.clear(pawn);
                before.put(back(pawn, 2), stepper, Man::Pawn);
                !before.in_check(self.to_move)
            })
            .map(|pawn| back(pawn, 1))
            .filter(|&square| {
                newborn_moves(&board, self.to_move, Some(square))
                    .iter()
                    .any(|(candidate, _)| candidate.kind == Kind::EnPassant)
            })
            .collect()
    }

    /// The position of a FEN with kings and pawns; its counters are not looked at.
    pub fn parse(fen: &str) -> NaivePosition {
        let (board, to_move, en_passant) = read(fen);
        NaivePosition::of(&board, to_move, en_passant)
    }

    /// The FEN, for messages.
    pub fn fen(&self) -> String {
        write(&self.board(), self.to_move, self.en_passant)
    }
}

/// What a FEN says of the men, whose turn it is, and the square passed over by a double step.
pub fn read(fen: &str) -> (Board, Side, Option<Square>) {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let mut board = Board::empty();
    for (row, text) in fields[0].split('/').enumerate() {
        let mut square = (7 - row) * 8;
        for letter in text.chars() {
            match letter.to_digit(9) {
                Some(gap) => square += gap as usize,
                None => {
                    let piece = Piece::with_letter(letter as u8).expect("a letter of FEN");
                    board.put(square, piece.side, piece.man);
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
    (board, to_move, right.map(|name| square(name)))
}

/// The FEN.
pub fn write(board: &Board, to_move: Side, en_passant: Option<Square>) -> String {
    let letter = |square| board.at(square).map_or('1', |piece| piece.letter().into());
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|rank| (0..8).map(|file| letter(rank * 8 + file)).collect())
        .map(|row: String| shorten_gaps(&row))
        .collect();
    let right = en_passant.map_or("-".to_owned(), name);
    format!("{} {} - {right} 0 1", rows.join("/"), to_move.letter())
}

/// Writes runs of `1` as one digit, longest first.
pub fn shorten_gaps(row: &str) -> String {
    (2..=8).rev().fold(row.to_owned(), |text, length| {
        text.replace(&"1".repeat(length), &length.to_string())
    })
}

/// The square of a name such as `e4`.
pub fn square(name: &str) -> Square {
    let letters = name.as_bytes();
    usize::from(letters[0] - b'a') + 8 * usize::from(letters[1] - b'1')
}

/// The name of a square.
pub fn name(square: Square) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}
