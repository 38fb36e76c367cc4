//! `peasant kpk`: king and pawn against king, and the rules for it.

use std::io::{self, Write};
use std::time::Instant;

use peasant::board::Position;
use peasant::kpk::perfect::{self, Reason, Share};
use peasant::kpk::published::{Measure, RULES, Rule, SEVEN_EIGHT_NINE_ALL_RANKS};
use peasant::kpk::{self, Bitbase, Placement, Recognised, Side, Total, Verdict};
use peasant::notation::fen;
use peasant::value::Wdl;
use serde_json::{Value, json};

use crate::args::KpkArgs;
use crate::{Failure, Outcome, json, picture};

pub fn run(args: &KpkArgs) -> Result<Outcome, Failure> {
    let mut out = io::stdout().lock();
    if args.fen.is_empty() {
        overview(&mut out, args.json)?;
        return Ok(Outcome::Answered);
    }
    if args.fen == ["rules"] {
        rules(&mut out, args.json)?;
        return Ok(Outcome::Answered);
    }
    let position = super::position(&args.fen)?;
    let placement = Placement::from_position(&position).ok_or_else(|| {
        let text = fen::format(&position);
        Failure::Input(format!(
            "`{text}` is not king and pawn against king: give two kings and one pawn, or use `peasant solve`"
        ))
    })?;
    if args.json {
        writeln!(out, "{}", answer(&position, placement))?;
    } else {
        write!(
            out,
            "{}\n{}",
            picture::board(&position, args.ascii),
            words(&position, placement)
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
            "bytes": Bitbase::BYTES,
            "seconds": seconds,
        });
        return writeln!(out, "{}", json!({ "bitbase": bitbase }));
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
        "peasant kpk rules    rules of the books and a list that is always right, measured"
    )
}

/// The published rules that apply.
fn applying(placement: Placement) -> impl Iterator<Item = &'static Rule> {
    const { &RULES }
        .iter()
        .filter(move |rule| rule.applies(placement))
}

fn recognised(placement: Placement) -> String {
    match kpk::recognise(placement) {
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

fn answer(position: &Position, placement: Placement) -> Value {
    let result = kpk::bitbase().probe(placement).for_side(placement.turn());
    let rules: Vec<Value> = applying(placement)
        .map(|rule| json!({ "name": rule.name, "claim": rule.claim.to_string() }))
        .collect();
    json!({
        "fen": fen::format(position),
        "side_to_move": json::side(position.turn()),
        "result": result.to_string(),
        "recognised": recognised(placement),
        "rules": rules,
        "perfect": reason(position, placement),
    })
}

fn words(position: &Position, placement: Placement) -> String {
    let mover = position.turn();
    let verb = match kpk::bitbase().probe(placement).for_side(placement.turn()) {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    };
    let mut text = format!("{mover} to move {verb}.\n\n");
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
    table.push((
        "the recogniser",
        None,
        Side::BOTH.map(kpk::measure_recogniser),
    ));
    table
}

fn rules(out: &mut impl Write, as_json: bool) -> io::Result<()> {
    if as_json {
        return writeln!(out, "{}", rules_object());
    }
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

fn rules_object() -> Value {
    let rule = |(name, claim, measures): &(&str, Option<Verdict>, [Measure; 2])| {
        json!({
            "name": name,
            "claim": claim.map(|claim| claim.to_string()),
            "attacker_to_move": measure(&measures[0]),
            "defender_to_move": measure(&measures[1]),
        })
    };
    let perfect = |share: &Share| {
        json!({
            "number": share.number,
            "claim": share.claim.to_string(),
            "text": share.text,
            "attacker_to_move": share.decided[0],
            "defender_to_move": share.decided[1],
        })
    };
    json!({
        "rules": table().iter().map(rule).collect::<Vec<_>>(),
        "perfect": perfect::shares().iter().map(perfect).collect::<Vec<_>>(),
    })
}

fn measure(m: &Measure) -> Value {
    json!({
        "positions": m.positions,
        "won": m.won,
        "drawn": m.drawn,
        "wrongly_won": m.wrongly_won,
        "wrongly_drawn": m.wrongly_drawn,
        "undecided": m.undecided,
    })
}
