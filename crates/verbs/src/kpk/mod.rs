//! `peasant kpk`: king and pawn against king, position by position.

pub mod options;
pub mod rules;
pub mod words;

use peasant::clock::Instant;
use std::io::{self, Write};

use historic::kpk::perfect::{self, Reason};
use historic::kpk::published::{RULES, Rule};
use historic::kpk::{Recognised, recognise};
use peasant::board::{Color, Position, Square};
use peasant::explain::Opposition;
use peasant::kpk::{self, Bitbase, Placement, Side, Total, Verdict};
use peasant::notation::fen;
use peasant::value::{Bounds, Wdl};
use schemars::JsonSchema;
use serde::Serialize;

use crate::host::fault::Fault;
use crate::tell::{json, picture};
use crate::{Face, Failure, Outcome};
use options::KpkArgs;
use words::Facts;

pub fn run(args: &KpkArgs, face: &mut Face) -> Result<Outcome, Failure> {
    if args.fen.is_empty() {
        overview(&mut face.out(), args.json)?;
        return Ok(Outcome::Answered);
    }
    if args.fen == ["rules"] {
        // As it was called before it had a name of its own.
        return rules::run(args.json, face);
    }
    let position = crate::options::position::position(&args.fen, face)?;
    let placement = placement(&position)?;
    let start = Instant::now();
    let facts = Facts::new(&position, placement);
    let out = face.out();
    if args.json {
        let answer = answer(&position, placement, &facts, start);
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        write!(
            out,
            "{}\n{}",
            picture::marked(&position, args.ascii, facts.key_squares),
            words(&position, placement, &facts, args.verbose)
        )?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// What other programs are told of a position.
///
/// # Errors
/// It is not king and pawn against king.
pub fn told(position: &Position) -> Result<Answer, Fault> {
    let placement = placement(position)?;
    let start = Instant::now();
    let facts = Facts::new(position, placement);
    Ok(answer(position, placement, &facts, start))
}

fn placement(position: &Position) -> Result<Placement, Fault> {
    Placement::from_position(position).ok_or_else(|| {
        let text = fen::format(position);
        let sentence = format!(
            "`{text}` is not king and pawn against king: give two kings and one pawn, or use `peasant solve`"
        );
        Fault::from_sentence(&sentence, ": ").about(&text)
    })
}

/// All positions at a glance, and what else may be asked for.
fn overview(out: &mut impl Write, as_json: bool) -> io::Result<()> {
    let start = Instant::now();
    let bitbase = Bitbase::generate();
    let seconds = start.elapsed().as_secs_f64();
    let [attacker, defender] = Side::BOTH.map(|turn| bitbase.total(turn));
    let zugzwangs = bitbase.mutual_zugzwangs();
    if as_json {
        let total = |total: Total| TotalAnswer {
            positions: total.positions,
            won: total.won,
        };
        let answer = Totals {
            bitbase: BitbaseAnswer {
                attacker_to_move: total(attacker),
                defender_to_move: total(defender),
                mutual_zugzwangs: zugzwangs,
            },
            stats: Stats {
                bytes: Bitbase::BYTES,
                seconds,
            },
        };
        return writeln!(out, "{}", json::line(&answer));
    }
    write_overview(out, [attacker, defender], zugzwangs, seconds)
}

/// The same in words.
fn write_overview(
    out: &mut impl Write,
    [attacker, defender]: [Total; 2],
    zugzwangs: u32,
    seconds: f64,
) -> io::Result<()> {
    writeln!(
        out,
        "King and pawn against king. The attacker has the pawn.\n"
    )?;
    writeln!(
        out,
        "{:20}{:>10}{:>10}{:>10}",
        "", "Positions", "Won", "Drawn"
    )?;
    for (name, t) in [
        ("Attacker to move", attacker),
        ("Defender to move", defender),
    ] {
        let drawn = t.positions - t.won;
        writeln!(out, "{name:20}{:>10}{:>10}{drawn:>10}", t.positions, t.won)?;
    }
    writeln!(out, "\nMutual zugzwangs: {zugzwangs}.")?;
    let kib = Bitbase::BYTES / 1024;
    writeln!(out, "Solved in {:.0} us; {kib} KiB.\n", seconds * 1e6)?;
    writeln!(
        out,
        "peasant kpk FEN      the result of a position, and why"
    )?;
    writeln!(
        out,
        "peasant kpk-rules    rules of the books and a list that is always right, measured"
    )
}

/// The published rules that apply.
fn applying(placement: Placement) -> impl Iterator<Item = &'static Rule> {
    const { &RULES }
        .iter()
        .filter(move |rule| rule.applies(placement))
}

fn recognised(placement: Placement) -> String {
    match recognise(placement) {
        Recognised::Surely(verdict) => verdict.to_string(),
        Recognised::Unclear => "unclear".to_owned(),
    }
}

/// Why the perfect rules decide as they do, without their numbers.
fn reason_in_words(position: &Position, placement: Placement) -> String {
    let (verdict, reason) = perfect::decide(placement);
    let by = |number| {
        let text = perfect::rule(number).1;
        format!("by the first of the perfect rules that applies: {text}.")
    };
    let mover = position.turn();
    match reason {
        Reason::Step(to, then) => {
            let to = on_board(position, to);
            format!(
                "Drawn, since {mover}'s king steps to {to}, which is drawn {}",
                by(then)
            )
        }
        Reason::PawnFalls => format!("Drawn, since {mover}'s king takes the pawn."),
        Reason::Stalemate => format!("Drawn, since {mover} is stalemated."),
        Reason::NoStep => format!(
            "Won, since {} wins after every step of {mover}'s king.",
            !mover
        ),
        Reason::Rule(number) => {
            let verdict = match verdict {
                Verdict::Won => "Won",
                Verdict::Drawn => "Drawn",
            };
            format!("{verdict} {}", by(number))
        }
    }
}

/// A square of a placement, which is turned over where the pawn is Black's.
fn on_board(position: &Position, square: Square) -> Square {
    match position.pawns().white.is_empty() {
        true => square.flip(),
        false => square,
    }
}

/// Why the perfect rules decide as they do.
fn reason(position: &Position, placement: Placement) -> String {
    let (verdict, reason) = perfect::decide(placement);
    let number = reason.number();
    let why = match reason {
        Reason::Step(to, then) => {
            let to = on_board(position, to);
            let text = perfect::rule(then).1;
            format!("the king steps to {to} (rule {number}), drawn by rule {then}: {text}")
        }
        Reason::Rule(2..) => {
            let text = perfect::rule(number).1;
            format!("rule {number} (none before it applies): {text}")
        }
        _ => format!("rule {number}: {}", perfect::rule(number).1),
    };
    format!("{verdict}, {why}")
}

/// King and pawn against king.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The side with the pawn.
    attacker: Color,
    /// The position.
    fen: Position,
    /// Where the attacker's king wins wherever the other king is (legally, and not able to take the pawn at once), the defender to move.
    key_squares: Vec<Square>,
    /// Would the attacker, to move, only draw, and does the defender, to move, lose?
    mutual_zugzwang: bool,
    /// In mutual zugzwang, who has the opposition; null if there is none, or the kings stand in none of its shapes.
    opposition: Option<OppositionAnswer>,
    /// The result for the other side if it were its turn; null if that is no legal position.
    other_side_to_move: Option<Bounds>,
    /// The result and its reason by the list of rules that is always right.
    perfect: String,
    /// `won`, `drawn` or `unclear` by the recogniser, for the side with the pawn.
    recognised: String,
    /// The result, which is always exact.
    result: Bounds,
    /// The published rules that apply.
    rules: Vec<RuleAnswer>,
    /// Who is to move.
    side_to_move: Color,
    /// What the answer took.
    stats: Stats,
    /// Those of the key squares that are so whoever is to move.
    strong_key_squares: Vec<Square>,
    /// In words: does it matter who is to move, and which are the key squares?
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct OppositionAnswer {
    /// `near`, `distant`, `diagonal` or `virtual`.
    shape: &'static str,
    /// The side that is not to move.
    side: Color,
}

#[derive(Serialize, JsonSchema)]
struct RuleAnswer {
    /// `won` or `drawn`, for the side with the pawn.
    claim: String,
    /// The rule.
    name: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Memory of the bitbase.
    bytes: usize,
    /// Time, that of solving the bitbase included.
    seconds: f64,
}

/// All positions of king and pawn against king.
#[derive(Serialize, JsonSchema)]
pub struct Totals {
    /// All positions of king and pawn against king.
    bitbase: BitbaseAnswer,
    /// What solving them took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
struct BitbaseAnswer {
    /// Those with the side with the pawn to move.
    attacker_to_move: TotalAnswer,
    /// Those with the other side to move.
    defender_to_move: TotalAnswer,
    /// Won only if the defender is to move.
    mutual_zugzwangs: u32,
}

#[derive(Serialize, JsonSchema)]
struct TotalAnswer {
    /// How many there are.
    positions: u32,
    /// How many of them the side with the pawn wins.
    won: u32,
}

fn answer(position: &Position, placement: Placement, facts: &Facts, start: Instant) -> Answer {
    let result = kpk::bitbase().probe(placement).for_side(placement.turn());
    let rule = |rule: &Rule| RuleAnswer {
        claim: rule.claim.to_string(),
        name: rule.name,
    };
    let perfect = reason(position, placement);
    let other_side = match placement.turn() {
        Side::Attacker => Side::Defender,
        Side::Defender => Side::Attacker,
    };
    let other = facts.other_turn();
    let opposition = |(side, shape): (Color, Opposition)| OppositionAnswer {
        shape: shape.name(),
        side,
    };
    Answer {
        attacker: facts.attacker,
        fen: *position,
        key_squares: facts.key_squares.collect(),
        mutual_zugzwang: facts.is_mutual_zugzwang(),
        opposition: facts.opposition().map(opposition),
        other_side_to_move: other.map(|verdict| Bounds::exactly(verdict.for_side(other_side))),
        perfect,
        recognised: recognised(placement),
        result: Bounds::exactly(result),
        rules: applying(placement).map(rule).collect(),
        side_to_move: position.turn(),
        stats: Stats {
            bytes: Bitbase::BYTES,
            seconds: start.elapsed().as_secs_f64(),
        },
        strong_key_squares: facts.strong_key_squares.collect(),
        text: facts.words().trim_end().to_owned(),
    }
}

fn words(position: &Position, placement: Placement, facts: &Facts, verbose: bool) -> String {
    let mover = position.turn();
    let verb = match kpk::bitbase().probe(placement).for_side(placement.turn()) {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    };
    let mut text = format!("{mover} to move {verb}.\n\n{}\n", facts.words());
    let rules: Vec<&Rule> = applying(placement).collect();
    for rule in &rules {
        text += &format!(
            "By the rule \"{}\" it is {}: {}.\n",
            rule.name, rule.claim, rule.text
        );
    }
    if rules.is_empty() && verbose {
        text += "None of the published rules applies.\n";
    }
    text += &match verbose {
        true => format!("By the perfect rules: {}.\n", reason(position, placement)),
        false => format!("{}\n", reason_in_words(position, placement)),
    };
    text
}
