//! What the pawns of a position are: passed, protected, connected, outside, in the majority; and whether a win hangs on it.

use super::budget::Budget;
use super::territory::hits;
use super::without::without;
use crate::analysis::{Analysis, Crossed, Inquiry};
use crate::analysis::{PassedPawn, passed_pawns};
use crate::board::{Bitboard, Color, Pawns, Position, Setup, Square};
use crate::value::{Bounds, Wdl};

/// An outside passed pawn is so many files away from all that are not passed, at least.
const OUTSIDE: u32 = 3;

/// What some pawns of a side's are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FeatureKind {
    /// Two passed pawns that are not on neighbouring files, the other side having none that its king cannot catch: whichever the other king
    /// takes, it is too late then to stop the other one.
    GuardEachOther,
    /// Two passed pawns on neighbouring files.
    ConnectedPassedPawns,
    /// Two passed pawns on a rank with one file between them, the other side having none that its king cannot catch: wherever the other king
    /// attacks one of them from beside or in front, the side still wins.
    SplitPassedPawns,
    /// A passed pawn, and the pawn that protects it.
    ProtectedPassedPawn,
    /// A passed pawn at least three files away from all pawns that are not passed, of which its side has some.
    OutsidePassedPawn,
    /// Bähr's position: a passed pawn, and a rook's pawn and the enemy's that block each other, with nothing else on the board; the
    /// passed pawn is no neighbour of theirs.
    Baehr,
    /// More pawns than the other side has on its half of the board (files a to d, or e to h), none of them passed.
    Majority,
    /// The same with two pawns on one file.
    DoubledMajority,
    /// Szén's position: each side has three connected passed pawns, on the other wing than the other side's, and nothing else.
    Szen,
}

/// What some pawns of a side's are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Feature {
    /// The side to which they belong.
    #[cfg_attr(feature = "serde", serde(rename = "side"))]
    pub color: Color,
    /// What they are.
    pub kind: FeatureKind,
    /// Their squares; a protected pawn before the one that protects it, and a passed pawn before the two that block each other.
    pub pawns: Vec<Square>,
    /// Does the side win, and would it not without the passed pawn, or without either of two? `None` if that is not proved, and of
    /// majorities. Of pawns that guard each other also: does it win wherever one is taken? Of pawns one file apart also: does it win
    /// wherever they are attacked from beside or in front? Of Szén's position: does whoever is to move win?
    pub decides: Option<bool>,
}

impl Feature {
    fn new(color: Color, kind: FeatureKind, pawns: Vec<Square>) -> Feature {
        Feature {
            color,
            kind,
            pawns,
            decides: None,
        }
    }

    /// The pawns without each of which there would be nothing of it.
    fn needed(&self) -> &[Square] {
        match self.kind {
            FeatureKind::GuardEachOther
            | FeatureKind::ConnectedPassedPawns
            | FeatureKind::SplitPassedPawns => &self.pawns,
            FeatureKind::ProtectedPassedPawn
            | FeatureKind::OutsidePassedPawn
            | FeatureKind::Baehr => &self.pawns[..1],
            FeatureKind::Majority | FeatureKind::DoubledMajority | FeatureKind::Szen => &[],
        }
    }
}

/// The features of a position, White's first; of those of a winner it is asked whether the win hangs on them.
pub(super) fn features(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    analysis: &Analysis,
) -> Result<Vec<Feature>, Crossed> {
    let position = &analysis.position;
    let mut features = features_of(position);
    let winner = match analysis.bounds.exact() {
        Some(Wdl::Win) => position.turn(),
        Some(Wdl::Loss) => !position.turn(),
        _ => return Ok(features),
    };
    for feature in features.iter_mut().filter(|one| one.color == winner) {
        feature.decides = match feature.kind {
            FeatureKind::Szen => szen_decides(inquiry, budget, position)?,
            _ => is_needed(inquiry, budget, position, feature)?,
        };
        let holds = match feature.kind {
            FeatureKind::SplitPassedPawns => defend_themselves(inquiry, budget, position, feature)?,
            FeatureKind::GuardEachOther => outlast(inquiry, budget, position, feature)?,
            _ => true,
        };
        if !holds {
            feature.decides = None;
        }
    }
    Ok(features)
}

