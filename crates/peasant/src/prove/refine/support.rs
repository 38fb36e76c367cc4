//! What one strategy leans on: the structures that it comes to, and the points at which somebody promotes.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::claim::Claim;
use super::corrections::Play;
use super::leaf::{Leaf, Promotion};
use super::strategy::{Reply, Strategy};
use crate::board::Color;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::walk::Walk;
use crate::prove::policy::{MOST_GAPS, STRATEGY};
use crate::prove::solve::exit_values::ExitValues;
use crate::slice::{self, Frame, Point, Wins};
use crate::structure::{Exit, ExitKind, Goal, Pieces, Reference, Symmetry};

/// One strategy for a claim, and what it leans on.
#[derive(Default)]
pub(super) struct Support {
    /// The structures that it comes to, the highest level first.
    pub goals: Vec<Goal>,
    /// What it leans on, where that is listed.
    pub leaves: Vec<Leaf>,
    /// By structure, leaves with a piece that the king can take at once: what is left then is on the way, and comes first.
    pub deferred: HashMap<Goal, Vec<Deferred>>,
    /// Structures in which the relaxed game claims more than can be shown, and the points there.
    pub gaps: Vec<(Goal, Wins)>,
}

/// A leaf that is proved after the pawn ending that is left when its piece is taken.
pub(super) struct Deferred {
    pub leaf: Leaf,
    pub left: (Goal, Point),
}

/// What is done with the leaves that a strategy comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaves {
    /// They are proved, each before the strategy is followed any further; what cannot be had is done without.
    Proved,
    /// They are listed.
    Listed,
}

/// Finds a strategy.
pub(super) struct Search<'a, 'p> {
    claim: Claim,
    play: &'a mut Play<'p>,
    leaves: Leaves,
    /// What turned the board so when the strategy came to a structure first.
    entries: HashMap<Goal, Symmetry>,
    /// Points of structures to be visited.
    walk: Walk<Wins>,
    /// Leaves that are listed already.
    leaned: HashSet<(Goal, Point)>,
    support: Support,
}

/// What the strategy comes to from one structure.
#[derive(Default)]
struct Met {
    leaves: Vec<Leaf>,
    deferred: Vec<Deferred>,
    /// Leaves that are lost because the piece is.
    lost: Vec<Leaf>,
    entries: Vec<(Goal, Point, Symmetry)>,
    /// The relaxed game claimed more than is so.
    unsound: bool,
}

/// The place at which an exit is asked about.
#[derive(Clone, Copy)]
struct Place {
    goal: Goal,
    seen: Symmetry,
    point: Point,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(claim: Claim, play: &'a mut Play<'p>, leaves: Leaves) -> Search<'a, 'p> {
        Search {
            claim,
            play,
            leaves,
            entries: HashMap::new(),
            walk: Walk::new(),
            leaned: HashSet::new(),
            support: Support::default(),
        }
    }

    /// A search that proves leaves as it comes to them.
    pub fn proving(claim: Claim, play: &'a mut Play<'p>) -> Search<'a, 'p> {
        Search::new(claim, play, Leaves::Proved)
    }

    /// A search that lists them.
    pub fn listing(claim: Claim, play: &'a mut Play<'p>) -> Search<'a, 'p> {
        Search::new(claim, play, Leaves::Listed)
    }

    /// The support of a strategy from a point, which the relaxed game says to be as claimed.
    pub fn support(mut self, goal: Goal, point: Point, seen: Symmetry) -> Result<Support, Stop> {
        self.enter(goal, point, seen);
        while self.goes_on()
            && let Some((_, goal, points)) = self.walk.next()
        {
            self.visit(goal, points)?;
        }
        Ok(self.support)
    }

    /// Is it worth while to go on?
    fn goes_on(&self) -> bool {
        let left = self.play.chess.account.left();
        let few = self.leaves == Leaves::Listed || self.support.gaps.len() < MOST_GAPS;
        few && left > Effort::NONE
    }

    /// The strategy comes to a point.
    fn enter(&mut self, goal: Goal, point: Point, seen: Symmetry) {
        self.entries.entry(goal).or_insert(seen);
        let nodes = &self.play.chess.known.nodes;
        self.walk.come_to(nodes, goal).insert(point);
    }

