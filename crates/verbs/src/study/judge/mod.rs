//! Is a composed study sound? `docs/studies.md` has the terms, exactly.
//!
//! `tree` reads what is given, `aim` is the stipulation and `solution` the moves that it makes of the tree; `oracle` asks the
//! prover; `examiner` goes through the positions, `turn` judges a move with `dual` (other ways, by the game of `detour` and `reach`) and `attempt` (tries); `promotion`,
//! `zugzwang` and `end` look at what is special, `verdict` draws the sum, `report` is what other programs read. Nothing here
//! prints.

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
mod tree;
mod turn;
mod verdict;
mod zugzwang;

use peasant::board::{Move, Position};
use peasant::limits::Stop;
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, ProveError};

pub use aim::{Aim, Goal, Standing};
pub use attempt::Attempt;
pub use dual::{Dual, Kind};
pub use end::End;
pub use oracle::Budget;
pub use promotion::{Need, UnderPromotion};
pub use solution::Solution;
pub use stipulation::{Source, Stipulation};
pub use tree::Tree;
pub use turn::{Choice, Defence, Length, Part, Turn};
pub use verdict::{Verdict, duals};
pub use zugzwang::{Points, Zugzwang};

use examiner::Examiner;
use oracle::Oracle as _;
use tree::{Branch, Step};

/// The first question takes no more than such a share of the time, if there is a solution to judge.
const FIRST: u32 = 2;

/// A study, judged.
pub struct Study {
    pub root: Position,
    /// So many plies are counted before the first move.
    pub first_ply: usize,
    /// What is asked for, unless it was not given and is not proved.
    pub aim: Option<Aim>,
    pub source: Source,
    /// What is proved of the first position, for the solver; without a stipulation for the side to move.
    pub bounds: Bounds,
    /// Best play in the first position, where it shows that what is asked for cannot be reached.
    pub refutation: Vec<Move>,
    /// The solution is the program's own line.
    pub is_own: bool,
    pub solution: Solution,
    /// From here on the program's own line is not the only way, and nothing of it is judged.
    pub free_from: Option<Free>,
    /// Its moves in the order of the lines.
    pub turns: Vec<Turn>,
    /// What the author gives beside the solver's moves, and whether that reaches what is asked for.
    pub asides: Vec<(usize, Move, Standing)>,
    /// By the position in which they are.
    pub zugzwangs: Vec<(usize, Zugzwang)>,
    pub under_promotions: Vec<UnderPromotion>,
    /// What the last position of the main line up to the end of the matter is.
    pub end: End,
    pub verdict: Verdict,
    /// Variations that cannot be read.
    pub unread: Vec<String>,
    pub stopped: Option<Stop>,
    pub structures: u64,
    pub seconds: f64,
}

impl Study {
    /// Does the first position reach what is asked for?
    pub fn standing(&self) -> Standing {
        self.aim
            .map_or(Standing::Open, |aim| aim.standing(self.bounds))
    }

    /// Does the solver reach more than is asked for?
    pub fn exceeds(&self) -> bool {
        let draws = self.aim.is_some_and(|aim| aim.goal == Goal::Draw);
        draws && self.bounds.lower() == Wdl::Win
    }

    /// The moves of a line, judged; those that it shares with the line that it leaves are not repeated.
    pub fn line<'s>(&'s self, line: &'s solution::Line) -> impl Iterator<Item = &'s Turn> {
        let behind = line.nodes.iter().skip(1);
        behind.filter_map(|&next| self.turns.iter().find(|turn| turn.next == next))
    }
}

/// Where the program's own line is not the only way.
#[derive(Clone, Copy)]
pub struct Free {
    pub node: usize,
    /// There is another way; if not, nobody knows.
    pub is_proved: bool,
}

/// Judges a study.
///
/// # Errors
/// Tables or the base contradict a proof; or the first position holds more men than are taken.
pub fn judge(
    mut tree: Tree,
    asked: Stipulation,
    budget: &mut Budget,
    all_tries: bool,
) -> Result<Study, ProveError> {
    let root = tree.root;
    let mut first = budget.first(&root, FIRST)?;
    let (mut aim, mut source) = asked.settled(&root, first.bounds);
    let is_own = tree.main.steps.is_empty();
    let is_told = |aim: Aim| aim.standing(aim.seen(root.turn(), first.bounds)) != Standing::Open;
    if !aim.is_some_and(|aim| is_told(aim) || !is_own) && !budget.is_stopped() {
        // There is nothing else to judge.
        first = budget.first(&root, 1)?;
        (aim, source) = asked.settled(&root, first.bounds);
    }
    if is_own {
        tree.main = own(&first);
    }
    // Without a stipulation nothing is judged; the solution is shown all the same.
    let supposed = aim.unwrap_or(Aim {
        solver: root.turn(),
        goal: Goal::Win,
    });
    let solution = Solution::new(&tree, supposed, budget)?;
    let mut examiner = Examiner::new(supposed, &solution, budget);
    let bounds = supposed.seen(root.turn(), first.bounds);
    let standing = aim.map_or(Standing::Open, |aim| aim.standing(bounds));
    let exceeds = aim.is_some() && supposed.goal == Goal::Draw && bounds.lower() == Wdl::Win;
    let (mut turns, free_from) = match aim {
        Some(_) => examiner.turns(is_own)?,
        None => (Vec::new(), None),
    };
    let asides = examiner.asides()?;
    let zugzwangs = examiner.zugzwangs(free_from)?;
    let under_promotions = examiner.under_promotions()?;
    // The verdict does not hang on them, and they may take long.
    examiner.tries(&mut turns, all_tries)?;
    let refutation = match standing {
        Standing::Fails => first.line.clone(),
        _ => Vec::new(),
    };
    Ok(Study {
        root,
        first_ply: tree.first_ply,
        aim,
        source,
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
        unread: tree.unread,
        stopped: budget.stopped(),
        structures: budget.structures(),
        seconds: budget.elapsed().as_secs_f64(),
        solution,
    })
}

/// The program's own line.
fn own(analysis: &Analysis) -> Branch {
    let step = |&r#move: &Move| Step {
        r#move,
        instead: Vec::new(),
    };
    Branch {
        steps: analysis.line.iter().map(step).collect(),
    }
}
