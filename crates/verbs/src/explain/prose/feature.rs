//! What the pawns are, in words.

use peasant::Explanation;
use peasant::board::Square;
use peasant::explain::{Feature, FeatureKind};

use crate::tell::words::squares;

/// A text names so many features at most.
const MOST: usize = 3;

/// How much a feature tells that decides the game, as motives are weighed.
pub(super) fn weight(kind: FeatureKind) -> usize {
    match kind {
        FeatureKind::GuardEachOther | FeatureKind::Baehr => 3,
        FeatureKind::ConnectedPassedPawns => 5,
        _ => 6,
    }
}

/// The feature on which the win hangs, the one that tells most.
pub(super) fn deciding(explanation: &Explanation) -> Option<&Feature> {
    let decides = |one: &&Feature| one.decides == Some(true);
    let deciding = explanation.features.iter().filter(decides);
    deciding.min_by_key(|one| weight(one.kind))
}

/// By what the winner wins, in a sentence.
pub(super) fn idea(feature: &Feature) -> String {
    let (side, other) = (feature.color, !feature.color);
    let pawns = squares(feature.pawns.iter().copied());
    let first = feature
        .pawns
        .first()
        .map_or(String::new(), Square::to_string);
    match feature.kind {
        FeatureKind::GuardEachOther => format!(
            "{side} wins because the pawns on {pawns} guard each other from far: if {other}'s king takes one, the other runs."
        ),
        FeatureKind::ConnectedPassedPawns => format!(
            "{side} wins by the connected passed pawns on {pawns}: one of them alone would not be enough."
        ),
        FeatureKind::ProtectedPassedPawn => format!(
            "{side} wins by the protected passed pawn on {first}, which {other}'s king cannot take: without it {side} would \
             not win."
        ),
        FeatureKind::Baehr => format!(
            "{side} wins Bähr's position by the passed pawn on {first}, a decoy for {other}'s king: without it {side} would not win."
        ),
        _ => format!(
            "{side} wins by the outside passed pawn on {first}, a decoy for {other}'s king: without it {side} would not win."
        ),
    }
}

/// What is to be seen of the pawns besides what the idea says, a sentence each.
pub(super) fn sentences(explanation: &Explanation) -> Vec<String> {
    let told = deciding(explanation);
    let features = explanation.features.iter();
    let rest = features.filter(|one| Some(*one) != told);
    // Who has the majority is of interest while nothing is settled.
    let is_open = explanation.analysis.bounds.exact().is_none();
    let rest = rest.filter(|one| is_open || !is_majority(one.kind));
    rest.take(MOST).map(sentence).collect()
}

const fn is_majority(kind: FeatureKind) -> bool {
    matches!(kind, FeatureKind::Majority | FeatureKind::DoubledMajority)
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

fn wing(pawns: &[Square]) -> &'static str {
    match pawns.first().is_some_and(|pawn| pawn.file() < 4) {
        true => "queenside",
        false => "kingside",
    }
}
