//! Where a line is over for a player: a pawn that cannot be caught, pawns against a bare king. Said only of proved lines.

use peasant::Analysis;
use peasant::board::{Color, Move, Position, Role};
use peasant::explain::PassedPawn;
use peasant::kpk::Placement;
use peasant::value::Wdl;

use crate::kpk::words::Facts;
use crate::tell::words::{file_letter, moves_of};

/// Fewer plies are not worth cutting off.
const WORTH: usize = 3;

/// The part of a line that has to be shown, and what the rest is.
pub struct Cut {
    pub plies: usize,
    pub words: String,
}

/// Where a line that `winner` wins is decided, if much of it is left then; a race is shown to the promotion.
pub fn cut(start: &Position, moves: &[Move], winner: Color, races: bool) -> Option<Cut> {
    let queens = |m: &Move| m.promotion.is_none_or(|role| role == Role::Queen);
    if !moves.iter().all(queens) {
        return None;
    }
    let mut here = *start;
    for ply in 1..=moves.len().checked_sub(WORTH)? {
        here = here.play(moves[ply - 1]);
        if here.turn() == winner {
            continue;
        }
        let runs = free_run(&here, &moves[ply..]).filter(|_| !races);
        let runs = runs.map(|pawn| uncaught(&pawn));
        if let Some(words) = runs.or_else(|| pawns_alone(start, &here)) {
            return Some(Cut { plies: ply, words });
        }
    }
    None
}

/// Who wins, if somebody is proved to.
pub fn winner(analysis: &Analysis) -> Option<Color> {
    let mover = analysis.position.turn();
    match analysis.bounds.exact()? {
        Wdl::Win => Some(mover),
        Wdl::Loss => Some(!mover),
        Wdl::Draw => None,
    }
}

/// The pawn that wins because it runs from the first move on and cannot be caught; its count is that of the position.
pub fn runner(analysis: &Analysis) -> Option<PassedPawn> {
    let (here, moves) = (&analysis.position, &analysis.line[..]);
    if winner(analysis)? != here.turn() {
        return free_run(here, moves);
    }
    let (&first, rest) = moves.split_first()?;
    let mut pawn = free_run(&here.play(first), rest).filter(|pawn| pawn.pawn == first.to)?;
    if here.king(here.turn()) == first.from {
        return None;
    }
    pawn.moves += 1;
    Some(pawn)
}

/// The pawn that cannot be caught, if the rest of the line, the loser to move, is just its run.
fn free_run(here: &Position, rest: &[Move]) -> Option<PassedPawn> {
    let pawn = PassedPawn::uncaught(here)?;
    let mut square = pawn.pawn;
    for m in rest.iter().skip(1).step_by(2) {
        if m.from != square {
            return None;
        }
        if m.promotion.is_some() {
            return (m.to == pawn.goal).then_some(pawn);
        }
        square = m.to;
    }
    None
}

/// `White's h-pawn cannot be caught: it promotes in 4 moves, Black's king needs 7 to h8.`
pub fn uncaught(pawn: &PassedPawn) -> String {
    let (side, other) = (pawn.color, !pawn.color);
    let moves = moves_of(pawn.moves);
    format!(
        "{side}'s {}-pawn cannot be caught: it promotes in {moves}, {other}'s king needs {} to {}.",
        file_letter(pawn.pawn),
        pawn.king_moves,
        pawn.goal
    )
}

/// The same as a reason: `White wins because Black's king is outside the square of the h-pawn. …`
pub fn outside(pawn: &PassedPawn) -> String {
    let (side, other) = (pawn.color, !pawn.color);
    format!(
        "{side} wins because {other}'s king is outside the square of the {}-pawn. The pawn promotes in {}, the king needs {} to {}.",
        file_letter(pawn.pawn),
        moves_of(pawn.moves),
        pawn.king_moves,
        pawn.goal
    )
}

/// Pawns are left against a bare king, to move, which was not so from the beginning.
fn pawns_alone(start: &Position, here: &Position) -> Option<String> {
    let (loser, winner) = (here.turn(), !here.turn());
    if !here.is_pawn_ending() || !here.pawns().of(loser).is_empty() {
        return None;
    }
    let was_bare = start.pawns().of(loser).is_empty();
    match here.pawns().of(winner).count() {
        0 => None,
        1 => {
            let placed = |position: &Position| {
                Placement::from_position(position).map(|placement| Facts::new(position, placement))
            };
            let is_new = placed(start).is_none_or(|facts| !facts.is_on_key());
            let facts = placed(here).filter(|facts| is_new && facts.is_on_key())?;
            Some(match was_bare {
                true => "From there on the pawn goes through.".to_owned(),
                false => format!(
                    "King and pawn against king is left, and {winner}'s king stands on a key square ({}).",
                    facts.king
                ),
            })
        }
        _ if here.legal_moves().into_iter().any(|m| here.is_capture(m)) => None,
        count => (!was_bare).then(|| {
            let count = ["Two", "Three", "Four", "Five", "Six", "Seven"].get(count as usize - 2);
            let count = count.unwrap_or(&"Eight");
            format!("{count} pawns are left against the bare king, and the rest is simple.")
        }),
    }
}
