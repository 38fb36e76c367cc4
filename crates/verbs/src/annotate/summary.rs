//! What a file of games comes to.

use std::collections::HashMap;

use peasant::board::Color;
use peasant::value::Wdl;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::annotator::{Answer, Trouble, What};
use super::event::{Event, Kind, Report};
use crate::host::plain::plain;

/// So many players, and so many motives, are told.
const MOST: usize = 10;

/// The text is no wider.
const WIDTH: usize = 80;

/// So many players are kept apart, so that a file of any size fits.
const MOST_PLAYERS: usize = 100_000;

/// What a run has found so far; another run may go on from it.
#[derive(Default, Serialize, Deserialize)]
pub struct Summary {
    counts: Counts,
    /// Errors by their motives.
    motives: HashMap<String, usize>,
    /// Errors by players.
    players: HashMap<String, usize>,
    /// The first game that was only copied, as the file counts them.
    #[serde(skip)]
    pub first_copied: Option<usize>,
}

/// Counts of a run.
#[derive(Serialize, JsonSchema)]
pub struct SummaryAnswer<'s> {
    #[serde(flatten)]
    counts: &'s Counts,
    /// What the errors were about most often, ten at most.
    motives: Vec<Count>,
    /// Who made most proved errors, ten at most.
    players: Vec<Count>,
}

#[derive(Default, Serialize, Deserialize, JsonSchema)]
struct Counts {
    /// Games that cannot be read.
    broken: usize,
    /// Games at which tables or the store contradict a proof.
    contradicted: usize,
    /// How often kings and pawns alone were left.
    endings: usize,
    /// Proved errors.
    errors: Errors,
    /// All games.
    games: usize,
    /// Those in which a pawn ending was played; a last move that leads to one is judged and does not count.
    games_with_endings: usize,
    /// Captures that led to kings and pawns alone.
    last_trades: usize,
    /// Games that the filters left out.
    left_out: usize,
    /// Games that were only copied, as the run was stopped.
    not_judged: usize,
    /// Only moves that were found.
    only_moves: usize,
    /// Moves that are probably mistakes (`--likely`); nothing of that is proved.
    opinions: usize,
    /// How many positions were judged.
    positions: Judged,
    /// Games of which the first moves can be read.
    read_in_part: usize,
}

/// Errors that are proved: whose, and where both results are exact what was thrown away.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
struct Errors {
    /// Black's.
    black: usize,
    /// Draws that became losses.
    draw_to_loss: usize,
    /// White's.
    white: usize,
    /// Wins that became draws, both results exact.
    win_to_draw: usize,
    /// Wins that became losses.
    win_to_loss: usize,
}

/// The positions of all games.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
struct Judged {
    /// Always 0: the conditional verdict is gone since 0.1.0, and this key goes with the next release.
    conditional: usize,
    /// Those whose result is proved.
    exact: usize,
    /// Those whose result is open.
    open: usize,
}

/// Something that occurs several times.
#[derive(Serialize, JsonSchema)]
struct Count {
    /// How many errors.
    count: usize,
    /// The player, or the motive as in `explain`.
    name: String,
}

impl Summary {
    pub fn add(&mut self, answer: &Answer) {
        match &answer.found {
            What::Nothing => {}
            What::LeftOut => {
                self.counts.games += 1;
                self.counts.left_out += 1;
            }
            What::Copied(game) => {
                self.counts.games += 1;
                self.counts.not_judged += 1;
                self.first_copied.get_or_insert(*game);
            }
            What::Bad(bad) => {
                self.counts.games += 1;
                match bad.trouble {
                    Trouble::Broken => self.counts.broken += 1,
                    Trouble::Contradiction => self.counts.contradicted += 1,
                }
            }
            What::Game(report) => {
                self.counts.games += 1;
                self.counts.games_with_endings += usize::from(report.has_ending());
                self.counts.read_in_part += usize::from(report.unread.is_some());
                self.counts.endings += report.endings;
                self.counts.positions.exact += report.positions.exact;
                self.counts.positions.open += report.positions.open;
                for event in &report.moments {
                    self.add_event(report, event);
                }
            }
        }
    }

    fn add_event(&mut self, report: &Report, event: &Event) {
        match event.kind {
            Kind::Ending => {}
            Kind::Trade => self.counts.last_trades += 1,
            Kind::Opinion => self.counts.opinions += 1,
            Kind::OnlyMove => self.counts.only_moves += 1,
            Kind::Error => self.add_error(report, event),
        }
    }

    fn add_error(&mut self, report: &Report, event: &Event) {
        let errors = &mut self.counts.errors;
        match event.thrown {
            Some((Wdl::Win, Wdl::Draw)) => errors.win_to_draw += 1,
            Some((Wdl::Win, _)) => errors.win_to_loss += 1,
            Some(_) => errors.draw_to_loss += 1,
            None => {}
        }
        for &motive in &event.motives {
            *self.motives.entry(motive.to_owned()).or_default() += 1;
        }
        let (count, name) = match event.side {
            Color::White => (&mut errors.white, &report.heading.white),
            Color::Black => (&mut errors.black, &report.heading.black),
        };
        *count += 1;
        let Some(name) = name else {
            return;
        };
        if self.players.len() < MOST_PLAYERS || self.players.contains_key(name) {
            *self.players.entry(name.clone()).or_default() += 1;
        }
    }

    /// What another run, or another part of this one, has found as well.
    pub fn add_all(&mut self, more: &Summary) {
        self.counts.add(&more.counts);
        let sums = [
            (&mut self.motives, &more.motives),
            (&mut self.players, &more.players),
        ];
        for (sum, more) in sums {
            for (name, count) in more {
                *sum.entry(name.clone()).or_default() += count;
            }
        }
    }

