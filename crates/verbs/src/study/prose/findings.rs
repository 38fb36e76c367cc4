//! What is found in a solution, a row each.

use peasant::board::{Move, Position};
use peasant::study::{
    Attempt, Choice, Dual, Kind, Length, Need, Part, Standing, Turn, UnderPromotion, Zugzwang,
};
use peasant::value::Wdl;

use super::{named, numbered, position};
use crate::explain::prose::tries;
use crate::pgn::read::number;
use crate::study::Study;
use crate::tell::san;
use crate::tell::words::{counted, listed, names, names_of};

/// So many tries are told of a move.
const RENDERED: usize = 6;

/// So many refutations of one are named.
const ANSWERS: usize = 4;

pub fn choices(study: &Study) -> Vec<String> {
    let row = |turn: &Turn, choice: &Choice| {
        let name = |dual: &Dual| {
            let given = if dual.is_given { ", given" } else { "" };
            let m = san::format(position(study, turn), dual.r#move);
            format!("{m} ({}{given})", told(dual.kind))
        };
        let mut others: Vec<String> = choice.duals.iter().map(name).collect();
        if choice.open > 0 {
            others.push(format!(
                "{} not decided",
                counted(choice.open as u64, "move")
            ));
        }
        (!others.is_empty()).then(|| format!("{}: {}", named(study, turn), others.join(", ")))
    };
    solver(study)
        .filter_map(|(turn, choice)| row(turn, choice))
        .collect()
}

const fn told(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => "not known whether it is another way",
        Kind::Mixed => "minor dual",
        Kind::Minor => "minor dual",
        Kind::Promotion => "another piece does as well",
        kind => kind.name(),
    }
}

pub fn solver(study: &Study) -> impl Iterator<Item = (&Turn, &Choice)> {
    study.turns.iter().filter_map(|turn| match &turn.part {
        Part::Solver(choice) => Some((turn, choice)),
        _ => None,
    })
}

/// What the author gives in place of the solver's moves.
pub fn asides(study: &Study) -> Vec<String> {
    let row = |&(node, m, standing): &(usize, Move, Standing)| {
        let node = &study.solution.nodes[node];
        let name = number(study.first_ply + node.plies) + &san::format(&node.position, m);
        match standing {
            Standing::Reaches => format!("{name}: does as well"),
            Standing::Fails => format!("{name}: a try, it fails"),
            Standing::Open => format!("{name}: not decided"),
        }
    };
    study.asides.iter().map(row).collect()
}

pub fn defences(study: &Study) -> Vec<String> {
    let mut rows = Vec::new();
    for turn in &study.turns {
        let Part::Defender(defence) = &turn.part else {
            continue;
        };
        let (Some(own), false) = (defence.holds, defence.longer.is_empty()) else {
            continue;
        };
        let longer = |&(m, length): &(Move, Length)| {
            format!(
                "{} ({})",
                san::format(position(study, turn), m),
                length.moves()
            )
        };
        let longer: Vec<String> = defence.longer.iter().map(longer).collect();
        rows.push(format!(
            "{}: {} in {}; {}",
            named(study, turn),
            own.until(),
            counted(own.moves().into(), "move"),
            listed(&longer)
        ));
    }
    rows
}

/// Moves of the other side after which the solver gets more than it had.
pub fn gifts(study: &Study) -> Vec<String> {
    let Some(aim) = study.aim else {
        return Vec::new();
    };
    let given = study.turns.iter().filter(|turn| {
        matches!(turn.part, Part::Defender(_)) && turn.after.lower() > turn.before.upper()
    });
    let row = |turn: &Turn| match turn.after.lower() {
        Wdl::Win => format!("{}: now {} wins", named(study, turn), aim.solver),
        _ => format!("{}: now {} draws", named(study, turn), aim.solver),
    };
    given.map(row).collect()
}

pub fn tries(study: &Study) -> Vec<String> {
    let mut rows = Vec::new();
    for (turn, choice) in solver(study) {
        let shown = choice.tries.iter().take(RENDERED);
        rows.extend(shown.map(|one| attempt(study, turn, one)));
        let rest = choice.failing.saturating_sub(RENDERED);
        if !choice.tries.is_empty() && rest > 0 {
            let more = counted(rest as u64, "more move");
            rows.push(format!("and {more} at {}", named(study, turn)));
        }
    }
    rows
}

/// `1.Kh7?: only 1...Kb6 refutes it. 1...Kb6 2.…`
fn attempt(study: &Study, turn: &Turn, one: &Attempt) -> String {
    let before = position(study, turn);
    let ply = study.first_ply + study.solution.nodes[turn.node].plies;
    let next = before.play(one.r#move);
    let name = number(ply) + &san::format(before, one.r#move);
    let answers = names_of(
        &next,
        &one.refutations[..one.refutations.len().min(ANSWERS)],
    );
    let answers = listed(&answers);
    let what = match one.refutations.len() {
        0 if next.is_stalemate() => "stalemate".to_owned(),
        0 => "it fails".to_owned(),
        1 if one.is_thematic() => format!("only {answers} refutes it"),
        1 => format!("{answers} refutes it, perhaps others too"),
        2..=ANSWERS => format!("{answers} refute it"),
        many => format!("{many} moves refute it"),
    };
    let line = numbered(ply + 1, names(&next, &one.line));
    let line = why(&next, ply + 1, one).unwrap_or(line);
    format!("{name}? {what}: {line}")
        .trim_end_matches([' ', ':'])
        .to_owned()
}

/// The line that shows why a move fails, and its point, in the position behind it, before which so many plies stand.
pub fn why(next: &Position, ply: usize, one: &Attempt) -> Option<String> {
    tries::refutation(next, one.why.as_ref()?, ply)
}

pub fn promotions(study: &Study) -> Vec<String> {
    let row = |one: &UnderPromotion| {
        let ply = study.first_ply + one.plies;
        let name = number(ply) + &san::format(&one.position, one.r#move);
        let queen = one.position.play(one.queen_move());
        let line = match one.is_stalemate {
            true => "stalemate".to_owned(),
            false => numbered(ply + 1, names(&queen, &one.line)),
        };
        let place = if one.is_beyond { " behind the end" } else { "" };
        match one.need() {
            Need::Yes => format!("{name}{place}: needed; a queen gives {}: {line}", one.queen),
            Need::No => format!("{name}{place}: a queen does as well"),
            Need::Open => format!("{name}{place}: whether a queen does as well is open"),
        }
    };
    study.under_promotions.iter().map(row).collect()
}

pub fn zugzwangs(study: &Study) -> Vec<String> {
    let row = |&(node, zugzwang): &(usize, Zugzwang)| {
        let node = &study.solution.nodes[node];
        let place = match node.from {
            None => "At the beginning".to_owned(),
            Some((before, m)) => {
                let before = &study.solution.nodes[before];
                let name = san::format(&before.position, m);
                format!("After {}{name}", number(study.first_ply + before.plies))
            }
        };
        let result = |result| match result {
            Wdl::Win => "White wins",
            Wdl::Draw => "a draw",
            Wdl::Loss => "Black wins",
        };
        format!(
            "{place} ({}): with White to move {}, with Black to move {}",
            zugzwang.points().name(),
            result(zugzwang.white_to_move),
            result(zugzwang.black_to_move)
        )
    };
    study.zugzwangs.iter().map(row).collect()
}
