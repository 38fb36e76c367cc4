//! A queen against a pawn in words: which pawn, the corner, the stalemate, and how near the queen's king has to be.

use peasant::board::Square;
use peasant::explain::{Motive, QueenAgainstPawn};
use peasant::{Analysis, Explanation};

use super::decided;
use super::map::MOST_SQUARES;
use crate::tell::words::{self, file_letter, squares};

/// Why it ends as it does, and what that hangs on: the idea, and sentences behind it.
pub fn told(explanation: &Explanation) -> Option<(String, Vec<String>)> {
    let analysis = &explanation.analysis;
    let of = explanation.queen_against_pawn.as_ref()?;
    analysis.bounds.exact()?;
    let winner = decided::winner(analysis);
    match winner {
        Some(winner) if winner == of.defender => None,
        _ if of.plies > 0 => promoted(analysis, of, winner.is_some()),
        Some(_) => Some(won(explanation, of)),
        None => Some(drawn(analysis, of)),
    }
}

/// The same of a queen that is still to come: what a rook's or bishop's pawn hangs on then.
fn promoted(
    analysis: &Analysis,
    of: &QueenAgainstPawn,
    wins: bool,
) -> Option<(String, Vec<String>)> {
    let (side, other, pawn) = (!of.defender, of.defender, of.pawn);
    let (corner, zone) = (of.corner?, zone(of)?);
    let queen = analysis.line[..of.plies]
        .iter()
        .find(|m| m.promotion.is_some())?;
    let file = file_letter(queen.from);
    let more = vec![near(of, zone)];
    let idea = match wins {
        true => format!(
            "{side} wins because its {file}-pawn promotes first, and its king is near enough to the pawn on {pawn}. From farther \
             away {other} would hold by stalemate on {corner}."
        ),
        false => format!(
            "{other} draws because the {}'s pawn on {pawn} holds against the new queen: {side}'s king is too far away.",
            kind(pawn)
        ),
    };
    Some((idea, more))
}

/// Whose pawn a rook's or bishop's is.
fn kind(pawn: Square) -> &'static str {
    match pawn.file() {
        0 | 7 => "rook",
        _ => "bishop",
    }
}

/// How far the pawn has come, seen by its side.
fn rank(of: &QueenAgainstPawn) -> u32 {
    of.pawn.seen_by(of.defender).rank()
}

/// Does the queen's king win from some squares and not from others?
fn zone(of: &QueenAgainstPawn) -> Option<&[Square]> {
    let all = 64 - 10;
    of.zone
        .as_deref()
        .filter(|zone| !zone.is_empty() && zone.len() < all / 2)
}

fn won(explanation: &Explanation, of: &QueenAgainstPawn) -> (String, Vec<String>) {
    let analysis = &explanation.analysis;
    let (side, other, pawn) = (!of.defender, of.defender, of.pawn);
    let mut motives = explanation.phases.iter().flat_map(|phase| &phase.motives);
    let climbs = motives.any(|(_, motive)| matches!(motive, Motive::NearerToThePawn(_)));
    let best = words::names_of(&analysis.position, &analysis.best);
    let takes = best.iter().all(|name| name.contains(&format!("x{pawn}")));
    let mut more = Vec::new();
    let idea = match (of.corner, zone(of)) {
        _ if takes => format!("{side} wins because the queen takes the pawn on {pawn}."),
        (Some(corner), Some(zone)) => {
            more.push(format!(
                "From farther away {other} would hold by stalemate on {corner}."
            ));
            more.push(near(of, zone));
            format!("{side} wins because its king is near enough to the pawn on {pawn}.")
        }
        _ if rank(of) < 6 && matches!(pawn.file(), 0 | 2 | 5 | 7) => format!(
            "{side} wins because the pawn on {pawn} has not reached the seventh rank: the queen is in time."
        ),
        (None, _) if climbs => {
            more.push(format!(
                "Each time {other}'s king stands before its pawn, {side}'s king comes a step nearer."
            ));
            format!(
                "{side} wins because the queen drives {other}'s king before its pawn on {pawn}."
            )
        }
        (None, _) if comes_nearer(analysis, of) => format!(
            "{side} wins because the queen holds the pawn on {pawn} while its king comes nearer."
        ),
        _ => format!("{side} wins because the queen stops the pawn on {pawn} in time."),
    };
    (idea, more)
}

/// Does the queen's king go nearer in the line before the pawn falls or promotes?
fn comes_nearer(analysis: &Analysis, of: &QueenAgainstPawn) -> bool {
    let mut here = analysis.position;
    let king = here.king(!of.defender);
    for &m in &analysis.line {
        let is_over = here.is_capture(m) || here.pawns().occupied().contains(m.from);
        here = here.play(m);
        if is_over {
            return false;
        }
        if here.king(!of.defender).distance(of.pawn) < king.distance(of.pawn) {
            return true;
        }
    }
    false
}

fn drawn(analysis: &Analysis, of: &QueenAgainstPawn) -> (String, Vec<String>) {
    let (side, other, pawn) = (!of.defender, of.defender, of.pawn);
    let mut more = Vec::new();
    let promotes = analysis.line.first().is_some_and(|m| m.promotion.is_some());
    let kind = kind(pawn);
    let Some(corner) = of.corner.filter(|_| !promotes) else {
        let idea = format!("{other} draws because the queen cannot stop the pawn on {pawn}.");
        return (idea, more);
    };
    more.push(match kind {
        "rook" => format!("Shut in on {corner} before it, {other}'s king has no move: stalemate."),
        _ => format!("With {other}'s king on {corner} whoever takes it gives stalemate."),
    });
    if let Some(zone) = zone(of) {
        more.push(format!("{side}'s king is too far away."));
        more.push(near(of, zone));
    }
    let idea =
        format!("{other} draws because the {kind}'s pawn on {pawn} holds against the queen.");
    (idea, more)
}

/// From where the queen's king wins.
fn near(of: &QueenAgainstPawn, zone: &[Square]) -> String {
    let side = !of.defender;
    if zone.len() <= MOST_SQUARES {
        return format!(
            "{side} wins with its king on {}.",
            squares(zone.iter().copied())
        );
    }
    let steps = zone.iter().map(|square| square.distance(of.pawn)).max();
    format!(
        "The winning zone of {side}'s king: {} squares, at most {} steps from the pawn.",
        zone.len(),
        steps.unwrap_or(0)
    )
}
