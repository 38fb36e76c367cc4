//! A judged study in words. The terms are those of `docs/studies.md`.

mod findings;
mod verdict;

use peasant::board::{Color, Position};
use peasant::study::{End, Goal, Part, Standing, Turn};
use peasant::value::Wdl;

use crate::pgn::read::number;
use crate::study::Study;
use crate::study::stipulation::Source;
use crate::tell::san;
use crate::tell::words;
use crate::tell::words::{names, stopped};

pub use findings::why;
pub use verdict::{proof, reasons, summary};

use findings::{asides, choices, defences, gifts, promotions, tries, zugzwangs};
use verdict::verdict;

/// Everything but the board.
pub fn text(study: &Study) -> String {
    let parts = [
        stipulation(study),
        lines(study),
        section("Other moves that do as well", choices(study)),
        section("Given beside the solution", asides(study)),
        section("Defences that hold longer", defences(study)),
        section("Defences that give away more", gifts(study)),
        section("Tries", tries(study)),
        section("Promotions to less than a queen", promotions(study)),
        section("Mutual zugzwangs", zugzwangs(study)),
        end(study),
        section("Not read", unread(study)),
        verdict(study),
    ];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<String>>().join("\n\n")
}

fn section(head: &str, rows: Vec<String>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let rows: Vec<String> = rows.iter().map(|row| format!("  {row}")).collect();
    format!("{head}:\n{}", rows.join("\n"))
}

/// `White to draw, as the result says: proved.`
fn stipulation(study: &Study) -> String {
    let Some(aim) = study.aim else {
        return format!(
            "What is to be reached is not given (--win or --draw gives it), and the result is open{}.",
            stopped(study.stopped)
        );
    };
    let goal = match aim.goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    };
    let source = match study.source {
        Source::Option => "as you say",
        Source::Result => "as the result says",
        Source::Proof => "as is proved",
    };
    let asked = format!("{} to {goal}, {source}", aim.solver);
    match study.standing() {
        Standing::Reaches if study.exceeds() => {
            format!("{asked}: {} even wins.", aim.solver)
        }
        Standing::Reaches if study.source == Source::Proof => format!("{asked}."),
        Standing::Reaches => format!("{asked}: proved."),
        Standing::Open => format!("{asked}: open{}.", stopped(study.stopped)),
        Standing::Fails => {
            let result = match study.bounds.exact() {
                Some(Wdl::Loss) => format!("{} even loses", aim.solver),
                Some(_) => "it is a draw".to_owned(),
                None => format!("{} does not", aim.solver),
            };
            let line = numbered(study.first_ply, names(&study.root, &study.refutation));
            format!("{asked}: no, {result}. {line}")
                .trim_end()
                .to_owned()
        }
    }
}

/// The main line, and the lines of further defences.
fn lines(study: &Study) -> String {
    let mut rows = Vec::new();
    for (i, line) in study.solution.lines.iter().enumerate() {
        let moves: Vec<&Turn> = study.line(line).collect();
        let shown: Vec<&&Turn> = moves.iter().filter(|turn| !is_surplus(turn)).collect();
        let Some(first) = moves.first() else {
            continue;
        };
        let head = match (i, study.is_own) {
            (0, true) => "Solution (the program's line): ".to_owned(),
            (0, false) => "Solution: ".to_owned(),
            _ => "Also: ".to_owned(),
        };
        let ply = study.first_ply + study.solution.nodes[first.node].plies;
        let marked = shown.iter().map(|turn| marked(study, turn)).collect();
        let rest = rest(study, moves.len() - shown.len(), shown.is_empty());
        rows.push(format!("{head}{}{rest}", numbered(ply, marked)));
    }
    rows.join("\n")
}

/// What is said of so many moves that are not judged.
fn rest(study: &Study, plies: usize, is_all: bool) -> String {
    if let Some(free) = study.free_from {
        let node = &study.solution.nodes[free.node];
        let number = (study.first_ply + node.plies) / 2 + 1;
        let known = if free.is_proved {
            "there are"
        } else {
            "nobody knows whether there are"
        };
        return format!(" … from move {number} on {known} other ways");
    }
    match (plies, is_all) {
        (0, _) => String::new(),
        (_, true) => "the matter is at its end from the beginning".to_owned(),
        (1, _) => " … and 1 more ply, which is elementary".to_owned(),
        (plies, _) => format!(" … and {plies} more plies, which are elementary"),
    }
}

fn is_surplus(turn: &Turn) -> bool {
    matches!(turn.part, Part::Surplus)
}

/// `Kg7!`: an only move. `Kh7?`: it throws away what was reached.
fn marked(study: &Study, turn: &Turn) -> String {
    let name = san::format(position(study, turn), turn.r#move);
    let mark = match (&turn.part, turn.standing) {
        (Part::Solver(_), (Standing::Reaches, Standing::Fails)) => "?",
        (Part::Solver(choice), _) if choice.is_only => "!",
        _ => "",
    };
    name + mark
}

fn position<'s>(study: &'s Study, turn: &Turn) -> &'s Position {
    &study.solution.nodes[turn.node].position
}

/// `3.Ke5`
fn named(study: &Study, turn: &Turn) -> String {
    let ply = study.first_ply + study.solution.nodes[turn.node].plies;
    number(ply) + &san::format(position(study, turn), turn.r#move)
}

fn numbered(first_ply: usize, names: Vec<String>) -> String {
    words::numbered_from(Color::White, first_ply, names.into_iter())
}

fn end(study: &Study) -> String {
    let last = study.solution.main().last().copied();
    let is_zugzwang = study.zugzwangs.iter().any(|&(node, _)| Some(node) == last);
    match study.end {
        _ if study.solution.main().len() < 2 || study.free_from.is_some() => String::new(),
        End::Mate => "The end: mate.".to_owned(),
        End::Stalemate => "The end: stalemate.".to_owned(),
        End::BareKing => "The end: queen or rook against the bare king.".to_owned(),
        End::NothingLeft => "The end: nothing is left to win with.".to_owned(),
        End::GoesOn if is_zugzwang => "The end: a mutual zugzwang.".to_owned(),
        End::GoesOn => "The end: play goes on.".to_owned(),
    }
}

fn unread(study: &Study) -> Vec<String> {
    let row = |at: &String| format!("a variation: there is no move {at}");
    study.unread.iter().map(row).collect()
}
