//! `peasant pawnking`: what Horacek's program makes of a position.

pub mod options;

use std::io::{self, Write};

use historic::pawnking::partial::{Class, Element, Partial};
use historic::pawnking::pattern::Match;
use historic::pawnking::plan::{Aim, Plan};
use historic::pawnking::{self, Candidate, Search, Settled, Value};
use peasant::board::{Color, Position};
use peasant::limits::Stop;
use peasant::notation::fen;
use peasant::value::Wdl;
use serde_json::{Value as Json, json};

use crate::host::progress::{Positions, Spinner};
use crate::tell::json::{self, Named};
use crate::tell::{picture, san, words};
use crate::{Face, Failure, Outcome};
use options::PawnkingArgs;

pub fn run(args: &PawnkingArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let position = crate::options::position::position(&args.fen)?;
    let watcher = Positions(Spinner::new(face.cancelled()?));
    let search = pawnking::search(&position, &args.options(), &args.limits(), &watcher);
    watcher.0.clear();
    let search = search.map_err(|error| crate::tell::refusal::no_pawn_ending(error, &position))?;
    let mut out = face.out();
    if args.json {
        writeln!(out, "{}", json::line(&answer(&search, args)))?;
    } else {
        writeln!(out, "{}", picture::board(&position, args.ascii))?;
        print(&mut out, &search)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

fn answer(search: &Search, args: &PawnkingArgs) -> Json {
    let position = &search.position;
    let counts = &search.counts;
    json!({
        "fen": fen::format(position),
        "side_to_move": json::side(position.turn()),
        "reuse": args.reuse.name(),
        "selective": args.selective,
        "move": search.best.map(|m| Named::new(position, m)),
        "claim": search.claim().map(|claim| claim.to_string()),
        "value": value(search.value),
        "without_search": {
            "value": value(search.judgement.value),
            "settled": search.judgement.settled.map(Settled::name),
        },
        "patterns": search.matches.iter().map(pattern).collect::<Vec<_>>(),
        "elements": search.judgement.partials.iter().map(element).collect::<Vec<_>>(),
        "moves": search.moves.iter().map(|c| candidate(position, c)).collect::<Vec<_>>(),
        "stopped": search.stopped.map(Stop::name),
        "stats": {
            "nodes": counts.nodes,
            "settled": counts.settled,
            "known": counts.known,
            "reused": counts.reused,
            "repeated": counts.repeated,
            "passes": counts.passes,
            "deepest": counts.deepest,
            "bytes": counts.bytes,
            "seconds": search.time.as_secs_f64(),
        },
    })
}

/// Grades by name, and by number from -3 (Black wins) to 3 (White wins).
fn value(value: Value) -> Json {
    let grade = |grade: pawnking::Grade| json!({ "name": grade.name(), "number": grade.number() });
    json!({ "pessimistic": grade(value.pessimistic()), "optimistic": grade(value.optimistic()) })
}

fn pattern(found: &Match) -> Json {
    json!({
        "side": json::side(found.side),
        "pawn": found.pawn.to_string(),
        "identity": found.identity.name(),
        "keys": found.keys.map(|square| square.to_string()).collect::<Vec<_>>(),
    })
}

fn element(partial: &Partial) -> Json {
    let rests_on = partial
        .rests_on
        .iter()
        .map(|d| json!({ "king": json::side(d.king), "key": d.key.to_string(), "moves": d.moves }));
    json!({
        "element": partial.element.name(),
        "side": json::side(partial.side),
        "pawn": partial.pawn.to_string(),
        "class": partial.class.name(),
        "sensitive": partial.sensitive,
        "goal": partial.goal,
        "rests_on": rests_on.collect::<Vec<_>>(),
        "words": sentence(partial),
    })
}

fn candidate(position: &Position, candidate: &Candidate) -> Json {
    let Plan { aim, pawn, urgency } = candidate.plan;
    json!({
        "uci": candidate.r#move.to_string(),
        "san": san::format(position, candidate.r#move),
        "plan": aim.name(),
        "pawn": pawn.map(|pawn| pawn.to_string()),
        "class": urgency.map(|(class, _, _)| class.name()),
        "sensitive": urgency.and_then(|(_, sensitive, _)| sensitive),
        "goal": urgency.map(|(_, _, goal)| goal),
        "words": plan(position, &candidate.plan),
        "value": candidate.value.map(value),
        "exact": candidate.exact,
    })
}

fn print(out: &mut impl Write, search: &Search) -> io::Result<()> {
    writeln!(out, "{}\n", verdict(search))?;
    print_patterns(out, search)?;
    if !search.judgement.partials.is_empty() {
        writeln!(out, "What becomes of them")?;
        for partial in &search.judgement.partials {
            writeln!(out, "  {}", sentence(partial))?;
        }
        writeln!(out)?;
    }
    let settled = search.judgement.settled;
    let settled = settled.map_or(String::new(), |settled| format!(" ({})", settled.name()));
    writeln!(
        out,
        "Without search: {}{settled}.\n",
        search.judgement.value
    )?;
    if !search.moves.is_empty() {
        writeln!(out, "{:<7} {:<64} Value", "Move", "Plan")?;
        for candidate in &search.moves {
            let name = san::format(&search.position, candidate.r#move);
            let plan = plan(&search.position, &candidate.plan);
            writeln!(
                out,
                "{name:<7} {plan:<64} {}",
                opinion(search.position.turn(), candidate)
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", work(search))
}

/// The pawns with what each of them is.
fn print_patterns(out: &mut impl Write, search: &Search) -> io::Result<()> {
    let mut rows: Vec<(Color, String, Vec<&str>)> = Vec::new();
    for found in &search.matches {
        let pawn = found.pawn.to_string();
        match rows
            .last_mut()
            .filter(|row| (row.0, &row.1) == (found.side, &pawn))
        {
            Some(row) => row.2.push(found.identity.name()),
            None => rows.push((found.side, pawn, vec![found.identity.name()])),
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "Patterns")?;
    for (side, pawn, identities) in rows {
        writeln!(out, "  {side} {pawn}: {}", identities.join(", "))?;
    }
    writeln!(out)
}

/// The move, the value and the claim in a sentence or two.
fn verdict(search: &Search) -> String {
    let mover = search.position.turn();
    let Some(best) = search.best else {
        let end = if search.position.in_check() {
            "checkmated"
        } else {
            "stalemated"
        };
        return format!("{mover} is {end}.");
    };
    let claim = match search.claim() {
        Some(Wdl::Win) => format!("It claims that {mover} wins."),
        Some(Wdl::Draw) => "It claims a draw.".to_owned(),
        Some(Wdl::Loss) => format!("It claims that {mover} loses."),
        None => format!(
            "It claims nothing{}. {}.",
            words::stopped(search.stopped),
            capital(search.value)
        ),
    };
    format!(
        "PAWNKING plays {}. {claim}",
        san::format(&search.position, best)
    )
}

/// A value at the beginning of a sentence.
fn capital(value: Value) -> String {
    let text = value.to_string();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// An element in a sentence.
fn sentence(partial: &Partial) -> String {
    let Partial {
        element,
        side,
        pawn,
        class,
        sensitive,
        goal,
        ..
    } = partial;
    let other = !*side;
    let owner = if *element == Element::Weak {
        other
    } else {
        *side
    };
    let fate = match class {
        Class::Decisive => "runs to promotion, nothing stops or outraces it".to_owned(),
        Class::Runs => "runs to promotion, but so may another".to_owned(),
        Class::Breakthrough => "breaks through, whatever the answer".to_owned(),
        Class::Falls => format!("falls to {side}'s king"),
        Class::Supported => "is led home by its king, first at a key square".to_owned(),
        Class::Ready => "can become passed, its helpers suffice".to_owned(),
        Class::Besieged => "is attacked and guarded in balance".to_owned(),
        Class::Evades => "is attacked, but can step away or be guarded by another".to_owned(),
        Class::Held => format!("is stopped, {other}'s king is in time"),
        Class::Slow => "can become passed, but is outnumbered for now".to_owned(),
        Class::Opens => "can open the position".to_owned(),
        Class::Defended => "is guarded in time".to_owned(),
    };
    let moves = if *goal == 1 { "move" } else { "moves" };
    format!(
        "{owner}'s {} {pawn} {fate}; {}goal in {goal} {moves}",
        element.name(),
        to_spare(*sensitive)
    )
}

/// A plan in a few words.
fn plan(position: &Position, plan: &Plan) -> String {
    let pawn = plan.pawn.map_or(String::new(), |square| {
        let owner = position
            .piece_at(square)
            .map_or(String::new(), |(color, _)| format!("{color}'s "));
        format!(" {owner}{square}")
    });
    let own = plan.pawn.map_or(String::new(), |square| square.to_string());
    let words = match plan.aim {
        Aim::Promote => "promote".to_owned(),
        Aim::Capture => plan
            .pawn
            .map_or("take".to_owned(), |square| format!("take on {square}")),
        Aim::Save => "save a hanging pawn".to_owned(),
        Aim::Advance => format!("advance the passed pawn {own}"),
        Aim::Create => format!("make a passed pawn of {own}"),
        Aim::Lever => format!("lever with {own}"),
        Aim::Escort => format!("escort{pawn}"),
        Aim::Attack => format!("attack{pawn}"),
        Aim::Stop => format!("stop{pawn}"),
        Aim::Defend => format!("guard{pawn}"),
        Aim::Oppose => "take the opposition".to_owned(),
        Aim::Wait => "make a tempo".to_owned(),
        Aim::Nothing => "no plan".to_owned(),
    };
    let urgency = plan
        .urgency
        .map_or(String::new(), |(class, sensitive, goal)| {
            format!(" ({}, {}goal {goal})", class.name(), to_spare(sensitive))
        });
    words + &urgency
}

/// The sensitive value, where there is one.
fn to_spare(sensitive: Option<u32>) -> String {
    sensitive.map_or(String::new(), |sensitive| format!("to spare {sensitive}, "))
}

/// The value of a move, or the bound that made it enough.
fn opinion(mover: Color, candidate: &Candidate) -> String {
    match (candidate.value, candidate.exact) {
        (None, _) => "not looked at".to_owned(),
        (Some(value), true) => value.to_string(),
        (Some(value), false) => format!("no better for {mover} than: {value}"),
    }
}

/// What the search took.
fn work(search: &Search) -> String {
    let counts = &search.counts;
    format!(
        "{} positions in {} {}, {} settled at a glance, {} known, {} by other placements of the kings, {} repeated; \
         the longest line {} plies; {:.3} s{}.\n\
         PAWNKING's opinion rests on rules of thumb and is no proof; `peasant solve` proves.",
        counts.nodes,
        counts.passes,
        if counts.passes == 1 { "pass" } else { "passes" },
        counts.settled,
        counts.known,
        counts.reused,
        counts.repeated,
        counts.deepest,
        search.time.as_secs_f64(),
        words::stopped(search.stopped),
    )
}
