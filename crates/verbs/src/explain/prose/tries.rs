//! The moves that spoil the result, in words: those that a player would think of, with what shows why they fail.

use peasant::board::{Color, Move, Position, Role, Square};
use peasant::explain::{Motive, PassedPawn, Try};
use peasant::kpk::Placement;
use peasant::value::Wdl;
use peasant::{Analysis, Explanation};
use schemars::JsonSchema;
use serde::Serialize;

use super::decided;
use super::motive::sentence;
use crate::kpk::words::Facts;
use crate::tell::san;
use crate::tell::words;
use crate::tell::words::{names, numbered_from};

/// A text has so many tries, those with the same answer counted as one.
const RENDERED: usize = 4;

/// A move that spoils the result, as `--json` has it.
#[derive(Serialize, JsonSchema)]
pub struct TryAnswer {
    /// The move in SAN.
    r#move: String,
    /// What it leads to.
    result: Wdl,
    /// Play after it in SAN, 14 plies at most; `text` has what shows why.
    refutation: Vec<String>,
    /// After so many plies of the refutation a player sees why the move fails: how hard it is to see.
    told: usize,
    /// What its first move is good for.
    motives: Vec<&'static str>,
    /// The same in words.
    text: String,
}

/// All of them.
pub fn tries(explanation: &Explanation) -> Vec<TryAnswer> {
    let analysis = &explanation.analysis;
    let answer = |one: &Try| {
        let next = analysis.position.play(one.r#move);
        TryAnswer {
            r#move: san::format(&analysis.position, one.r#move),
            result: one.result,
            refutation: names(&next, &one.refutation),
            told: one.told,
            motives: one.motives.iter().map(Motive::name).collect(),
            text: told(analysis, &[one]),
        }
    };
    explanation.tries.iter().map(answer).collect()
}

/// The first few, a paragraph each; moves that the same answer refutes for the same reason share one.
pub fn paragraphs(explanation: &Explanation) -> Vec<String> {
    let analysis = &explanation.analysis;
    let mut groups: Vec<Vec<&Try>> = Vec::new();
    let position = &analysis.position;
    let of_use = |one: &&Try| !is_idle(position, one);
    for one in explanation.tries.iter().filter(of_use) {
        match groups
            .iter_mut()
            .find(|group| is_alike(position, group[0], one))
        {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let chosen = groups.iter().take(RENDERED);
    chosen.map(|group| told(analysis, group)).collect()
}

/// A move that nobody tries: a pawn becomes something else than a queen, or a piece is given away.
fn is_idle(position: &Position, one: &Try) -> bool {
    let moved = position.piece_at(one.r#move.from).map(|(_, role)| role);
    let is_piece = !matches!(moved, Some(Role::King | Role::Pawn));
    let is_taken = one
        .refutation
        .first()
        .is_some_and(|answer| answer.to == one.r#move.to);
    let promotes = one.r#move.promotion.is_some_and(|role| role != Role::Queen);
    promotes || is_piece && is_taken
}

/// What is told of one move, if it is among the tries.
pub fn paragraph(explanation: &Explanation, m: Move) -> Option<String> {
    let one = explanation.tries.iter().find(|one| one.r#move == m)?;
    Some(told(&explanation.analysis, &[one]))
}

/// Do two moves fail for the same reason: are they answered alike, and is all that is told of the one true of the other?
fn is_alike(position: &Position, one: &Try, other: &Try) -> bool {
    let key = |one: &Try| (one.result, one.refutation.first().copied());
    let stalemates = |one: &Try| one.motives.contains(&Motive::SavedByStalemate);
    let [next, otherwise] = [one, other].map(|one| position.play(one.r#move));
    let shown = &one.refutation[..one.told];
    key(one) == key(other)
        && one.point == other.point
        && stalemates(one) == stalemates(other)
        && is_playable(&otherwise, shown)
        && names(&next, shown) == names(&otherwise, shown)
        && why(&next, one) == why(&otherwise, one)
}

/// Can these moves be played one after the other?
fn is_playable(start: &Position, moves: &[Move]) -> bool {
    let mut here = *start;
    moves.iter().all(|&m| {
        let legal = here.legal_moves().contains(&m);
        if legal {
            here = here.play(m);
        }
        legal
    })
}

/// `1.Kd1? only draws: 1...Kc4! 2.Kd2 Kd4. Black takes the opposition …`
fn told(analysis: &Analysis, group: &[&Try]) -> String {
    let (position, one) = (&analysis.position, group[0]);
    let turn = position.turn();
    let next = position.play(one.r#move);
    let mark = if group.len() == 1 { "?" } else { "" };
    let moves: Vec<String> = group
        .iter()
        .map(|one| format!("{}{mark}", san::format(position, one.r#move)))
        .map(|name| numbered_from(turn, 0, [name].into_iter()))
        .collect();
    let moves = listed(moves);
    let result = spoils(one.result, group.len() > 1);
    match refutation(&next, one, 1 + usize::from(turn == Color::Black)) {
        Some(line) => format!("{moves} {result}: {line}"),
        None if next.is_stalemate() => format!("{moves} {result}: it is stalemate."),
        None => format!("{moves} {result}."),
    }
}

/// What shows that a move fails, if anything does, in the position behind it, which is so many plies from the beginning:
/// `1...Kc4! 2.Kd2 Kd4. Black takes the opposition …`
pub fn refutation(next: &Position, one: &Try, plies: usize) -> Option<String> {
    let mut line = names(next, &one.refutation[..one.told]);
    line.first()?;
    if let Some(answer) = line.first_mut().filter(|_| is_only(one)) {
        answer.push('!');
    }
    let line = numbered_from(Color::White, plies, line.into_iter());
    let why = why(next, one).map_or(String::new(), |why| format!(" {why}"));
    let stop = if line.ends_with('!') { "" } else { "." };
    Some(format!("{line}{stop}{why}"))
}

/// Is no other answer as good?
fn is_only(one: &Try) -> bool {
    one.motives.contains(&Motive::OnlyMove)
}

/// What becomes of it, for one move or several.
fn spoils(result: Wdl, are_many: bool) -> &'static str {
    match (result, are_many) {
        (Wdl::Win, false) => "wins",
        (Wdl::Win, true) => "win",
        (Wdl::Draw, false) => "only draws",
        (Wdl::Draw, true) => "only draw",
        (Wdl::Loss, false) => "loses",
        (Wdl::Loss, true) => "lose",
    }
}

/// What the last move that is told shows.
fn why(next: &Position, one: &Try) -> Option<String> {
    let refuter: Color = next.turn();
    if let Some(motive) = &one.point {
        return sentence(motive, refuter);
    }
    let (shown, rest) = one.refutation.split_at(one.told);
    let last = shown.iter().fold(*next, |position, &m| position.play(m));
    if last.is_stalemate() {
        return Some(format!("{} is stalemated.", last.turn()));
    }
    if one.result == Wdl::Loss {
        let runs = PassedPawn::uncaught(&last).filter(|pawn| pawn.color == refuter);
        return runs.map(|pawn| decided::uncaught(&pawn));
    }
    if both_promote(&last, rest) {
        return Some("Both sides promote.".to_owned());
    }
    if holds_on_the_seventh(&last, refuter) {
        return Some(format!("{refuter}'s pawn has reached the seventh rank."));
    }
    let placement = Placement::from_position(&last)?;
    let facts = Facts::new(&last, placement);
    let has_keys = facts.attacker != refuter && !facts.key_squares.is_empty();
    (has_keys && !facts.is_on_key())
        .then(|| format!("{}'s king gets to no key square in time.", facts.attacker))
}

/// Has a side nothing but a rook's or bishop's pawn on the seventh rank against a queen?
fn holds_on_the_seventh(here: &Position, side: Color) -> bool {
    let own = here.men(side) - here.king(side).set();
    let mut pawns = here.pawns().of(side);
    let holds =
        |pawn: Square| pawn.seen_by(side).rank() == 6 && matches!(pawn.file(), 0 | 2 | 5 | 7);
    own.count() == 1 && pawns.any(holds) && !here.pieces(!side, Role::Queen).is_empty()
}

/// Do both sides get a queen before anything is taken? A line may end one move before the second.
fn both_promote(start: &Position, moves: &[Move]) -> bool {
    let (mut here, mut promoted) = (*start, Vec::new());
    for &m in moves {
        // In another position than its own a refutation may not go on.
        if here.is_capture(m) || !here.legal_moves().contains(&m) {
            break;
        }
        if m.promotion.is_some() {
            promoted.push(here.turn());
        }
        here = here.play(m);
    }
    let mut next = PassedPawn::all(&here).into_iter();
    if !here.in_check() && next.any(|pawn| pawn.color == here.turn() && pawn.moves == 1) {
        promoted.push(here.turn());
    }
    promoted.contains(&Color::White) && promoted.contains(&Color::Black)
}

/// `1.Kd1, 1.Kf1 and 1.e3`; of more than four the first three.
fn listed(mut moves: Vec<String>) -> String {
    if moves.len() > 4 {
        let more = format!("{} other moves", moves.len() - 3);
        moves.truncate(3);
        moves.push(more);
    }
    words::listed(&moves)
}