    /// Finds what to do in one structure, and where that leads.
    fn visit(&mut self, goal: Goal, points: Wins) -> Result<(), Stop> {
        let seen = self.entries[&goal];
        let points = self.open_points(goal, points);
        if points == Wins::NONE {
            return Ok(());
        }
        self.play.chess.mind_limits(0)?;
        self.play.chess.account.spend(STRATEGY);
        self.play.chess.known.expand(goal);
        let same = self.play.counterpart(goal);
        self.play.game.known.expand(same);
        let relaxed = ExitValues::new(&self.play.game.known, same);
        let mut proved = ExitValues::new(&self.play.chess.known, goal);
        self.support.goals.push(goal);
        loop {
            let Some(strategy) = self.strategy(goal, &proved, &relaxed, &points) else {
                self.support.gaps.push((goal, points));
                return Ok(());
            };
            let met = self.follow(goal, seen, &strategy, points);
            let failed = match met.lost.is_empty() {
                true => self.take_leaves(met.leaves, &mut proved)?,
                false => met.lost,
            };
            if !failed.is_empty() {
                failed
                    .iter()
                    .for_each(|leaf| self.play.failures.doubt(leaf));
                if self.play.chess.account.left() == Effort::NONE {
                    return Ok(());
                }
                continue;
            }
            if met.unsound {
                self.support.gaps.push((goal, points));
            }
            if !met.deferred.is_empty() {
                self.support.deferred.insert(goal, met.deferred);
            }
            for (goal, point, seen) in met.entries {
                self.enter(goal, point, seen);
            }
            return Ok(());
        }
    }

    /// A strategy for some points of a structure, by what is not doubted.
    fn strategy(
        &self,
        goal: Goal,
        proved: &ExitValues,
        relaxed: &ExitValues,
        points: &Wins,
    ) -> Option<Strategy> {
        let doubts = |exit: &Exit<Reference>| {
            let promotion = Promotion::of(goal, exit, self.claim)?;
            let doubt = self.play.failures.doubts.get(&promotion)?;
            Some(&doubt.at)
        };
        let cost = |exit: &Exit<Reference>| self.cost(exit);
        let mut strategy = Strategy::new(self.claim, proved, relaxed, doubts, cost);
        strategy.cover(points).then_some(strategy)
    }

    /// Lists leaves, or proves them structure by structure. Returns the first that is refuted or cannot be had.
    fn take_leaves(
        &mut self,
        leaves: Vec<Leaf>,
        values: &mut ExitValues,
    ) -> Result<Vec<Leaf>, Stop> {
        if self.leaves == Leaves::Listed {
            let leaned = &mut self.leaned;
            let new = leaves
                .into_iter()
                .filter(|leaf| leaned.insert((leaf.goal, leaf.point)));
            self.support.leaves.extend(new);
            return Ok(Vec::new());
        }
        let mut by_goal: BTreeMap<Goal, Vec<Leaf>> = BTreeMap::new();
        for leaf in leaves {
            by_goal.entry(leaf.goal).or_default().push(leaf);
        }
        for leaves in by_goal.values() {
            let failed = self.play.prove_leaves(self.claim, leaves)?;
            values.refresh_child(&self.play.chess.known, leaves[0].goal);
            if !failed.is_empty() {
                return Ok(failed);
            }
        }
        Ok(Vec::new())
    }

    /// Those points of a structure of which the claim is not proved yet.
    fn open_points(&self, goal: Goal, points: Wins) -> Wins {
        let proved = self.claim.held_among(&points, &self.proved(goal));
        points.and(&proved.complement())
    }