/// The result for a side, if it is proved.
fn result_of(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    side: Color,
) -> Result<Bounds, Crossed> {
    let bounds = budget.settle(inquiry, position)?;
    Ok(match position.turn() == side {
        true => bounds,
        false => -bounds,
    })
}

/// Would the winner not win without any of the pawns of a feature?
fn is_needed(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    feature: &Feature,
) -> Result<Option<bool>, Crossed> {
    let mut decides = (!feature.needed().is_empty()).then_some(true);
    for &pawn in feature.needed() {
        let Some(rest) = without(position, pawn) else {
            return Ok(None);
        };
        let bounds = result_of(inquiry, budget, &rest, feature.color)?;
        if bounds.lower() == Wdl::Win {
            return Ok(Some(false));
        }
        if bounds.upper() == Wdl::Win {
            decides = None;
        }
    }
    Ok(decides)
}

/// Does whoever is to move win?
fn szen_decides(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
) -> Result<Option<bool>, Crossed> {
    let mut results = Vec::new();
    for turned in [Some(*position), position.pass()].into_iter().flatten() {
        results.push(budget.settle(inquiry, &turned)?.exact());
    }
    Ok((results == [Some(Wdl::Win); 2]).then_some(true))
}

/// Does the side win, to move, wherever the other king has just taken one of these pawns, its own king where it is?
fn outlast(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    feature: &Feature,
) -> Result<bool, Crossed> {
    for &pawn in &feature.pawns {
        let mut pawns = position.pawns();
        match feature.color {
            Color::White => pawns.white = pawns.white - pawn.set(),
            Color::Black => pawns.black = pawns.black - pawn.set(),
        }
        if !wins_with(inquiry, budget, position, feature.color, (pawn, pawns))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Does a side win, to move, with the other king on this square and these pawns, its own king where it is? Or is there no such position?
fn wins_with(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    side: Color,
    (other, pawns): (Square, Pawns),
) -> Result<bool, Crossed> {
    let own = position.king(side);
    let kings = match side {
        Color::White => [own, other],
        Color::Black => [other, own],
    };
    let Ok(there) = Setup::pawn_ending(kings[0], kings[1], pawns, side).validate() else {
        return Ok(true);
    };
    Ok(budget.settle(inquiry, &there)?.lower() == Wdl::Win)
}

/// Does the side win, to move, wherever the other king attacks one of these pawns from beside or in front, and not both of them, its own
/// king where it is?
fn defend_themselves(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    feature: &Feature,
) -> Result<bool, Crossed> {
    let rank = |square: Square| square.seen_by(feature.color).rank();
    let attacks = |square: &Square| {
        let attacked = feature
            .pawns
            .iter()
            .filter(|pawn| pawn.distance(*square) == 1);
        attacked.count() == 1
            && feature
                .pawns
                .iter()
                .all(|&pawn| rank(*square) >= rank(pawn))
    };
    for square in Square::all().filter(attacks) {
        let placed = (square, position.pawns());
        if !wins_with(inquiry, budget, position, feature.color, placed)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The features of a position, White's first. Nothing is proved of them.
fn features_of(position: &Position) -> Vec<Feature> {
    let all = passed_pawns(position);
    let mut features = Vec::new();
    for color in Color::BOTH {
        let of = |one: &&PassedPawn| one.color == color;
        let passed: Vec<PassedPawn> = all.iter().filter(of).copied().collect();
        let are_alone = passed.len() == all.len();
        let held = |one: &PassedPawn| one.color == color || one.in_square;
        let are_first = are_alone || passed.len() == 2 && all.iter().all(held);
        features.extend(pairs(&passed, are_first));
        features.extend(protected(position.pawns(), color, &passed));
        let baehr = baehr(position.pawns(), color, &passed);
        let outside = outside(position.pawns(), color, &all);
        features.extend(baehr.or(outside));
        features.extend(majorities(position.pawns(), color, &passed));
        features.extend(szen(position.pawns(), color, &all));
    }
    features
}

/// Passed pawns of a side's that are connected, or guard each other from far.
fn pairs(passed: &[PassedPawn], are_first: bool) -> Vec<Feature> {
    let mut found = Vec::new();
    for (number, one) in passed.iter().enumerate() {
        for other in &passed[number + 1..] {
            let files = one.pawn.file().abs_diff(other.pawn.file());
            let kind = match files {
                1 => FeatureKind::ConnectedPassedPawns,
                2 if are_first && one.pawn.rank() == other.pawn.rank() => {
                    FeatureKind::SplitPassedPawns
                }
                2.. if are_first && guards(one, other) && guards(other, one) => {
                    FeatureKind::GuardEachOther
                }
                _ => continue,
            };
            let mut pawns = vec![one.pawn, other.pawn];
            pawns.sort_unstable_by_key(|pawn| pawn.file());
            found.push(Feature::new(one.color, kind, pawns));
        }
    }
    found
}

/// Is the king that has just taken a pawn too late for the other one, whose side is to move?
fn guards(other: &PassedPawn, taken: &PassedPawn) -> bool {
    taken.pawn.distance(other.goal) > other.moves
}

fn protected(pawns: Pawns, color: Color, passed: &[PassedPawn]) -> Vec<Feature> {
    let protector = |one: &PassedPawn| {
        let mut others = pawns.of(color);
        let protects = |other: &Square| {
            let alone = Pawns {
                white: other.set(),
                black: other.set(),
            };
            hits(alone, color).contains(one.pawn)
        };
        others.find(protects)
    };
    let found = passed.iter().filter_map(|one| {
        let pawns = vec![one.pawn, protector(one)?];
        Some(Feature::new(color, FeatureKind::ProtectedPassedPawn, pawns))
    });
    found.collect()
}

/// A passed pawn beside rook's pawns that block each other.
fn baehr(pawns: Pawns, color: Color, passed: &[PassedPawn]) -> Option<Feature> {
    let [passed] = passed else {
        return None;
    };
    let own = (pawns.of(color) - passed.pawn.set()).first()?;
    let theirs = pawns.of(!color).first()?;
    let ahead = match color {
        Color::White => own.set().up(),
        Color::Black => own.set().down(),
    };
    let is_rooks = matches!(own.file(), 0 | 7);
    let is_apart = own.file().abs_diff(passed.pawn.file()) >= 2;
    // One that is about to promote is no decoy.
    let is_far = passed.pawn.seen_by(color).rank() <= 4;
    let is_all = pawns.occupied().count() == 3;
    (is_all && is_rooks && is_apart && is_far && ahead == theirs.set())
        .then(|| Feature::new(color, FeatureKind::Baehr, vec![passed.pawn, own, theirs]))
}

/// The passed pawn that is farthest from the others, if it is far enough.
fn outside(pawns: Pawns, color: Color, all: &[PassedPawn]) -> Option<Feature> {
    let all_passed = all.iter().map(|one| one.pawn);
    let all_passed = all_passed.fold(Bitboard::EMPTY, |all, pawn| all | pawn.set());
    let rest = pawns.occupied() - all_passed;
    if (pawns.of(color) & rest).is_empty() {
        return None;
    }
    let distance = |one: &PassedPawn| {
        let files = rest.map(|pawn| pawn.file().abs_diff(one.pawn.file()));
        files.min().unwrap_or(0)
    };
    let passed = all.iter().filter(|one| one.color == color);
    let farthest = passed.max_by_key(|one| distance(one))?;
    let is_central = matches!(farthest.pawn.file(), 3 | 4);
    (distance(farthest) >= OUTSIDE && !is_central)
        .then(|| Feature::new(color, FeatureKind::OutsidePassedPawn, vec![farthest.pawn]))
}

/// The halves of the board where a side has more pawns, none of them passed.
fn majorities(pawns: Pawns, color: Color, passed: &[PassedPawn]) -> Vec<Feature> {
    let half = |files: std::ops::Range<u32>| {
        let files = files.map(|file| Bitboard::file(file).0);
        Bitboard(files.fold(0, |all, file| all | file))
    };
    let found = [half(0..4), half(4..8)].into_iter().filter_map(|half| {
        let (own, theirs) = (pawns.of(color) & half, pawns.of(!color) & half);
        let has_passed = passed.iter().any(|one| half.contains(one.pawn));
        if has_passed || theirs.is_empty() || own.count() <= theirs.count() {
            return None;
        }
        let is_doubled = (0..8).any(|file| (own & Bitboard::file(file)).count() > 1);
        let kind = match is_doubled {
            true => FeatureKind::DoubledMajority,
            false => FeatureKind::Majority,
        };
        Some(Feature::new(color, kind, own.collect()))
    });
    found.collect()
}

/// Three connected passed pawns against three on the other wing.
fn szen(pawns: Pawns, color: Color, all: &[PassedPawn]) -> Option<Feature> {
    let wings = Color::BOTH.map(|side| {
        let files: Vec<u32> = (0..8)
            .filter(|&file| !(pawns.of(side) & Bitboard::file(file)).is_empty())
            .collect();
        let is_wing = files == [0, 1, 2] || files == [5, 6, 7];
        (pawns.of(side).count() == 3 && is_wing).then(|| files[0])
    });
    let apart = wings[0].is_some() && wings[1].is_some() && wings[0] != wings[1];
    (apart && all.len() == 6)
        .then(|| Feature::new(color, FeatureKind::Szen, pawns.of(color).collect()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn told(fen: &str) -> Vec<String> {
        let features = features_of(&fen.parse().unwrap()).into_iter();
        let told = features.map(|one| {
            let pawns: Vec<String> = one.pawns.iter().map(Square::to_string).collect();
            format!("{} {:?} {}", one.color, one.kind, pawns.join(" "))
        });
        told.collect()
    }

    #[test]
    fn what_the_books_call_them() {
        for (fen, expected) in [
            (
                "8/8/8/2k5/P4P2/8/8/7K b - -",
                &["White GuardEachOther a4 f4"][..],
            ),
            // The king that takes on a4 is in time for the d-pawn; a race.
            ("8/8/8/2k5/P2P4/8/8/7K b - -", &[]),
            ("8/8/8/2k5/P4P1p/8/8/K7 b - -", &[]),
            (
                "8/8/8/3k4/8/PP6/8/6K1 b - -",
                &["White ConnectedPassedPawns a3 b3"],
            ),
            (
                "8/5p2/8/1pPk4/1P6/4KP2/8/8 w - -",
                &["White ProtectedPassedPawn c5 b4"],
            ),
            (
                "8/5ppp/3k4/8/P2K4/8/5PPP/8 w - -",
                &["White OutsidePassedPawn a4"],
            ),
            // Rook's pawns that block each other, and nothing else but a passed pawn apart from them.
            ("8/8/8/p3k3/P6P/4K3/8/8 w - -", &["White Baehr h4 a4 a5"]),
            (
                "8/8/4k3/8/P1P5/8/8/7K b - -",
                &["White SplitPassedPawns a4 c4"],
            ),
            (
                "4k3/5ppp/8/8/8/8/PPP5/3K4 w - -",
                &[
                    "White ConnectedPassedPawns a2 b2",
                    "White ConnectedPassedPawns b2 c2",
                    "White Szen a2 b2 c2",
                    "Black ConnectedPassedPawns f7 g7",
                    "Black ConnectedPassedPawns g7 h7",
                    "Black Szen f7 g7 h7",
                ],
            ),
            // Both have one.
            (
                "8/5k2/5p2/p7/2P1K1P1/8/8/8 w - -",
                &["White OutsidePassedPawn c4", "Black OutsidePassedPawn a5"],
            ),
            // Nothing that it is outside of.
            ("8/8/8/3k4/P7/8/8/2K5 b - -", &[]),
            (
                "8/1pp2ppp/p1pk4/8/3KP3/8/PPP2PPP/8 w - -",
                &[
                    "White Majority f2 g2 h2 e4",
                    "Black DoubledMajority a6 c6 b7 c7",
                ],
            ),
        ] {
            assert_eq!(told(fen), expected, "{fen}");
        }
    }
}
