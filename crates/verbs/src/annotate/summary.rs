//! What a file of games comes to.

use std::collections::HashMap;

use peasant::board::Color;
use peasant::value::Wdl;
use serde_json::{Value, json};

use super::annotator::{Answer, Trouble, What};
use super::event::{Kind, Moment, Positions, Report};
use crate::tell::plain::plain;

/// So many players, and so many motives, are told.
const MOST: usize = 10;

/// The text is no wider.
const WIDTH: usize = 80;

/// So many players are kept apart, so that a file of any size fits.
const MOST_PLAYERS: usize = 100_000;

/// Counts of a run.
#[derive(Default)]
pub struct Summary {
    games: usize,
    broken: usize,
    contradicted: usize,
    /// Not read, as the run was stopped.
    copied: usize,
    /// The first of those, as the file counts them.
    pub first_copied: Option<usize>,
    with_endings: usize,
    endings: usize,
    positions: Positions,
    /// Errors that are proved, by White and by Black.
    errors: [usize; 2],
    /// Wins that became draws, wins that became losses, draws that became losses.
    thrown: [usize; 3],
    perhaps: usize,
    only_moves: usize,
    trades: usize,
    players: HashMap<String, usize>,
    motives: HashMap<&'static str, usize>,
}

impl Summary {
    pub fn add(&mut self, answer: &Answer) {
        match &answer.found {
            What::Nothing => {}
            What::Copied(game) => {
                self.games += 1;
                self.copied += 1;
                self.first_copied.get_or_insert(*game);
            }
            What::Bad(bad) => {
                self.games += 1;
                match bad.trouble {
                    Trouble::Broken => self.broken += 1,
                    Trouble::Contradiction => self.contradicted += 1,
                }
            }
            What::Game(report) => {
                self.games += 1;
                self.with_endings += usize::from(report.has_ending());
                self.endings += report.endings;
                self.positions.exact += report.positions.exact;
                self.positions.conditional += report.positions.conditional;
                self.positions.open += report.positions.open;
                for moment in &report.moments {
                    self.add_moment(report, moment);
                }
            }
        }
    }

    fn add_moment(&mut self, report: &Report, moment: &Moment) {
        match moment.kind {
            Kind::Ending => {}
            Kind::Trade => self.trades += 1,
            Kind::Perhaps => self.perhaps += 1,
            Kind::OnlyMove => self.only_moves += 1,
            Kind::Error => self.add_error(report, moment),
        }
    }

    fn add_error(&mut self, report: &Report, moment: &Moment) {
        self.errors[moment.mover as usize] += 1;
        match moment.thrown {
            Some((Wdl::Win, Wdl::Draw)) => self.thrown[0] += 1,
            Some((Wdl::Win, _)) => self.thrown[1] += 1,
            Some(_) => self.thrown[2] += 1,
            None => {}
        }
        for motive in &moment.motives {
            *self.motives.entry(motive).or_default() += 1;
        }
        let name = match moment.mover {
            Color::White => &report.white,
            Color::Black => &report.black,
        };
        let Some(name) = name else {
            return;
        };
        if self.players.len() < MOST_PLAYERS || self.players.contains_key(name) {
            *self.players.entry(name.clone()).or_default() += 1;
        }
    }

    /// Some games could not be read.
    pub fn is_broken(&self) -> bool {
        self.broken > 0
    }

    pub fn games(&self) -> usize {
        self.games
    }

    /// Tables or the base contradicted a proof.
    pub fn is_contradicted(&self) -> bool {
        self.contradicted > 0
    }

    fn sum(&self) -> usize {
        self.errors.iter().sum()
    }

    /// The whole for people, in 80 columns.
    pub fn text(&self) -> String {
        let Positions {
            exact,
            conditional,
            open,
        } = self.positions;
        let mut lines = vec![format!(
            "{}: {} with pawn endings, {} not readable.",
            many(self.games, "game"),
            self.with_endings,
            self.broken
        )];
        if self.contradicted > 0 {
            lines.push(format!(
                "Contradictions, so not judged: {}.",
                many(self.contradicted, "game")
            ));
        }
        if self.copied > 0 {
            lines.push(format!(
                "Stopped, so not judged: {}.",
                many(self.copied, "game")
            ));
        }
        lines.push(format!(
            "{}, {} judged: {exact} exact, {conditional} conditional, {open} open.",
            many(self.endings, "pawn ending"),
            many(self.positions.sum(), "position"),
        ));
        lines.extend(self.found());
        for (head, counts) in [
            ("By whom:", &top(&self.players)),
            ("What it was about:", &top(&self.motives)),
        ] {
            if !counts.is_empty() {
                lines.push(head.to_owned());
                lines.extend(counts.iter().map(|(name, count)| row(name, *count)));
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// What was found in the positions that were judged.
    fn found(&self) -> Vec<String> {
        let [white, black] = self.errors;
        let mut lines = Vec::new();
        lines.push(format!(
            "{} thrown away: White {white}, Black {black}.",
            many(self.sum(), "result")
        ));
        if self.sum() > 0 {
            let [drawn, lost, draws] = self.thrown;
            let wins = many(drawn, "win");
            let draws = many(draws, "draw");
            lines.push(format!(
                "  {wins} drawn, {} lost, {draws} lost",
                many(lost, "win")
            ));
        }
        lines.push(format!(
            "{} if some endings are what they seem (not proved).",
            many(self.perhaps, "more error")
        ));
        lines.push(format!(
            "{} found, {} into a pawn ending.",
            many(self.only_moves, "only move"),
            many(self.trades, "last trade")
        ));
        lines
    }

    /// The same for other programs.
    pub fn answer(&self) -> Value {
        let [white, black] = self.errors;
        let [win_to_draw, win_to_loss, draw_to_loss] = self.thrown;
        let named = |counts: Vec<(String, usize)>| -> Vec<Value> {
            let row = |(name, count)| json!({ "name": name, "count": count });
            counts.into_iter().map(row).collect()
        };
        json!({ "summary": {
            "games": self.games,
            "broken": self.broken,
            "contradicted": self.contradicted,
            "not_judged": self.copied,
            "games_with_endings": self.with_endings,
            "endings": self.endings,
            "positions": self.positions,
            "errors": {
                "white": white,
                "black": black,
                "win_to_draw": win_to_draw,
                "win_to_loss": win_to_loss,
                "draw_to_loss": draw_to_loss,
            },
            "perhaps_errors": self.perhaps,
            "only_moves": self.only_moves,
            "last_trades": self.trades,
            "players": named(top(&self.players)),
            "motives": named(top(&self.motives)),
        }})
    }
}

/// `1 game`, `2 games`
fn many(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn row(name: &str, count: usize) -> String {
    let line = format!("{count:>6}  {}", plain(name));
    line.chars().take(WIDTH).collect()
}

/// The greatest counts; of equal ones the first in the alphabet.
fn top<N: ToString>(counts: &HashMap<N, usize>) -> Vec<(String, usize)> {
    let counts = counts
        .iter()
        .map(|(name, &count)| (name.to_string(), count));
    let mut counts: Vec<(String, usize)> = counts.collect();
    counts.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    counts.truncate(MOST);
    counts
}
