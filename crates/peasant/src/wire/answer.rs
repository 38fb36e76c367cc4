//! What is proved about a position, as `peasant solve --json` prints it, but for the `schema` that the program puts before it.

use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::analysis::{
    self, Analysis, Assumption, Conditional, ConditionalMove, End, LineEnd, MoveAnalysis,
    Statistics,
};
use crate::board::{Color, Move, Position};
use crate::engine::Opinion;
use crate::limits::Stop;
use crate::notation::san;
use crate::rules::Rules;
use crate::value::{Bounds, Distance, Wdl};

/// Syzygy tables exist for so many men.
const SYZYGY_MEN: u32 = 7;

/// What is proved about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Answer {
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
    /// How far the end of the matter is: mate, or a promotion after which nothing is left to fight for; null for a draw, by
    /// Newborn's rules, where a limit has stopped the proof, and where the way leads through endings with promoted pieces that
    /// are too large to count.
    pub end: Option<AnswerEnd>,
    /// Plies to mate, the shortest way against the longest defence; null where it is not cheap to count: below are more than
    /// some endings with one promoted piece, or eight with two.
    pub dtm: Option<u16>,
    /// Every legal move, best first.
    pub moves: Vec<AnswerMove>,
    /// The moves that keep the result, all proved to if it is `exact`; if not, those that reach the result of `conditional`
    /// (proved ones alone if there are any; of a loss those that are not proved to lose), none without it.
    pub best: Vec<Move>,
    /// A line of best play, proved if the result is `exact`; if not, one that follows `conditional` as far as suppositions go.
    pub line: Vec<Move>,
    /// The same line in SAN.
    pub line_san: Vec<String>,
    /// Why the line ends there: `mate`, `stalemate`, `plainly won`, `pawns stopped` (a queen or rook against pawns that cannot
    /// get through), `pawns hold` (a draw against a queen or rook), `drawn`, `promotion`, `repetition`, `unproved`, `assumed`
    /// (an ending that is not proved) or `too long`; null if there is no line.
    pub line_end: Option<String>,
    /// The line, and after it those that begin with the next best moves (`--lines`).
    pub lines: Vec<Variation>,
    /// What ended the proof early, or the counting of the distances.
    pub stopped: Option<Stop>,
    /// Endings that kept a bound open.
    pub reasons: Vec<Reason>,
    /// What follows, unproved, if some endings are what they seem; null if the position and all moves are exact, or nothing
    /// follows.
    pub conditional: Option<ConditionalAnswer>,
    /// What somebody thinks of it, and what to play, where it is not settled; null where it is, or nobody was asked.
    #[serde(default)]
    pub opinion: Option<OpinionAnswer>,
    /// True where Syzygy tables that were not checked have told something (`--trust-syzygy`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trusted: bool,
    /// What the proof took.
    pub stats: Stats,
}

/// A line, the best one or one that begins with another move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Variation {
    /// Its result for the side to move; null where the line follows `conditional`.
    pub result: Option<Wdl>,
    /// Its moves.
    pub line: Vec<Move>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// Why it ends there.
    pub line_end: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct AnswerMove {
    /// The move.
    pub uci: Move,
    /// The move.
    pub san: String,
    /// What is proved of its result, for the side that makes it.
    pub result: Bounds,
    /// Are the bounds equal?
    pub exact: bool,
    /// Plies to the next pawn move, capture, promotion or mate; null where no such number is proved.
    pub distance: Option<Distance>,
    /// How far the end of the matter is from this move on, as for the position.
    pub end: Option<AnswerEnd>,
    /// Plies to mate from this move on, as for the position.
    pub dtm: Option<u16>,
}

/// How far the end of the matter is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct AnswerEnd {
    /// How many moves the winner needs.
    pub moves: u16,
    /// Is that the fewest? Else it is proved that no more are needed.
    pub exact: bool,
    /// `mate`, `bare king` (a queen or rook against it) or `pawns stopped` (a queen or rook, and the other side's pawns cannot
    /// get through: each promotion is prevented, or the new piece taken at once).
    pub kind: String,
}

