//! What of all that was worked on a result follows from.
//!
//! Once a result is proved, one strategy is walked through from its point: every move of the other side, and one of the strategist's own,
//! one that leads to nothing new if there is such a move. So there may be a smaller proof. Endings with promoted pieces, the leaves
//! of the strategy, count as one each, and nothing below them: their slices have too many points.

use std::collections::{HashMap, HashSet};

use super::lengths::Lengths;
use crate::board::Color;
use crate::limits::Stop;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::policy::MAX_PIECES;
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::threshold::Threshold;
use crate::slice::{self, Frame, Point};
use crate::structure::{Exit, Goal, Pieces, Reference};

/// So many points are walked through between two looks at the clock.
const LOOK: usize = 256;

/// Proofs with more points are not walked through.
const MOST: usize = 1 << 18;

/// A proved answer: does the attacker win the point?
type Fact = (Goal, Point, bool);

/// The structures that some proved answers follow from: without promoted pieces, with one, with two. `None`: the proof is too large.
pub(crate) fn needed(prover: &GoalProver, facts: Vec<Fact>) -> Result<Option<[u64; 3]>, Stop> {
    let mut walk = Walk {
        known: &prover.known,
        slices: HashMap::new(),
        goals: HashSet::new(),
        seen: HashSet::new(),
        open: facts,
    };
    let bytes = prover.bytes_in_work();
    while let Some(fact) = walk.open.pop() {
        if walk.seen.len().is_multiple_of(LOOK) {
            prover.watch.check(0, bytes)?;
        }
        if walk.seen.len() > MOST {
            return Ok(None);
        }
        if walk.seen.insert(fact) {
            walk.follow(fact);
        }
    }
    let mut counts = [0; 3];
    for goal in walk.goals {
        counts[prover.known.nodes.pieces(goal).min(MAX_PIECES)] += 1;
    }
    Ok(Some(counts))
}

struct Walk<'a> {
    known: &'a KnownBounds,
    slices: HashMap<(Goal, bool), Slice>,
    goals: HashSet<Goal>,
    seen: HashSet<Fact>,
    open: Vec<Fact>,
}

/// One structure, as far as it is walked through.
struct Slice {
    frame: Frame,
    exits: Vec<Exit<Reference>>,
    /// How far the next exit is, where the attacker wins.
    lengths: Option<Lengths>,
}

impl Slice {
    fn new(known: &KnownBounds, goal: Goal, won: bool) -> Slice {
        let values = won.then(|| ExitValues::new(known, goal));
        Slice {
            frame: Frame::new(known.nodes.view(goal)),
            exits: known.nodes.exits(goal).collect(),
            lengths: values.map(|values| Lengths::supposing(&values, Threshold::PROVED)),
        }
    }

    /// The exits of the side to move that can be played at a point: whether each decides for its mover, and by which facts.
    fn exits(&self, known: &KnownBounds, point: Point) -> Vec<(Option<bool>, Vec<Fact>)> {
        let mover = Color::BOTH[usize::from(!point.to_move)];
        let mine = self.exits.iter().filter(|exit| exit.mover == mover);
        let decided = mine.map(|exit| {
            let mut facts = Vec::new();
            let good = slice::decides(&self.frame, exit, point, &mut |child, there| {
                let there = there.through(child.symmetry().mirror_part(), Pieces::NONE);
                let answer = known.answer(child.goal(), there);
                facts.extend(answer.map(|won| (child.goal(), there, won)));
                answer
            });
            (good, facts)
        });
        decided.collect()
    }

    /// Does a quiet move make progress?
    fn is_progress(&self, point: Point, next: Point) -> bool {
        let Some(lengths) = &self.lengths else {
            return true;
        };
        let [here, there] = [point, next].map(|point| lengths.distance(point));
        here.zip(there).is_some_and(|(here, there)| there < here)
    }
}

impl Walk<'_> {
    /// Goes one move further: each one of the other side, or one of the strategist's.
    fn follow(&mut self, (goal, point, won): Fact) {
        let known = self.known;
        self.goals.insert(goal);
        if known.nodes.has_pieces(goal) || !known.nodes.has_exits(goal) {
            return;
        }
        let slice = self
            .slices
            .entry((goal, won))
            .or_insert_with(|| Slice::new(known, goal, won));
        let exits = slice.exits(known, point);
        let quiet = slice::quiet_moves(&slice.frame, point).into_iter();
        let quiet = quiet.filter(|&next| known.answer(goal, next) == Some(won));
        if point.to_move != won {
            let quiet = quiet.map(|next| (goal, next, won));
            let facts = exits.into_iter().flat_map(|(_, facts)| facts);
            self.open.extend(quiet.chain(facts));
            return;
        }
        let quiet: Vec<Fact> = quiet
            .filter(|&next| slice.is_progress(point, next))
            .map(|next| (goal, next, won))
            .collect();
        let good = exits
            .into_iter()
            .filter_map(|(good, facts)| (good == Some(true)).then_some(facts));
        let choices = good.chain(quiet.into_iter().map(|fact| vec![fact]));
        let cheapest = choices.min_by_key(|facts| self.price(facts));
        self.open.extend(cheapest.into_iter().flatten());
    }

    /// What there is to be walked through yet for some facts: new structures, those with pieces first, then points.
    fn price(&self, facts: &[Fact]) -> (usize, usize, usize) {
        let new: Vec<&Fact> = facts
            .iter()
            .filter(|fact| !self.seen.contains(fact))
            .collect();
        let goals = new.iter().map(|fact| fact.0);
        let goals: Vec<Goal> = goals.filter(|goal| !self.goals.contains(goal)).collect();
        let pieces = goals.iter().map(|&goal| self.known.nodes.pieces(goal));
        (goals.len(), pieces.sum(), new.len())
    }
}
