//! What one strategy leans on: the structures that it comes to, and the points at which somebody promotes.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::claim::Claim;
use super::strategy::{Reply, Strategy};
use crate::board::{Color, Role, Square};
use crate::limits::Stop;
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::{self, Point, Relation, Wins};
use crate::structure::{Exit, Goal, Pieces, Reference, Symmetry};

/// One strategy for a claim, and what it leans on.
#[derive(Default)]
pub(super) struct Support {
    /// The structures that it comes to, the highest level first.
    pub goals: Vec<Goal>,
    /// What it leans on.
    pub leaves: Vec<Leaf>,
    /// Structures in which the relaxed game claims more than its exits show.
    pub gaps: Vec<Goal>,
}

/// A point with a promoted piece of which something is assumed.
#[derive(Clone, Copy, Debug)]
pub(in crate::prove) struct Leaf {
    pub goal: Goal,
    pub point: Point,
    /// What turned the board of the question to the attacker's view.
    pub seen: Symmetry,
    /// The promotion that leads there.
    pub(super) promotion: Promotion,
}

/// Who promotes which pawn, in the structure before, to what, and what is claimed of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Promotion {
    pub goal: Goal,
    pub mover: Color,
    pub from: Square,
    pub becomes: Role,
    pub claim: Claim,
}

/// Promotions that count as failing for the side whose claim is to be proved, for the time being.
pub(super) type Doubts = HashMap<Promotion, Relation>;

impl Promotion {
    /// The promotion that an exit is.
    pub fn of<C>(goal: Goal, exit: &Exit<C>, claim: Claim) -> Option<Promotion> {
        Some(Promotion {
            goal,
            mover: exit.mover,
            from: exit.from,
            becomes: exit.becomes?,
            claim,
        })
    }

    /// All promotions of one pawn, with both claims.
    pub fn every(goal: Goal, mover: Color, from: Square) -> impl Iterator<Item = Promotion> {
        let claims = [Claim::Win, Claim::Hold];
        Role::PROMOTIONS.into_iter().flat_map(move |becomes| {
            claims.map(|claim| Promotion {
                goal,
                mover,
                from,
                becomes,
                claim,
            })
        })
    }
}

/// Points of a structure that the strategy comes to, and what turned the board so when it came first.
struct Entry {
    points: Wins,
    seen: Symmetry,
}

/// Finds a strategy.
pub(super) struct Search<'a> {
    claim: Claim,
    chess: &'a mut GoalProver,
    relaxed: &'a mut GoalProver,
    doubts: &'a Doubts,
    dear: &'a Doubts,
    /// Limits are not minded, but with more leaves than this the search ends.
    most: Option<usize>,
    entries: HashMap<Goal, Entry>,
    queue: BTreeSet<(Reverse<u32>, usize, bool)>,
    leaves: Vec<Leaf>,
    leaned: HashSet<(Goal, Point)>,
    support: Support,
}

/// The place at which an exit is asked about.
#[derive(Clone, Copy)]
struct Place {
    goal: Goal,
    seen: Symmetry,
    point: Point,
}

