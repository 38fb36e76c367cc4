//! Composed studies: is one sound? [`judge`] asks a [`Prover`] one question after another, within the limits of a [`Task`].
//!
//! ```
//! use peasant::study::{Task, Verdict, judge};
//! use peasant::{Move, Prover, notation::fen};
//!
//! // Réti's: White draws, and each of its moves is the only one.
//! let moves = ["h8g7", "h5h4", "g7f6", "a6b6", "f6e5", "h4h3", "e5d6"];
//! let moves: Result<Vec<Move>, _> = moves.iter().map(|m| m.parse()).collect();
//! let mut task = Task::new(fen::parse("7K/8/k1P5/7p/8/8/8/8 w - -")?);
//! task.main = moves?.into_iter().collect();
//! let judged = judge(&Prover::default(), &task)?;
//! assert_eq!(judged.verdict, Verdict::Sound);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/studies.md` in the repository has the terms, exactly. What is not proved is open, never guessed.

// `task` is what is given, `aim` the stipulation and `solution` the moves that it makes of the tree; `oracle` asks the prover;
// `examiner` goes through the positions, `turn` judges a move with `dual` (other ways, by the game of `detour` and `reach`) and
// `attempt` (tries); `promotion`, `zugzwang` and `end` look at what is special, `verdict` draws the sum.
mod aim;
mod attempt;
mod detour;
mod dual;
mod end;
mod examiner;
mod oracle;
mod promotion;
mod reach;
mod solution;
mod stipulation;
mod task;
mod turn;
mod verdict;
mod zugzwang;

use std::time::Duration;

use crate::board::{Move, Position};
use crate::limits::Stop;
use crate::value::Bounds;
use crate::{ProveError, Prover};

pub use aim::{Aim, Goal, Standing};
pub use attempt::Attempt;
pub use dual::{Dual, Kind};
pub use end::End;
pub use promotion::{Need, UnderPromotion};
pub use solution::{Line, Node, Solution};
pub use stipulation::Stipulation;
pub use task::{Branch, Step, Task};
pub use turn::{Choice, Defence, Length, Part, Turn};
pub use verdict::Verdict;
pub use zugzwang::{Points, Zugzwang};

use examiner::Examiner;
use oracle::{Budget, Oracle as _};

/// The first question takes no more than such a share of the time, if there is a solution to judge.
const FIRST: u32 = 2;

/// A study, judged. Positions of the solution are given by their places in [`Solution::nodes`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// The first position.
    pub root: Position,
    /// The stipulation; `None` if it was not given and is not proved.
    pub aim: Option<Aim>,
    /// What is proved of the first position, for the solver; without a stipulation for the side to move.
    pub bounds: Bounds,
    /// Best play in the first position, where it shows that what is asked for cannot be reached.
    pub refutation: Vec<Move>,
    /// True if the solution is the prover's own line.
    pub is_own: bool,
    /// What was judged.
    pub solution: Solution,
    /// Where the prover's own line ceases to be the only way: nothing of it is judged from there on.
    pub free_from: Option<Free>,
    /// Its moves in the order of the lines.
    pub turns: Vec<Turn>,
    /// What the author gives beside the solver's moves, and whether that reaches what is asked for.
    pub asides: Vec<(usize, Move, Standing)>,
    /// Mutual zugzwangs, by the position in which they are.
    pub zugzwangs: Vec<(usize, Zugzwang)>,
    /// Promotions to less than a queen; the first one needed in the prover's line behind the solution is the last.
    pub under_promotions: Vec<UnderPromotion>,
    /// What the last position of the main line up to the end of the matter is.
    pub end: End,
    /// What it all comes to.
    pub verdict: Verdict,
    /// The limit that stopped some of the work, if one did.
    pub stopped: Option<Stop>,
    /// The number of structures solved or expanded.
    pub structures: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Judged {
    /// Tells whether the first position reaches what is asked for.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.aim
            .map_or(Standing::Open, |aim| aim.standing(self.bounds))
    }

    /// True if the solver reaches more than is asked for.
    #[must_use]
    pub fn exceeds(&self) -> bool {
        self.aim.is_some_and(|aim| aim.is_exceeded(self.bounds))
    }

    /// The moves of a line, judged; those that it shares with the line that it leaves are not repeated.
    pub fn line<'s>(&'s self, line: &'s Line) -> impl Iterator<Item = &'s Turn> {
        let behind = line.nodes.iter().skip(1);
        behind.filter_map(|&next| self.turns.iter().find(|turn| turn.next == next))
    }
}

/// The place where the prover's own line is not the only way.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Free {
    /// The place of the position in the solution.
    pub node: usize,
    /// True if there is another way; if not, nobody knows.
    pub is_proved: bool,
}

/// Judges a study, by the rules of the prover.
///
/// # Errors
/// Tables or the store contradict a proof; or the first position holds more men than are taken.
pub fn judge(prover: &Prover, task: &Task) -> Result<Judged, ProveError> {
    let (root, asked) = (task.root, task.asked);
    let mut budget = Budget::new(prover, task.limits, task.observer.clone());
    let mut first = budget.first(&root, FIRST)?;
    let mut aim = asked.settled(&root, first.bounds);
    let is_own = task.main.steps.is_empty();
    let is_told = |aim: Aim| aim.standing(aim.seen(root.turn(), first.bounds)) != Standing::Open;
    if !aim.is_some_and(|aim| is_told(aim) || !is_own) && !budget.is_stopped() {
        // There is nothing else to judge.
        first = budget.first(&root, 1)?;
        aim = asked.settled(&root, first.bounds);
    }
    let own: Branch = first.line.iter().copied().collect();
    let main = if is_own { &own } else { &task.main };
    // Without a stipulation nothing is judged; the solution is shown all the same.
    let supposed = aim.unwrap_or(Aim {
        solver: root.turn(),
        goal: Goal::Win,
    });
    let solution = Solution::new(&root, main, supposed, &mut budget)?;
    let mut examiner = Examiner::new(supposed, &solution, &mut budget);
    let bounds = supposed.seen(root.turn(), first.bounds);
    let standing = aim.map_or(Standing::Open, |aim| aim.standing(bounds));
    let exceeds = aim.is_some_and(|aim| aim.is_exceeded(bounds));
    let (mut turns, free_from) = match aim {
        Some(_) => examiner.turns(is_own)?,
        None => (Vec::new(), None),
    };
    let asides = examiner.asides()?;
    let zugzwangs = examiner.zugzwangs(free_from)?;
    let under_promotions = examiner.under_promotions()?;
    // The verdict does not hang on them, and they may take long.
    examiner.tries(&mut turns, task.all_tries)?;
    let refutation = match standing {
        Standing::Fails => first.line,
        _ => Vec::new(),
    };
    Ok(Judged {
        root,
        aim,
        bounds,
        refutation,
        is_own,
        free_from,
        end: examiner.end(),
        verdict: Verdict::of(standing, exceeds, &turns),
        turns,
        asides,
        zugzwangs,
        under_promotions,
        stopped: budget.stopped(),
        structures: budget.structures(),
        time: budget.elapsed(),
        solution,
    })
}
