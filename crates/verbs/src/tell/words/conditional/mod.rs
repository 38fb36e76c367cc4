//! What follows from assumptions, in words. Nothing of it is proved, and nothing is called so.

mod endings;

use std::iter;

use peasant::board::{Color, Move, Position, Role};
use peasant::value::{Bounds, Wdl};
use peasant::wire::{AssumedEnding, ConditionalAnswer};
use peasant::{Analysis, Assumption, Conditional, MoveAnalysis, Source};

/// So many moves are named as the best ones if all is as it seems.
const MOST_BEST: usize = 3;

/// What stands behind a result that is not proved.
pub const MARK: char = '?';

/// The verdict of a position whose result is not exact, what of it is proved, and in a line what it leans on.
pub fn verdict(analysis: &Analysis, found: &Conditional, engine: Option<&str>) -> String {
    let details: String = details(analysis, found)
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    headline(analysis, found, engine) + "\n" + &details + &assumed(found)
}

/// The verdict alone, in a sentence.
pub fn headline(analysis: &Analysis, found: &Conditional, engine: Option<&str>) -> String {
    let mover = analysis.position.turn();
    let verb = verb(found.result);
    let condition = if found.complete {
        condition(&found.assumptions, engine)
    } else {
        "if many endings are what they seem".to_owned()
    };
    match (found.bound, analysis.bounds.lower()) {
        (false, _) => format!("{mover} to move {verb} {condition}."),
        (true, Wdl::Draw) => format!(
            "{mover} to move at least draws; no win is proved, and there is none {condition}."
        ),
        (true, _) => {
            format!(
                "{mover} to move at most draws; that it holds is not proved, but it does {condition}."
            )
        }
    }
}

/// What is proved beside it, and the moves that have the result, a sentence each.
pub fn details(analysis: &Analysis, found: &Conditional) -> Vec<String> {
    iter::once(proved(analysis))
        .chain(best(analysis, found))
        .collect()
}

/// The endings that it leans on, by their kinds, a phrase each.
pub fn kinds(found: &Conditional, engine: Option<&str>) -> Vec<String> {
    endings::kinds(&found.assumptions, engine)
}

/// What a side does that has this result.
fn verb(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    }
}

/// What is proved beside it.
fn proved(analysis: &Analysis) -> String {
    let (bounds, moves) = (analysis.bounds, super::rendered_moves(analysis));
    let what = match (bounds.lower(), bounds.upper()) {
        (Wdl::Draw, _) => "at least a draw".to_owned(),
        (_, Wdl::Draw) => "at most a draw".to_owned(),
        _ if moves > 0 => format!("something of {moves} of its {} moves", analysis.moves.len()),
        _ => "nothing yet".to_owned(),
    };
    format!("Proved: {what}{}.", super::stopped(analysis.stopped))
}

/// The moves that have the result, and whether they are proved to; where all is lost there is nothing to choose.
fn best(analysis: &Analysis, found: &Conditional) -> Option<String> {
    if found.result == Wdl::Loss || analysis.best.is_empty() {
        return None;
    }
    let names = super::moves(analysis, &analysis.best).replace(' ', ", ");
    let proved = |m: &MoveAnalysis| m.bounds.lower() >= found.result;
    let best = |m: &&MoveAnalysis| analysis.best.contains(&m.r#move);
    Some(match analysis.moves.iter().filter(best).all(proved) {
        true => format!("Proved to hold the draw: {names}."),
        // So many say nothing.
        false if analysis.best.len() > MOST_BEST => return None,
        false => format!("Best if so: {names}."),
    })
}

/// Under which condition.
fn condition(assumptions: &[Assumption], engine: Option<&str>) -> String {
    let endings = endings(assumptions);
    let is_one = assumptions.len() == 1;
    let all = |source| assumptions.iter().all(|a| a.source == source);
    if assumptions.is_empty() {
        "if the endings that it leads to are what they seem".to_owned()
    } else if all(Source::Equal) && assumptions.iter().all(|a| a.result == Wdl::Draw) {
        let are = if is_one { "is" } else { "are" };
        format!("if {endings} {are} drawn")
    } else if all(Source::Ahead) {
        format!(
            "if the side {} up {} {endings}",
            piece(assumptions),
            achieves(assumptions)
        )
    } else if all(Source::Pawns) {
        format!("if counting pawns is right about {endings}")
    } else if all(Source::Engine) {
        format!(
            "if {} is right about {endings}",
            engine.unwrap_or("the engine")
        )
    } else {
        let are = if is_one {
            "is what it seems"
        } else {
            "are what they seem"
        };
        format!("if {endings} {are}")
    }
}

/// What a side that is ahead does in all of them.
fn achieves(assumptions: &[Assumption]) -> &'static str {
    let drawn = |a: &Assumption| a.result == Wdl::Draw;
    if assumptions.iter().all(drawn) {
        "does not lose"
    } else if assumptions.iter().any(drawn) {
        "wins, or at least holds,"
    } else {
        "wins"
    }
}

/// How many endings of which kind: `these three queen endings`.
fn endings(assumptions: &[Assumption]) -> String {
    let kind = match assumptions {
        all if all_queens(all) => "queen ",
        all if all.iter().all(|a| a.position.is_pawn_ending()) => "pawn ",
        _ => "",
    };
    match assumptions.len() {
        1 => format!("this {kind}ending"),
        count => format!("these {} {kind}endings", number(count)),
    }
}

/// What a side may have more.
fn piece(assumptions: &[Assumption]) -> &'static str {
    if all_queens(assumptions) {
        "a queen"
    } else {
        "a piece"
    }
}

