//! Horacek's program PAWNKING, as far as it is known: knowledge about pawn endings that guides a search.
//!
//! [`pattern`] finds what each pawn is, [`partial`] says what becomes of it, [`global`] makes one of seven grades of it, [`plan`] says which
//! moves are worth a look and in which order, and [`search()`] looks.
//!
//! Sources: H. Horacek, *Ein Modell für Schachbauernendspiele mit menschlichen Problemlösungstechniken*, thesis, University of
//! Vienna 1982; the same, "Knowledge-Based Move Selection and Evaluation to Guide the Search in Chess Pawn Endings", ICCA Journal 6(3),
//! 1983; both as summed up on the page "PawnKing" of the Chess Programming Wiki (<https://www.chessprogramming.org/PawnKing>). The page gives the
//! outline, not the contents of the patterns, classes and grades: those are our reading and are marked so. What it claims is an opinion:
//! only [`peasant::analysis`] proves.

pub mod distance;
pub mod global;
pub mod grade;
mod memory;
mod options;
pub mod partial;
pub mod pattern;
pub mod plan;
pub mod quad;
mod search;
pub mod span;
mod table;
mod view;

pub use global::{Judgement, Settled};
pub use grade::{Grade, Value};
pub use memory::Reuse;
pub use options::Options;
pub use search::Counts;

use std::time::Duration;

use partial::Partial;
use pattern::Match;
use peasant::board::NotAPawnEnding;
use peasant::board::{Move, Position};
use peasant::limits::{Limits, Observer, Stop, Watch};
use peasant::value::Wdl;
use plan::{Aim, Plan};
use search::Searcher;

/// PAWNKING's answer about a position. Values are as White sees them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Search {
    /// The position.
    pub position: Position,
    /// The patterns in it.
    pub matches: Vec<Match>,
    /// The judgement without search: the elements and the global value.
    pub judgement: Judgement,
    /// The value after the search. If that was stopped before it knew, this is the value without search.
    pub value: Value,
    /// The legal moves: the one it plays, then the others in the order in which they are looked at.
    pub moves: Vec<Candidate>,
    /// The move it plays: the best of those that were looked at; none if there is no legal move.
    pub best: Option<Move>,
    /// Counts of the search.
    pub counts: Counts,
    /// Wall-clock time.
    pub time: Duration,
    /// The limit that stopped the search before it was done, if one did.
    pub stopped: Option<Stop>,
}

/// A legal move and what PAWNKING thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The move.
    pub r#move: Move,
    /// The reason why it is looked at.
    pub plan: Plan,
    /// Its value as White sees it, if it was looked at.
    pub value: Option<Value>,
    /// True if the value is exact. If not the move is no better than that for the side that makes it.
    pub exact: bool,
}

impl Search {
    /// The claim for the side to move: a win, a draw, a loss, or nothing.
    #[must_use]
    pub fn claim(&self) -> Option<Wdl> {
        self.value.claim(self.position.turn())
    }
}

/// Searches, guided by the patterns and partial evaluations.
///
/// Time and memory are bounded by the limits; a structure in [`Limits::structures`] is a node here. Nothing else bounds the search.
///
/// # Errors
/// A position with other pieces than kings and pawns is refused.
pub fn search(
    position: &Position,
    options: &Options,
    limits: &Limits,
    observer: &dyn Observer,
) -> Result<Search, NotAPawnEnding> {
    if !position.is_pawn_ending() {
        return Err(NotAPawnEnding);
    }
    let watch = Watch::new(*limits, observer);
    let mut searcher = Searcher::new(watch.clone(), *options);
    let judgement = global::judge(position);
    let mut root = Root::new(position, &judgement.partials, options.selective);
    let value = root.search(position, &mut searcher, judgement.value);
    let best = root.best(position);
    if searcher.stopped.is_some() {
        root.forget_guesses();
    }
    root.put_first(best);
    let bytes = searcher.bytes().max(searcher.counts.bytes);
    Ok(Search {
        position: *position,
        matches: pattern::find(position),
        judgement,
        value,
        best,
        moves: root.moves,
        counts: Counts {
            bytes,
            ..searcher.counts
        },
        time: watch.elapsed(),
        stopped: searcher.stopped,
    })
}

