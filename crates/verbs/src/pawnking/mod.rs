//! `peasant pawnking`: what Horacek's program makes of a position.

pub mod options;

use std::io::{self, Write};

use historic::pawnking::partial::{Class, Element, Partial};
use historic::pawnking::pattern::Match;
use historic::pawnking::plan::{Aim, Plan};
use historic::pawnking::{self, Candidate, Search, Settled, Value};
use peasant::board::{Color, Move, Position, Square};
use peasant::limits::Stop;
use peasant::value::Wdl;
use schemars::JsonSchema;
use serde::Serialize;

use crate::tell::json::{self, SanFirst};
use crate::tell::progress::Spinner;
use crate::tell::{picture, san, words};
use crate::{Face, Failure, Outcome};
use options::PawnkingArgs;

pub fn run(args: &PawnkingArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let position = crate::options::position::position(&args.fen, face)?;
    let spinner = Spinner::of_positions(face.cancelled()?);
    let search = pawnking::search(
        &position,
        &args.options(),
        &args.limits(),
        &spinner.watcher(),
    );
    drop(spinner);
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

/// What Horacek's program says of a position. Grades have a name and a number from -3 (Black wins) to 3 (White wins).
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The result for the side to move.
    claim: Option<Wdl>,
    /// What becomes of passed pawns, candidates, weak pawns and levers.
    elements: Vec<ElementAnswer>,
    /// The position.
    fen: Position,
    /// What PAWNKING plays; null without a legal move.
    r#move: Option<SanFirst>,
    /// The legal moves: the one that it plays, then the others in its order.
    moves: Vec<MoveAnswer>,
    /// The patterns in the position.
    patterns: Vec<PatternAnswer>,
    /// `never`, `careful` or `sensitive`.
    reuse: &'static str,
    /// Moves without a plan only where all others lose?
    selective: bool,
    /// Who is to move.
    side_to_move: Color,
    /// What the search took.
    stats: Stats,
    /// What ended the search early.
    stopped: Option<Stop>,
    /// The value after the search.
    value: ValueAnswer,
    /// The judgement of the position itself.
    without_search: GlanceAnswer,
}

#[derive(Serialize, JsonSchema)]
struct ValueAnswer {
    /// The most White has.
    optimistic: GradeAnswer,
    /// The least White has.
    pessimistic: GradeAnswer,
}

#[derive(Serialize, JsonSchema)]
struct GradeAnswer {
    /// The grade.
    name: &'static str,
    /// The grade.
    number: i32,
}

#[derive(Serialize, JsonSchema)]
struct GlanceAnswer {
    /// What settles the position without search.
    settled: Option<&'static str>,
    /// The value.
    value: ValueAnswer,
}

#[derive(Serialize, JsonSchema)]
struct PatternAnswer {
    /// Such as `passed` or `isolated`.
    identity: &'static str,
    /// Its key squares.
    keys: Vec<Square>,
    /// Its square.
    pawn: Square,
    /// Whose pawn it is.
    side: Color,
}

#[derive(Serialize, JsonSchema)]
struct ElementAnswer {
    /// What becomes of it.
    class: &'static str,
    /// `passed pawn`, `candidate`, `weak pawn` or `lever`.
    element: &'static str,
    /// Moves to its goal.
    goal: u32,
    /// Its square.
    pawn: Square,
    /// The distances of kings that it rests on.
    rests_on: Vec<DistanceAnswer>,
    /// Distance to spare; null where the class rests on none.
    sensitive: Option<u32>,
    /// The side that gains by it.
    side: Color,
    /// All of this in a sentence.
    words: String,
}

#[derive(Serialize, JsonSchema)]
struct DistanceAnswer {
    /// The key square.
    key: Square,
    /// Whose king.
    king: Color,
    /// King moves to it.
    moves: u32,
}