/// An ending that could not be solved and kept a bound open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Reason {
    /// The ending.
    pub fen: Position,
    /// How many men it has.
    pub men: u32,
    /// Are there tables that would settle it?
    pub syzygy: bool,
}

/// What follows if some endings are what they seem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ConditionalAnswer {
    /// The result, inside the proved bounds.
    pub result: Wdl,
    /// Is it a draw of which one half is proved, no more than a bound, so that the result counts as open?
    #[serde(default)]
    pub bound: bool,
    /// The endings that the result leans on, none of them proved; none if the result is exact and only moves are open.
    pub assumptions: Vec<AssumedEnding>,
    /// Are these all the assumptions? The list ends after 512 for each claim that is open, that one side wins or does not.
    pub complete: bool,
    /// How much hangs on endings in which both sides promote.
    #[serde(default)]
    pub queens_on_both_sides: QueensAnswer,
    /// The open moves for which something follows.
    pub moves: Vec<ConditionalAnswerMove>,
}

/// How much hangs on endings in which both sides promote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct QueensAnswer {
    /// In so many of the assumed endings the side to move promotes at once, against a side that has promoted.
    pub endings: usize,
    /// Structures with two pieces that follow these, together: so many slices at most have to be solved to do without; counted up
    /// to 1,024 for each claim.
    pub structures: usize,
    /// Are these all?
    pub complete: bool,
}

/// An ending whose result is assumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct AssumedEnding {
    /// The ending.
    pub fen: Position,
    /// What is assumed, for the side to move there: who is ahead in pieces wins, equal pieces draw, unless the verdict needs another
    /// result; less may be enough.
    pub result: Wdl,
    /// Who says so: `equal` (equal pieces draw), `ahead` (a piece more wins, or holds), `pawns` (in a pawn ending a side that has lost
    /// pawns does not win) or `engine` (`--engine`).
    pub source: String,
    /// The engine's score in hundredths of a pawn, for the side to move there; mate in n is 100000 - n, being mated its negative;
    /// null if no engine was asked.
    pub score: Option<i32>,
}

/// A move for which something follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ConditionalAnswerMove {
    /// The move.
    pub uci: Move,
    /// The move.
    pub san: String,
    /// Its result on such assumptions, for the side that makes it.
    pub result: Wdl,
}

/// A move by both names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Named {
    /// The move.
    pub uci: Move,
    /// The move.
    pub san: String,
}

/// What somebody thinks of a position. It proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct OpinionAnswer {
    /// Who thinks so: the engine of `--engine`, or `peasant`, whose own search it is.
    pub source: String,
    /// The move.
    pub uci: Move,
    /// The move.
    pub san: String,
    /// Hundredths of a pawn for the side to move, never beyond what is proved; a mate in `n` moves counts as 100,000 - n, being mated
    /// as its negative.
    pub score: i32,
    /// How far ahead has been looked, in plies.
    pub depth: u32,
    /// The move and how play goes on, in SAN.
    pub line_san: Vec<String>,
}

impl OpinionAnswer {
    /// What somebody thinks of this position; `None` if it names no move.
    #[must_use]
    pub fn new(position: &Position, opinion: &Opinion) -> Option<OpinionAnswer> {
        let uci = *opinion.line.first()?;
        Some(OpinionAnswer {
            source: opinion.source.clone(),
            uci,
            san: san::format(uci, position),
            score: opinion.score,
            depth: opinion.depth,
            line_san: line_san(*position, &opinion.line),
        })
    }
}

/// What an answer took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Stats {
    /// Structures solved or expanded.
    pub structures: u64,
    /// Those without promoted pieces, with one, with two.
    pub structures_by_pieces: [u64; 3],
    /// Single positions searched.
    #[serde(default)]
    pub positions: u64,
    /// Of what is proved, the structures that the result follows from, by the same kinds: one proof, not the smallest; what was
    /// stored from earlier questions counts, of endings with promoted pieces those that pawn structures lead to count, and
    /// nothing below them; null where the result is open, or time is up.
    #[serde(default)]
    pub proof_structures: Option<[u64; 3]>,
    /// Memory.
    pub bytes: u64,
    /// Time.
    pub seconds: f64,
    /// Time until the result was exact.
    pub result_seconds: Option<f64>,
}

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Answer::from(self).serialize(serializer)
    }
}

