//! An open position in words, a line each: what is proved of it, how likely each result is, and what to play.

use peasant::board::Color;
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, Likelihood, MoveAnalysis, Price};

use super::{counted, listed, opinion, stopped};
use crate::tell::san;

/// So many moves are named.
const NAMED: usize = 3;

/// From then on a result is called likely.
const LIKELY: f64 = 0.6;

/// What there is to say of it.
pub fn lines(analysis: &Analysis) -> Vec<String> {
    let mover = analysis.position.turn();
    let likely = analysis.likelihood.map(|of| likely(mover, of));
    let to_play = opinion::sentence(analysis);
    let lines = [Some(proved(analysis)), likely, to_play];
    let mut lines: Vec<String> = lines.into_iter().flatten().collect();
    if let (Some(last), Some(price)) = (lines.last_mut(), analysis.statistics.price) {
        last.push_str(&to_settle(price));
    }
    lines
}

/// The results, the likeliest first.
pub fn likely(mover: Color, likelihood: Likelihood) -> String {
    let named = [
        (Wdl::Win, format!("{mover} wins")),
        (Wdl::Draw, "a draw".to_owned()),
        (Wdl::Loss, format!("{mover} loses")),
    ];
    let mut all = named.map(|(result, name)| (percent(likelihood.share(result)), name));
    all.sort_by_key(|&(percent, _)| std::cmp::Reverse(percent));
    let told = all.iter().filter(|(percent, _)| *percent > 0);
    let told: Vec<String> = told
        .map(|(percent, name)| format!("{name} ({percent} %)"))
        .collect();
    format!("Likely: {}.", told.join(", "))
}

/// Of a move: its likeliest result, and how likely that is.
pub fn likeliest(likelihood: Likelihood) -> String {
    let (result, share) = likelihood.likeliest();
    let how = if share < LIKELY { "perhaps" } else { "likely" };
    format!("{how} a {result} ({} %)", percent(share))
}

/// What is not proved is never certain.
pub fn percent(share: f64) -> u32 {
    ((share * 100.0).round() as u32).min(99)
}

/// What is proved, and what ended the proof.
pub fn proved(analysis: &Analysis) -> String {
    let (mover, bounds) = (analysis.position.turn(), analysis.bounds);
    let stopped = stopped(analysis.stopped);
    let result = match (bounds.lower(), bounds.upper()) {
        (Wdl::Draw, _) => format!("{mover} to move has at least a draw"),
        (_, Wdl::Draw) => format!("{mover} to move has at most a draw"),
        _ => format!("nothing yet of the result; {mover} is to move"),
    };
    let of_moves = [
        named(
            analysis,
            |m| m.lower() >= Wdl::Draw,
            ["draws at least", "draw at least"],
        ),
        named(
            analysis,
            |m| m.upper() == Wdl::Draw && bounds.upper() == Wdl::Win,
            ["does not win", "do not win"],
        ),
        named(analysis, |m| m.upper() == Wdl::Loss, ["loses", "lose"]),
    ];
    format!("Proved: {result}{stopped}.{}", of_moves.concat())
}