impl<'a> Search<'a> {
    pub fn new(
        claim: Claim,
        chess: &'a mut GoalProver,
        relaxed: &'a mut GoalProver,
        doubts: &'a Doubts,
        dear: &'a Doubts,
    ) -> Search<'a> {
        Search {
            claim,
            chess,
            relaxed,
            doubts,
            dear,
            most: None,
            entries: HashMap::new(),
            queue: BTreeSet::new(),
            leaves: Vec::new(),
            leaned: HashSet::new(),
            support: Support::default(),
        }
    }

    /// The same search, which minds no limits but ends when there are more leaves.
    pub fn no_more_than(mut self, leaves: usize) -> Search<'a> {
        self.most = Some(leaves);
        self
    }

    /// The support of a strategy from a point, which the relaxed game says to be as claimed.
    pub fn support(mut self, goal: Goal, point: Point, seen: Symmetry) -> Result<Support, Stop> {
        self.enter(goal, point, seen);
        while self.most.is_none_or(|most| self.leaves.len() <= most)
            && let Some((_, node, is_black)) = self.queue.pop_first()
        {
            let attacker = Color::BOTH[usize::from(is_black)];
            self.visit(Goal { node, attacker })?;
        }
        self.support.leaves = self.leaves;
        Ok(self.support)
    }

    /// The strategy comes to a point.
    fn enter(&mut self, goal: Goal, point: Point, seen: Symmetry) {
        let entry = self.entries.entry(goal).or_insert_with(|| {
            let level = self.chess.known.nodes.view(goal).pawns.steps_left();
            let is_black = goal.attacker == Color::Black;
            self.queue.insert((Reverse(level), goal.node, is_black));
            Entry {
                points: Wins::NONE,
                seen,
            }
        });
        entry.points.insert(point);
    }

    /// Finds what to do in one structure, and where that leads.
    fn visit(&mut self, goal: Goal) -> Result<(), Stop> {
        let Entry { points, seen } = self.entries[&goal];
        let points = self.open_points(goal, points);
        if self.most.is_none() {
            self.chess.count(0)?;
        }
        self.chess.known.expand(goal);
        let proved = ExitValues::new(&self.chess.known, goal);
        let same = self
            .relaxed
            .known
            .name(self.chess.known.nodes.view(goal))
            .goal();
        self.relaxed.known.expand(same);
        let relaxed = ExitValues::new(&self.relaxed.known, same);
        let doubts = |exit: &Exit<Reference>| {
            let promotion = Promotion::of(goal, exit, self.claim)?;
            Some([self.doubts.get(&promotion), self.dear.get(&promotion)])
        };
        let cost = |exit: &Exit<Reference>| self.cost(exit);
        let mut strategy = Strategy::new(self.claim, &proved, &relaxed, doubts, cost);
        self.support.goals.push(goal);
        if strategy.cover(&points) {
            self.follow(goal, seen, &strategy, points);
        } else {
            self.support.gaps.push(goal);
        }
        Ok(())
    }

    /// Those points of a structure of which the claim is not proved yet.
    fn open_points(&self, goal: Goal, points: Wins) -> Wins {
        let proved = self.claim.held_among(&points, &self.proved(goal));
        points.and(&proved.complement())
    }

    /// The bound by which the claim is proved.
    fn proved(&self, goal: Goal) -> Wins {
        let [lower, upper] = self.chess.known.bounds_of_pawns(goal);
        if self.claim.is_win() { lower } else { upper }
    }

    /// What it costs to lean on an exit: nothing that the strategy has come to anyway.
    fn cost(&self, exit: &Exit<Reference>) -> u32 {
        let child = exit.child.goal();
        if exit.becomes.is_some() {
            1
        } else if self.entries.contains_key(&child) {
            0
        } else {
            2 + self.chess.known.nodes.view(child).pawns.steps_left()
        }
    }

    /// Follows the strategy through one structure.
    fn follow(&mut self, goal: Goal, seen: Symmetry, strategy: &Strategy, points: Wins) {
        // Nothing more is to be shown where the claim is proved.
        let everywhere = Wins::NONE.complement();
        let mut met = points.or(&self.claim.held_among(&everywhere, &self.proved(goal)));
        let mut open: Vec<Point> = points.points().collect();
        let strategist_moves_first = self.claim.strategist() == Color::White;
        let mut sound = true;
        while let Some(point) = open.pop() {
            let place = Place { goal, seen, point };
            let mut next = Vec::new();
            if point.to_move != strategist_moves_first {
                next.extend(strategy.steps(point));
                for index in strategy.answers() {
                    sound &= self.lean_on(strategy, index, place) == Some(false);
                }
            } else {
                match strategy.reply(point, &met) {
                    Some(Reply::Proved) => {}
                    Some(Reply::Step(step)) => next.push(step),
                    Some(Reply::Exit(index)) => {
                        sound &= self.lean_on(strategy, index, place) == Some(true);
                    }
                    None => sound = false,
                }
            }
            for point in next {
                if !met.contains(point) {
                    met.insert(point);
                    open.push(point);
                }
            }
        }
        if !sound {
            self.support.gaps.push(goal);
        }
    }

    /// Takes on what is to be proved of the structures that an exit leads to. Is it good for its mover, if so much is true?
    fn lean_on(&mut self, strategy: &Strategy, index: usize, place: Place) -> Option<bool> {
        let exit = strategy.exit(index);
        slice::decides(strategy.frame(), exit, place.point, &mut |child, there| {
            self.ask(exit, place, *child, there)
        })
    }

    /// Does the attacker win a point of a child? What is not proved is taken on, if the claim is assumed there.
    fn ask(
        &mut self,
        exit: &Exit<Reference>,
        place: Place,
        child: Reference,
        there: Point,
    ) -> Option<bool> {
        let mirror = child.symmetry().mirror_part();
        let (goal, there) = (child.goal(), there.through(mirror, Pieces::NONE));
        let answer = self.chess.known.answer(goal, there);
        if answer.is_some() {
            return answer;
        }
        let (claimed, seen) = (self.claim.is_win(), place.seen.compose(mirror));
        if self.chess.known.nodes.has_pieces(goal) {
            let promotion = Promotion::of(place.goal, exit, self.claim)?;
            if self.leaned.insert((goal, there)) {
                self.leaves.push(Leaf {
                    goal,
                    point: there,
                    seen,
                    promotion,
                });
            }
            return Some(claimed);
        }
        let view = self.chess.known.nodes.view(goal);
        if self.relaxed.known.result(view, there) != Some(claimed) {
            return Some(!claimed);
        }
        self.enter(goal, there, seen);
        Some(claimed)
    }
}
