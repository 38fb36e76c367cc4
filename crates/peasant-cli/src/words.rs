//! An analysis in words.

use peasant::analysis::{Analysis, MoveAnalysis};
use peasant::board::{Color, Move, Position};
use peasant::limits::Stop;
use peasant::notation::fen;
use peasant::rules::Rules;
use peasant::value::{Bounds, Wdl};

use crate::san;

/// The result in a sentence, from the mover's side.
pub fn verdict(analysis: &Analysis) -> String {
    let position = &analysis.position;
    let mover = position.turn();
    if position.is_checkmate() {
        return format!("{mover} is checkmated: {mover} has lost.");
    }
    if position.is_stalemate() {
        return format!("{mover} is stalemated: a draw.");
    }
    let best = || moves(analysis, &analysis.best).replace(' ', ", ");
    let only = if analysis.best.len() == 1 {
        "only "
    } else {
        ""
    };
    match analysis.bounds.exact() {
        Some(Wdl::Win) => format!("{mover} to move wins: {only}{}.", best()),
        Some(Wdl::Draw) => format!("{mover} to move draws: {only}{}.", best()),
        Some(Wdl::Loss) => format!("{mover} to move loses."),
        None => format!(
            "{mover} to move: {}{}.",
            interval(analysis.bounds),
            stopped(analysis.stopped)
        ),
    }
}

/// What is proved of a result that is not exact.
pub fn interval(bounds: Bounds) -> &'static str {
    match (bounds.lower(), bounds.upper()) {
        (Wdl::Draw, _) => "at least a draw, perhaps a win",
        (_, Wdl::Draw) => "at most a draw, perhaps a loss",
        _ => "nothing is proved yet",
    }
}

/// What ended a proof early, and the cure.
pub fn stopped(stop: Option<Stop>) -> &'static str {
    match stop {
        None => "",
        Some(Stop::Time) => " (stopped by the time limit; --time allows more)",
        Some(Stop::Memory) => " (stopped by the memory limit; --memory allows more)",
        Some(Stop::Structures) => " (stopped by the limit on structures; --structures allows more)",
        Some(Stop::Cancelled) => " (cancelled)",
    }
}

/// The moves, best first.
pub fn table(analysis: &Analysis) -> String {
    let mut text = String::from("Move     Result       Next conversion\n");
    for m in &analysis.moves {
        let row = format!(
            "{:<8} {:<12} {}",
            san::format(&analysis.position, m.r#move),
            m.bounds.to_string(),
            distance(m)
        );
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn distance(m: &MoveAnalysis) -> String {
    m.distance
        .map_or(String::new(), |distance| format!("in {distance}"))
}

/// The line in SAN, with move numbers.
pub fn line(analysis: &Analysis) -> String {
    let names = names(&analysis.position, &analysis.line);
    numbered(analysis.position.turn(), names.into_iter())
}

/// The moves of a line in SAN, one after the other.
pub fn names(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let name = |&m: &Move| {
        let name = san::format(&position, m);
        position = position.play(m);
        name
    };
    line.iter().map(name).collect()
}

/// Moves with their numbers; `first` makes the first one.
pub fn numbered(first: Color, names: impl Iterator<Item = String>) -> String {
    let offset = usize::from(first == Color::Black);
    let numbered = names.enumerate().map(|(ply, name)| {
        let number = (ply + offset) / 2 + 1;
        match ((ply + offset) % 2, ply) {
            (0, _) => format!("{number}.{name}"),
            (_, 0) => format!("{number}...{name}"),
            _ => name,
        }
    });
    numbered.collect::<Vec<String>>().join(" ")
}

/// Syzygy tables exist for so many men.
pub const SYZYGY_MEN: u32 = 7;

/// The endings that kept bounds open.
pub fn reasons(analysis: &Analysis) -> String {
    let where_to = match analysis.stopped {
        Some(Stop::Memory) => "in so little memory",
        _ => "here",
    };
    let mut text = format!("Open because these endings are too large to solve {where_to}:\n");
    for position in &analysis.reasons {
        let men = position.occupied().count();
        let cure = if men <= SYZYGY_MEN {
            "Syzygy tables would settle it (--syzygy)"
        } else {
            "no tables exist"
        };
        text.push_str(&format!("  {}  {men} men: {cure}\n", fen::format(position)));
    }
    text
}

/// How the result is known.
pub fn proof(analysis: &Analysis, eager: bool) -> String {
    let statistics = analysis.statistics;
    let method = if eager {
        "every structure solved"
    } else {
        "on demand"
    };
    let stopped = stopped(analysis.stopped);
    let [_, one, two] = statistics.by_pieces;
    let with_pieces = match (one, two) {
        (0, 0) => String::new(),
        _ => format!(" ({one} of them with a promoted piece, {two} with two)"),
    };
    format!(
        "Proved by {} rules, {method}: {} structures{with_pieces}, {:.1} MiB, {:.3} s{stopped}.\n\
         Conversions are pawn moves, captures, promotions and mate; the 50-move rule is not modelled.",
        name(analysis),
        statistics.structures,
        statistics.bytes as f64 / f64::from(1 << 20),
        statistics.time.as_secs_f64(),
    )
}

fn name(analysis: &Analysis) -> &'static str {
    match analysis.rules {
        Rules::Chess => "the chess",
        Rules::Newborn => "Newborn's",
    }
}

/// Moves in SAN, for one position.
pub fn moves(analysis: &Analysis, moves: &[Move]) -> String {
    let names: Vec<String> = moves
        .iter()
        .map(|&m| san::format(&analysis.position, m))
        .collect();
    names.join(" ")
}
