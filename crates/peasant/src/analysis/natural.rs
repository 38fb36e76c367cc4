//! What people would play: of moves that are about as good, those that are to the point.

use super::passed_pawn::passed_pawns;
use crate::board::{Color, Move, Position, Role, Square};

/// Does a passed pawn go forward?
pub(super) fn runs(here: &Position, m: Move) -> bool {
    let (pawns, mover) = (here.pawns(), here.turn());
    let [mine, theirs] = match mover {
        Color::White => [pawns.white, pawns.black],
        Color::Black => [pawns.black, pawns.white],
    };
    let rank = |square: Square| square.seen_by(mover).rank();
    let ahead =
        |square: Square| square.file().abs_diff(m.from.file()) <= 1 && rank(square) > rank(m.from);
    mine.contains(m.from) && !theirs.into_iter().any(ahead)
}

/// Is it what people try: a king's step towards or beside a pawn that no pawn protects, or into the opposition?
pub(super) fn is_natural(here: &Position, m: Move) -> bool {
    let (mover, pawns) = (here.turn(), here.pawns());
    let theirs = pawns.of(!mover);
    let protected = match mover {
        Color::White => pawns.black.black_pawn_attacks(),
        Color::Black => pawns.white.white_pawn_attacks(),
    };
    let near = |from: Square| (theirs - protected).map(|pawn| pawn.distance(from)).min();
    let is_king = here.king(mover) == m.from;
    let king = here.king(!mover);
    let is_in_line = m.to.file() == king.file() || m.to.rank() == king.rank();
    let opposes = is_in_line && m.to.distance(king) == 2;
    is_king && (opposes || near(m.to) < near(m.from) || near(m.to) == Some(1))
}

/// How far a move leaves the mover's king from where it is needed: from the goal of a pawn that it could not catch even before, by moves and
/// then by ranks; else from the pawn of its own that the other king is nearest to. Nothing beside pieces.
pub(super) fn behind(here: &Position, m: Move) -> u32 {
    if !here.is_pawn_ending() {
        return 0;
    }
    let (mover, next) = (here.turn(), here.play(m));
    let king = next.king(mover);
    let passed = passed_pawns(here).into_iter();
    let runs = passed.filter(|pawn| pawn.color != mover && !pawn.in_square);
    let distances = runs.map(|pawn| {
        let ranks = king.rank().abs_diff(pawn.goal.rank());
        8 * king.distance(pawn.goal) + ranks
    });
    let guarded = || {
        let own = next.pawns().of(mover);
        own.min_by_key(|pawn| pawn.distance(next.king(!mover)))
    };
    let nearest = distances.min();
    nearest
        .or_else(|| Some(king.distance(guarded()?)))
        .unwrap_or(0)
}

/// Can the mover's king catch every passed pawn after its step? `None` if there is none.
pub(super) fn keeps_up(here: &Position, m: Move) -> Option<bool> {
    let passed = passed_pawns(&here.play(m)).into_iter();
    passed
        .filter(|pawn| here.king(here.turn()) == m.from && pawn.color != here.turn())
        .map(|pawn| pawn.in_square)
        .reduce(|all, caught| all && caught)
}

/// How far the king of a side without pawns is from the goal of the other's only passed pawn after a move, where that one runs alone.
pub(super) fn from_the_goal(here: &Position, m: Move) -> u32 {
    let next = here.play(m);
    match passed_pawns(&next)[..] {
        [pawn]
            if next.pawns().of(here.turn()).is_empty()
                && next.king(!here.turn()).distance(pawn.pawn) > HELPS =>
        {
            next.king(here.turn()).distance(pawn.goal)
        }
        _ => 0,
    }
}

/// How far a queen alone is from a pawn alone after its move: it comes nearer by checks, until it attacks the pawn.
pub(super) fn from_the_pawn(here: &Position, m: Move) -> u32 {
    let (mover, next) = (here.turn(), here.play(m));
    let is_queens = here.pieces(mover, Role::Queen).contains(m.from);
    let pawn = next.pawns().of(!mover).first().filter(|_| is_queens);
    pawn.map_or(0, |pawn| pawn.distance(m.to))
}

/// From so far a king comes to help its pawn.
const HELPS: u32 = 3;

/// In a draw, the less the more to the point: a king takes what it can; a queen alone takes a pawn for stalemate, else drives the king into the
/// corner, else gives check; the king that it drives stays near that corner, and promotes only in peace.
pub(super) fn idleness(here: &Position, m: Move) -> u32 {
    let (mover, next) = (here.turn(), here.play(m));
    if here.is_pawn_ending() {
        return u32::from(here.king(mover) != m.from || !here.is_capture(m));
    }
    if here.pieces(mover, Role::Queen).is_empty() {
        return match (m.promotion, here.pawns().of(mover).first()) {
            (Some(_), _) => 8 * u32::from(here.in_check()),
            (_, Some(pawn)) => next.king(mover).distance(corner(pawn, mover)),
            _ => 0,
        };
    }
    let into_corner = |m: &Move| matches!((m.to.file(), m.to.rank()), (0 | 7, 0 | 7));
    let traps = |m: &Move| {
        let cornered = next.play(*m);
        let mut answers = cornered.legal_moves().into_iter();
        answers.any(|answer| cornered.play(answer).is_stalemate())
    };
    let answers = next.legal_moves();
    let mut corners = answers.iter().filter(|m| into_corner(m)).peekable();
    match next.in_check() {
        _ if next.is_stalemate() => 0,
        true if corners.peek().is_none() => 3,
        true => 1 + u32::from(!corners.any(traps)),
        false => 4,
    }
}

/// The corner next to the square where a pawn promotes.
fn corner(pawn: Square, side: Color) -> Square {
    let file = if pawn.file() < 4 { 0 } else { 7 };
    Square::at(file, 7).seen_by(side)
}

/// Does a pawn go where it is taken for nothing?
pub(super) fn gives_a_pawn(here: &Position, m: Move) -> bool {
    let is_pawn = here.pawns().of(here.turn()).contains(m.from);
    let next = here.play(m);
    let mut answers = next.legal_moves().into_iter();
    let is_step = is_pawn && !here.is_capture(m) && m.promotion.is_none();
    is_step && answers.any(|answer| answer.to == m.to && is_free(&next, answer))
}

/// Does a move take something that is not taken back?
pub(super) fn is_free(here: &Position, m: Move) -> bool {
    let mut answers = here.play(m).legal_moves().into_iter();
    here.is_capture(m) && !answers.any(|answer| answer.to == m.to)
}

/// Can the side to move promote at once?
pub(super) fn may_promote(here: &Position) -> bool {
    let promotes = |m: &Move| m.promotion.is_some();
    here.legal_moves().iter().any(promotes)
}

/// A promotion to a queen, if that is among the moves as well.
pub(super) fn to_a_queen(m: Move, among: &[Move]) -> Move {
    let queen = Move {
        promotion: m.promotion.map(|_| Role::Queen),
        ..m
    };
    if among.contains(&queen) { queen } else { m }
}

/// Does a move leave the last pawn to the other side's queen?
pub(super) fn leaves_to_a_queen(here: &Position, m: Move) -> bool {
    let next = here.play(m);
    let mut answers = next.legal_moves().into_iter();
    let has_queen = !here.pieces(!here.turn(), Role::Queen).is_empty();
    has_queen && answers.any(|answer| is_free(&next, answer))
}