impl From<&Analysis> for Answer {
    fn from(analysis: &Analysis) -> Answer {
        let position = &analysis.position;
        let found = analysis.conditional.as_ref();
        Answer {
            fen: *position,
            rules: analysis.rules,
            side_to_move: position.turn(),
            result: analysis.bounds,
            exact: analysis.bounds.exact().is_some(),
            end: analysis.end.map(AnswerEnd::from),
            dtm: analysis.mate_in,
            moves: analysis
                .moves
                .iter()
                .map(|m| AnswerMove::new(position, m))
                .collect(),
            best: analysis.best.clone(),
            line: analysis.line.clone(),
            line_san: line_san(*position, &analysis.line),
            line_end: analysis.line_end.map(|end| end.name().to_owned()),
            lines: lines(analysis),
            stopped: analysis.stopped,
            reasons: analysis.reasons.iter().map(Reason::from).collect(),
            conditional: found.map(|found| ConditionalAnswer::new(position, found)),
            opinion: analysis
                .opinion
                .as_ref()
                .and_then(|opinion| OpinionAnswer::new(position, opinion)),
            trusted: analysis.trusted,
            stats: Stats::from(&analysis.statistics),
        }
    }
}

/// The best line, and those that begin with other moves.
fn lines(analysis: &Analysis) -> Vec<Variation> {
    let answer = |result, line: &[Move], end: LineEnd| Variation {
        result,
        line: line.to_owned(),
        line_san: line_san(analysis.position, line),
        line_end: end.name().to_owned(),
    };
    let best = analysis
        .line_end
        .map(|end| answer(analysis.bounds.exact(), &analysis.line, end));
    let other = |one: &analysis::Variation| answer(Some(one.result), &one.line, one.line_end);
    best.into_iter()
        .chain(analysis.variations.iter().map(other))
        .collect()
}

pub(super) fn line_san(mut position: Position, line: &[Move]) -> Vec<String> {
    let mut names = Vec::with_capacity(line.len());
    for &m in line {
        names.push(san::format(m, &position));
        position = position.play(m);
    }
    names
}

