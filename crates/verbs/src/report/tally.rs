//! What is counted while the rows of a table go by.

use std::collections::BTreeMap;

use peasant::value::Wdl;

use super::answer::{Answer, Errors, Group, MotiveCount, Period, Ratings};
use super::chance::{Chance, Outcome, named};
use super::missed::Misses;
use super::rate::Rate;
use crate::annotate::filter::Speed;
use crate::host::fault::Fault;
use crate::table::row::Row;

/// Ratings are told in bins of so many points.
pub const BIN: u32 = 200;

/// So many motives are counted; `explain` has far fewer.
const MOST_MOTIVES: usize = 200;

/// The counts of a table, as far as it is read.
#[derive(Default)]
pub struct Tally {
    /// The game of the last row, and the line on which it begins.
    last: Option<(u64, u64)>,
    games: u64,
    endings: u64,
    positions: u64,
    proved: u64,
    errors: ByResult,
    /// Errors in positions of which not all is proved.
    partly_proved: u64,
    /// Moves of which nothing is proved, where something was at stake.
    undecided: u64,
    period: Option<(String, String)>,
    ratings: RatingSum,
    all: Chances,
    /// By the rating of the side to move, in bins.
    by_rating: BTreeMap<Option<u32>, Chances>,
    by_pawns: BTreeMap<u32, Chances>,
    by_speed: BTreeMap<Option<Speed>, Chances>,
    /// Errors by their motives; without a name those that have none.
    motives: BTreeMap<String, ByResult>,
    misses: Misses,
}

/// How many wins and how many draws.
#[derive(Clone, Copy, Default)]
struct ByResult {
    wins: u64,
    draws: u64,
}

/// Wins and draws that could be thrown away, and those that were.
#[derive(Clone, Copy, Default)]
struct Chances {
    chances: ByResult,
    errors: ByResult,
}

#[derive(Default)]
struct RatingSum {
    least: Option<u32>,
    most: Option<u32>,
    sum: u64,
    count: u64,
}

impl Tally {
    /// Counts a row.
    ///
    /// # Errors
    /// Its position is none.
    pub fn add(&mut self, row: &Row) -> Result<(), Fault> {
        if self.last != Some((row.game, row.line_number)) {
            self.last = Some((row.game, row.line_number));
            self.add_game(row);
        }
        self.positions += 1;
        self.endings += u64::from(row.begins);
        self.proved += u64::from(row.result.is_some());
        if let Some(thrown) = named(row.thrown.as_deref()) {
            self.add_error(row, thrown)?;
        }
        if let Some(chance) = Chance::of(row) {
            self.add_chance(row, chance);
        }
        Ok(())
    }

    fn add_game(&mut self, row: &Row) {
        self.games += 1;
        for &rating in [row.white_elo, row.black_elo].iter().flatten() {
            self.ratings.add(rating);
        }
        let Some(date) = &row.date else { return };
        match &mut self.period {
            Some((first, _)) if date < first => first.clone_from(date),
            Some((_, last)) if date > last => last.clone_from(date),
            Some(_) => {}
            None => self.period = Some((date.clone(), date.clone())),
        }
    }

    fn add_error(&mut self, row: &Row, thrown: Wdl) -> Result<(), Fault> {
        self.errors.add(thrown);
        self.partly_proved += u64::from(row.result.is_none());
        for motive in row.motive.as_deref().unwrap_or_default().split(',') {
            let motive = motive.trim();
            if self.motives.len() < MOST_MOTIVES || self.motives.contains_key(motive) {
                let errors = self.motives.entry(motive.to_owned()).or_default();
                errors.add(thrown);
            }
        }
        self.misses.add(row, thrown)
    }

    fn add_chance(&mut self, row: &Row, chance: Chance) {
        let is_thrown = match chance.outcome {
            Outcome::Open => {
                self.undecided += 1;
                return;
            }
            outcome => outcome == Outcome::Thrown,
        };
        let rating = match row.side.as_str() {
            "white" => row.white_elo,
            _ => row.black_elo,
        };
        let speed = row.time_control.as_deref().and_then(Speed::of);
        for chances in [
            &mut self.all,
            self.by_rating
                .entry(rating.map(|rating| rating / BIN))
                .or_default(),
            self.by_pawns.entry(row.pawns).or_default(),
            self.by_speed.entry(speed).or_default(),
        ] {
            chances.chances.add(chance.result);
            if is_thrown {
                chances.errors.add(chance.result);
            }
        }
    }

