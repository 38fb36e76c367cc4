//! A line of best play, no move of which is shown before it is proved to keep the result.

use super::answer::{LineEnd, MoveAnalysis};
use super::inquiry::{Crossed, Inquiry, converts};
use crate::board::{Color, Move, Pawns, Position, Role};
use crate::prove::{LINE_MOVE, MAX_PIECES, Measure};
use crate::rules::Rules;
use crate::value::{Bounds, Wdl};

/// A line ends after so many plies, wherever it is.
const LONGEST: usize = 400;

/// Moves, and why they end; `None` if there is nothing to show.
pub(super) type Line = (Vec<Move>, Option<LineEnd>);

/// Best play from a position whose result is proved, and why it ends.
pub(super) fn line(inquiry: &mut Inquiry, start: &Position, result: Wdl) -> Result<Line, Crossed> {
    go_on(inquiry, start, result, Begun::new(start, result))
}

/// The same for a line that has begun elsewhere.
pub(super) fn go_on(
    inquiry: &mut Inquiry,
    here: &Position,
    result: Wdl,
    begun: Begun,
) -> Result<Line, Crossed> {
    let mut line = Vec::new();
    let (mut here, mut result) = (*here, result);
    let mut seen = vec![here];
    let end = loop {
        if let Some(end) = ended(inquiry.rules, &here, result, begun) {
            break end;
        }
        if line.len() == LONGEST {
            break LineEnd::TooLong;
        }
        let Some(next) = next_move(inquiry, &here, result, begun)? else {
            break if result == Wdl::Draw && !here.is_pawn_ending() {
                LineEnd::Drawn
            } else {
                LineEnd::Unproved
            };
        };
        here = here.play(next);
        result = -result;
        line.push(next);
        if seen.contains(&here) {
            break LineEnd::Repetition;
        }
        seen.push(here);
    };
    Ok((line, Some(end)))
}

/// What a line began with.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    /// Pieces beside kings and pawns.
    pieces: usize,
    /// The win was a plain one from the beginning: then the mate is what there is to show.
    plain: bool,
}

impl Begun {
    pub fn new(start: &Position, result: Wdl) -> Begun {
        Begun {
            pieces: pieces(start),
            plain: winner(start, result).is_some_and(|winner| is_plain(start, winner)),
        }
    }

    /// How to measure ways: after pawn endings the tables of two pieces would take more than all the rest.
    fn measure(self, here: &Position) -> Measure {
        if self.pieces == 0 && pieces(here) == MAX_PIECES {
            Measure::AtSight
        } else {
            Measure::Proved
        }
    }

    /// Has a pawn become a piece since? What was there from the beginning plays on like kings and pawns.
    fn promoted(self, here: &Position) -> bool {
        pieces(here) > self.pieces
    }
}

/// How many pieces there are beside kings and pawns.
fn pieces(here: &Position) -> usize {
    let pieces = here.occupied() - here.pawns().occupied();
    pieces.count() as usize - 2
}

/// Is there nothing left to show in a position with this proved result?
fn ended(rules: Rules, here: &Position, result: Wdl, begun: Begun) -> Option<LineEnd> {
    if here.is_checkmate() {
        return Some(LineEnd::Mate);
    }
    if here.is_stalemate() {
        return Some(LineEnd::Stalemate);
    }
    if here.is_pawn_ending() {
        return (here.pawns() == Pawns::NONE).then_some(LineEnd::Drawn);
    }
    match rules {
        Rules::Newborn => {
            let a_queen_up = !here.pieces(here.turn(), Role::Queen).is_empty();
            (a_queen_up || result == Wdl::Loss).then_some(LineEnd::Promotion)
        }
        Rules::Chess => {
            let winner = winner(here, result)?;
            let plain = is_plain(here, winner) && !begun.plain;
            plain.then_some(LineEnd::PlainlyWon { winner })
        }
    }
}

/// Who wins, if anybody does.
fn winner(here: &Position, result: Wdl) -> Option<Color> {
    match result {
        Wdl::Win => Some(here.turn()),
        Wdl::Draw => None,
        Wdl::Loss => Some(!here.turn()),
    }
}

/// Is a win that is proved one with a queen or a rook against the bare king?
fn is_plain(here: &Position, winner: Color) -> bool {
    let has = |role| !here.pieces(winner, role).is_empty();
    here.men(!winner).count() == 1 && (has(Role::Queen) || has(Role::Rook))
}

/// The move that the line goes on with, if one is proved to keep the result and leads on.
fn next_move(
    inquiry: &mut Inquiry,
    here: &Position,
    result: Wdl,
    begun: Begun,
) -> Result<Option<Move>, Crossed> {
    let moves = inquiry.rules.moves(here);
    let mut choices = keeping(inquiry, here, result, &moves)?;
    if choices.is_empty() {
        // Proved without a look at the moves: look now.
        for m in &moves {
            look(inquiry, &here.play(*m))?;
        }
        choices = keeping(inquiry, here, result, &moves)?;
    }
    if begun.promoted(here) && result == Wdl::Draw && moves.len() > 1 {
        choices.retain(|&m| converts(here, m));
    }
    let armed = !here.is_pawn_ending();
    let measure = begun.measure(here);
    let mut ranked = Vec::with_capacity(choices.len());
    for m in choices {
        let candidate = MoveAnalysis {
            r#move: m,
            bounds: Bounds::exactly(result),
            distance: inquiry.distance(here, m, result, measure),
        };
        // With a piece a winner who does not know the way might go round in circles.
        if !armed || result != Wdl::Win || candidate.distance.is_some() {
            ranked.push(candidate);
        }
    }
    let best = ranked
        .iter()
        .min_by_key(|candidate| (candidate.rank(), kind(here, candidate.r#move)));
    Ok(best.map(|best| best.r#move))
}

/// The moves that are known to keep the result.
fn keeping(
    inquiry: &mut Inquiry,
    here: &Position,
    result: Wdl,
    moves: &[Move],
) -> Result<Vec<Move>, Crossed> {
    let mut choices = Vec::new();
    for &m in moves {
        if inquiry.known(&here.play(m))?.exact() == Some(-result) {
            choices.push(m);
        }
    }
    Ok(choices)
}

/// Tries to prove the result of a position, after a promotion only if that is cheap.
fn look(inquiry: &mut Inquiry, position: &Position) -> Result<(), Crossed> {
    if position.is_pawn_ending() {
        inquiry.settle(position)?;
    } else {
        inquiry.work(position, LINE_MOVE)?;
    }
    Ok(())
}

/// Of moves that are as good: mate first, then what changes the men on the board.
pub(super) fn kind(here: &Position, m: Move) -> u8 {
    if here.play(m).is_checkmate() {
        0
    } else if !here.is_pawn_ending() && here.is_capture(m) {
        1
    } else if converts(here, m) {
        2
    } else {
        3
    }
}
