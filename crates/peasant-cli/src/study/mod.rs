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
pub use promotion::UnderPromotion;
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
    let (aim, source) = asked.settled(root.turn(), first.bounds);
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
        known: HashMap::from([(0, first.clone())]),
    };
    let bounds = supposed.seen(root.turn(), first.bounds);
    let standing = aim.map_or(Standing::Open, |aim| aim.standing(bounds));
    let exceeds = aim.is_some() && supposed.goal == Goal::Draw && bounds.lower() == Wdl::Win;
    let turns = match aim {
        Some(_) => examiner.turns(all_tries)?,
        None => Vec::new(),
    };
    let asides = examiner.asides()?;
    let zugzwangs = examiner.zugzwangs()?;
    let under_promotions = examiner.under_promotions()?;
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
        let found = self.purse.analyse(&self.solution.nodes[node].position)?;
        if let Some(found) = &found {
            self.known.insert(node, found.clone());
        }
        Ok(found)
    }

    /// All moves of the solution, line by line. Those of the positions are proved first: the questions behind them are many.
    fn turns(&mut self, all_tries: bool) -> Result<Vec<Turn>, ProveError> {
        let mut moves: Vec<(usize, (usize, Move))> = Vec::new();
        for line in &self.solution.lines {
            for pair in line.nodes.windows(2) {
                if let Some((from, m)) = self.solution.nodes[pair[1]].from {
                    moves.push((from, (pair[1], m)));
                }
            }
        }
        moves.dedup();
        for &(node, _) in &moves {
            self.analysis(node)?;
        }
        let mut turns = Vec::new();
        for (node, played) in moves {
            let Some(analysis) = self.analysis(node)? else {
                continue;
            };
            let mut judge = Judge {
                aim: self.aim,
                solution: self.solution,
                purse: self.purse,
                all_tries,
            };
            turns.push(judge.turn(node, played, &analysis)?);
        }
        Ok(turns)
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

    fn zugzwangs(&mut self) -> Result<Vec<(usize, Zugzwang)>, ProveError> {
        let mut zugzwangs = Vec::new();
        let solution = self.solution;
        for (index, node) in solution.nodes.iter().enumerate() {
            if node.is_surplus || node.is_end {
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
        let nodes = self.solution.main().iter().map(|&node| &self.solution.nodes[node]);
        let mut at_end = nodes.filter(|node| node.is_end);
        match at_end.next() {
            Some(node) => End::of(&node.position, self.aim),
            None => End::GoesOn,
        }
    }
}
