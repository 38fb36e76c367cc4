//! Does White win a single position? A search of positions by proof numbers, for what slices are too large for: who is a queen ahead, a
//! mate, a race with few ways.
//!
//! The search is depth-first with thresholds (df-pn, A. Nagai), with Pawlewicz and Lew's 1 + epsilon between siblings. A node's proof
//! number says how much it takes to prove that White wins, by an estimate at first (`estimate.rs`); its disproof number how much it takes
//! to show that he does not. Where all moves have to be answered the largest number counts, and a part of the others: replies lead to the
//! same positions again, and a sum would count these many times.
//!
//! **Repetitions.** A position that stands on the path already is not won by that way. What is not won for this reason alone belongs to
//! the path: it is never stored, unless the repetition is of the position itself. A win leans on no path. So both answers are exact.

mod ends;
mod estimate;
mod lines;
mod table;
mod weights;

#[cfg(test)]
pub(crate) mod tests;

use crate::board::{Color, Position};
use crate::limits::Stop;
use estimate::estimate;
use lines::{Line, Next};
use table::{Key, Numbers, Table};
pub use weights::Weights;

/// Who searches: White.
const ATTACKER: Color = Color::White;

/// So many plies are looked ahead. The stack of a thread has room for more.
const DEEPEST: usize = 200;

/// Whoever asks is consulted every so many positions.
const MIND: u64 = 256;

/// What stands around a search: what is known without it, and its limits.
pub(crate) trait Outside {
    /// Does White win, as far as that is known already?
    fn known(&mut self, position: &Position) -> Option<bool>;

    /// So many more positions have been looked at, and the table takes so many bytes.
    ///
    /// # Errors
    /// A limit is reached.
    fn mind(&mut self, positions: u64, bytes: u64) -> Result<(), Stop>;
}

/// What has been found out about White's wins by search.
pub(crate) struct PositionSearch {
    table: Table,
    weights: Weights,
}

impl PositionSearch {
    pub fn new(weights: Weights) -> PositionSearch {
        PositionSearch {
            table: Table::new(),
            weights,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Does White win, as far as that has been found out?
    pub fn known(&self, position: &Position) -> Option<bool> {
        self.table.get(&Key::of(position))?.result()
    }

    /// In how many plies, at most, a win that was found comes to an end: mate, or a position that was known without the search.
    pub fn plies(&self, position: &Position) -> Option<u16> {
        let numbers = self.table.get(&Key::of(position))?;
        (numbers.result() == Some(true)).then_some(numbers.plies)
    }

    /// Is a win at most so many times as far as a disproof, as far as the numbers tell, or has nothing been tried yet?
    pub fn is_promising(&self, position: &Position, near: u32) -> bool {
        let numbers = self.table.get(&Key::of(position));
        numbers.is_none_or(|numbers| numbers.proof <= numbers.disproof.saturating_mul(near))
    }

    /// Does White win? Looks at so many more positions, while the table takes no more than so many bytes. `None`: open.
    ///
    /// # Errors
    /// A limit is reached. What was found out stays.
    pub fn wins(
        &mut self,
        position: &Position,
        positions: u64,
        bytes: u64,
        outside: &mut dyn Outside,
    ) -> Result<Option<bool>, Stop> {
        self.table.limit(bytes);
        let mut descent = Descent {
            table: &mut self.table,
            weights: &self.weights,
            outside,
            path: Vec::new(),
            count: 0,
            most: positions,
            stopped: None,
        };
        let key = Key::of(position);
        let (numbers, repeated) = descent.work(position, key, Numbers::UNLIMITED);
        let result = numbers.result().filter(|_| repeated.is_none());
        let stopped = descent.stopped;
        stopped.map_or(Ok(result), Err)
    }
}

/// One search.
struct Descent<'s> {
    table: &'s mut Table,
    weights: &'s Weights,
    outside: &'s mut dyn Outside,
    /// The positions before the one that is looked at.
    path: Vec<Key>,
    count: u64,
    most: u64,
    stopped: Option<Stop>,
}

/// The place on the path, from 1 on, of a position whose repetition alone prevents a win.
type Repeated = Option<usize>;

/// What is not won because it is too deep hangs on the whole path.
const BEFORE: usize = 0;

impl Descent<'_> {
    /// Works on a position until its numbers reach those of the limit, or nothing may be spent any more.
    fn work(&mut self, position: &Position, key: Key, limit: Numbers) -> (Numbers, Repeated) {
        let before = self.count;
        self.count_one();
        let here = self.path.len();
        if here >= DEEPEST {
            return (Numbers::NOT_WON, Some(BEFORE));
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.in_check() && position.turn() != ATTACKER;
            let numbers = Numbers::of(mated);
            self.table.put(key, numbers, 1);
            return (numbers, None);
        }
        self.path.push(key);
        let lines = moves.into_iter().map(|m| self.look(position.play(m)));
        let mut lines: Vec<Line> = lines.collect();
        let attacks = position.turn() == ATTACKER;
        let (numbers, repeated) = loop {
            let (numbers, repeated) = lines::together(&lines, attacks, self.weights);
            let done = numbers.result().is_some() || numbers.reaches(limit);
            if done || self.is_over() {
                break (numbers, repeated);
            }
            let Next { at, limit } = lines::next(&lines, attacks, limit);
            let Line { position, key, .. } = lines[at];
            // What follows this move may have been met elsewhere since.
            if let Some(numbers) = self.table.get(&key)
                && numbers != lines[at].numbers
            {
                lines[at].numbers = numbers;
                continue;
            }
            (lines[at].numbers, lines[at].repeated) = self.work(&position, key, limit);
        };
        self.path.pop();
        // What was won or lost by a repetition of this position holds wherever it comes from.
        let repeated = repeated.filter(|&at| numbers.result() == Some(false) && at <= here);
        if repeated.is_none() {
            self.table.put(key, numbers, self.count - before);
        }
        (numbers, repeated)
    }

    fn is_over(&self) -> bool {
        self.count >= self.most || self.stopped.is_some()
    }

    /// One more position has been looked at.
    fn count_one(&mut self) {
        self.count += 1;
        if self.count.is_multiple_of(MIND) {
            self.stopped = self.outside.mind(MIND, self.table.bytes()).err();
        }
    }

    /// A position that a move leads to, before it is worked on.
    fn look(&mut self, position: Position) -> Line {
        let key = Key::of(&position);
        let mut numbers = match self.table.get(&key) {
            Some(numbers) => numbers,
            None => self.first(&position),
        };
        let mut repeated = None;
        if numbers.result().is_none() {
            repeated = self
                .path
                .iter()
                .position(|before| *before == key)
                .map(|at| at + 1);
            if repeated.is_some() {
                numbers = Numbers::NOT_WON;
            }
        }
        Line {
            position,
            key,
            numbers,
            repeated,
        }
    }

    /// What is said of a position that has not been met.
    fn first(&mut self, position: &Position) -> Numbers {
        ends::result(position)
            .or_else(|| self.outside.known(position))
            .map_or_else(
                || Numbers::first(estimate(position, self.weights)),
                Numbers::of,
            )
    }
}