/// The moves of the position that was asked about.
struct Root {
    moves: Vec<Candidate>,
    selective: bool,
}

impl Root {
    fn new(position: &Position, partials: &[Partial], selective: bool) -> Root {
        let planned = plan::moves(position, partials).into_iter();
        let candidate = |planned: plan::PlannedMove| Candidate {
            r#move: planned.r#move,
            plan: planned.plan,
            value: None,
            exact: false,
        };
        Root {
            moves: planned.map(candidate).collect(),
            selective,
        }
    }

    /// Searches until no draw by repetition rests on a line that is won after all. The value without search stands if the search is
    /// stopped.
    fn search(&mut self, position: &Position, searcher: &mut Searcher, judged: Value) -> Value {
        if self.moves.is_empty() {
            return judged;
        }
        loop {
            let before = self.moves.clone();
            searcher.begin(position);
            match self.pass(position, searcher) {
                Some(value) if value.is_decided() || !searcher.misjudged => return value,
                Some(_) => {}
                None => {
                    if searcher.counts.passes > 1 {
                        self.moves = before;
                    }
                    return judged;
                }
            }
        }
    }

    /// Looks at the moves until one wins, or all have been looked at (a selective search looks at those without a plan only if the others lose).
    fn pass(&mut self, position: &Position, searcher: &mut Searcher) -> Option<Value> {
        let side = position.turn();
        let mut best: Option<Value> = None;
        self.moves
            .iter_mut()
            .for_each(|candidate| (candidate.value, candidate.exact) = (None, false));
        for candidate in &mut self.moves {
            let lost = best.is_none_or(|best| best.is_won(!side));
            let unplanned = self.selective && candidate.plan.aim == Aim::Nothing;
            if best.is_some_and(|best| best.is_won(side)) || unplanned && !lost {
                break;
            }
            let window = search::window(best, side);
            let value = searcher.value(&position.play(candidate.r#move), window)?;
            candidate.value = Some(value);
            candidate.exact = best.is_none_or(|best| value.is_better(best, side));
            if candidate.exact {
                best = Some(value);
            }
        }
        best
    }

    /// The best move that was looked at, the first of equals. Where all of them lose and others are left, or none was looked at, the
    /// first of those.
    fn best(&self, position: &Position) -> Option<Move> {
        let side = position.turn();
        let exact = self.moves.iter().filter(|c| c.exact);
        let best = exact.reduce(|a, b| match (a.value, b.value) {
            (Some(one), Some(other)) if other.is_better(one, side) => b,
            _ => a,
        });
        let best = best.filter(|c| !c.value.is_some_and(|value| value.is_won(!side)));
        let left = || self.moves.iter().find(|c| c.value.is_none());
        let chosen = best.or_else(left).or(self.moves.first());
        chosen.map(|candidate| candidate.r#move)
    }

    /// Puts a move before the others, which stay in their order.
    fn put_first(&mut self, chosen: Option<Move>) {
        let place = self.moves.iter().position(|c| Some(c.r#move) == chosen);
        if let Some(upto) = place.and_then(|place| self.moves.get_mut(..=place)) {
            upto.rotate_right(1);
        }
    }

    /// In a search that was stopped a draw may rest on a repetition that it would have found out; wins and losses are what they are.
    fn forget_guesses(&mut self) {
        for candidate in &mut self.moves {
            if !candidate.value.is_some_and(Value::is_decided) {
                (candidate.value, candidate.exact) = (None, false);
            }
        }
    }
}

#[cfg(test)]
mod tests;
