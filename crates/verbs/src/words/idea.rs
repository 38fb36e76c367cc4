//! The idea in a sentence: who gets what, and by what it is brought about.

use peasant::board::Color;
use peasant::explain::{Motive, Phase};
use peasant::{Analysis, Explanation};

use super::{plain, squares as named};

/// The idea of an explanation in a sentence, from the line and the longest defence.
pub fn idea_of(explanation: &Explanation) -> Option<String> {
    let phases = [&explanation.phases[..], &explanation.longest_defence].concat();
    idea(&explanation.analysis, &phases)
}

/// The idea in a sentence: who gets what, and by what it is brought about if the line shows it.
pub fn idea(analysis: &Analysis, phases: &[Phase]) -> Option<String> {
    analysis.bounds.exact()?;
    if let Some(pawn) = plain::runner(analysis) {
        return Some(plain::uncaught(&pawn));
    }
    let winner = plain::winner(analysis);
    let (motive, owner) = main_motive(phases, winner)?;
    if *motive == Motive::Stalemate {
        // Whom it saves the board does not say: each side may have been the worse one.
        return Some(format!(
            "The draw comes by stalemate: {} is left without a move.",
            !owner
        ));
    }
    let by = match motive {
        Motive::Breakthrough(square) => {
            format!("by a breakthrough: the pawn given up on {square} clears the way for another")
        }
        Motive::Triangulation(_) => format!(
            "by triangulation: the king goes round to leave the move to {}",
            !owner
        ),
        Motive::Decoy(square) => format!(
            "by a decoy: {}'s king has to go for the pawn on {square} while the other wing falls",
            !owner
        ),
        Motive::CorrespondingSquares(..) => format!(
            "by corresponding squares: {owner}'s king comes to each of them with {} to move",
            !owner
        ),
        Motive::Opposition(_) => format!("by the opposition: {} has to give way", !owner),
        Motive::SpareMove(_) => format!("by a pawn move to spare: {} has to give way", !owner),
        Motive::KeySquare(square) => {
            format!("because {owner}'s king reaches the key square {square}")
        }
        Motive::IntoTheSquare(square) => {
            format!("because {owner}'s king gets into the square of the pawn on {square} in time")
        }
        Motive::Race(_) => "in a race of pawns".to_owned(),
        Motive::Outflanking(_) => {
            format!("by outflanking: {owner}'s king goes round {}'s", !owner)
        }
        Motive::Shouldering { .. } => format!(
            "by shouldering: {owner}'s king bars the way of {}'s while it goes its own",
            !owner
        ),
        Motive::TwoAims { catch, support } => format!(
            "because {owner}'s king walks with two aims: the square of the pawn on {catch}, and its own pawn on {support}"
        ),
        Motive::Trebuchet(white, black) => format!(
            "by the trébuchet at {white} and {black}: whoever has to move loses, and {} has to",
            !owner
        ),
        Motive::FullPointZugzwang => {
            format!(
                "by zugzwang: whoever has to move loses, and {} has to",
                !owner
            )
        }
        Motive::ProtectedPassedPawn { pawn, .. } => {
            format!(
                "because the protected passed pawn on {pawn} ties {}'s king",
                !owner
            )
        }
        Motive::SavedByStalemate | Motive::StalemateTrap(_) => "by stalemate".to_owned(),
        Motive::KeySquaresHeld(_) => {
            format!(
                "because {owner}'s king keeps {}'s from the key squares",
                !owner
            )
        }
        Motive::Blockade(pawn) => {
            format!("because {owner}'s king stays before the pawn on {pawn}")
        }
        Motive::Fortress(squares) => {
            format!(
                "by a fortress: {owner}'s king needs only {}",
                named(squares.iter().copied())
            )
        }
        Motive::NoWayIn => format!(
            "by a fortress: the pawns are blocked, and {}'s king finds no way in",
            !owner
        ),
        Motive::RookPawn(_) => {
            format!("because {owner}'s king holds the corner against the rook's pawn")
        }
        Motive::ShutIn(square) => {
            format!(
                "because {}'s king is shut in on {square}, before its own pawn",
                !owner
            )
        }
        Motive::HoldsAgainstQueen { pawn, .. } => {
            format!("because the pawn on {pawn} holds against the queen")
        }
        Motive::NearerToThePawn(pawn) => format!(
            "because {owner}'s king comes nearer while {}'s stands before its pawn on {pawn}",
            !owner
        ),
        Motive::Skewer(square) => format!("by a skewer: what stands on {square} is won by a check"),
        Motive::UnderPromotion(role) => format!("by promoting to a {role}"),
        Motive::Stalemate => "by stalemate".to_owned(),
        Motive::PawnWon(square) => format!("because {owner}'s king wins the pawn on {square}"),
        _ => return None,
    };
    let owner = match motive {
        Motive::HoldsAgainstQueen { defender, .. } => *defender,
        Motive::Race(race) => race.first.map_or(owner, |first| !first),
        _ => owner,
    };
    let subject = winner.unwrap_or(owner);
    let by = by.replacen(&format!("{subject}'s king"), "its king", 1);
    let gets = if winner.is_some() { "wins" } else { "draws" };
    Some(format!("{subject} {gets} {by}."))
}