    /// The bound by which the claim is proved.
    fn proved(&self, goal: Goal) -> Wins {
        let [lower, upper] = self.play.chess.known.bounds_of_pawns(goal);
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
            2 + self.play.chess.known.nodes.view(child).pawns.steps_left()
        }
    }

    /// Follows the strategy through one structure.
    fn follow(&mut self, goal: Goal, seen: Symmetry, strategy: &Strategy, points: Wins) -> Met {
        // Nothing more is to be shown where the claim is proved.
        let everywhere = Wins::NONE.complement();
        let mut come_by = points.or(&self.claim.held_among(&everywhere, &self.proved(goal)));
        let mut open: Vec<Point> = points.points().collect();
        let strategist_moves_first = self.claim.strategist() == Color::White;
        let mut met = Met::default();
        while let Some(point) = open.pop() {
            let place = Place { goal, seen, point };
            let mut next = Vec::new();
            if point.to_move != strategist_moves_first {
                next.extend(strategy.steps(point));
                for index in strategy.answers() {
                    met.unsound |= self.lean_on(strategy, index, place, &mut met) != Some(false);
                }
            } else {
                match strategy.reply(point, &come_by) {
                    Some(Reply::Proved) => {}
                    Some(Reply::Step(step)) => next.push(step),
                    Some(Reply::Exit(index)) => {
                        met.unsound |= self.lean_on(strategy, index, place, &mut met) != Some(true);
                    }
                    None => met.unsound = true,
                }
            }
            for point in next {
                if !come_by.contains(point) {
                    come_by.insert(point);
                    open.push(point);
                }
            }
        }
        met
    }

    /// Takes on what is to be proved of the structures that an exit leads to. Is it good for its mover, if so much is true?
    fn lean_on(
        &mut self,
        strategy: &Strategy,
        index: usize,
        place: Place,
        met: &mut Met,
    ) -> Option<bool> {
        let exit = strategy.exit(index);
        slice::decides(strategy.frame(), exit, place.point, &mut |child, there| {
            self.ask(exit, place, *child, there, met)
        })
    }

    /// Does the attacker win a point of a child? What is not proved is taken on, if the claim is assumed there.
    fn ask(
        &mut self,
        exit: &Exit<Reference>,
        place: Place,
        child: Reference,
        there: Point,
        met: &mut Met,
    ) -> Option<bool> {
        let mirror = child.symmetry().mirror_part();
        let (goal, point) = (child.goal(), there.through(mirror, Pieces::NONE));
        let answer = self.play.chess.known.answer(goal, point);
        if answer.is_some() {
            return answer;
        }
        let (claimed, seen) = (self.claim.is_win(), place.seen.compose(mirror));
        if self.play.chess.known.nodes.has_pieces(goal) {
            let promotion = Promotion::of(place.goal, exit, self.claim)?;
            let leaf = Leaf {
                goal,
                point,
                seen,
                played: (promotion, place.point),
            };
            self.lean_on_leaf(leaf, met);
            return Some(claimed);
        }
        self.ask_pawns(goal, point, seen, met)
    }

    /// Takes on a leaf. Where the king can take the new piece at once, what is left then comes first.
    fn lean_on_leaf(&mut self, leaf: Leaf, met: &mut Met) {
        let claimed = self.claim.is_win();
        let left = match self.leaves {
            Leaves::Listed => None,
            Leaves::Proved => self.without_piece(&leaf),
        };
        let Some((goal, point, seen)) = left else {
            return met.leaves.push(leaf);
        };
        let open = self.play.chess.known.answer(goal, point).is_none();
        let answer = self.ask_pawns(goal, point, seen, met);
        let mine = leaf.point.to_move == (self.claim.strategist() == Color::White);
        if answer == Some(claimed) && open {
            let left = (goal, point);
            met.deferred.push(Deferred { leaf, left });
        } else if answer == Some(claimed) || mine {
            met.leaves.push(leaf);
        } else {
            met.lost.push(leaf);
        }
    }

    /// The pawn ending that is left when the king takes the piece of a leaf at once.
    fn without_piece(&mut self, leaf: &Leaf) -> Option<(Goal, Point, Symmetry)> {
        let piece = leaf.point.placement.squares()[0];
        let known = &mut self.play.chess.known;
        if (leaf.point.king().set().king_steps() & piece.set()).is_empty() {
            return None;
        }
        known.find_exits(leaf.goal);
        let frame = Frame::new(known.nodes.view(leaf.goal));
        let mut exits = known.nodes.exits(leaf.goal);
        let taken = exits.find(|exit| {
            exit.kind == ExitKind::PieceCapture
                && (exit.mover == Color::White) == leaf.point.to_move
        })?;
        let mut left = None;
        slice::decides(&frame, &taken, leaf.point, &mut |child, there| {
            let mirror = child.symmetry().mirror_part();
            left = Some((
                child.goal(),
                there.through(mirror, Pieces::NONE),
                leaf.seen.compose(mirror),
            ));
            None
        });
        left
    }

    /// The same of a pawn ending.
    fn ask_pawns(
        &mut self,
        goal: Goal,
        point: Point,
        seen: Symmetry,
        met: &mut Met,
    ) -> Option<bool> {
        let answer = self.play.chess.known.answer(goal, point);
        if answer.is_some() {
            return answer;
        }
        let claimed = self.claim.is_win();
        let view = self.play.chess.known.nodes.view(goal);
        if self.play.game.known.result(view, point) != Some(claimed) {
            return Some(!claimed);
        }
        met.entries.push((goal, point, seen));
        Some(claimed)
    }
}
