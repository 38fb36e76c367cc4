//! Positions in which something was thrown away, and how often.

use std::cmp::Reverse;
use std::collections::HashMap;

use peasant::board::{Move, Position};
use peasant::notation::{fen, san, uci};
use peasant::value::Wdl;
use schemars::JsonSchema;
use serde::Serialize;

use super::chance::moves;
use crate::host::fault::Fault;
use crate::host::plain::excerpt;
use crate::table::row::Row;

/// Of so many positions the errors are counted; of more those with the most errors.
const MOST: usize = 1 << 17;

/// So many games are named of each.
const MOST_GAMES: usize = 3;

/// A position in which something was thrown away.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Missed {
    /// The position, without the numbers of moves.
    pub fen: String,
    /// What was thrown away: `win` or `draw`.
    pub thrown: String,
    /// How often.
    pub errors: u64,
    /// The moves that keep it, in SAN.
    pub right: Vec<String>,
    /// The moves that threw it away, those played most often first.
    pub wrong: Vec<Wrong>,
    /// What the first error was about, as `explain` names it.
    pub motives: Vec<String>,
    /// The first games with such an error, three at most.
    pub games: Vec<Played>,
}

/// A move that threw something away.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Wrong {
    /// The move.
    pub san: String,
    /// The same as UCI writes it; null if the table does not tell.
    pub uci: Option<String>,
    /// How often it was played.
    pub count: u64,
}

/// A game in which something was thrown away.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Played {
    /// The player; null if not known.
    pub white: Option<String>,
    /// The player; null if not known.
    pub black: Option<String>,
    /// The date; null if not known.
    pub date: Option<String>,
    /// The game's tag, often its address; null if not known.
    pub site: Option<String>,
}

/// The positions of a table in which something was thrown away.
#[derive(Clone, Default)]
pub struct Misses {
    by_position: HashMap<String, Missed>,
    /// There were more than can be kept.
    has_forgotten: bool,
}

impl Misses {
    /// Counts an error.
    ///
    /// # Errors
    /// The row's position is none.
    pub fn add(&mut self, row: &Row, thrown: Wdl) -> Result<(), Fault> {
        let key: Vec<&str> = row.fen.split_ascii_whitespace().take(4).collect();
        let key = key.join(" ");
        if !self.by_position.contains_key(&key) {
            check(&row.fen)?;
            if self.by_position.len() >= MOST {
                self.keep(MOST / 2);
            }
            let missed = Missed::new(key.clone(), row, thrown);
            self.by_position.insert(key.clone(), missed);
        }
        if let Some(missed) = self.by_position.get_mut(&key) {
            missed.add(row);
        }
        Ok(())
    }

    /// Keeps so many, those with the most errors.
    fn keep(&mut self, count: usize) {
        self.has_forgotten = true;
        let positions = std::mem::take(&mut self.by_position).into_values();
        let kept = first(positions.collect(), count).into_iter();
        self.by_position = kept.map(|missed| (missed.fen.clone(), missed)).collect();
    }

    /// Is every error counted?
    pub fn is_exact(&self) -> bool {
        !self.has_forgotten
    }

    /// The first of them: those with the most errors, with fewer right moves, of a win.
    pub fn top(self, count: usize) -> Vec<Missed> {
        let mut top = first(self.by_position.into_values().collect(), count);
        for missed in &mut top {
            missed.wrong.sort_by_key(|wrong| Reverse(wrong.count));
        }
        top
    }
}

fn first(mut positions: Vec<Missed>, count: usize) -> Vec<Missed> {
    positions.sort_unstable_by(|one, other| one.rank().cmp(&other.rank()));
    positions.truncate(count);
    positions
}

fn check(text: &str) -> Result<(), Fault> {
    let wrong = |error| {
        let fault = Fault::new(&format!("`{}` is no position: {error}", excerpt(text)));
        fault.about(text)
    };
    fen::parse(text).map(|_| ()).map_err(wrong)
}