    /// What they come to, with so many of the positions that were missed.
    pub fn answer(self, top: usize) -> Answer {
        let wins_and_draws = self.all.rates();
        Answer {
            games: self.games,
            endings: self.endings,
            positions: self.positions,
            proved: self.proved,
            open: self.positions - self.proved,
            errors: Errors {
                wins: self.errors.wins,
                draws: self.errors.draws,
                partly_proved: self.partly_proved,
            },
            period: self.period.map(|(first, last)| Period { first, last }),
            ratings: self.ratings.told(),
            wins: wins_and_draws.0,
            draws: wins_and_draws.1,
            undecided: self.undecided,
            by_rating: groups(&self.by_rating, |bin| match bin {
                Some(bin) => (
                    format!("{}–{}", bin * BIN, bin * BIN + BIN - 1),
                    Some(bin * BIN),
                ),
                None => ("not known".to_owned(), None),
            }),
            by_pawns: groups(&self.by_pawns, |&pawns| (pawns.to_string(), Some(pawns))),
            by_speed: groups(&self.by_speed, |speed| {
                (speed.map_or("not known", Speed::name).to_owned(), None)
            }),
            motives: motives(&self.motives),
            missed_counts_exact: self.misses.is_exact(),
            missed: self.misses.top(top),
        }
    }
}

impl ByResult {
    fn add(&mut self, result: Wdl) {
        match result {
            Wdl::Win => self.wins += 1,
            _ => self.draws += 1,
        }
    }
}

impl Chances {
    fn rates(&self) -> (Rate, Rate) {
        let (errors, chances) = (&self.errors, &self.chances);
        (
            Rate::new(errors.wins, chances.wins),
            Rate::new(errors.draws, chances.draws),
        )
    }
}

impl RatingSum {
    fn add(&mut self, rating: u32) {
        self.least = Some(self.least.map_or(rating, |least| least.min(rating)));
        self.most = Some(self.most.map_or(rating, |most| most.max(rating)));
        self.sum += u64::from(rating);
        self.count += 1;
    }

    fn told(&self) -> Option<Ratings> {
        Some(Ratings {
            least: self.least?,
            most: self.most?,
            mean: (self.sum as f64 / self.count as f64).round() as u32,
        })
    }
}

/// Groups in their order, those of which nothing is known behind the others.
fn groups<K: Ord>(
    groups: &BTreeMap<K, Chances>,
    name: impl Fn(&K) -> (String, Option<u32>),
) -> Vec<Group> {
    let told = groups.iter().map(|(key, chances)| {
        let ((name, from), (wins, draws)) = (name(key), chances.rates());
        Group {
            name,
            from,
            wins,
            draws,
        }
    });
    let mut told: Vec<Group> = told.collect();
    told.sort_by_key(|group| group.name == "not known");
    told
}

/// The most frequent ones first; those without a name last.
fn motives(counts: &BTreeMap<String, ByResult>) -> Vec<MotiveCount> {
    let told = counts.iter().map(|(name, errors)| MotiveCount {
        name: Some(name.clone()).filter(|name| !name.is_empty()),
        wins: errors.wins,
        draws: errors.draws,
    });
    let mut told: Vec<MotiveCount> = told.collect();
    told.sort_by_key(|motive| (motive.name.is_none(), u64::MAX - motive.errors()));
    told
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn answer(rows: &[Row]) -> Answer {
        let mut tally = Tally::default();
        rows.iter()
            .for_each(|row| tally.add(row).expect("a position"));
        tally.answer(12)
    }

    #[test]
    fn rows_are_counted_by_rating_pawns_and_speed() {
        let answer = answer(&samples::rows());
        assert_eq!((answer.games, answer.endings, answer.positions), (3, 3, 5));
        assert_eq!((answer.proved, answer.open), (4, 1));
        assert_eq!((answer.errors.wins, answer.errors.draws), (2, 0));
        assert_eq!((answer.wins.errors, answer.wins.chances), (2, 3));
        assert_eq!((answer.draws.errors, answer.draws.chances), (0, 1));
        let ratings = answer.ratings.expect("ratings");
        assert_eq!(
            (ratings.least, ratings.most, ratings.mean),
            (1400, 1850, 1617)
        );
        let period = answer.period.expect("dates");
        assert_eq!((&*period.first, &*period.last), ("2013", "2014-01-02"));
        let bins = answer.by_rating.iter().map(|bin| (&*bin.name, bin.from));
        let bins: Vec<_> = bins.collect();
        assert_eq!(
            bins,
            [
                ("1400–1599", Some(1400)),
                ("1600–1799", Some(1600)),
                ("1800–1999", Some(1800)),
                ("not known", None)
            ]
        );
        let speeds: Vec<_> = answer.by_speed.iter().map(|one| &*one.name).collect();
        assert_eq!(speeds, ["blitz", "not known"]);
        assert_eq!(answer.by_pawns.len(), 1);
    }

    #[test]
    fn motives_are_counted_each() {
        let answer = answer(&samples::rows());
        let motives = answer.motives.iter();
        let motives: Vec<_> = motives.map(|one| (one.name.as_deref(), one.wins)).collect();
        assert_eq!(
            motives,
            [(Some("key square"), 1), (Some("opposition"), 1), (None, 1)]
        );
    }
}