/// Are queens the only pieces?
fn all_queens(assumptions: &[Assumption]) -> bool {
    let queens = |a: &Assumption| {
        let count = |role| men(&a.position, role).iter().sum::<u32>();
        let others = [Role::Rook, Role::Bishop, Role::Knight];
        count(Role::Queen) > 0 && others.into_iter().all(|role| count(role) == 0)
    };
    assumptions.iter().all(queens)
}

/// White's and Black's.
fn men(position: &Position, role: Role) -> [u32; 2] {
    [Color::White, Color::Black].map(|color| position.pieces(color, role).count())
}

/// A number in a sentence.
fn number(count: usize) -> String {
    const NAMES: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    NAMES
        .get(count)
        .map_or(count.to_string(), |&name| name.to_owned())
}

/// The endings in a line, by their kinds.
fn assumed(found: &Conditional) -> String {
    let assumptions = &found.assumptions[..];
    let which = match (found.complete, assumptions.len()) {
        (_, 0) => return String::new(),
        (true, 1) => "--assumptions shows it".to_owned(),
        (true, _) => "--assumptions lists them".to_owned(),
        (false, count) => format!("the first {count}; --assumptions lists them"),
    };
    let tally = endings::tally(assumptions.iter().map(|a| &a.position));
    format!("Assumed, not proved ({which}): {tally}.\n")
}

/// Each of the endings, with what is assumed of it and by whom, and how many of them put queens on both sides.
pub fn list(found: &Conditional, engine: Option<&str>) -> String {
    let has_scores = found.assumptions.iter().any(|a| a.score.is_some());
    let scores = if has_scores {
        " (scores are for the side to move)"
    } else {
        ""
    };
    let each = endings::each(&found.assumptions, engine);
    let each: String = each.iter().map(|line| format!("  {line}\n")).collect();
    format!("Assumed, each by itself{scores}:\n{each}{}", queens(found))
}

/// The kinds of the endings that an answer leans on, in a line; none if there are no endings.
pub fn tally(found: &ConditionalAnswer) -> Option<String> {
    let positions = found.assumptions.iter().map(|ending| &ending.fen);
    Some(endings::tally(positions)).filter(|tally| !tally.is_empty())
}

/// Each of those endings, a line each.
pub fn each(found: &ConditionalAnswer) -> Vec<String> {
    let sources = [Source::Equal, Source::Ahead, Source::Pawns, Source::Engine];
    let assumption = |ending: &AssumedEnding| {
        let mut sources = sources.into_iter();
        let source = sources.find(|source| source.name() == ending.source)?;
        let AssumedEnding { result, score, .. } = *ending;
        Some(Assumption::new(ending.fen, result, source, score))
    };
    let assumptions: Vec<Assumption> = found.assumptions.iter().filter_map(assumption).collect();
    endings::each(&assumptions, None)
}

/// How many of the endings put queens on both sides, and what it takes to solve them.
fn queens(found: &Conditional) -> String {
    let queens = &found.queens;
    let endings = match queens.endings {
        0 => return String::new(),
        1 => "one of them".to_owned(),
        count => format!("{} of them", number(count)),
    };
    let more = if queens.complete { "" } else { "more than " };
    format!(
        "In {endings} the side to move promotes, too: {more}{} structures with two pieces to solve.\n",
        queens.structures
    )
}

/// Which side has a piece more.
fn ahead(position: &Position) -> String {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let [white, black] = [0, 1].map(|side| roles.map(|r| men(position, r)[side]).iter().sum());
    let side = match u32::cmp(&white, &black) {
        std::cmp::Ordering::Greater => Color::White,
        std::cmp::Ordering::Less => Color::Black,
        std::cmp::Ordering::Equal => return "one side is ahead".to_owned(),
    };
    let has_queen = position.pieces(side, Role::Queen).count() > 0;
    let piece = if has_queen { "a queen" } else { "a piece" };
    format!("{side} is {piece} up")
}

/// Which side has more pawns, and how many. `None`: neither.
fn more_pawns(position: &Position) -> Option<(Color, String)> {
    let [white, black] = men(position, Role::Pawn);
    let side = match u32::cmp(&white, &black) {
        std::cmp::Ordering::Greater => Color::White,
        std::cmp::Ordering::Less => Color::Black,
        std::cmp::Ordering::Equal => return None,
    };
    Some(match white.abs_diff(black) {
        1 => (side, "a pawn".to_owned()),
        count => (side, format!("{} pawns", number(count as usize))),
    })
}

/// The result of a move that is open, if something follows: marked, with what is proved of it.
pub fn of_move(analysis: &Analysis, r#move: Move, bounds: Bounds) -> Option<(String, String)> {
    if bounds.exact().is_some() {
        return None;
    }
    let found = analysis.conditional.as_ref()?;
    let m = found.moves.iter().find(|m| m.r#move == r#move)?;
    let proved = if bounds == Bounds::UNKNOWN {
        "(nothing proved)".to_owned()
    } else {
        format!("(proved: {bounds})")
    };
    Some((format!("{}{MARK}", m.result), proved))
}

/// What the mark means, below a table that has one.
pub const LEGEND: &str = "? is not proved: it follows if other endings are what they seem.\n";

/// A line of a list of positions: `draw? on three assumptions`.
pub fn brief(found: &ConditionalAnswer) -> String {
    let (result, count) = (found.result, found.assumptions.len());
    let assumptions = if count == 1 {
        "assumption"
    } else {
        "assumptions"
    };
    format!("{result}{MARK} on {} {assumptions}", number(count))
}

#[cfg(test)]
mod tests;
