//! Which move to play: one that keeps what is proved and comes nearer to the end; where nothing is proved, the conditional one.

use std::cmp::Reverse;

use peasant::board::{Move, Position};
use peasant::value::Wdl;
use peasant::{Analysis, MoveAnalysis};
use shakmaty::Chess;

use super::outside;

/// From so many plies without a capture or a pawn move on, a win goes for the next one.
const HURRY: u32 = 40;

/// What of the game bears on the choice.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Positions since the last capture or pawn move.
    pub earlier: Vec<Position>,
    /// Plies since then.
    pub halfmoves: u32,
}

/// The moves that may be chosen, the one to play first and then the best first.
pub fn ranked<'a>(analysis: &'a Analysis, asked: &[Move], past: &Past) -> Vec<&'a MoveAnalysis> {
    let may = |m: &&MoveAnalysis| asked.is_empty() || asked.contains(&m.r#move);
    let mut moves: Vec<&MoveAnalysis> = analysis.moves.iter().filter(may).collect();
    let best = moves.first().map(|m| m.bounds.lower());
    match best {
        Some(Wdl::Win) => moves.sort_by_key(|m| winning(analysis, m, past)),
        _ => moves.sort_by_key(|m| holding(analysis, m)),
    }
    moves
}

/// The move to play, of those that are ranked. Where nothing says how far the end is, as often against a bare king, the moves
/// that win are told apart by looks.
pub fn chosen(
    analysis: &Analysis,
    ranked: &[&MoveAnalysis],
    past: &Past,
    chess: &Chess,
) -> Option<Move> {
    let first = ranked.first()?;
    let is_won = first.bounds.exact() == Some(Wdl::Win);
    let is_measured = match outside::is_plainly_won(chess) {
        true => first.mate_in.is_some(),
        false => first.end.is_some() || first.distance.is_some(),
    };
    if !is_won || is_measured {
        return Some(first.r#move);
    }
    let repeats = |m: Move| past.earlier.contains(&analysis.position.play(m));
    let wins = ranked.iter().filter(|m| m.bounds.exact() == Some(Wdl::Win));
    let new = wins.map(|m| m.r#move).filter(|&m| !repeats(m));
    let names: Vec<String> = new.map(|m| m.to_string()).collect();
    let by_looks = outside::choose(chess, &names).parse().ok();
    by_looks
        .filter(|_| !names.is_empty())
        .or(Some(first.r#move))
}

/// Orders moves where the best one wins: those that win, by a way that does not go in a circle. The sort is stable: what is
/// equal stays in the order of the analysis, the shortest way to the end first.
fn winning(analysis: &Analysis, m: &MoveAnalysis, past: &Past) -> (Reverse<Wdl>, bool, u16) {
    let after = analysis.position.play(m.r#move);
    let repeats = past.earlier.contains(&after);
    let hurried = past.halfmoves >= HURRY && m.mate_in.is_none();
    let plies = m.distance.map_or(u16::MAX, |distance| distance.plies());
    let plies = if hurried { plies } else { 0 };
    (Reverse(m.bounds.lower()), repeats, plies)
}

/// Orders the others: first the move of the line, then those that are best so far, in a draw or on assumptions.
fn holding(analysis: &Analysis, m: &MoveAnalysis) -> (Reverse<Wdl>, bool, bool) {
    let m_is = |first: Option<&Move>| first == Some(&m.r#move);
    let is_best = analysis.best.contains(&m.r#move);
    let is_guess = m_is(analysis.guess.as_ref());
    // What is proved not to lose comes first, but a supposed win before a proved draw.
    let lower = match analysis.conditional {
        Some(_) if is_best => Wdl::Win,
        _ => m.bounds.lower(),
    };
    (
        Reverse(lower),
        !m_is(analysis.line.first()),
        !(is_best || is_guess),
    )
}
