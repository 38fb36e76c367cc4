//! What is proved about a position, as `peasant solve --json` prints it (`docs/json.md` in the repository), but for the `schema` that
//! the program puts before it.

use serde::{Serialize, Serializer};

use super::Seconds;
use crate::analysis::{
    Analysis, Assumption, Conditional, ConditionalMove, End, LineEnd, MoveAnalysis, Statistics,
};
use crate::board::{Color, Move, Position};
use crate::limits::Stop;
use crate::notation::san;
use crate::rules::Rules;
use crate::value::{Bounds, Distance, Wdl};

/// Syzygy tables exist for so many men.
const SYZYGY_MEN: u32 = 7;

/// The form of [`Analysis`].
#[derive(Serialize)]
#[serde(rename = "Analysis")]
struct Answer<'a> {
    fen: &'a Position,
    rules: Rules,
    side_to_move: Color,
    result: Bounds,
    exact: bool,
    end: Option<EndAnswer>,
    dtm: Option<u16>,
    moves: Vec<MoveAnswer>,
    best: &'a [Move],
    line: &'a [Move],
    line_san: Vec<String>,
    line_end: Option<&'static str>,
    lines: Vec<VariationAnswer<'a>>,
    stopped: Option<Stop>,
    reasons: Vec<Reason<'a>>,
    conditional: Option<ConditionalAnswer<'a>>,
    guess: Option<Named>,
    /// Only where it is so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    trusted: bool,
    stats: Stats,
}

/// The best line, or one that begins with another move.
#[derive(Serialize)]
struct VariationAnswer<'a> {
    result: Option<Wdl>,
    line: &'a [Move],
    line_san: Vec<String>,
    line_end: &'static str,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: Move,
    san: String,
    result: Bounds,
    exact: bool,
    distance: Option<Distance>,
    end: Option<EndAnswer>,
    dtm: Option<u16>,
}

/// How far the end of the matter is.
#[derive(Serialize)]
struct EndAnswer {
    moves: u16,
    exact: bool,
    kind: &'static str,
}

/// An ending that could not be solved and kept a bound open.
#[derive(Serialize)]
struct Reason<'a> {
    fen: &'a Position,
    men: u32,
    /// Would Syzygy tables settle it?
    syzygy: bool,
}

/// What follows if some endings are what they seem.
#[derive(Serialize)]
pub(super) struct ConditionalAnswer<'a> {
    result: Wdl,
    assumptions: Vec<AssumptionAnswer<'a>>,
    /// Are these all?
    complete: bool,
    queens_on_both_sides: QueensAnswer,
    moves: Vec<ConditionalMoveAnswer>,
}

/// How much hangs on endings in which both sides promote.
#[derive(Serialize)]
struct QueensAnswer {
    endings: usize,
    /// With two promoted pieces.
    structures: usize,
    complete: bool,
}

#[derive(Serialize)]
struct AssumptionAnswer<'a> {
    fen: &'a Position,
    result: Wdl,
    source: &'static str,
    /// In hundredths of a pawn.
    score: Option<i32>,
}

#[derive(Serialize)]
struct ConditionalMoveAnswer {
    #[serde(flatten)]
    r#move: Named,
    result: Wdl,
}

/// A move by both names.
#[derive(Serialize)]
struct Named {
    uci: Move,
    san: String,
}

#[derive(Serialize)]
pub(super) struct Stats {
    structures: u64,
    /// Without promoted pieces, with one, with two.
    structures_by_pieces: [u64; 3],
    proof_structures: Option<[u64; 3]>,
    bytes: u64,
    seconds: Seconds,
    result_seconds: Option<Seconds>,
}

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = Answer {
            fen: &self.position,
            rules: self.rules,
            side_to_move: self.position.turn(),
            result: self.bounds,
            exact: self.bounds.exact().is_some(),
            end: self.end.map(end),
            dtm: self.mate_in,
            moves: self
                .moves
                .iter()
                .map(|m| move_answer(&self.position, m))
                .collect(),
            best: &self.best,
            line: &self.line,
            line_san: line_san(self.position, &self.line),
            line_end: self.line_end.map(LineEnd::name),
            lines: lines(self),
            stopped: self.stopped,
            reasons: self.reasons.iter().map(reason).collect(),
            conditional: self
                .conditional
                .as_ref()
                .map(|found| conditional(&self.position, found)),
            guess: self.guess.map(|m| named(&self.position, m)),
            trusted: self.trusted,
            stats: stats(&self.statistics),
        };
        answer.serialize(serializer)
    }
}

