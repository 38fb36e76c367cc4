//! Where a line soon comes to a new queen alone against a far pawn alone, it goes on until the pawn falls.

use super::answer::LineEnd;
use super::end::is_plain;
use super::inquiry::{Crossed, Inquiry};
use super::line::{Line, line};
use crate::board::{Color, Move, Position, Role, Square};
use crate::value::Wdl;

/// So many plies at most lead there: after more of them another matter was the first.
pub(crate) const SOON: usize = 4;

/// Best play from a position whose result is proved, as [`line`], and on.
pub(super) fn line_on(
    inquiry: &mut Inquiry,
    start: &Position,
    result: Wdl,
) -> Result<Line, Crossed> {
    let (mut moves, mut end) = line(inquiry, start, result)?;
    let there = moves.iter().fold(*start, |here, &m| here.play(m));
    let is_open = start.is_pawn_ending() && moves.len() <= SOON && !there.legal_moves().is_empty();
    if !is_open || may_hold(&there).is_none() && !is_near(&there) {
        return Ok((moves, end));
    }
    let result = if moves.len().is_multiple_of(2) {
        result
    } else {
        -result
    };
    let (rest, its_end) = line(inquiry, &there, result)?;
    let (rest, its_end) = until_it_falls(&there, rest, its_end);
    if may_hold(&there).is_some() || rest.len() <= MOST {
        moves.extend(rest);
        end = its_end;
    }
    Ok((moves, end))
}

/// How a queen stops a pawn that cannot hold is shown in so many plies, or not at all.
const MOST: usize = 32;

/// A line as far as the pawn is on the board.
fn until_it_falls(start: &Position, line: Vec<Move>, end: Option<LineEnd>) -> Line {
    let mut here = *start;
    for (ply, &m) in line.iter().enumerate() {
        here = here.play(m);
        let mut sides = Color::BOTH.into_iter();
        if let Some(winner) = sides.find(|&side| is_plain(&here, side))
            && !here.is_checkmate()
            && !here.is_stalemate()
        {
            return (line[..=ply].to_vec(), Some(LineEnd::PlainlyWon { winner }));
        }
    }
    (line, end)
}

/// A queen alone against a rook's or bishop's pawn alone that may hold, and cannot become a queen at once.
pub(crate) fn may_hold(here: &Position) -> Option<(Square, Color)> {
    let (pawn, side) = queen_against_pawn(here)?;
    let mut moves = here.legal_moves().into_iter();
    let promotes = here.turn() == side && moves.any(|m| m.promotion.is_some());
    let may = pawn.seen_by(side).rank() >= FAR && matches!(pawn.file(), 0 | 2 | 5 | 7);
    (may && !promotes).then_some((pawn, side))
}

/// A queen alone against a pawn alone that is near its promotion: how the queen stops it is the lesson.
fn is_near(here: &Position) -> bool {
    queen_against_pawn(here).is_some_and(|(pawn, side)| {
        let far = match pawn.file() {
            0 | 2 | 5 | 7 => FAR - 1,
            _ => FAR,
        };
        pawn.seen_by(side).rank() >= far
    })
}

/// From this rank on, its sixth, a pawn may hold against a queen.
const FAR: u32 = 5;

/// A queen alone against a pawn alone: the pawn, and whose it is.
pub(crate) fn queen_against_pawn(position: &Position) -> Option<(Square, Color)> {
    let men = |color| position.men(color) - position.king(color).set();
    Color::BOTH.into_iter().find_map(|defender| {
        let pawn = position.pawns().of(defender).first()?;
        let queen = position.pieces(!defender, Role::Queen);
        let all = [men(defender), men(!defender), queen];
        all.iter()
            .all(|set| set.count() == 1)
            .then_some((pawn, defender))
    })
}
