//! `peasant kpk`: king and pawn against king, and the rules for it.

use std::io::{self, Write};

use peasant::board::Position;
use peasant::kpk::perfect::{self, Reason};
use peasant::kpk::published::{Measure, RULES, Rule, SEVEN_EIGHT_NINE_ALL_RANKS};
use peasant::kpk::{self, Placement, Recognised, Side, Verdict};
use peasant::notation::fen;
use peasant::value::Wdl;
use serde_json::{Value, json};

use crate::args::KpkArgs;
use crate::{Failure, Outcome, json, picture};

pub fn run(args: &KpkArgs) -> Result<Outcome, Failure> {
    let mut out = io::stdout().lock();
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
    let why = match reason {
        Reason::Rule(number) => format!("rule {number}{}", conditions(number)),
        Reason::PawnFalls => "the defender takes the pawn".to_owned(),
        Reason::Stalemate => "the defender is stalemated".to_owned(),
        Reason::Step(to, number) => {
            // A placement is turned over where the pawn is Black's.
            let turned = position.pawns().white.is_empty();
            let to = if turned { to.flip() } else { to };
            format!("the king steps to {to}, drawn by rule {number}")
        }
        Reason::NoStep => "every step of the defender loses".to_owned(),
    };
    format!("{verdict}, {why}")
}

/// What a rule asks for, as names of counts and their bounds.
fn conditions(number: usize) -> String {
    let rule = number
        .checked_sub(1)
        .and_then(|index| perfect::RULES.get(index));
    let text = |c: &perfect::Condition| match (c.least, c.most) {
        (Some(least), Some(most)) if least == most => format!("{:?} = {least}", c.concept),
        (least, most) => {
            let least = least.map_or(String::new(), |least| format!(" >= {least}"));
            let most = most.map_or(String::new(), |most| format!(" <= {most}"));
            format!("{:?}{least}{most}", c.concept)
        }
    };
    let conditions: Vec<String> = rule
        .map_or(&[][..], |rule| rule.conditions)
        .iter()
        .map(text)
        .collect();
    if conditions.is_empty() {
        String::new()
    } else {
        format!(" ({})", conditions.join(", "))
    }
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
        let lines: Vec<Value> = table()
            .iter()
            .map(|(name, claim, measures)| {
                json!({
                    "name": name,
                    "claim": claim.map(|claim| claim.to_string()),
                    "attacker_to_move": measure(&measures[0]),
                    "defender_to_move": measure(&measures[1]),
                })
            })
            .collect();
        return writeln!(out, "{}", json!({ "rules": lines }));
    }
    writeln!(
        out,
        "{:37}{:7}{:>20}{:>24}",
        "", "", "Attacker to move", "Defender to move"
    )?;
    let heads = ["Decided", "Wrong", "Undecided"];
    write!(out, "{:37}{:7}", "Rule", "Claim")?;
    for _ in Side::BOTH {
        write!(out, "{:>8}{:>6}{:>10}", heads[0], heads[1], heads[2])?;
    }
    writeln!(out)?;
    for (name, claim, measures) in table() {
        let claim = claim.map_or_else(|| "either".to_owned(), |claim| claim.to_string());
        write!(out, "{name:37}{claim:7}")?;
        for m in measures {
            write!(out, "{:>8}{:>6}{:>10}", m.decided(), m.wrong(), m.undecided)?;
        }
        writeln!(out)?;
    }
    Ok(())
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
