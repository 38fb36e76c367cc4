//! The moves of kings and pawns. (Queens never move under the promotion rules used here; they only attack.)

use super::board::{Board, DIRECTIONS, Man, Side, Square, step};

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A king move to an empty square: the only move that can be taken back later.
    KingStep,
    /// The king takes a pawn or a newly made queen.
    KingCapture,
    PawnStep,
    DoubleStep,
    PawnCapture,
    EnPassant,
    /// A pawn reaches the last rank and becomes a queen.
    Promotion,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NaiveMove {
    pub from: Square,
    pub to: Square,
    pub kind: Kind,
}

impl NaiveMove {
    /// Pawn moves, captures and promotions change the pawn structure for good.
    pub fn is_conversion(self) -> bool {
        self.kind != Kind::KingStep
    }

    /// The square a double step passes over.
    pub fn passed_over(self) -> Square {
        (self.from + self.to) / 2
    }
}

/// All legal moves of the side's king and pawns, each with the board after it. `en_passant` is the square the last
/// move's double step passed over.
pub fn legal_moves(
    board: &Board,
    side: Side,
    en_passant: Option<Square>,
) -> Vec<(NaiveMove, Board)> {
    let mut moves = king_moves(board, side);
    for pawn in board.squares_of(side, Man::Pawn) {
        pawn_advances(board, side, pawn, &mut moves);
        pawn_captures(board, side, pawn, en_passant, &mut moves);
    }
    let mut legal = Vec::with_capacity(moves.len());
    for played in moves {
        let after = play(board, side, played);
        if !after.in_check(side) {
            legal.push((played, after));
        }
    }
    legal
}

/// The board after the move. Nothing is checked.
fn play(board: &Board, side: Side, played: NaiveMove) -> Board {
    let mut after = board.clone();
    let man = board.at(played.from).expect("a man moves").man;
    after.clear(played.from);
    match played.kind {
        Kind::Promotion => after.put(played.to, side, Man::Queen),
        _ => after.put(played.to, side, man),
    }
    if played.kind == Kind::EnPassant {
        // The taken pawn stands beside the origin: on the rank left, on the file entered.
        after.clear(played.from / 8 * 8 + played.to % 8);
    }
    after
}

fn king_moves(board: &Board, side: Side) -> Vec<NaiveMove> {
    let from = board.king(side);
    let mut moves = Vec::with_capacity(16);
    for to in DIRECTIONS.iter().filter_map(|&way| step(from, way)) {
        let kind = match board.at(to) {
            None => Kind::KingStep,
            Some(piece) if piece.side != side && piece.man != Man::King => Kind::KingCapture,
            Some(_) => continue,
        };
        moves.push(NaiveMove { from, to, kind });
    }
    moves
}

fn pawn_advances(board: &Board, side: Side, from: Square, moves: &mut Vec<NaiveMove>) {
    let ahead = |square| step(square, (0, side.forward())).filter(|&to| board.is_empty(to));
    let Some(to) = ahead(from) else { return };
    let kind = match to / 8 == side.last_rank() {
        true => Kind::Promotion,
        false => Kind::PawnStep,
    };
    moves.push(NaiveMove { from, to, kind });
    if from / 8 == side.home_rank()
        && let Some(to) = ahead(to)
    {
        let kind = Kind::DoubleStep;
        moves.push(NaiveMove { from, to, kind });
    }
}

fn pawn_captures(
    board: &Board,
    side: Side,
    from: Square,
    en_passant: Option<Square>,
    moves: &mut Vec<NaiveMove>,
) {
    for to in [-1, 1]
        .into_iter()
        .filter_map(|files| step(from, (files, side.forward())))
    {
        let kind = match board.at(to) {
            None if en_passant == Some(to) => Kind::EnPassant,
            Some(piece) if piece.side != side && piece.man == Man::Pawn => Kind::PawnCapture,
            // A new queen stands on its own last rank, behind every enemy pawn.
            Some(piece) if piece.side != side && piece.man == Man::Queen => {
                panic!("no pawn can ever attack a newly made enemy queen")
            }
            _ => continue,
        };
        moves.push(NaiveMove { from, to, kind });
    }
}