    /// What other programs read.
    pub fn answer(&self) -> SummaryAnswer<'_> {
        SummaryAnswer {
            counts: &self.counts,
            motives: top(&self.motives),
            players: top(&self.players),
        }
    }

    /// How many games there were.
    pub fn games(&self) -> usize {
        self.counts.games
    }

    /// Some games could not be read.
    pub fn is_broken(&self) -> bool {
        self.counts.broken > 0
    }

    /// What was found so far, in a few words.
    pub fn so_far(&self) -> String {
        let errors = self.counts.errors.white + self.counts.errors.black;
        let endings = self.counts.games_with_endings;
        [
            many(self.counts.games, "game"),
            many(endings, "ending"),
            many(errors, "error"),
        ]
        .join(", ")
    }

    /// Has there been a game?
    pub fn has_games(&self) -> bool {
        self.counts.games > 0
    }

    /// Tables or the store contradicted a proof.
    pub fn is_contradicted(&self) -> bool {
        self.counts.contradicted > 0
    }

    /// The whole for people, in 80 columns.
    pub fn text(&self) -> String {
        let Judged { exact, open, .. } = self.counts.positions;
        let mut lines = vec![format!(
            "{}: {} with pawn endings, {} not readable.",
            many(self.counts.games, "game"),
            self.counts.games_with_endings,
            self.counts.broken
        )];
        if self.counts.read_in_part > 0 {
            lines.push(format!(
                "Judged as far as their moves can be read: {}.",
                many(self.counts.read_in_part, "game")
            ));
        }
        if self.counts.contradicted > 0 {
            lines.push(format!(
                "Contradictions, so not judged: {}.",
                many(self.counts.contradicted, "game")
            ));
        }
        if self.counts.not_judged > 0 {
            lines.push(format!(
                "Stopped, so not judged: {}.",
                many(self.counts.not_judged, "game")
            ));
        }
        if self.counts.left_out > 0 {
            lines.push(format!(
                "Left out by the filters: {}.",
                many(self.counts.left_out, "game")
            ));
        }
        lines.push(format!(
            "{}, {} judged: {exact} exact, {open} open.",
            many(self.counts.endings, "pawn ending"),
            many(exact + open, "position"),
        ));
        lines.extend(self.found());
        if open > 0 {
            let positions = many(exact + open, "position");
            lines.push(format!(
                "{open} of {positions} stayed open: no error is proved there, and none excluded."
            ));
        }
        if self.counts.opinions > 0 {
            let moves = match self.counts.opinions {
                1 => "1 move is probably a mistake".to_owned(),
                many => format!("{many} moves are probably mistakes"),
            };
            lines.push(format!("{moves} (not proved)."));
        }
        for (head, counts) in [
            ("By whom:", &top(&self.players)),
            ("What it was about:", &top(&self.motives)),
        ] {
            if !counts.is_empty() {
                lines.push(head.to_owned());
                lines.extend(counts.iter().map(Count::row));
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// What was found in the positions that were judged.
    fn found(&self) -> Vec<String> {
        let Errors { white, black, .. } = self.counts.errors;
        let mut lines = Vec::new();
        lines.push(format!(
            "{} thrown away: White {white}, Black {black}.",
            many(white + black, "result")
        ));
        if white + black > 0 {
            lines.push(format!(
                "  {} drawn, {} lost, {} lost",
                many(self.counts.errors.win_to_draw, "win"),
                many(self.counts.errors.win_to_loss, "win"),
                many(self.counts.errors.draw_to_loss, "draw"),
            ));
        }
        lines.push(format!(
            "{} found, {} into a pawn ending.",
            many(self.counts.only_moves, "only move"),
            many(self.counts.last_trades, "last trade")
        ));
        lines
    }
}

impl Counts {
    fn add(&mut self, more: &Counts) {
        let sums = [
            (&mut self.broken, more.broken),
            (&mut self.contradicted, more.contradicted),
            (&mut self.endings, more.endings),
            (&mut self.errors.black, more.errors.black),
            (&mut self.errors.draw_to_loss, more.errors.draw_to_loss),
            (&mut self.errors.white, more.errors.white),
            (&mut self.errors.win_to_draw, more.errors.win_to_draw),
            (&mut self.errors.win_to_loss, more.errors.win_to_loss),
            (&mut self.games, more.games),
            (&mut self.games_with_endings, more.games_with_endings),
            (&mut self.last_trades, more.last_trades),
            (&mut self.left_out, more.left_out),
            (&mut self.not_judged, more.not_judged),
            (&mut self.only_moves, more.only_moves),
            (&mut self.opinions, more.opinions),
            (&mut self.positions.exact, more.positions.exact),
            (&mut self.positions.open, more.positions.open),
            (&mut self.read_in_part, more.read_in_part),
        ];
        for (sum, more) in sums {
            *sum += more;
        }
    }
}

/// `1 game`, `2 games`
fn many(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

impl Count {
    fn row(&self) -> String {
        let line = format!("{:>6}  {}", self.count, plain(&self.name));
        line.chars().take(WIDTH).collect()
    }
}

/// The greatest counts; of equal ones the first in the alphabet.
fn top(counts: &HashMap<String, usize>) -> Vec<Count> {
    let count = |(name, &count): (&String, &usize)| Count {
        count,
        name: name.clone(),
    };
    let mut counts: Vec<Count> = counts.iter().map(count).collect();
    counts.sort_by(|one, other| {
        let order = other.count.cmp(&one.count);
        order.then_with(|| one.name.cmp(&other.name))
    });
    counts.truncate(MOST);
    counts
}
