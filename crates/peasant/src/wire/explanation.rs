//! Why a position ends as it does, as `peasant explain --json` prints it, but for the `schema` and the words that the program
//! adds.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::answer::{LikelihoodAnswer, OpinionAnswer, Stats};
use super::gone::Gone;
use crate::board::{Color, Position, Square};
use crate::explain::{
    Corresponding, Explanation, Feature, Map, MutualZugzwang, PassedPawn, QueenAgainstPawn,
    SpareMoves, Wall,
};
use crate::limits::Stop;
use crate::rules::Rules;
use crate::value::{Bounds, Wdl};

/// So many mutual zugzwangs are listed; all are counted.
const MOST_ZUGZWANGS: usize = 64;

/// What is found about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Explained {
    /// The position.
    pub fen: Position,
    /// What a promotion is worth.
    pub rules: Rules,
    /// Who is to move.
    pub side_to_move: Color,
    /// What is proved of the result.
    pub result: Bounds,
    /// Are the bounds equal?
    pub exact: bool,
    /// The map of the kings.
    #[serde(flatten)]
    pub map: Chart,
    /// In a draw, the same for the other side; else null.
    pub other_attacker: Option<Chart>,
    /// What is proved for the other side if it were its turn; null if that is no legal position.
    pub other_side_to_move: Option<Bounds>,
    /// How many pawn moves in a row each side has, the other passing, after each of which the results with either side to move
    /// are what they were; no captures or promotions.
    pub spare_moves: SpareMoves,
    /// Passed pawns with nothing but kings before them: counts, no results.
    pub passed_pawns: Vec<PassedPawn>,
    /// What the pawns are, White's first: `guard_each_other` (two passed pawns apart: whichever the other king takes, it is too late for
    /// the other one), `connected_passed_pawns`, `split_passed_pawns` (one file apart), `protected_passed_pawn`, `outside_passed_pawn` (at least three files from all pawns
    /// that are not passed), `baehr` (a passed pawn apart from rook's pawns that block each other), `majority` (more pawns on one half of the board, none of them passed),
    /// `doubled_majority` or `szen` (three connected passed pawns against three on the other wing).
    pub features: Vec<Feature>,
    /// What a wall of pawns makes of a draw: `dead`, `blockade`, or null.
    #[serde(default)]
    pub wall: Option<Wall>,
    /// A queen alone against a pawn alone, on the board or soon in the line; null elsewhere.
    #[serde(default)]
    pub queen_against_pawn: Option<QueenAgainstPawn>,
    /// Endings that kept a bound of the result or of a move open.
    pub open: Vec<OpenEnding>,
    /// Always null: the conditional verdict is gone since 0.1.0, and this key goes with the next release.
    #[serde(default)]
    pub conditional: Gone,
    /// What somebody thinks of it, and what to play, where it is not settled; null where it is, or nobody was asked.
    #[serde(default)]
    pub opinion: Option<OpinionAnswer>,
    /// How likely each result is, as in the answer of `solve`.
    #[serde(default)]
    pub likelihood: Option<LikelihoodAnswer>,
    /// What ended the proof or the explanation early.
    pub stopped: Option<Stop>,
    /// What the proof took.
    pub stats: Stats,
}

/// What is found about both kings on a board of pawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Chart {
    /// The side whose win is in question: the winner, in a draw the side to move if it has pawns, else the other.
    pub attacker: Color,
    /// Where its king wins wherever the other king is (legally, and not able to take a man at once), the defender to move; none
    /// if it wins so from everywhere.
    pub key_squares: Vec<Square>,
    /// The same whoever is to move.
    pub strong_key_squares: Vec<Square>,
    /// Placements in which the defender, to move, loses and the attacker, to move, does not win; those first that the kings
    /// reach soonest, 64 at most.
    pub mutual_zugzwangs: Vec<MutualZugzwang>,
    /// How many are proved with these pawns.
    pub mutual_zugzwang_count: usize,
    /// Squares that the attacker's king can walk to and that are held somewhere in time, those first that it reaches soonest;
    /// none of which an answer in time is open.
    pub corresponding: Vec<Corresponding>,
    /// Where the defender's king may stand, everything else as in the position, the side to move too, nothing captured en
    /// passant; squares that are illegal or open are left out.
    pub heat: Vec<Warm>,
    /// For how many placements of the kings, each side to move counted, it is not known whether the attacker wins: what they
    /// would add is left out; null if there is no map.
    pub open_placements: Option<u32>,
}

/// A square of the defender's king, and what is proved with it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Warm {
    /// The square of the defender's king.
    pub square: Square,
    /// The attacker's result then, proved.
    pub result: Wdl,
}

/// An ending that could not be solved and kept a bound open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct OpenEnding {
    /// The ending.
    pub fen: Position,
}

impl From<&Explanation> for Explained {
    fn from(explanation: &Explanation) -> Explained {
        let analysis = &explanation.analysis;
        let open = |&fen| OpenEnding { fen };
        Explained {
            fen: analysis.position,
            rules: analysis.rules,
            side_to_move: analysis.position.turn(),
            result: analysis.bounds,
            exact: analysis.bounds.exact().is_some(),
            map: Chart::from(&explanation.map),
            other_attacker: explanation.other_map.as_ref().map(Chart::from),
            other_side_to_move: explanation.other_side_to_move,
            spare_moves: explanation.spare_moves,
            passed_pawns: explanation.passed_pawns.clone(),
            features: explanation.features.clone(),
            wall: explanation.wall,
            queen_against_pawn: explanation.queen_against_pawn.clone(),
            open: analysis.reasons.iter().map(open).collect(),
            conditional: Gone,
            opinion: analysis
                .opinion
                .as_ref()
                .and_then(|one| OpinionAnswer::new(&analysis.position, one)),
            likelihood: analysis.likelihood.map(LikelihoodAnswer::from),
            stopped: explanation.stopped,
            stats: Stats::from(&explanation.statistics),
        }
    }
}

impl From<&Map> for Chart {
    fn from(map: &Map) -> Chart {
        let zugzwangs = &map.mutual_zugzwangs;
        let warm = |&(square, result)| Warm { square, result };
        Chart {
            attacker: map.attacker,
            key_squares: map.key_squares.clone(),
            strong_key_squares: map.strong_key_squares.clone(),
            mutual_zugzwangs: zugzwangs.iter().take(MOST_ZUGZWANGS).cloned().collect(),
            mutual_zugzwang_count: zugzwangs.len(),
            corresponding: map.corresponding.clone(),
            heat: map.heat.iter().map(warm).collect(),
            open_placements: map.open_placements,
        }
    }
}

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Explained::from(self).serialize(serializer)
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Chart::from(self).serialize(serializer)
    }
}