/// The best line, and those that begin with other moves.
fn lines(analysis: &Analysis) -> Vec<VariationAnswer<'_>> {
    let answer = |result, line, end: LineEnd| VariationAnswer {
        result,
        line,
        line_san: line_san(analysis.position, line),
        line_end: end.name(),
    };
    let best = analysis
        .line_end
        .map(|end| answer(analysis.bounds.exact(), &analysis.line[..], end));
    let others = analysis.variations.iter();
    let others = others.map(|one| answer(Some(one.result), &one.line[..], one.line_end));
    best.into_iter().chain(others).collect()
}

fn move_answer(position: &Position, m: &MoveAnalysis) -> MoveAnswer {
    MoveAnswer {
        uci: m.r#move,
        san: san::format(m.r#move, position),
        result: m.bounds,
        exact: m.bounds.exact().is_some(),
        distance: m.distance,
        end: m.end.map(end),
        dtm: m.mate_in,
    }
}

fn end(end: End) -> EndAnswer {
    EndAnswer {
        moves: end.moves,
        exact: end.exact,
        kind: end.kind.name(),
    }
}

fn line_san(mut position: Position, line: &[Move]) -> Vec<String> {
    let mut names = Vec::with_capacity(line.len());
    for &m in line {
        names.push(san::format(m, &position));
        position = position.play(m);
    }
    names
}

fn reason(position: &Position) -> Reason<'_> {
    let men = position.occupied().count();
    Reason {
        fen: position,
        men,
        syzygy: men <= SYZYGY_MEN,
    }
}

pub(super) fn conditional<'a>(
    position: &Position,
    found: &'a Conditional,
) -> ConditionalAnswer<'a> {
    let answer = |m: &ConditionalMove| ConditionalMoveAnswer {
        r#move: named(position, m.r#move),
        result: m.result,
    };
    ConditionalAnswer {
        result: found.result,
        assumptions: found.assumptions.iter().map(assumption).collect(),
        complete: found.complete,
        queens_on_both_sides: QueensAnswer {
            endings: found.queens.endings,
            structures: found.queens.structures,
            complete: found.queens.complete,
        },
        moves: found.moves.iter().map(answer).collect(),
    }
}

fn assumption(assumption: &Assumption) -> AssumptionAnswer<'_> {
    AssumptionAnswer {
        fen: &assumption.position,
        result: assumption.result,
        source: assumption.source.name(),
        score: assumption.score,
    }
}

fn named(position: &Position, r#move: Move) -> Named {
    Named {
        uci: r#move,
        san: san::format(r#move, position),
    }
}

pub(super) fn stats(statistics: &Statistics) -> Stats {
    Stats {
        structures: statistics.structures,
        structures_by_pieces: statistics.by_pieces,
        proof_structures: statistics.proof,
        bytes: statistics.bytes,
        seconds: Seconds(statistics.time),
        result_seconds: statistics.result_time.map(Seconds),
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
        analysis.guess = None;
        analysis
    }

    #[test]
    fn nothing_conditional_is_null() {
        let answer = serde_json::to_value(open()).unwrap();
        assert_eq!(answer["conditional"], json!(null));
        assert_eq!(answer["guess"], json!(null));
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
        analysis.guess = Some("c5d5".parse().unwrap());
        let answer = serde_json::to_value(&analysis).unwrap();
        let expected = json!({
            "result": "draw",
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
        assert_eq!(answer["guess"], json!({ "uci": "c5d5", "san": "Kd5" }));
        assert_eq!(answer["exact"], json!(false));
        assert_eq!(answer["best"], json!([]));
    }
}
