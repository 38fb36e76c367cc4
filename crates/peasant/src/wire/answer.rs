//! What is proved about a position, as `peasant solve --json` prints it, but for the `schema` that the program puts before it.

use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::gone::Gone;
use crate::analysis::{self, Analysis, End, LineEnd, MoveAnalysis, Statistics};
use crate::board::{Color, Move, Position};
use crate::likelihood::Likelihood;
use crate::limits::Stop;
use crate::notation::san;
use crate::opinion::Opinion;
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
    /// The moves that are proved to keep the result; none unless it is `exact`.
    pub best: Vec<Move>,
    /// A line of best play, proved; none unless the result is `exact`.
    pub line: Vec<Move>,
    /// The same line in SAN.
    pub line_san: Vec<String>,
    /// Why the line ends there: `mate`, `stalemate`, `plainly won`, `pawns stopped` (a queen or rook against pawns that cannot
    /// get through), `pawns hold` (a draw against a queen or rook), `drawn`, `promotion`, `repetition`, `unproved`
    /// or `too long`; null if there is no line.
    pub line_end: Option<String>,
    /// The line, and after it those that begin with the next best moves (`--lines`).
    pub lines: Vec<Variation>,
    /// What ended the proof early, or the counting of the distances.
    pub stopped: Option<Stop>,
    /// Endings that kept a bound open.
    pub reasons: Vec<Reason>,
    /// Always null: the conditional verdict is gone since 0.1.0, and this key goes with the next release.
    #[serde(default)]
    pub conditional: Gone,
    /// What somebody thinks of it, and what to play, where it is not settled; null where it is, or nobody was asked.
    #[serde(default)]
    pub opinion: Option<OpinionAnswer>,
    /// How likely each result is for the side to move: certain where it is `exact`, an estimate where it is open; null where it is
    /// open and nobody has an opinion.
    #[serde(default)]
    pub likelihood: Option<LikelihoodAnswer>,
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
    /// Its result for the side to move, proved.
    // Older versions wrote null where a line leant on assumptions.
    #[cfg_attr(feature = "schema", schemars(with = "Wdl"))]
    pub result: Option<Wdl>,
    /// Its moves.
    pub line: Vec<Move>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// Why it ends there.
    pub line_end: String,
}

/// What is proved of a legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ProvedMove {
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

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct AnswerMove {
    /// What is proved of it.
    #[serde(flatten)]
    pub proved: ProvedMove,
    /// How likely each result is for the side that makes it, where the move is open and somebody has an opinion of it; missing
    /// else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likelihood: Option<LikelihoodAnswer>,
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

/// How likely each result is, to three decimals, together 1. Only what is proved has 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct LikelihoodAnswer {
    /// The side to move wins: 0 to 1.
    pub win: f64,
    /// Nobody wins.
    pub draw: f64,
    /// The side to move loses.
    pub loss: f64,
}

impl From<LikelihoodAnswer> for Likelihood {
    fn from(LikelihoodAnswer { win, draw, loss }: LikelihoodAnswer) -> Likelihood {
        Likelihood { win, draw, loss }
    }
}

impl From<Likelihood> for LikelihoodAnswer {
    fn from(likelihood: Likelihood) -> LikelihoodAnswer {
        let [win, draw, loss] = likelihood
            .thousandths()
            .map(|part| f64::from(part) / 1000.0);
        LikelihoodAnswer { win, draw, loss }
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
    /// What the proof of an open result needs at least; null where it is exact, or that has not been counted.
    #[serde(default)]
    pub price: Option<AnswerPrice>,
}

/// What a proof that is open needs still. If an ending does not bear it out there may be more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct AnswerPrice {
    /// Structures with two promoted pieces, mostly a queen on both sides.
    pub slices: u64,
    /// Time, by what such structures took here; null if none has been solved.
    pub seconds: Option<f64>,
    /// Memory, by what such structures take here; null if none is kept.
    #[serde(default)]
    pub bytes: Option<u64>,
}

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Answer::from(self).serialize(serializer)
    }
}

impl From<&Analysis> for Answer {
    fn from(analysis: &Analysis) -> Answer {
        let position = &analysis.position;
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
            conditional: Gone,
            opinion: analysis
                .opinion
                .as_ref()
                .and_then(|opinion| OpinionAnswer::new(position, opinion)),
            likelihood: analysis.likelihood.map(LikelihoodAnswer::from),
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
    fn new(position: &Position, m: &MoveAnalysis) -> AnswerMove {
        AnswerMove {
            proved: ProvedMove::new(position, m),
            likelihood: m.likelihood.map(LikelihoodAnswer::from),
        }
    }
}

impl ProvedMove {
    pub(super) fn new(position: &Position, m: &MoveAnalysis) -> ProvedMove {
        ProvedMove {
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
            price: statistics.price.map(|price| AnswerPrice {
                slices: price.slices,
                seconds: price.time.as_ref().map(Duration::as_secs_f64),
                bytes: price.bytes,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;
    use crate::analysis::Request;
    use crate::limits::Limits;
    use crate::prover::Prover;

    /// An answer of which nothing is proved but that White does not lose; the rest is made by hand.
    fn open() -> Analysis {
        let position = "8/8/7p/2K4k/4P3/1p6/1P6/8 w - - 0 1".parse().unwrap();
        let request = Request::new(position).limits(Limits::NONE.structures(1));
        let mut analysis = Prover::default().analyse(&request).unwrap();
        analysis.bounds = Bounds::at_least(Wdl::Draw);
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

    /// Files of answers may be older than this program.
    #[test]
    fn a_conditional_verdict_of_before_is_passed_over() {
        let answer = Answer::from(&open());
        let mut old = serde_json::to_value(&answer).unwrap();
        old["conditional"] = json!({ "result": "draw", "assumptions": [], "moves": [] });
        assert_eq!(serde_json::from_value::<Answer>(old).unwrap(), answer);
    }

    #[test]
    fn an_opinion_has_its_move_and_line() {
        let mut analysis = open();
        analysis.opinion = Some(Opinion {
            source: "somebody".to_owned(),
            score: -35,
            depth: 12,
            line: vec!["c5d5".parse().unwrap()],
        });
        let answer = serde_json::to_value(&analysis).unwrap();
        let expected = json!({
            "source": "somebody", "uci": "c5d5", "san": "Kd5", "score": -35, "depth": 12, "line_san": ["Kd5"],
        });
        assert_eq!(answer["opinion"], expected);
        assert_eq!(answer["exact"], json!(false));
        assert_eq!(answer["best"], json!([]));
    }
}