/// A sentence about the moves of which something is proved, a few of them by name; if it is all but one, that one.
fn named(analysis: &Analysis, is_so: impl Fn(Bounds) -> bool, [one, several]: [&str; 2]) -> String {
    let name = |m: &MoveAnalysis| san::format(&analysis.position, m.r#move);
    let (so, other): (Vec<&MoveAnalysis>, Vec<_>) =
        analysis.moves.iter().partition(|m| is_so(m.bounds));
    if let ([_, _, ..], [only]) = (&so[..], &other[..]) {
        return format!(" Every move but {} {one}.", name(only));
    }
    let mut names: Vec<String> = so.iter().map(|m| name(m)).collect();
    if names.len() > NAMED + 1 {
        let more = names.len() - NAMED;
        names.truncate(NAMED);
        names.push(format!("{more} more"));
    }
    match names.len() {
        0 => String::new(),
        1 => format!(" {} {one}.", names[0]),
        _ => format!(" {} {several}.", listed(&names)),
    }
}

/// What is proved of a move, in words that fit a table.
pub fn range(bounds: Bounds) -> String {
    match (bounds.lower(), bounds.upper()) {
        (Wdl::Loss, Wdl::Win) => "open".to_owned(),
        (Wdl::Draw, Wdl::Win) => "draw or win".to_owned(),
        (Wdl::Loss, Wdl::Draw) => "draw or loss".to_owned(),
        _ => bounds.to_string(),
    }
}

/// What the proof needs at least.
fn to_settle(price: Price) -> String {
    let endings = counted(rough(price.slices), "queen ending");
    let time = price.time.map(|time| rough(time.as_secs().max(1)));
    let time = time.map_or_else(String::new, |seconds| format!(", {seconds} s more"));
    let memory = price.bytes.map(|bytes| rough((bytes >> 20).max(1)));
    let memory = memory.map_or_else(String::new, |mebibytes| format!(", {mebibytes} MiB"));
    format!(" To settle it: at least {endings}{time}{memory}.")
}

/// To two digits.
fn rough(count: u64) -> u64 {
    let unit = 10_u64.pow(count.max(1).ilog10().saturating_sub(1));
    (count + unit / 2) / unit * unit
}

/// What is proved of a result, in a phrase.
pub fn interval(bounds: Bounds) -> &'static str {
    match (bounds.lower(), bounds.upper()) {
        (Wdl::Draw, _) => "at least a draw, perhaps a win",
        (_, Wdl::Draw) => "at most a draw, perhaps a loss",
        _ => "nothing is proved yet",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use peasant::{Opinion, Rules};

    use super::*;

    /// White to move has two moves.
    fn open(bounds: Bounds) -> Analysis {
        let position = "8/8/8/8/8/k1p5/2P5/1K6 w - -";
        let position = peasant::notation::fen::parse(position).expect("a legal position");
        let mut analysis = Analysis::open(position, Rules::Chess);
        analysis.bounds = bounds;
        analysis
    }

    #[test]
    fn nothing_is_proved_of_the_result() {
        let mut analysis = open(Bounds::UNKNOWN);
        let said = "Proved: nothing yet of the result; White is to move.";
        assert_eq!(lines(&analysis), [said]);
        analysis.moves[0].bounds = Bounds::at_most(Wdl::Draw);
        let name = san::format(&analysis.position, analysis.moves[0].r#move);
        assert_eq!(proved(&analysis), format!("{said} {name} does not win."));
        analysis.moves[0].bounds = Bounds::exactly(Wdl::Loss);
        assert_eq!(proved(&analysis), format!("{said} {name} loses."));
    }

    #[test]
    fn what_is_proved_to_hold_comes_first_and_the_move_last() {
        let mut analysis = open(Bounds::at_least(Wdl::Draw));
        analysis.moves[0].bounds = Bounds::at_least(Wdl::Draw);
        let best = analysis.moves[0].r#move;
        analysis.opinion = Some(Opinion {
            source: "Fish".to_owned(),
            score: 120,
            depth: 9,
            line: vec![best],
        });
        let name = san::format(&analysis.position, best);
        analysis.likelihood = Some(Likelihood {
            win: 0.83,
            draw: 0.168,
            loss: 0.002,
        });
        let said = [
            format!("Proved: White to move has at least a draw. {name} draws at least."),
            "Likely: White wins (83 %), a draw (17 %).".to_owned(),
            format!("Move: 1.{name} (proved at least a draw; +1.20 for White at depth 9 by Fish)."),
        ];
        assert_eq!(lines(&analysis), said);
        let time = Some(Duration::from_millis(39_600));
        let (slices, bytes) = (1483, Some(741 << 20));
        analysis.statistics.price = Some(Price {
            slices,
            time,
            bytes,
        });
        let price = " To settle it: at least 1500 queen endings, 39 s more, 740 MiB.";
        assert_eq!(lines(&analysis)[2], format!("{}{price}", said[2]));
        analysis.bounds = Bounds::at_most(Wdl::Draw);
        analysis.moves[0].bounds = Bounds::UNKNOWN;
        assert_eq!(
            proved(&analysis),
            "Proved: White to move has at most a draw."
        );
    }
}
