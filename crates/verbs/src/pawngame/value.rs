//! `peasant pawngame value`: what a position and its islands are worth.

use peasant::clock::Instant;
use std::fmt::Write as _;

use pawngame::Position;
use pawngame::value::{Evaluation, Island, Outcome, Strength, Value, evaluate};
use peasant::limits::Stop;
use peasant::value::{Bounds, Wdl};
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Rules;
use super::options::ValueArgs;
use crate::host::fault::Fault;
use crate::tell::progress::Spinner;
use crate::tell::words::stopped;
use crate::tell::{json, picture};
use crate::{Face, Failure, Outcome as Done};

/// What a position is worth.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The rules.
    rules: Rules,
    /// The position.
    position: String,
    /// Its value, where a player who cannot move loses.
    value: Option<String>,
    /// The same without en passant; null if it is no other game.
    value_without_en_passant: Option<String>,
    /// Does taking en passant matter?
    en_passant: Option<bool>,
    /// Who wins that game: `white`, `black`, `first` or `second`.
    outcome: Option<&'static str>,
    /// White's result with White to move, by the rules of the game.
    white_to_move: Option<Bounds>,
    /// Black's result with Black to move, by the rules of the game.
    black_to_move: Option<Bounds>,
    /// Such as `strongly won for White`, `mutual zugzwang` or `none`.
    strength: Option<String>,
    /// The parts that never meet.
    islands: Vec<IslandAnswer>,
    /// What ended the work early: `time`, `memory` or `cancelled`; what was not found by then is null.
    stopped: Option<Stop>,
    /// What the answer took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Different games that there were.
    games: u64,
    /// Time.
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct IslandAnswer {
    /// Its pawns alone.
    position: String,
    /// Its value.
    value: Option<String>,
    /// As above, if it were all there is.
    strength: Option<String>,
}

pub fn run(args: &ValueArgs, face: &mut Face) -> Result<Done, Failure> {
    if args.game.position.is_empty() {
        let message = "give a position, such as \"a2 b2/a4 b6\"";
        return Err(Fault::new(message).into());
    }
    let position = super::position(&args.game)?;
    let start = Instant::now();
    let spinner = Spinner::of_positions(face.cancelled()?);
    let evaluation = evaluate(&position, &args.limits(), &spinner.watcher());
    drop(spinner);
    let seconds = start.elapsed().as_secs_f64();
    if evaluation.stopped == Some(Stop::Structures) {
        return Err(too_large(args.limit).into());
    }
    let out = face.out();
    if args.json {
        let answer = Answer::new(&position, &evaluation, seconds);
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        writeln!(out, "{}", picture::pawns(&position, args.ascii))?;
        write!(out, "{}", words(&evaluation))?;
    }
    out.flush()?;
    Ok(Done::Answered)
}

fn too_large(limit: u64) -> Fault {
    let sentence = format!(
        "the islands lead to more than {limit} positions, games and comparisons: \
         allow more, or take fewer pawns (--limit N)"
    );
    Fault::from_sentence(&sentence, ": ")
}

/// The value, the islands if there are several, and the results.
fn words(evaluation: &Evaluation) -> String {
    let unknown = unknown(evaluation);
    let mut text = match &evaluation.value {
        Some(value) => format!("Value: {value}\n"),
        None => format!("Value: {unknown}\n"),
    };
    if let Some(without) = &evaluation.without_en_passant {
        let _ = writeln!(
            text,
            "Without en passant: {without}\n\
             A right to take en passant is lost in a sum when its owner moves elsewhere: with it values need not add up."
        );
    }
    if let Some(outcome) = evaluation.outcome {
        let _ = writeln!(text, "If a player who cannot move loses, {outcome}.");
    }
    if evaluation.islands.len() > 1 {
        text.push_str(&islands(&evaluation.islands));
    }
    let results = (evaluation.white_to_move, evaluation.black_to_move);
    let _ = match (results, evaluation.strength) {
        ((Some(white), Some(black)), Some(found)) => writeln!(
            text,
            "\nBy the rules of the game White to move {}, Black to move {}: {}.",
            verb(white),
            verb(black),
            strength(found),
        ),
        _ => writeln!(text, "\nResults by the rules of the game: {unknown}"),
    };
    text
}

/// What is said in place of what was not found.
fn unknown(evaluation: &Evaluation) -> String {
    format!("not known{}.", stopped(evaluation.stopped))
}

/// Stands in a cell of which nothing is known.
const UNKNOWN: &str = "not known";

fn value(island: &Island) -> String {
    let value = island.value.as_ref();
    value.map_or(UNKNOWN.to_owned(), Value::to_string)
}

/// A line an island.
fn islands(islands: &[Island]) -> String {
    let names: Vec<String> = islands.iter().map(|i| i.position.to_squares()).collect();
    let values: Vec<String> = islands.iter().map(value).collect();
    let width = |heading: &str, column: &[String]| {
        let longest = column.iter().map(String::len).max();
        longest.unwrap_or(0).max(heading.len()) + 2
    };
    let (first, second) = (width("Island", &names), width("Value", &values));
    let mut text = format!("\n{:first$}{:second$}By itself\n", "Island", "Value");
    for (island, (name, value)) in islands.iter().zip(names.iter().zip(&values)) {
        let strength = island.strength.map_or(UNKNOWN.to_owned(), strength);
        let _ = writeln!(text, "{name:first$}{value:second$}{strength}");
    }
    text
}

fn verb(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    }
}

fn strength(strength: Strength) -> String {
    match strength {
        Strength::None => "neither won nor zugzwang".to_owned(),
        other => other.to_string(),
    }
}

impl Answer {
    fn new(position: &Position, evaluation: &Evaluation, seconds: f64) -> Answer {
        let without = evaluation.without_en_passant.as_ref();
        Answer {
            rules: Rules::of(position),
            position: position.to_string(),
            value: evaluation.value.as_ref().map(Value::to_string),
            value_without_en_passant: without.map(Value::to_string),
            en_passant: evaluation.en_passant,
            outcome: evaluation.outcome.map(|outcome| match outcome {
                Outcome::White => "white",
                Outcome::Black => "black",
                Outcome::First => "first",
                Outcome::Second => "second",
            }),
            white_to_move: evaluation.white_to_move.map(Bounds::exactly),
            black_to_move: evaluation.black_to_move.map(Bounds::exactly),
            strength: evaluation.strength.map(|strength| strength.to_string()),
            islands: evaluation.islands.iter().map(IslandAnswer::new).collect(),
            stopped: evaluation.stopped,
            stats: Stats {
                games: evaluation.games,
                seconds,
            },
        }
    }
}

impl IslandAnswer {
    fn new(island: &Island) -> IslandAnswer {
        IslandAnswer {
            position: island.position.to_string(),
            value: island.value.as_ref().map(Value::to_string),
            strength: island.strength.map(|strength| strength.to_string()),
        }
    }
}
