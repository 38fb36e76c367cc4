//! `peasant pawngame value`: what a position and its islands are worth.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Instant;

use peasant::pawngame::Position;
use peasant::pawngame::value::{Evaluation, Island, Outcome, Strength, Value, evaluate};
use peasant::value::Wdl;
use serde::Serialize;

use super::answer::Rules;
use crate::args::pawngame::ValueArgs;
use crate::fault::Fault;
use crate::{Failure, Outcome as Done, json, picture};

/// What other programs read.
#[derive(Serialize)]
struct Answer {
    rules: Rules,
    position: String,
    value: String,
    value_without_en_passant: Option<String>,
    en_passant: bool,
    outcome: &'static str,
    white_to_move: json::Result,
    black_to_move: json::Result,
    strength: String,
    islands: Vec<IslandAnswer>,
    stats: Stats,
}

#[derive(Serialize)]
struct Stats {
    games: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct IslandAnswer {
    position: String,
    value: String,
    strength: String,
}

pub fn run(args: &ValueArgs) -> Result<Done, Failure> {
    if args.game.position.is_empty() {
        let message = "give a position, such as \"a2 b2/a4 b6\"";
        return Err(Fault::new(message).into());
    }
    let position = super::position(&args.game)?;
    let start = Instant::now();
    let evaluation = evaluate(&position, args.limit)
        .map_err(|error| Fault::told(&format!("{error} (--limit N)"), ": "))?;
    let seconds = start.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
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

/// The value, the islands if there are several, and the results.
fn words(evaluation: &Evaluation) -> String {
    let mut text = format!("Value: {}\n", evaluation.value);
    if let Some(without) = &evaluation.without_en_passant {
        let _ = writeln!(
            text,
            "Without en passant: {without}\n\
             A right to take en passant is lost in a sum when its owner moves elsewhere: with it values need not add up."
        );
    }
    let _ = writeln!(
        text,
        "If a player who cannot move loses, {}.",
        evaluation.outcome
    );
    if evaluation.islands.len() > 1 {
        text.push_str(&islands(&evaluation.islands));
    }
    let _ = writeln!(
        text,
        "\nBy the rules of the game White to move {}, Black to move {}: {}.",
        verb(evaluation.white_to_move),
        verb(evaluation.black_to_move),
        strength(evaluation.strength),
    );
    text
}

/// A line an island.
fn islands(islands: &[Island]) -> String {
    let names: Vec<String> = islands.iter().map(|i| i.position.to_squares()).collect();
    let values: Vec<String> = islands.iter().map(|i| i.value.to_string()).collect();
    let width = |heading: &str, column: &[String]| {
        let longest = column.iter().map(String::len).max();
        longest.unwrap_or(0).max(heading.len()) + 2
    };
    let (first, second) = (width("Island", &names), width("Value", &values));
    let mut text = format!("\n{:first$}{:second$}By itself\n", "Island", "Value");
    for (island, (name, value)) in islands.iter().zip(names.iter().zip(&values)) {
        let strength = strength(island.strength);
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
            value: evaluation.value.to_string(),
            value_without_en_passant: without.map(Value::to_string),
            en_passant: evaluation.en_passant,
            outcome: match evaluation.outcome {
                Outcome::White => "white",
                Outcome::Black => "black",
                Outcome::First => "first",
                Outcome::Second => "second",
            },
            white_to_move: json::exactly(evaluation.white_to_move),
            black_to_move: json::exactly(evaluation.black_to_move),
            strength: evaluation.strength.to_string(),
            islands: evaluation.islands.iter().map(IslandAnswer::new).collect(),
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
            value: island.value.to_string(),
            strength: island.strength.to_string(),
        }
    }
}