impl Missed {
    /// Before its first error is counted.
    fn new(fen: String, row: &Row, thrown: Wdl) -> Missed {
        let right: Vec<&str> = match row.best.as_str() {
            "" => moves(row)
                .filter(|&(_, least, _)| least >= thrown)
                .map(|(san, ..)| san)
                .collect(),
            best => best.split_ascii_whitespace().collect(),
        };
        let motives = row.motive.iter().flat_map(|motive| motive.split(','));
        Missed {
            fen,
            thrown: thrown.to_string(),
            errors: 0,
            right: right.into_iter().map(str::to_owned).collect(),
            wrong: Vec::new(),
            motives: motives.map(|motive| motive.trim().to_owned()).collect(),
            games: Vec::new(),
        }
    }

    fn add(&mut self, row: &Row) {
        self.errors += 1;
        if self.games.len() < MOST_GAMES {
            self.games.push(Played {
                white: row.white.clone(),
                black: row.black.clone(),
                date: row.date.clone(),
                site: row.site.clone(),
            });
        }
        let Some(played) = &row.played else { return };
        match self.wrong.iter_mut().find(|wrong| wrong.san == *played) {
            Some(wrong) => wrong.count += 1,
            None => self.wrong.push(Wrong {
                san: played.clone(),
                uci: row.played_uci.clone(),
                count: 1,
            }),
        }
    }

    /// The less, the sooner it is told.
    fn rank(&self) -> (Reverse<u64>, usize, bool, &str) {
        let right = self.right.len().wrapping_sub(1);
        (Reverse(self.errors), right, self.thrown != "win", &self.fen)
    }

    /// The position.
    pub fn position(&self) -> Option<Position> {
        fen::parse(&self.fen).ok()
    }

    /// The right moves, as far as the table tells them.
    pub fn right_moves(&self, position: &Position) -> Vec<Move> {
        let right = self.right.iter();
        right
            .filter_map(|name| san::parse(name, position).ok())
            .collect()
    }
}

impl Wrong {
    /// The move.
    pub fn r#move(&self, position: &Position) -> Option<Move> {
        let by_uci = self.uci.as_ref();
        let by_uci = by_uci.and_then(|name| uci::parse(name, position).ok());
        by_uci.or_else(|| san::parse(&self.san, position).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn positions_with_the_most_errors_come_first() {
        let rows = samples::rows();
        let mut misses = Misses::default();
        let errors = rows.iter().filter(|row| row.thrown.is_some());
        for row in errors.clone().chain(errors.take(1)) {
            misses.add(row, Wdl::Win).expect("a position");
        }
        let draw = Row {
            fen: "8/8/8/8/8/k7/p7/K7 w - - 3 70".to_owned(),
            played: Some("Kxa2".to_owned()),
            ..Row::default()
        };
        misses.add(&draw, Wdl::Draw).expect("a position");
        assert!(misses.is_exact());
        let mut kept = misses.clone();
        kept.keep(1);
        assert!(!kept.is_exact());
        let kept: Vec<String> = kept.top(2).into_iter().map(|missed| missed.fen).collect();
        assert_eq!(kept, [samples::WIN]);
        let top = misses.top(2);
        let counts: Vec<_> = top.iter().map(|missed| missed.errors).collect();
        assert_eq!(counts, [3, 1]);
        assert_eq!(top[0].fen, samples::WIN);
        assert_eq!(top[0].right, ["Kd6", "Ke6"]);
        let wrong = top[0].wrong.iter();
        let wrong: Vec<_> = wrong.map(|one| (&*one.san, one.count)).collect();
        assert_eq!(wrong, [("Ke4", 2), ("Kd4", 1)]);
        assert_eq!(top[1].thrown, "draw");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let row = Row {
            fen: "soon".to_owned(),
            ..Row::default()
        };
        let fault = Misses::default().add(&row, Wdl::Win).expect_err("a fault");
        assert!(fault.words().contains("`soon` is no position"));
    }
}
