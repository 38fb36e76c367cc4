//! What is known of these games. The data: `data/positions/pawn-games.txt`.

use pawngame::{Position, Preset, RuleSet, Rules, Settings, parse, perft};

use crate::convert;
use crate::solutions::{PLAIN, all_settings, solve, solver};
use specification::data;
use specification::pawngame::Outcome;

/// How long a case takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    Quick,
    Large,
    Huge,
}

enum Claim {
    /// Lines of play of one move, of two, and so on.
    Counts(Vec<u64>),
    /// Lines of play of so many moves.
    Count(u32, u64),
    /// The result of perfect play.
    Result(Outcome),
    /// The moves that win, and no others.
    Wins(Vec<String>),
}

struct Case {
    line: String,
    position: Position,
    claim: Claim,
    effort: Effort,
}

fn cases(effort: Effort) -> impl Iterator<Item = Case> {
    let text = data("pawn-games.txt");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines
        .into_iter()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| case(&line))
        .filter(move |case| case.effort == effort)
}

/// Four fields: game, position, claim, how long it takes if that is not short.
fn case(line: &str) -> Case {
    let mut fields = line.split(';').map(str::trim);
    let mut next = || fields.next().unwrap_or("");
    let rules = rules(next());
    let position = match next() {
        "start" => Position::start(rules),
        text => parse(text, rules).unwrap_or_else(|error| panic!("{line}: {error}")),
    };
    let claim = claim(next());
    let effort = match next() {
        "" => Effort::Quick,
        "large" => Effort::Large,
        "huge" => Effort::Huge,
        other => panic!("{line}: {other}"),
    };
    Case {
        line: line.to_owned(),
        position,
        claim,
        effort,
    }
}

/// A game's name, and how it differs: `pawn-game files=4 no-move=loss`.
fn rules(text: &str) -> Rules {
    let mut words = text.split(' ');
    let preset: Preset = words.next().unwrap_or("").parse().expect("a game's name");
    let mut set = RuleSet::of(preset);
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        let number = || value.parse().expect("a number");
        match key {
            "files" => set.files = number(),
            "ranks" => set.ranks = number(),
            "rows" => set.rows = number(),
            "en-passant" => set.en_passant = value == "yes",
            "double-step" => set.double_step = value == "yes",
            "no-move" => set.no_move = value.parse().expect("a rule"),
            other => panic!("{text}: {other}"),
        }
    }
    set.validate().expect("rules that make sense")
}

fn claim(text: &str) -> Claim {
    let (key, rest) = text.split_once(' ').unwrap_or((text, ""));
    let words = rest.split_whitespace();
    match key {
        "counts" => Claim::Counts(words.map(|word| word.parse().expect("a count")).collect()),
        "count" => {
            let (depth, count) = rest.split_once(' ').expect("depth and count");
            Claim::Count(
                depth.parse().expect("a depth"),
                count.parse().expect("a count"),
            )
        }
        "result" => Claim::Result(match rest {
            "white" => Outcome::WhiteWins,
            "draw" => Outcome::Draw,
            "black" => Outcome::BlackWins,
            other => panic!("{text}: {other}"),
        }),
        "wins" => Claim::Wins(words.map(str::to_owned).collect()),
        other => panic!("{text}: {other}"),
    }
}

/// The result and the winning moves, found with these settings.
fn solved(position: &Position, settings: Settings) -> (Outcome, Vec<String>) {
    let solution = solve(&mut solver(position.rules(), settings), position);
    let side = convert::side(position.turn());
    let result = solution.bounds.exact().expect("nothing stops it");
    let outcomes = [Outcome::BlackWins, Outcome::Draw, Outcome::WhiteWins];
    let outcome = outcomes
        .into_iter()
        .find(|&outcome| convert::wdl(outcome, side) == result);
    let winning = solution
        .moves
        .iter()
        .filter(|answer| answer.bounds.exact() == Some(convert::wdl(Outcome::won_by(side), side)));
    let mut names: Vec<String> = winning.map(|answer| answer.r#move.to_string()).collect();
    names.sort_unstable();
    (outcome.expect("one of three"), names)
}

fn check(case: &Case, settings: Settings) {
    let Case { line, position, .. } = case;
    match &case.claim {
        Claim::Counts(counts) => {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(position, depth), count, "{line}, depth {depth}");
            }
        }
        Claim::Count(depth, count) => assert_eq!(perft(position, *depth), *count, "{line}"),
        Claim::Result(outcome) => assert_eq!(solved(position, settings).0, *outcome, "{line}"),
        Claim::Wins(moves) => assert_eq!(solved(position, settings).1, *moves, "{line}"),
    }
}

#[test]
fn known_results_are_found() {
    for case in cases(Effort::Quick) {
        check(&case, PLAIN);
    }
}

#[test]
fn known_results_are_found_with_all_settings() {
    let is_solved = |case: &Case| matches!(case.claim, Claim::Result(_) | Claim::Wins(_));
    for case in cases(Effort::Quick).filter(is_solved) {
        for settings in all_settings() {
            check(&case, settings);
        }
    }
}

/// Room for results by the hundred million.
const LARGEST: Settings = Settings {
    threads: 2,
    memory: 4 << 30,
    ..PLAIN
};

#[test]
#[ignore = "minutes and gigabytes: two rows on four files"]
fn large_known_results_are_found() {
    for case in cases(Effort::Large) {
        check(&case, LARGEST);
    }
}

#[test]
#[ignore = "hours and gigabytes: the pawn game on eight files"]
fn huge_known_results_are_found() {
    for case in cases(Effort::Huge) {
        check(&case, LARGEST);
    }
}