/// The motive that tells most, and whose it is. What comes late in the line tells less.
fn main_motive(phases: &[Phase], winner: Option<Color>) -> Option<(&Motive, Color)> {
    let mut begun = 0;
    let mut told = Vec::new();
    for phase in phases {
        if phase.start == phases[0].start {
            // The longest defence begins where the line does.
            begun = 0;
        }
        let turn = phase.start.turn();
        for (number, motive) in &phase.motives {
            let ply = begun + number;
            let owner = if number % 2 == 0 { turn } else { !turn };
            if !is_trick(motive) || ply < EARLY {
                told.push((weight(motive) + ply / LATE, motive, owner));
            }
        }
        begun += phase.moves.len();
    }
    let of_interest = told
        .into_iter()
        .filter(|&(weight, _, owner)| weight < NO_IDEA && winner.is_none_or(|side| side == owner));
    let (_, motive, owner) = of_interest.min_by_key(|&(weight, ..)| weight)?;
    Some((motive, owner))
}

/// By so many plies a motive counts as the next weaker one.
const LATE: usize = 5;

/// What weighs so much is no idea.
const NO_IDEA: usize = 100;

/// A trick at the end of a manoeuvre is not what it is about.
fn is_trick(motive: &Motive) -> bool {
    matches!(
        motive,
        Motive::Breakthrough(_)
            | Motive::Skewer(_)
            | Motive::PawnWon(_)
            | Motive::TriangulationAgainst(..)
            | Motive::Stalemate
            | Motive::SavedByStalemate
            | Motive::StalemateTrap(_)
    )
}

/// So many plies from the beginning a trick may be what it is about.
const EARLY: usize = 3;

/// The less, the more it tells.
fn weight(motive: &Motive) -> usize {
    match motive {
        Motive::Breakthrough(_) => 0,
        Motive::Triangulation(_) => 1,
        Motive::UnderPromotion(_) => 2,
        Motive::Skewer(_) => 3,
        Motive::Decoy(_) => 4,
        Motive::Stalemate => 5,
        Motive::IntoTheSquare(_) => 6,
        Motive::CorrespondingSquares(..) => 7,
        Motive::Opposition(_) => 8,
        Motive::SpareMove(_) => 9,
        Motive::KeySquare(_) => 10,
        Motive::Race(_) => 11,
        Motive::TwoAims { .. } => 1,
        Motive::ShutIn(_) => 5,
        Motive::StalemateTrap(_) | Motive::SavedByStalemate | Motive::Trebuchet(..) => 5,
        Motive::Shouldering { .. } | Motive::HoldsAgainstQueen { .. } => 6,
        Motive::Fortress(_) | Motive::NoWayIn | Motive::RookPawn(_) => 6,
        Motive::FullPointZugzwang | Motive::NearerToThePawn(_) => 7,
        Motive::Outflanking(_) | Motive::Blockade(_) => 9,
        Motive::ProtectedPassedPawn { .. } => 9,
        Motive::KeySquaresHeld(_) => 12,
        Motive::PawnWon(_) => 13,
        _ => NO_IDEA,
    }
}
