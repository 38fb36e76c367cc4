//! A motive in a sentence.

use peasant::board::{Color, Square};
use peasant::explain::{Motive, Opposition, Race};

use super::{moves_of, squares as named};

/// What a motive of the mover's is in a sentence, if it is worth one.
pub(super) fn sentence(motive: &Motive, mover: Color) -> Option<String> {
    let other = !mover;
    Some(match motive {
        Motive::KeySquare(square) => format!("{mover}'s king has reached the key square {square}."),
        Motive::Opposition(shape) => {
            let kind = match shape {
                Opposition::Distant => "distant ",
                _ => "",
            };
            format!("{mover} takes the {kind}opposition: {other} is to move and must give way.")
        }
        Motive::CorrespondingSquares(mine, theirs) => format!(
            "The kings stand on the corresponding squares {mine} and {theirs}, and {other} is to move."
        ),
        Motive::SpareMove(_) => format!(
            "With a pawn move to spare {mover} leaves the turn to {other}, who must give way."
        ),
        Motive::Triangulation(route) => {
            let route: Vec<String> = route.iter().map(ToString::to_string).collect();
            format!(
                "{mover}'s king makes the triangle {}: the same position with {other} to move.",
                route.join("-")
            )
        }
        Motive::Breakthrough(square) => format!(
            "Breakthrough: the pawn on {square} is given up so that another one gets through."
        ),
        Motive::Decoy(square) => format!(
            "While {other}'s king takes the pawn on {square}, {mover}'s takes what is left on the other wing."
        ),
        Motive::PawnWon(square) => format!("The pawn on {square} falls."),
        Motive::PromotionWithCheck => format!("{mover} promotes with check."),
        Motive::UnderPromotion(role) => format!("Not a queen but a {role} is right."),
        Motive::IntoTheSquare(square) => {
            format!("{mover}'s king steps into the square of the pawn on {square}, just in time.")
        }
        Motive::Skewer(square) => format!("The check wins what stands on {square}."),
        Motive::Stalemate => format!("{other} is stalemated."),
        Motive::SavedByStalemate => format!("{mover} is saved by stalemate."),
        Motive::StalemateTrap(answer) => {
            format!(
                "If {other} goes to {} now, {mover} is stalemated.",
                answer.to
            )
        }
        Motive::Outflanking(_) => format!("{mover}'s king goes round {other}'s: outflanking."),
        Motive::Shouldering { instead, barred } => format!(
            "{mover}'s king shoulders {other}'s away: after a step to {instead}, just as short, that would come to {}.",
            named(barred.iter().copied())
        ),
        Motive::TwoAims { catch, support } => format!(
            "Two aims in one walk: if {other}'s king goes for the pawn on {support}, {mover}'s gets into the square of the \
             pawn on {catch}; if that pawn runs, {mover}'s king helps its own."
        ),
        Motive::Trebuchet(white, black) => format!(
            "The trébuchet at {white} and {black}: whoever has to move loses the pawn and the game."
        ),
        Motive::FullPointZugzwang => "Whoever has to move in such a place loses.".to_owned(),
        Motive::Race(race) => in_a_race(race),
        Motive::ProtectedPassedPawn { pawn, protector } => format!(
            "{other}'s king may not take on {protector}: the passed pawn on {pawn} would run."
        ),
        Motive::KeySquaresHeld(squares) => {
            format!(
                "{other}'s king does not get to {} without loss.",
                one_of(squares)
            )
        }
        Motive::Blockade(pawn) => {
            format!("{mover}'s king must stay before the pawn on {pawn}.")
        }
        Motive::Fortress(squares) => format!(
            "A fortress: {mover}'s king needs only {}, whatever {other} does.",
            named(squares.iter().copied())
        ),
        Motive::NoWayIn => format!("The pawns are blocked, and {other}'s king finds no way in."),
        Motive::RookPawn(_) => format!(
            "Against a rook's pawn that is enough: {mover}'s king cannot be driven from the corner."
        ),
        Motive::ShutIn(square) => {
            format!("{other}'s king is shut in on {square}, before its own pawn.")
        }
        Motive::HoldsAgainstQueen { pawn, .. } => {
            format!("The pawn on {pawn} holds against the queen.")
        }
        Motive::NearerToThePawn(_) => {
            format!("{other}'s king stands before its own pawn: {mover}'s has time to come nearer.")
        }
        _ => return None,
    })
}

/// How a race goes.
fn in_a_race(race: &Race) -> String {
    let Some(first) = race.first else {
        return "Both sides run with their pawns.".to_owned();
    };
    let of = |color| match color {
        Color::White => race.white,
        Color::Black => race.black,
    };
    let check = if race.check { ", with check" } else { "" };
    let own = moves_of(of(first).unwrap_or_default());
    match of(!first) {
        Some(theirs) => format!(
            "A race: {first} promotes first{check}, in {own}; {} in {}.",
            !first,
            moves_of(theirs)
        ),
        None => format!("A race: {first} promotes first{check}, in {own}."),
    }
}

/// So many key squares are named.
const MOST_KEYS: usize = 9;

/// One of some key squares in a sentence.
fn one_of(squares: &[Square]) -> String {
    match squares {
        [square] => format!("the key square {square}"),
        _ if squares.len() > MOST_KEYS => "any of its key squares".to_owned(),
        _ => format!("any of its key squares {}", named(squares.iter().copied())),
    }
}
