//! `peasant kpk`: king and pawn against king, position by position.

pub mod options;
pub mod rules;
pub mod words;

use std::io::{self, Write};
use std::time::Instant;

use historic::kpk::perfect::{self, Reason};
use historic::kpk::published::{RULES, Rule};
use historic::kpk::{Recognised, recognise};
use peasant::board::{Bitboard, Position};
use peasant::kpk::{self, Bitbase, Placement, Side, Total};
use peasant::notation::fen;
use peasant::value::Wdl;
use serde_json::{Value, json};

use crate::host::fault::Fault;
use crate::tell::{json, picture};
use crate::{Face, Failure, Outcome};
use options::KpkArgs;
use words::Facts;

pub fn run(args: &KpkArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let mut out = face.out();
    if args.fen.is_empty() {
        overview(&mut out, args.json)?;
        return Ok(Outcome::Answered);
    }
    if args.fen == ["rules"] {
        // As it was called before it had a name of its own.
        return rules::run(args.json, face);
    }
    let position = crate::options::position::position(&args.fen)?;
    let placement = Placement::from_position(&position).ok_or_else(|| {
        let text = fen::format(&position);
        let sentence = format!(
            "`{text}` is not king and pawn against king: give two kings and one pawn, or use `peasant solve`"
        );
        Fault::told(&sentence, ": ").about(&text)
    })?;
    let start = Instant::now();
    let facts = Facts::new(&position, placement);
    if args.json {
        let answer = answer(&position, placement, &facts, start);
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        write!(
            out,
            "{}\n{}",
            picture::marked(&position, args.ascii, facts.key_squares),
            words(&position, placement, &facts)
        )?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// All positions at a glance, and what else may be asked for.
fn overview(out: &mut impl Write, as_json: bool) -> io::Result<()> {
    let start = Instant::now();
    let bitbase = Bitbase::generate();
    let seconds = start.elapsed().as_secs_f64();
    let [attacker, defender] = Side::BOTH.map(|turn| bitbase.total(turn));
    let zugzwangs = bitbase.mutual_zugzwangs();
    if as_json {
        let total = |t: Total| json!({ "positions": t.positions, "won": t.won });
        let bitbase = json!({
            "attacker_to_move": total(attacker),
            "defender_to_move": total(defender),
            "mutual_zugzwangs": zugzwangs,
        });
        let stats = json!({ "bytes": Bitbase::BYTES, "seconds": seconds });
        let answer = json!({ "bitbase": bitbase, "stats": stats });
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

/// Why the perfect rules decide as they do.
fn reason(position: &Position, placement: Placement) -> String {
    let (verdict, reason) = perfect::decide(placement);
    let number = reason.number();
    let why = match reason {
        Reason::Step(to, then) => {
            // A placement is turned over where the pawn is Black's.
            let turned = position.pawns().white.is_empty();
            let to = if turned { to.flip() } else { to };
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

fn answer(position: &Position, placement: Placement, facts: &Facts, start: Instant) -> Value {
    let result = kpk::bitbase().probe(placement).for_side(placement.turn());
    let rules: Vec<Value> = applying(placement)
        .map(|rule| json!({ "name": rule.name, "claim": rule.claim.to_string() }))
        .collect();
    let perfect = reason(position, placement);
    let other = facts.other_turn();
    let other_side = match placement.turn() {
        Side::Attacker => Side::Defender,
        Side::Defender => Side::Attacker,
    };
    let other = other.map(|verdict| json::exactly(verdict.for_side(other_side)));
    let opposition = facts.opposition();
    let opposition =
        opposition.map(|(side, shape)| json!({ "side": json::side(side), "shape": shape.name() }));
    let seconds = start.elapsed().as_secs_f64();
    json!({
        "fen": fen::format(position),
        "side_to_move": json::side(position.turn()),
        "result": json::exactly(result),
        "attacker": json::side(facts.attacker),
        "key_squares": names(facts.key_squares),
        "strong_key_squares": names(facts.strong_key_squares),
        "other_side_to_move": other,
        "mutual_zugzwang": facts.is_mutual_zugzwang(),
        "opposition": opposition,
        "text": facts.words().trim_end(),
        "recognised": recognised(placement),
        "rules": rules,
        "perfect": perfect,
        "stats": { "bytes": Bitbase::BYTES, "seconds": seconds },
    })
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.map(|square| square.to_string()).collect()
}

fn words(position: &Position, placement: Placement, facts: &Facts) -> String {
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
    if rules.is_empty() {
        text += "None of the published rules applies.\n";
    }
    text += &format!("By the perfect rules: {}.\n", reason(position, placement));
    text
}
