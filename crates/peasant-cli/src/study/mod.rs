//! Is a composed study sound? `docs/studies.md` has the terms, exactly.
//!
//! `tree` reads what is given, `aim` is the stipulation and `solution` the moves that it makes of the tree; `oracle` asks the
//! prover; `turn` judges a move with `dual` (other ways, by the game of `detour` and `reach`) and `attempt` (tries); `promotion`,
//! `zugzwang` and `end` look at what is special, `verdict` draws the sum, `report` is what other programs read. Nothing here
//! prints.

mod aim;
mod attempt;
mod detour;
mod dual;
mod end;
mod oracle;
mod promotion;
mod reach;
pub mod report;
mod solution;
mod stipulation;
mod tree;
mod turn;
mod verdict;
mod zugzwang;

use std::collections::HashMap;

use peasant::board::{Move, Position};
use peasant::limits::Stop;
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, ProveError};

pub use aim::{Aim, Goal, Standing};
pub use attempt::Attempt;
pub use dual::{Dual, Kind};
pub use end::End;
pub use oracle::Purse;
pub use promotion::{Need, UnderPromotion};
pub use solution::Solution;
pub use stipulation::{Source, Stipulation};
pub use tree::Tree;
pub use turn::{Choice, Defence, Length, Part, Turn};
pub use verdict::{Verdict, duals};
pub use zugzwang::{Points, Zugzwang};

use tree::{Branch, Step};
use turn::Judge;

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
    purse: &mut Purse,
    all_tries: bool,
) -> Result<Study, ProveError> {
    let root = tree.root;
    let first = purse.first(&root)?;
    let (aim, source) = asked.settled(&root, first.bounds);
    let is_own = tree.main.steps.is_empty();
    if is_own {
        tree.main = own(&first);
    }
    // Without a stipulation nothing is judged; the solution is shown all the same.
    let supposed = aim.unwrap_or(Aim {
        solver: root.turn(),
        goal: Goal::Win,
    });
    let solution = Solution::new(&tree, supposed, purse)?;
    let mut examiner = Examiner {
        aim: supposed,
        solution: &solution,
        purse,
        known: HashMap::new(),
    };
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
        stopped: purse.stopped(),
        structures: purse.structures(),
        seconds: purse.elapsed().as_secs_f64(),
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

/// Looks at each position of a solution.
struct Examiner<'a> {
    aim: Aim,
    solution: &'a Solution,
    purse: &'a mut Purse,
    /// What is known of the positions.
    known: HashMap<usize, Analysis>,
}

impl Examiner<'_> {
    fn analysis(&mut self, node: usize) -> Result<Option<Analysis>, ProveError> {
        if let Some(known) = self.known.get(&node) {
            return Ok(Some(known.clone()));
        }
        let position = &self.solution.nodes[node].position;
        let resists = self.aim.goal == Goal::Win && !self.aim.solves(position);
        let found = self.purse.analyse(position, resists)?;
        if let Some(found) = &found {
            self.known.insert(node, found.clone());
        }
        Ok(found)
    }

    /// All moves of the solution, line by line. Those of the positions are proved first: the questions behind them are many.
    ///
    /// The program's own line is judged as far as it is the only way, and the position is named where it is not: what nobody has
    /// composed can be cooked, but has no duals later.
    fn turns(&mut self, is_own: bool) -> Result<(Vec<Turn>, Option<Free>), ProveError> {
        let moves = self.solution.moves();
        if !is_own {
            for &(node, _) in &moves {
                self.analysis(node)?;
            }
        }
        let (mut turns, mut free_from) = (Vec::new(), None);
        for (node, played) in moves {
            if free_from.is_some() {
                turns.push(Turn::unjudged(node, played));
                continue;
            }
            let Some(analysis) = self.analysis(node)? else {
                continue;
            };
            let mut judge = Judge {
                aim: self.aim,
                solution: self.solution,
                purse: self.purse,
                is_short: is_own,
            };
            let turn = judge.turn(node, played, &analysis)?;
            if is_own && self.solution.is_begun(node, self.aim) && turn.is_free() {
                let is_proved = turn.has_another();
                free_from = Some(Free { node, is_proved });
                turns.push(Turn::unjudged(node, played));
            } else {
                turns.push(turn);
            }
        }
        Ok((turns, free_from))
    }

    /// What refutes the moves that fail where the solution's does not: at the solver's first moves, or at all.
    fn tries(&mut self, turns: &mut [Turn], all: bool) -> Result<(), ProveError> {
        for turn in turns {
            let is_asked = all || !self.solution.is_begun(turn.node, self.aim);
            let (Part::Solver(choice), Standing::Reaches, true) =
                (&mut turn.part, turn.standing.1, is_asked)
            else {
                continue;
            };
            if let Some(analysis) = self.analysis(turn.node)? {
                choice.tries = attempt::attempts(self.aim, self.purse, &analysis)?;
            }
        }
        Ok(())
    }

    fn asides(&mut self) -> Result<Vec<(usize, Move, Standing)>, ProveError> {
        let mut asides = Vec::new();
        let solution = self.solution;
        for aside in &solution.asides {
            let analysis = self.analysis(aside.node)?;
            let moves = analysis.into_iter().flat_map(|found| found.moves);
            let mut moves = moves.filter(|m| m.r#move == aside.r#move);
            let standing = moves.next().map(|m| self.aim.standing(m.bounds));
            let standing = standing.unwrap_or(Standing::Open);
            asides.push((aside.node, aside.r#move, standing));
        }
        Ok(asides)
    }

    /// In the solution, as far as it is judged.
    fn zugzwangs(&mut self, free_from: Option<Free>) -> Result<Vec<(usize, Zugzwang)>, ProveError> {
        let mut zugzwangs = Vec::new();
        let solution = self.solution;
        for (index, node) in solution.nodes.iter().enumerate() {
            let is_free = free_from.is_some_and(|free| index > free.node);
            if node.is_surplus || node.is_end || is_free {
                continue;
            }
            let bounds = match self.analysis(index)? {
                Some(analysis) => analysis.bounds,
                None => continue,
            };
            if let Some(zugzwang) = zugzwang::at(&node.position, bounds, self.purse)? {
                zugzwangs.push((index, zugzwang));
            }
        }
        Ok(zugzwangs)
    }

    fn under_promotions(&mut self) -> Result<Vec<UnderPromotion>, ProveError> {
        let solution = self.solution;
        let mut found = Vec::new();
        for node in &solution.nodes {
            let Some((from, m)) = node.from.filter(|(_, m)| turn::under_promotes(*m)) else {
                continue;
            };
            let plies = node.plies - 1;
            if let Some(analysis) = self.analysis(from)? {
                found.extend(promotion::judged(&analysis, plies, m, self.purse)?);
            }
        }
        let last = self.last();
        let node = &solution.nodes[last];
        let goes_on = !node.is_surplus && !node.is_end;
        if let Some(analysis) = self.analysis(last)?.filter(|_| goes_on) {
            found.extend(promotion::beyond(&analysis, node.plies, self.purse)?);
        }
        Ok(found)
    }

    /// The last position of the main line.
    fn last(&self) -> usize {
        self.solution.main().last().copied().unwrap_or(0)
    }

    fn end(&self) -> End {
        let nodes = self
            .solution
            .main()
            .iter()
            .map(|&node| &self.solution.nodes[node]);
        let mut at_end = nodes.filter(|node| node.is_end);
        match at_end.next() {
            Some(node) => End::of(&node.position, self.aim),
            None => End::GoesOn,
        }
    }
}
