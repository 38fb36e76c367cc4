//! Why a position ends as it does, as `peasant explain --json` prints it (`docs/json.md` in the repository), but for the
//! `schema` that the program puts before it and the words that it adds.

use serde::{Serialize, Serializer};

use super::analysis::{ConditionalAnswer, Stats, conditional, stats};
use crate::board::{Color, Position, Square};
use crate::explain::{
    Corresponding, Explanation, Map, MutualZugzwang, Opposition, PassedPawn, SpareMoves,
};
use crate::limits::Stop;
use crate::rules::Rules;
use crate::value::{Bounds, Wdl};

/// So many mutual zugzwangs are listed; all are counted.
const MOST_ZUGZWANGS: usize = 64;

/// The form of [`Explanation`].
#[derive(Serialize)]
#[serde(rename = "Explanation")]
struct Answer<'a> {
    fen: &'a Position,
    rules: Rules,
    side_to_move: Color,
    result: Bounds,
    exact: bool,
    #[serde(flatten)]
    map: Chart<'a>,
    other_attacker: Option<Chart<'a>>,
    other_side_to_move: Option<Bounds>,
    spare_moves: SpareMoves,
    passed_pawns: &'a [PassedPawn],
    open: Vec<Open<'a>>,
    conditional: Option<ConditionalAnswer<'a>>,
    stopped: Option<Stop>,
    stats: Stats,
}

/// The form of [`Map`].
#[derive(Serialize)]
struct Chart<'a> {
    attacker: Color,
    key_squares: &'a [Square],
    strong_key_squares: &'a [Square],
    mutual_zugzwangs: &'a [MutualZugzwang],
    mutual_zugzwang_count: usize,
    corresponding: &'a [Corresponding],
    heat: Vec<Warm>,
    open_placements: Option<u32>,
}

/// A square of the defender's king, and what is proved with it there.
#[derive(Serialize)]
struct Warm {
    square: Square,
    result: Wdl,
}

/// An ending that could not be solved and kept a bound open.
#[derive(Serialize)]
struct Open<'a> {
    fen: &'a Position,
}

#[derive(Serialize)]
struct PassedPawnAnswer {
    side: Color,
    pawn: Square,
    goal: Square,
    moves: u32,
    king_moves: u32,
    in_square: bool,
    check: bool,
}

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let analysis = &self.analysis;
        let found = analysis.conditional.as_ref();
        let answer = Answer {
            fen: &analysis.position,
            rules: analysis.rules,
            side_to_move: analysis.position.turn(),
            result: analysis.bounds,
            exact: analysis.bounds.exact().is_some(),
            map: chart(&self.map),
            other_attacker: self.other_map.as_ref().map(chart),
            other_side_to_move: self.other_side_to_move,
            spare_moves: self.spare_moves,
            passed_pawns: &self.passed_pawns,
            open: analysis.reasons.iter().map(|fen| Open { fen }).collect(),
            conditional: found.map(|found| conditional(&analysis.position, found)),
            stopped: self.stopped,
            stats: stats(&self.statistics),
        };
        answer.serialize(serializer)
    }
}

fn chart(map: &Map) -> Chart<'_> {
    let zugzwangs = &map.mutual_zugzwangs;
    Chart {
        attacker: map.attacker,
        key_squares: &map.key_squares,
        strong_key_squares: &map.strong_key_squares,
        mutual_zugzwangs: &zugzwangs[..zugzwangs.len().min(MOST_ZUGZWANGS)],
        mutual_zugzwang_count: zugzwangs.len(),
        corresponding: &map.corresponding,
        heat: map
            .heat
            .iter()
            .map(|&(square, result)| Warm { square, result })
            .collect(),
        open_placements: map.open_placements,
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        chart(self).serialize(serializer)
    }
}

/// The form of [`MutualZugzwang`].
#[derive(Serialize)]
#[serde(rename = "MutualZugzwang")]
struct Pair {
    attacker: Square,
    defender: Square,
    full_point: bool,
    opposition: Option<&'static str>,
}

impl Serialize for MutualZugzwang {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pair = Pair {
            attacker: self.attacker,
            defender: self.defender,
            full_point: self.full_point,
            opposition: self.opposition.map(Opposition::name),
        };
        pair.serialize(serializer)
    }
}

/// The form of [`Corresponding`].
#[derive(Serialize)]
#[serde(rename = "Corresponding")]
struct Answered<'a> {
    attacker: Square,
    defenders: &'a [Square],
    class: u32,
}

impl Serialize for Corresponding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answered = Answered {
            attacker: self.attacker,
            defenders: &self.defenders,
            class: self.class,
        };
        answered.serialize(serializer)
    }
}

/// The form of [`SpareMoves`].
#[derive(Serialize)]
#[serde(rename = "SpareMoves")]
struct Spare {
    white: Option<u32>,
    black: Option<u32>,
}

impl Serialize for SpareMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spare = Spare {
            white: self.white,
            black: self.black,
        };
        spare.serialize(serializer)
    }
}

impl Serialize for PassedPawn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let passed = PassedPawnAnswer {
            side: self.color,
            pawn: self.pawn,
            goal: self.goal,
            moves: self.moves,
            king_moves: self.king_moves,
            in_square: self.in_square,
            check: self.check,
        };
        passed.serialize(serializer)
    }
}