#[derive(Serialize, JsonSchema)]
struct MoveAnswer {
    /// The fate of the element behind it.
    class: Option<&'static str>,
    /// If not, the move is no better than its value.
    exact: bool,
    /// That element's moves to its goal.
    goal: Option<u32>,
    /// The pawn that it is about.
    pawn: Option<Square>,
    /// The aim of the move.
    plan: &'static str,
    /// The move.
    san: String,
    /// That element's distance to spare.
    sensitive: Option<u32>,
    /// The move.
    uci: Move,
    /// The value of the move; null if it was not looked at.
    value: Option<ValueAnswer>,
    /// The plan in words.
    words: String,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Memory of the table.
    bytes: u64,
    /// Plies of the longest line.
    deepest: u64,
    /// Positions known from before.
    known: u64,
    /// Positions looked at.
    nodes: u64,
    /// Passes over the tree.
    passes: u64,
    /// Positions that repeat one of their line.
    repeated: u64,
    /// Positions known by other placements of the kings.
    reused: u64,
    /// Time.
    seconds: f64,
    /// Positions settled at a glance.
    settled: u64,
}

fn answer(search: &Search, args: &PawnkingArgs) -> Answer {
    let position = &search.position;
    let counts = &search.counts;
    Answer {
        claim: search.claim(),
        elements: search
            .judgement
            .partials
            .iter()
            .map(ElementAnswer::from)
            .collect(),
        fen: *position,
        r#move: search.best.map(|m| SanFirst::new(position, m)),
        moves: search
            .moves
            .iter()
            .map(|c| MoveAnswer::new(position, c))
            .collect(),
        patterns: search.matches.iter().map(PatternAnswer::from).collect(),
        reuse: args.reuse.name(),
        selective: args.selective,
        side_to_move: position.turn(),
        stats: Stats {
            bytes: counts.bytes,
            deepest: counts.deepest,
            known: counts.known,
            nodes: counts.nodes,
            passes: counts.passes,
            repeated: counts.repeated,
            reused: counts.reused,
            seconds: search.time.as_secs_f64(),
            settled: counts.settled,
        },
        stopped: search.stopped,
        value: search.value.into(),
        without_search: GlanceAnswer {
            settled: search.judgement.settled.map(Settled::name),
            value: search.judgement.value.into(),
        },
    }
}

impl From<Value> for ValueAnswer {
    fn from(value: Value) -> ValueAnswer {
        let grade = |grade: pawnking::Grade| GradeAnswer {
            name: grade.name(),
            number: grade.number(),
        };
        ValueAnswer {
            optimistic: grade(value.optimistic()),
            pessimistic: grade(value.pessimistic()),
        }
    }
}

impl From<&Match> for PatternAnswer {
    fn from(found: &Match) -> PatternAnswer {
        PatternAnswer {
            identity: found.identity.name(),
            keys: found.keys.collect(),
            pawn: found.pawn,
            side: found.side,
        }
    }
}

impl From<&Partial> for ElementAnswer {
    fn from(partial: &Partial) -> ElementAnswer {
        let rests_on = partial.rests_on.iter().map(|d| DistanceAnswer {
            key: d.key,
            king: d.king,
            moves: d.moves,
        });
        ElementAnswer {
            class: partial.class.name(),
            element: partial.element.name(),
            goal: partial.goal,
            pawn: partial.pawn,
            rests_on: rests_on.collect(),
            sensitive: partial.sensitive,
            side: partial.side,
            words: sentence(partial),
        }
    }
}

impl MoveAnswer {
    fn new(position: &Position, candidate: &Candidate) -> MoveAnswer {
        let Plan { aim, pawn, urgency } = candidate.plan;
        MoveAnswer {
            class: urgency.map(|(class, _, _)| class.name()),
            exact: candidate.exact,
            goal: urgency.map(|(_, _, goal)| goal),
            pawn,
            plan: aim.name(),
            san: san::format(position, candidate.r#move),
            sensitive: urgency.and_then(|(_, sensitive, _)| sensitive),
            uci: candidate.r#move,
            value: candidate.value.map(ValueAnswer::from),
            words: plan(position, &candidate.plan),
        }
    }
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
