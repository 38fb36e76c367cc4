//! `peasant classic`: what Newborn's program of 1977 makes of a position.

pub mod options;

use std::io::{self, Write};

use historic::newborn1977::{self, Condition, Evaluation, Search};
use peasant::board::{Color, Move, Position};
use peasant::limits::Stop;
use peasant::value::Wdl;
use schemars::JsonSchema;
use serde::Serialize;

use crate::tell::json::{self, SanFirst};
use crate::tell::progress::Spinner;
use crate::tell::{picture, san, words};
use crate::{Face, Failure, Outcome};
use options::ClassicArgs;

/// Terminal positions a minute of the original on an IBM 370/158.
const ORIGINAL: u32 = 18_000;

pub fn run(args: &ClassicArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let position = crate::options::position::position(&args.fen, face)?;
    let refuse = |error| crate::tell::refusal::no_pawn_ending(error, &position);
    let evaluation = newborn1977::evaluate(&position).map_err(refuse)?;
    let spinner = Spinner::of_positions(face.cancelled()?);
    let search = newborn1977::search(
        &position,
        &args.options(),
        &args.limits(),
        &spinner.watcher(),
    );
    drop(spinner);
    let search = search.map_err(refuse)?;
    let mut out = face.out();
    if args.json {
        let answer = answer(&search, evaluation, args.church);
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        writeln!(out, "{}", picture::board(&position, args.ascii))?;
        print(&mut out, &search, evaluation)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// What Newborn's program says of a position.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Condition 6 as Church wanted it?
    church: bool,
    /// The result for the side to move, `win`, `draw` or `loss`; null if the score rests on guesses.
    claim: Option<Wdl>,
    /// The maximum depth in plies.
    depth: u32,
    /// Newborn's terms for the position itself, White's view.
    evaluation: EvaluationAnswer,
    /// The position.
    fen: Position,
    /// The line that it expects.
    line: Vec<Move>,
    /// The same line in SAN.
    line_san: Vec<String>,
    /// Nodes that checkmate ended, which is none of the conditions.
    mates: u64,
    /// What PEASANT plays; null without a legal move, or if it was stopped too soon.
    r#move: Option<SanFirst>,
    /// The score for the side to move; 9,000 and more is a win.
    score: i32,
    /// Who is to move.
    side_to_move: Color,
    /// What the search took.
    stats: Stats,
    /// What ended the search early.
    stopped: Option<Stop>,
    /// The nine conditions for terminal nodes.
    terminals: Vec<TerminalAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct EvaluationAnswer {
    /// K1.
    k1: i32,
    /// K2.
    k2: i32,
    /// MAT.
    mat: i32,
    /// PP.
    pp: i32,
    /// PRO.
    pro: i32,
    /// R.
    r: i32,
    /// 10 MAT + 5 PP - PRO + K1 + K2 + R.
    total: i32,
}

#[derive(Serialize, JsonSchema)]
struct TerminalAnswer {
    /// Nodes that the condition ended.
    count: u64,
    /// The condition.
    name: &'static str,
    /// Its number.
    number: usize,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Positions looked at.
    nodes: u64,
    /// Terminal positions a minute.
    positions_per_minute: f64,
    /// King moves left out.
    pruned: u64,
    /// Time.
    seconds: f64,
}

fn answer(search: &Search, evaluation: Evaluation, church: bool) -> Answer {
    let position = &search.position;
    let terminal = |c: Condition| TerminalAnswer {
        count: search.terminals[c],
        name: c.name(),
        number: c.number(),
    };
    Answer {
        church,
        claim: search.claim,
        depth: search.depth,
        evaluation: EvaluationAnswer {
            k1: evaluation.k1,
            k2: evaluation.k2,
            mat: evaluation.mat,
            pp: evaluation.pp,
            pro: evaluation.pro,
            r: evaluation.r,
            total: evaluation.total(),
        },
        fen: *position,
        line: search.line.clone(),
        line_san: words::names(position, &search.line),
        mates: search.terminals.mates(),
        r#move: search.best.map(|m| SanFirst::new(position, m)),
        score: search.score.for_side(position.turn()),
        side_to_move: position.turn(),
        stats: Stats {
            nodes: search.nodes,
            positions_per_minute: search.positions_per_minute(),
            pruned: search.pruned,
            seconds: search.time.as_secs_f64(),
        },
        stopped: search.stopped,
        terminals: Condition::ALL.into_iter().map(terminal).collect(),
    }
}

fn print(out: &mut impl Write, search: &Search, evaluation: Evaluation) -> io::Result<()> {
    writeln!(out, "{}\n", verdict(search))?;
    if !search.line.is_empty() {
        let first = search.position.turn();
        let names = words::names(&search.position, &search.line);
        let line = words::numbered(first, names.into_iter());
        writeln!(out, "Line: {line}\n")?;
    }
    writeln!(out, "{}\n", terms(evaluation))?;
    writeln!(out, "Terminal nodes by condition")?;
    for c in Condition::ALL {
        let count = search.terminals[c];
        writeln!(out, "{:>3} {:<36}{count:>12}", c.number(), c.name())?;
    }
    let mates = search.terminals.mates();
    if mates > 0 {
        writeln!(
            out,
            "{:>3} {:<36}{mates:>12}",
            "", "checkmate (not on the list)"
        )?;
    }
    writeln!(
        out,
        "\n{} positions to depth {}, {} terminal, {} king moves left out; {:.3} s{}.\n\
         {:.0} terminal positions a minute; the original: {ORIGINAL} on an IBM 370/158.",
        search.nodes,
        search.depth,
        search.terminals.total(),
        search.pruned,
        search.time.as_secs_f64(),
        words::stopped(search.stopped),
        search.positions_per_minute(),
    )
}

/// The move, the score and the claim in a sentence or two.
fn verdict(search: &Search) -> String {
    let mover = search.position.turn();
    let Some(best) = search.best else {
        return match (search.stopped, search.claim) {
            (Some(_), _) => "PEASANT was stopped before it had searched a move.".to_owned(),
            (None, Some(Wdl::Loss)) => format!("{mover} is checkmated: {mover} has lost."),
            (None, Some(Wdl::Draw)) => format!("{mover} is stalemated: a draw."),
            (None, _) => format!("{mover} has no move."),
        };
    };
    let claim = match search.claim {
        Some(Wdl::Win) => format!("It claims that {mover} wins."),
        Some(Wdl::Draw) => "It claims a draw.".to_owned(),
        Some(Wdl::Loss) => format!("It claims that {mover} loses."),
        None => "It claims nothing: the score rests on guesses.".to_owned(),
    };
    let name = san::format(&search.position, best);
    format!(
        "PEASANT plays {name}, score {} (White's view). {claim}",
        search.score
    )
}

fn terms(e: Evaluation) -> String {
    let Evaluation {
        mat,
        pp,
        pro,
        k1,
        k2,
        r,
    } = e;
    format!(
        "Without search, White's view: {:+} = 10*MAT + 5*PP - PRO + K1 + K2 + R, \
         with MAT {mat:+}, PP {pp:+}, PRO {pro:+}, K1 {k1:+}, K2 {k2:+}, R {r:+}.",
        e.total()
    )
}