impl AnswerMove {
    pub(super) fn new(position: &Position, m: &MoveAnalysis) -> AnswerMove {
        AnswerMove {
            uci: m.r#move,
            san: san::format(m.r#move, position),
            result: m.bounds,
            exact: m.bounds.exact().is_some(),
            distance: m.distance,
            end: m.end.map(AnswerEnd::from),
            dtm: m.mate_in,
        }
    }
}

impl From<End> for AnswerEnd {
    fn from(end: End) -> AnswerEnd {
        AnswerEnd {
            moves: end.moves,
            exact: end.exact,
            kind: end.kind.name().to_owned(),
        }
    }
}

impl From<&Position> for Reason {
    fn from(position: &Position) -> Reason {
        let men = position.occupied().count();
        Reason {
            fen: *position,
            men,
            syzygy: men <= SYZYGY_MEN,
        }
    }
}

impl ConditionalAnswer {
    /// What follows for this position.
    #[must_use]
    pub fn new(position: &Position, found: &Conditional) -> ConditionalAnswer {
        let answer = |m: &ConditionalMove| ConditionalAnswerMove {
            uci: m.r#move,
            san: san::format(m.r#move, position),
            result: m.result,
        };
        ConditionalAnswer {
            result: found.result,
            bound: found.bound,
            assumptions: found.assumptions.iter().map(AssumedEnding::from).collect(),
            complete: found.complete,
            queens_on_both_sides: QueensAnswer {
                endings: found.queens.endings,
                structures: found.queens.structures,
                complete: found.queens.complete,
            },
            moves: found.moves.iter().map(answer).collect(),
        }
    }
}

impl From<&Assumption> for AssumedEnding {
    fn from(assumption: &Assumption) -> AssumedEnding {
        AssumedEnding {
            fen: assumption.position,
            result: assumption.result,
            source: assumption.source.name().to_owned(),
            score: assumption.score,
        }
    }
}

impl Named {
    /// A move that is legal in this position.
    #[must_use]
    pub fn new(position: &Position, r#move: Move) -> Named {
        Named {
            uci: r#move,
            san: san::format(r#move, position),
        }
    }
}

impl From<&Statistics> for Stats {
    fn from(statistics: &Statistics) -> Stats {
        Stats {
            structures: statistics.structures,
            structures_by_pieces: statistics.by_pieces,
            positions: statistics.positions,
            proof_structures: statistics.proof,
            bytes: statistics.bytes,
            seconds: statistics.time.as_secs_f64(),
            result_seconds: statistics.result_time.as_ref().map(Duration::as_secs_f64),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;
    use crate::analysis::{Request, Source};
    use crate::limits::Limits;
    use crate::prover::Prover;

    /// An answer of which nothing is proved but that White does not lose; the rest is made by hand.
    fn open() -> Analysis {
        let position = "8/8/7p/2K4k/4P3/1p6/1P6/8 w - - 0 1".parse().unwrap();
        let request = Request::new(position).limits(Limits::NONE.structures(1));
        let mut analysis = Prover::default().analyse(&request).unwrap();
        analysis.bounds = Bounds::at_least(Wdl::Draw);
        analysis.conditional = None;
        analysis
    }

    /// What is written is read as what was written.
    #[test]
    fn an_answer_is_read_as_it_was_written() {
        for stopped in [None, Some(Stop::Structures)] {
            let mut analysis = open();
            analysis.stopped = stopped;
            let answer = Answer::from(&analysis);
            let text = serde_json::to_string(&analysis).unwrap();
            assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), answer);
        }
    }

    #[test]
    fn nothing_conditional_is_null() {
        let answer = serde_json::to_value(open()).unwrap();
        assert_eq!(answer["conditional"], json!(null));
        assert_eq!(answer["opinion"], json!(null));
    }

    #[test]
    fn a_conditional_verdict_has_its_assumptions_and_moves() {
        let mut analysis = open();
        let fen = "4Q3/8/8/3K1k2/8/1p6/1P6/7q w - - 0 1";
        let queens: Position = fen.parse().unwrap();
        let engine = Assumption::new(queens, Wdl::Draw, Source::Engine, Some(-17));
        let equal = Assumption::new(queens, Wdl::Draw, Source::Equal, None);
        let ahead = Assumption::new(queens, Wdl::Loss, Source::Ahead, None);
        let moves = vec![ConditionalMove::new("e4e5".parse().unwrap(), Wdl::Loss)];
        let assumptions = vec![engine, equal, ahead];
        let mut found = Conditional::new(Wdl::Draw, assumptions, moves);
        (found.queens.endings, found.queens.structures) = (2, 12);
        analysis.conditional = Some(found);
        analysis.opinion = Some(Opinion {
            source: "somebody".to_owned(),
            score: -35,
            depth: 12,
            line: vec!["c5d5".parse().unwrap()],
        });
        let answer = serde_json::to_value(&analysis).unwrap();
        let expected = json!({
            "result": "draw",
            "bound": false,
            "assumptions": [
                { "fen": fen, "result": "draw", "source": "engine", "score": -17 },
                { "fen": fen, "result": "draw", "source": "equal", "score": null },
                { "fen": fen, "result": "loss", "source": "ahead", "score": null },
            ],
            "complete": true,
            "queens_on_both_sides": { "endings": 2, "structures": 12, "complete": true },
            "moves": [{ "uci": "e4e5", "san": "e5", "result": "loss" }],
        });
        assert_eq!(answer["conditional"], expected);
        let expected = json!({
            "source": "somebody", "uci": "c5d5", "san": "Kd5", "score": -35, "depth": 12, "line_san": ["Kd5"],
        });
        assert_eq!(answer["opinion"], expected);
        assert_eq!(answer["exact"], json!(false));
        assert_eq!(answer["best"], json!([]));
    }
}
