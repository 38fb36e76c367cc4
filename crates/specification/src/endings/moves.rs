//! The moves of all men, one man at a time, and what the board looks like after them.

use super::board::{Board, DIRECTIONS, JUMPS, Man, Piece, Side, Square, step};

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A king or piece goes to an empty square: the only move that can be taken back later.
    Walk,
    /// A man takes another; but see the next three.
    Capture,
    PawnStep,
    DoubleStep,
    EnPassant,
    /// A pawn reaches the last rank, by a step or a capture, and becomes this.
    Promotion(Man),
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
    pub fn is_zeroing(self) -> bool {
        self.kind != Kind::Walk
    }

    /// The square a double step passes over, which gives the right to take en passant.
    pub fn right(self) -> Option<Square> {
        (self.kind == Kind::DoubleStep).then_some((self.from + self.to) / 2)
    }
}

/// What a pawn can become.
pub const PROMOTIONS: [Man; 4] = [Man::Queen, Man::Rook, Man::Bishop, Man::Knight];

const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// All legal moves of a side, each with the board after it. `en_passant` is the square the last move's double step passed
/// over.
pub fn legal_moves(
    board: &Board,
    side: Side,
    en_passant: Option<Square>,
) -> Vec<(NaiveMove, Board)> {
    legal(board, side, en_passant, |_| true)
}

/// The same under Newborn's rules: queens are the only promotions, and never move.
pub fn newborn_moves(
    board: &Board,
    side: Side,
    en_passant: Option<Square>,
) -> Vec<(NaiveMove, Board)> {
    legal(board, side, en_passant, |played| match played.kind {
        Kind::Promotion(new) => new == Man::Queen,
        _ => !board.holds(played.from, side, Man::Queen),
    })
}

fn legal(
    board: &Board,
    side: Side,
    en_passant: Option<Square>,
    is_in_the_rules: impl Fn(&NaiveMove) -> bool,
) -> Vec<(NaiveMove, Board)> {
    let mut legal = Vec::with_capacity(16);
    for (square, _) in board.men().filter(|(_, man)| man.side == side) {
        moves_of(board, square, en_passant, &mut |played| {
            if !is_in_the_rules(&played) {
                return;
            }
            let after = play(board, played);
            if !after.in_check(side) {
                legal.push((played, after));
            }
        });
    }
    legal
}

/// Shows every move of the man on a square. Whether the own king is in check afterwards is not looked at.
pub fn moves_of(
    board: &Board,
    from: Square,
    en_passant: Option<Square>,
    show: &mut impl FnMut(NaiveMove),
) {
    let Piece { side, man } = board.at(from).expect("a man moves");
    match man {
        Man::King => jumps(board, side, from, &DIRECTIONS, show),
        Man::Knight => jumps(board, side, from, &JUMPS, show),
        Man::Queen => lines(board, side, from, &DIRECTIONS, show),
        Man::Rook => lines(board, side, from, &STRAIGHT, show),
        Man::Bishop => lines(board, side, from, &DIAGONAL, show),
        Man::Pawn => {
            pawn_advances(board, side, from, show);
            pawn_captures(board, side, from, en_passant, show);
        }
    }
}

/// The board after the move. Nothing is checked.
pub fn play(board: &Board, played: NaiveMove) -> Board {
    let mut after = board.clone();
    let Piece { side, man } = board.at(played.from).expect("a man moves");
    after.clear(played.from);
    match played.kind {
        Kind::Promotion(new) => after.put(played.to, side, new),
        _ => after.put(played.to, side, man),
    }
    if played.kind == Kind::EnPassant {
        // The taken pawn stands beside the origin: on the rank left, on the file entered.
        after.clear(played.from / 8 * 8 + played.to % 8);
    }
    after
}

/// Whether a man of that side may be taken there. (A king never is: the position before would not be legal.)
fn can_be_taken(board: &Board, square: Square, side: Side) -> bool {
    board
        .at(square)
        .is_some_and(|victim| victim.side == side && victim.man != Man::King)
}

fn jumps(
    board: &Board,
    side: Side,
    from: Square,
    ways: &[(i32, i32)],
    show: &mut impl FnMut(NaiveMove),
) {
    for to in ways.iter().filter_map(|&way| step(from, way)) {
        if board.is_empty(to) {
            let kind = Kind::Walk;
            show(NaiveMove { from, to, kind });
        } else if can_be_taken(board, to, side.other()) {
            let kind = Kind::Capture;
            show(NaiveMove { from, to, kind });
        }
    }
}

fn lines(
    board: &Board,
    side: Side,
    from: Square,
    ways: &[(i32, i32)],
    show: &mut impl FnMut(NaiveMove),
) {
    for &way in ways {
        let mut here = from;
        while let Some(to) = step(here, way) {
            if !board.is_empty(to) {
                if can_be_taken(board, to, side.other()) {
                    let kind = Kind::Capture;
                    show(NaiveMove { from, to, kind });
                }
                break;
            }
            let kind = Kind::Walk;
            show(NaiveMove { from, to, kind });
            here = to;
        }
    }
}

fn pawn_advances(board: &Board, side: Side, from: Square, show: &mut impl FnMut(NaiveMove)) {
    let ahead = |square| step(square, (0, side.forward())).filter(|&to| board.is_empty(to));
    let Some(to) = ahead(from) else { return };
    arrive(side, from, to, Kind::PawnStep, show);
    if from / 8 == side.home_rank()
        && let Some(to) = ahead(to)
    {
        let kind = Kind::DoubleStep;
        show(NaiveMove { from, to, kind });
    }
}

fn pawn_captures(
    board: &Board,
    side: Side,
    from: Square,
    en_passant: Option<Square>,
    show: &mut impl FnMut(NaiveMove),
) {
    for files in [-1, 1] {
        let Some(to) = step(from, (files, side.forward())) else {
            continue;
        };
        if can_be_taken(board, to, side.other()) {
            arrive(side, from, to, Kind::Capture, show);
        } else if en_passant == Some(to) {
            let kind = Kind::EnPassant;
            show(NaiveMove { from, to, kind });
        }
    }
}

/// A pawn's move to a square: on the last rank it is four promotions.
fn arrive(side: Side, from: Square, to: Square, kind: Kind, show: &mut impl FnMut(NaiveMove)) {
    if to / 8 != side.last_rank() {
        return show(NaiveMove { from, to, kind });
    }
    for kind in PROMOTIONS.map(Kind::Promotion) {
        show(NaiveMove { from, to, kind });
    }
}
