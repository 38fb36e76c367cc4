//! The verdict on a study and what it hangs on, and what a file of studies comes to.

use peasant::study::{Kind, Part, Standing, Turn, Verdict};

use super::findings::solver;
use super::{is_surplus, named, position};
use crate::study::Study;
use crate::tell::san;
use crate::tell::words::{counted, listed, stopped};

pub fn verdict(study: &Study) -> String {
    let reasons = reasons(study);
    let name = match study.verdict {
        Verdict::MinorDuals => "sound, with minor duals",
        verdict => verdict.name(),
    };
    match reasons.is_empty() {
        true => format!("Verdict: {name}."),
        false => format!("Verdict: {name}: {}.", reasons.join("; ")),
    }
}

/// What the verdict hangs on, a clause each.
pub fn reasons(study: &Study) -> Vec<String> {
    let mut reasons = Vec::new();
    match (study.standing(), study.aim) {
        (Standing::Fails, _) => reasons.push("what is asked for cannot be reached".to_owned()),
        (Standing::Open, _) => reasons.push("the result is open".to_owned()),
        (Standing::Reaches, Some(aim)) if study.exceeds() => {
            reasons.push(format!("{} even wins", aim.solver));
        }
        _ => {}
    }
    for turn in &study.turns {
        if let (Part::Solver(_), (Standing::Reaches, Standing::Fails)) = (&turn.part, turn.standing)
        {
            reasons.push(format!("{} throws it away", named(study, turn)));
        }
    }
    for (turn, choice) in solver(study) {
        let heavy = choice.duals.iter().filter(|dual| dual.kind < Kind::Open);
        let heavy: Vec<String> = heavy
            .map(|dual| san::format(position(study, turn), dual.r#move))
            .collect();
        if !heavy.is_empty() {
            let does = if heavy.len() == 1 { "does" } else { "do" };
            let at = named(study, turn);
            reasons.push(format!("{} {does} as well as {at}", listed(&heavy)));
        }
    }
    reasons.extend(counts(study));
    if study.is_own && study.aim.is_some() {
        reasons.push(match study.free_from {
            Some(free) => {
                let plies = study.first_ply + study.solution.nodes[free.node].plies;
                format!(
                    "only the program's line before move {} is judged",
                    plies / 2 + 1
                )
            }
            None => "only the program's line is judged".to_owned(),
        });
    }
    reasons
}

/// How many moves are of the kinds that decide nothing.
fn counts(study: &Study) -> Vec<String> {
    const KINDS: [(Kind, &str); 7] = [
        (Kind::LastMove, "choice of the last move"),
        (Kind::OtherPiece, "choice of the piece"),
        (Kind::WasteOfTime, "waste of time"),
        (Kind::Transposition, "transposition"),
        (Kind::Mixed, "minor dual"),
        (Kind::Minor, "minor dual"),
        (Kind::Open, "dual not decided"),
    ];
    let duals = || solver(study).flat_map(|(_, choice)| &choice.duals);
    let count = |kind| duals().filter(|dual| dual.kind == kind).count();
    let counts = KINDS.map(|(kind, name)| match count(kind) {
        0 => None,
        1 => Some(format!("1 {name}")),
        many => Some(format!("{many} {}", plural(name))),
    });
    let mut counts: Vec<String> = counts.into_iter().flatten().collect();
    let open: usize = solver(study).map(|(_, choice)| choice.open).sum();
    let is_open = |turn: &&Turn| turn.standing.1 == Standing::Open && !is_surplus(turn);
    let open_moves = study.turns.iter().filter(is_open).count();
    if open + open_moves > 0 {
        counts.push(format!(
            "{} not decided",
            counted((open + open_moves) as u64, "move")
        ));
    }
    counts
}

fn plural(name: &str) -> String {
    match name.split_once(" of ") {
        Some((first, rest)) => format!("{first}s of {rest}"),
        None if name.starts_with("dual ") => name.replacen("dual", "duals", 1),
        None => format!("{name}s"),
    }
}

/// What it took.
pub fn proof(study: &Study) -> String {
    format!(
        "Judged by the chess rules: {}, {:.3} s{}.",
        counted(study.structures, "structure"),
        study.time.as_secs_f64(),
        stopped(study.stopped)
    )
}

/// What a file of studies comes to.
pub fn summary(counts: &[(Verdict, usize)], broken: usize) -> String {
    let all = counts.iter().map(|(_, count)| count).sum::<usize>() + broken;
    let told = counts.iter().filter(|(_, count)| *count > 0);
    let mut told: Vec<String> = told
        .map(|(verdict, count)| format!("{count} {}", verdict.name()))
        .collect();
    if broken > 0 {
        told.push(format!("{broken} not readable"));
    }
    let all = match all {
        1 => "1 study".to_owned(),
        all => format!("{all} studies"),
    };
    match told.is_empty() {
        true => format!("{all}."),
        false => format!("{all}: {}.", told.join(", ")),
    }
}
