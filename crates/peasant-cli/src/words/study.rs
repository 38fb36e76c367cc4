//! A judged study in words. The terms are those of `docs/studies.md`.

use peasant::board::{Color, Move, Position};
use peasant::value::Wdl;

use super::{counted, listed, names, names_of, stopped};
use crate::annotate::read::number;
use crate::san;
use crate::study::{
    Attempt, Choice, Dual, End, Goal, Kind, Length, Need, Part, Source, Standing, Study, Turn,
    UnderPromotion, Verdict, Zugzwang, duals,
};

/// So many tries are told of a move.
const TOLD: usize = 6;

/// So many refutations of one are named.
const ANSWERS: usize = 4;

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

/// `White to draw, as the file says: proved.`
fn stipulation(study: &Study) -> String {
    let Some(aim) = study.aim else {
        return format!(
            "What is to be reached is not given, and the result is open{}.",
            stopped(study.stopped)
        );
    };
    let goal = match aim.goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    };
    let source = match study.source {
        Source::Option => "as you say",
        Source::Result => "as the file says",
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
    let first = if first_ply.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    };
    let begun = first_ply - first_ply % 2;
    super::numbered_from(Color::White, begun + first as usize, names.into_iter())
}

fn choices(study: &Study) -> Vec<String> {
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

fn solver(study: &Study) -> impl Iterator<Item = (&Turn, &Choice)> {
    study.turns.iter().filter_map(|turn| match &turn.part {
        Part::Solver(choice) => Some((turn, choice)),
        _ => None,
    })
}

/// What the author gives in place of the solver's moves.
fn asides(study: &Study) -> Vec<String> {
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

fn defences(study: &Study) -> Vec<String> {
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
fn gifts(study: &Study) -> Vec<String> {
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

fn tries(study: &Study) -> Vec<String> {
    let mut rows = Vec::new();
    for (turn, choice) in solver(study) {
        let shown = choice.tries.iter().take(TOLD);
        rows.extend(shown.map(|one| attempt(study, turn, one)));
        let rest = choice.failing.saturating_sub(TOLD);
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
    super::tries::refutation(next, one.why.as_ref()?, ply)
}

fn promotions(study: &Study) -> Vec<String> {
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

fn zugzwangs(study: &Study) -> Vec<String> {
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

fn verdict(study: &Study) -> String {
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
            reasons.push(format!("beside {at} {} {does} as well", listed(&heavy)));
        }
    }
    reasons.extend(counts(study));
    if study.is_own && study.aim.is_some() {
        reasons.push("only the program's line is judged".to_owned());
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
    let count = |kind| duals(&study.turns).filter(|dual| dual.kind == kind).count();
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
        study.seconds,
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
