//! The idea in a sentence: who gets what, and by what it is brought about.

use peasant::board::Color;
use peasant::explain::{Motive, Phase};
use peasant::{Analysis, Explanation};

use super::decided;
use super::motive::{self, NO_IDEA, Rendered};

/// The idea of an explanation in a sentence, from the line and the longest defence.
pub fn idea_of(explanation: &Explanation) -> Option<String> {
    let phases = [&explanation.phases[..], &explanation.longest_defence].concat();
    idea(&explanation.analysis, &phases)
}

/// The idea in a sentence: who gets what, and by what it is brought about if the line shows it.
pub fn idea(analysis: &Analysis, phases: &[Phase]) -> Option<String> {
    analysis.bounds.exact()?;
    if let Some(pawn) = decided::runner(analysis) {
        return Some(decided::uncaught(&pawn));
    }
    let winner = decided::winner(analysis);
    let (motive, owner) = main_motive(phases, winner)?;
    if *motive == Motive::Stalemate {
        // Whom it saves the board does not say: each side may have been the worse one.
        return Some(format!(
            "The draw comes by stalemate: {} is left without a move.",
            !owner
        ));
    }
    let by = motive::told(motive, owner).by;
    if by.is_empty() {
        return None;
    }
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
            let Rendered {
                weight, is_trick, ..
            } = motive::told(motive, owner);
            if !is_trick || ply < EARLY {
                told.push((weight + ply / LATE, motive, owner));
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

/// So many plies from the beginning a trick may be what it is about.
const EARLY: usize = 3;
