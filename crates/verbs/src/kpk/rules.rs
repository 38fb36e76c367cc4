//! `peasant kpk-rules`: how far the rules for king and pawn against king can be trusted.

use peasant::clock::Instant;
use std::io::{self, Write};

use historic::kpk::measure_recogniser;
use historic::kpk::perfect::{self, Share};
use historic::kpk::published::{Measure, RULES, Rule, SEVEN_EIGHT_NINE_ALL_RANKS};
use peasant::kpk::{Side, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use crate::tell::json;
use crate::{Face, Failure, Outcome};

pub fn run(as_json: bool, face: &mut Face) -> Result<Outcome, Failure> {
    let mut out = face.out();
    if as_json {
        writeln!(out, "{}", json::line(&answer()))?;
    } else {
        print(&mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// Every line of the table: a name, what it claims, and what it says with either side to move.
fn table() -> Vec<(&'static str, Option<Verdict>, [Measure; 2])> {
    let of_rule = |rule: &Rule| {
        (
            rule.name,
            Some(rule.claim),
            Side::BOTH.map(|turn| rule.measure(turn)),
        )
    };
    let mut table: Vec<_> = RULES
        .iter()
        .chain([&SEVEN_EIGHT_NINE_ALL_RANKS])
        .map(of_rule)
        .collect();
    table.push(("the recogniser", None, Side::BOTH.map(measure_recogniser)));
    table
}

fn print(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:42}{:>34}{:>34}",
        "", "Attacker to move", "Defender to move"
    )?;
    let mut heads = [format!("{:42}", ""), format!("{:36}{:6}", "Rule", "Claim")];
    for _ in Side::BOTH {
        heads[0] += &format!("{:>8}{:>8}{:>8}{:>10}", "", "Wrongly", "Wrongly", "");
        heads[1] += &format!(
            "{:>8}{:>8}{:>8}{:>10}",
            "Decided", "won", "drawn", "Undecided"
        );
    }
    writeln!(out, "{}\n{}", heads[0].trim_end(), heads[1])?;
    for (name, claim, measures) in table() {
        let claim = claim.map_or_else(|| "either".to_owned(), |claim| claim.to_string());
        write!(out, "{name:36}{claim:6}")?;
        for m in measures {
            let (decided, won, drawn) = (m.decided(), m.wrongly_won, m.wrongly_drawn);
            write!(out, "{decided:>8}{won:>8}{drawn:>8}{:>10}", m.undecided)?;
        }
        writeln!(out)?;
    }
    perfect_rules(out)
}

/// The perfect rules in words.
fn perfect_rules(out: &mut impl Write) -> io::Result<()> {
    let shares = perfect::shares();
    writeln!(out, "\nThe perfect rules: the first that applies is right.")?;
    writeln!(
        out,
        "Positions decided with the attacker and with the defender to move:\n"
    )?;
    for Share {
        number,
        claim,
        text,
        decided,
    } in &shares
    {
        let claim = claim.to_string();
        let head = format!("{number:>3} {claim:6}{:>8}{:>8}  ", decided[0], decided[1]);
        let mut lines = wrapped(text, 110 - head.len()).into_iter();
        writeln!(out, "{head}{}", lines.next().unwrap_or_default())?;
        for line in lines {
            writeln!(out, "{:1$}{line}", "", head.len())?;
        }
    }
    Ok(())
}

/// The words of a text in lines of so many letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = word.to_owned();
        } else if line.len() + 1 + word.len() <= width {
            *line += &format!(" {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The rules for king and pawn against king, measured.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The rules of which the first that applies is right.
    perfect: Vec<PerfectAnswer>,
    /// The published rules and the recogniser, over all positions.
    rules: Vec<RuleAnswer>,
    /// What the measurement took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
struct RuleAnswer {
    /// With the side with the pawn to move.
    attacker_to_move: MeasureAnswer,
    /// `won` or `drawn`; null for the recogniser, which says either.
    claim: Option<String>,
    /// The same with the other side to move.
    defender_to_move: MeasureAnswer,
    /// The rule.
    name: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct PerfectAnswer {
    /// Positions that it decides, the side with the pawn to move.
    attacker_to_move: u32,
    /// `won` or `drawn`.
    claim: String,
    /// The same with the other side to move.
    defender_to_move: u32,
    /// Its place in the list, from 1.
    number: usize,
    /// The rule.
    text: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Time.
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct MeasureAnswer {
    /// Called drawn.
    drawn: u32,
    /// Positions looked at.
    positions: u32,
    /// Not decided.
    undecided: u32,
    /// Called won.
    won: u32,
    /// Called drawn, but won.
    wrongly_drawn: u32,
    /// Called won, but drawn.
    wrongly_won: u32,
}

fn answer() -> Answer {
    let start = Instant::now();
    let rule =
        |(name, claim, [attacker, defender]): (&'static str, Option<Verdict>, [Measure; 2])| {
            RuleAnswer {
                attacker_to_move: MeasureAnswer::from(attacker),
                claim: claim.map(|claim| claim.to_string()),
                defender_to_move: MeasureAnswer::from(defender),
                name,
            }
        };
    let perfect = |share: Share| PerfectAnswer {
        attacker_to_move: share.decided[0],
        claim: share.claim.to_string(),
        defender_to_move: share.decided[1],
        number: share.number,
        text: share.text,
    };
    Answer {
        perfect: perfect::shares().into_iter().map(perfect).collect(),
        rules: table().into_iter().map(rule).collect(),
        stats: Stats {
            seconds: start.elapsed().as_secs_f64(),
        },
    }
}

impl From<Measure> for MeasureAnswer {
    fn from(measure: Measure) -> MeasureAnswer {
        MeasureAnswer {
            drawn: measure.drawn,
            positions: measure.positions,
            undecided: measure.undecided,
            won: measure.won,
            wrongly_drawn: measure.wrongly_drawn,
            wrongly_won: measure.wrongly_won,
        }
    }
}
