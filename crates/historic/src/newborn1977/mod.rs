//! Newborn's program PEASANT (1973-77) once more: alpha-beta to a fixed depth on an array of eight by eight squares, with nine
//! conditions for terminal nodes.
//!
//! Source: M. Newborn, "PEASANT: An endgame program for kings and pawns", in P. Frey (ed.), *Chess Skill in Man and Machine*, 1977, ch. 5,
//! pp. 119-130. The list of conditions and the terms of the evaluator follow K. W. Church's footnote (B.Sc. thesis 1978, reprinted in D. Levy
//! (ed.), *Computer Chess Compendium*, 1988), as the page "Peasant" of the Chess Programming Wiki gives it. Rules of promotion: those that
//! [`Rules::Newborn`](peasant::rules::Rules::Newborn) names.
//!
//! - [`search`] one position; [`Options`] what can be switched off;
//! - [`Condition`] the nine conditions, each a function of its own, each counted;
//! - [`evaluate`] the evaluator, term by term;
//! - [`onepawn`] and [`twopawn`] the static evaluators for one and two pawns against none, written as rules, with their error rates.
//!
//! The original's program text is not published in what we have. What its description leaves open is marked "our reading" where it is decided;
//! the rules of ONEPAWN and TWOPAWN are a reconstruction.
//!
//! Its answers are claims and no proofs: see [`Search::claim`].

mod alphabeta;
mod board;
mod evaluate;
mod moves;
pub mod onepawn;
mod options;
mod passed;
mod pruning;
mod score;
mod seen;
mod terminal;
pub mod twopawn;

pub use evaluate::{Evaluation, evaluate};
pub use options::{MAXIMUM_DEPTH, Options};
pub use score::Score;
pub use terminal::{Condition, Conditions, Terminals, side_with_running_pawn};

use std::time::Duration;

use alphabeta::AlphaBeta;
use board::Board;

use peasant::board::NotAPawnEnding;
use peasant::board::{Move, Position};
use peasant::limits::{Limits, Observer, Stop, Watch};
use peasant::value::Wdl;

/// The result of PEASANT's search.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Search {
    /// The position.
    pub position: Position,
    /// The move it plays; `None` if there is none, or if it was stopped before one was searched.
    pub best: Option<Move>,
    /// The score.
    pub score: Score,
    /// The result that it claims for the side to move; `None` if it only guesses. No guess has a part in a claim, but a claim is no proof either:
    /// conditions 2 and 4 can err, and a draw by repetition that condition 6 remembers can have been one on another path only.
    pub claim: Option<Wdl>,
    /// The line that it expects. It ends where condition 6 took an earlier value.
    pub line: Vec<Move>,
    /// All positions visited, the root and the terminal ones included.
    pub nodes: u64,
    /// Terminal nodes by condition.
    pub terminals: Terminals,
    /// King moves left out near the tips.
    pub pruned: u64,
    /// The maximum depth.
    pub depth: u32,
    /// Wall-clock time.
    pub time: Duration,
    /// The limit that stopped the search, if one did; the answer is then the best of the moves at the root that were finished.
    pub stopped: Option<Stop>,
}

impl Search {
    /// Terminal positions a minute, as the original counted: 18,000 on an IBM 370/158.
    #[must_use]
    pub fn positions_per_minute(&self) -> f64 {
        let minutes = self.time.as_secs_f64() / 60.0;
        if minutes > 0.0 {
            self.terminals.total() as f64 / minutes
        } else {
            0.0
        }
    }
}

/// Searches a position.
///
/// The memory limit is for what condition 6 remembers. [`Limits::structures`] means nothing here and is left alone; progress counts
/// positions where other proofs count structures.
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
    let options = Options {
        depth: options.depth.clamp(1, MAXIMUM_DEPTH),
        ..*options
    };
    let mut limits = *limits;
    limits.structures = None;
    let watch = Watch::new(limits, observer);
    let mut search = AlphaBeta::new(Board::new(position), &options, &watch);
    let found = search.root();
    let mover = position.turn();
    // A position is not lost while moves have not been looked at.
    let is_open = |claim: &Wdl| found.stopped.is_some() && *claim != Wdl::Win;
    Ok(Search {
        position: *position,
        best: found.line.first().copied(),
        score: Score::from_mover(found.answer.value, mover),
        claim: found.answer.claim().filter(|claim| !is_open(claim)),
        line: found.line,
        nodes: search.nodes,
        terminals: search.terminals,
        pruned: search.pruned,
        depth: options.depth,
        time: watch.elapsed(),
        stopped: found.stopped,
    })
}
