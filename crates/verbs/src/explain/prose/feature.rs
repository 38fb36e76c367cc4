//! What the pawns are, in words.

use std::cmp::Ordering;

use peasant::Explanation;
use peasant::board::Square;
use peasant::explain::{Feature, FeatureKind, Motive, PassedPawn};

use super::decided;
use crate::tell::words::squares;

/// A text names so many features at most.
const MOST: usize = 3;

/// How much a feature tells that decides the game, as motives are weighed.
pub(super) fn weight(kind: FeatureKind) -> usize {
    match kind {
        FeatureKind::Szen => 0,
        FeatureKind::GuardEachOther | FeatureKind::SplitPassedPawns | FeatureKind::Baehr => 3,
        // The pawn that draws the king away may be a decoy in the line as well.
        _ => 4,
    }
}

/// The feature on which the win hangs, the one that tells most.
pub(super) fn deciding(explanation: &Explanation) -> Option<&Feature> {
    let decides = |one: &&Feature| one.decides == Some(true);
    let deciding = explanation.features.iter().filter(decides);
    deciding.min_by_key(|one| weight(one.kind))
}

/// By what the winner wins, in a sentence or two.
pub(super) fn idea(feature: &Feature, explanation: &Explanation) -> String {
    let passed = &explanation.passed_pawns;
    let (side, other) = (feature.color, !feature.color);
    let pawns = squares(feature.pawns.iter().copied());
    let first = feature
        .pawns
        .first()
        .map_or(String::new(), Square::to_string);
    match feature.kind {
        FeatureKind::GuardEachOther => format!(
            "{side} wins because the pawns on {pawns} guard each other from far: {other}'s king cannot stop both."
        ),
        FeatureKind::SplitPassedPawns => format!(
            "{side} wins because the pawns on {pawns}, one file apart, defend themselves. Whichever {other}'s king attacks, \
             {side} wins."
        ),
        FeatureKind::ConnectedPassedPawns => {
            let more = match hind_runs(feature, passed) {
                true => format!("If {other}'s king takes the one behind, the other runs."),
                false => "One guards the other as they go.".to_owned(),
            };
            format!("{side} wins by the connected passed pawns on {pawns}. {more}")
        }
        FeatureKind::ProtectedPassedPawn => format!(
            "{side} wins by the protected passed pawn on {first}, which {other}'s king cannot take and has to watch."
        ),
        FeatureKind::Baehr => format!(
            "{side} wins Bähr's position by the passed pawn on {first}, a decoy for {other}'s king."
        ),
        FeatureKind::Szen => {
            format!("{side} wins Szén's position because it is to move: whoever moves first wins.")
        }
        _ => {
            let mut motives = explanation.phases.iter().flat_map(|phase| &phase.motives);
            let decoy = match motives.any(|(_, motive)| matches!(motive, Motive::Decoy(_))) {
                true => format!(", a decoy for {other}'s king"),
                false => String::new(),
            };
            format!("{side} wins by the outside passed pawn on {first}{decoy}.")
        }
    }
}

/// Whoever takes the pawn behind is too late for the other one.
fn hind_runs(feature: &Feature, passed: &[PassedPawn]) -> bool {
    let of = |square: &Square| passed.iter().find(|one| one.pawn == *square);
    let [Some(one), Some(other)] = [feature.pawns.first(), feature.pawns.last()].map(|p| of(p?))
    else {
        return false;
    };
    let (hind, front) = match one.moves.cmp(&other.moves) {
        Ordering::Equal => return false,
        Ordering::Greater => (one, other),
        Ordering::Less => (other, one),
    };
    hind.pawn.distance(front.goal) > front.moves
}

/// What is to be seen of the pawns, a sentence each: while nothing is settled all of it, else what the winner has besides what the idea
/// says.
pub(super) fn sentences(explanation: &Explanation) -> Vec<String> {
    let winner = decided::winner(&explanation.analysis);
    let is_open = explanation.analysis.bounds.exact().is_none();
    let told = deciding(explanation);
    let features = explanation.features.iter();
    let features = features.filter(|one| {
        let is_passed = !matches!(
            one.kind,
            FeatureKind::Majority | FeatureKind::DoubledMajority | FeatureKind::Szen
        );
        is_open || is_passed && Some(one.color) == winner && told.is_none()
    });
    let most = if is_open { MOST } else { 1 };
    features.take(most).map(sentence).collect()
}

fn sentence(feature: &Feature) -> String {
    let side = feature.color;
    let pawns = squares(feature.pawns.iter().copied());
    match (feature.kind, &feature.pawns[..]) {
        (FeatureKind::GuardEachOther, _) => {
            format!("{side}'s passed pawns on {pawns} guard each other from far.")
        }
        (FeatureKind::ConnectedPassedPawns, _) => {
            format!("{side}'s passed pawns on {pawns} are connected.")
        }
        (FeatureKind::SplitPassedPawns, _) => {
            format!("{side}'s passed pawns on {pawns} stand one file apart.")
        }
        (FeatureKind::Szen, _) => {
            "Szén's position: three pawns against three, on either wing.".to_owned()
        }
        (FeatureKind::ProtectedPassedPawn, [pawn, protector]) => {
            format!("{side}'s passed pawn on {pawn} is protected by the one on {protector}.")
        }
        (FeatureKind::Baehr, [passed, own, theirs]) => {
            format!(
                "Bähr's position: the rook's pawns on {own} and {theirs} block each other, and {side}'s passed pawn on {passed} is \
                 there to draw the other king away."
            )
        }
        (FeatureKind::OutsidePassedPawn, _) => {
            format!("{side}'s pawn on {pawns} is an outside passed pawn.")
        }
        (kind, own) => {
            let wing = wing(own);
            let doubled = match kind {
                FeatureKind::DoubledMajority => ", but it is doubled",
                _ => "",
            };
            format!("{side} has the majority on the {wing} ({pawns}){doubled}.")
        }
    }
}

pub(super) fn wing(pawns: &[Square]) -> &'static str {
    match pawns.first().is_some_and(|pawn| pawn.file() < 4) {
        true => "queenside",
        false => "kingside",
    }
}
