//! What of all that was worked on a result follows from.
//!
//! Once a result is proved, one strategy is walked through from its point: every move of the other side, and one of the strategist's own,
//! one that leads to nothing new if there is such a move. So there may be a smaller proof. A structure is walked through once, the highest
//! level first, for all points that the strategy comes to. Endings with promoted pieces, its leaves, count as one each, and
//! nothing below them: their slices have too many points.

use std::collections::HashSet;

use super::lengths::Lengths;
use crate::board::{Color, Square};
use crate::limits::Stop;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Bound;
use crate::prove::graph::walk::Walk;
use crate::prove::policy::MAX_PIECES;
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::threshold::Threshold;
use crate::slice::{Point, Relation, Wins};
use crate::structure::{Exit, ExitKind, Goal, Reference};

/// A proved answer: does the attacker win the point?
type Fact = (Goal, Point, bool);

/// The structures that some proved answers follow from: without promoted pieces, with one, with two.
///
/// # Errors
/// A limit has been met.
pub(crate) fn needed(prover: &GoalProver, facts: Vec<Fact>) -> Result<[u64; 3], Stop> {
    let mut strategies = Strategies {
        known: &prover.known,
        walk: Walk::new(),
        goals: HashSet::new(),
    };
    for (goal, point, won) in facts {
        strategies.come_to(goal, Wins::only(point), won);
    }
    let bytes = prover.bytes_in_work();
    while let Some((_, goal, points)) = strategies.walk.next() {
        for won in [false, true] {
            prover.watch.check(0, bytes)?;
            strategies.follow(goal, points[usize::from(won)], won);
        }
    }
    let mut counts = [0; 3];
    for goal in strategies.goals {
        counts[prover.known.nodes.pieces(goal).min(MAX_PIECES)] += 1;
    }
    Ok(counts)
}

struct Strategies<'a> {
    known: &'a KnownBounds,
    /// Points of goals to walk through: to be held, to be won.
    walk: Walk<[Wins; 2]>,
    goals: HashSet<Goal>,
}

/// One structure as the strategist sees it.
struct Slice {
    won: bool,
    exits: Vec<(Exit<Reference>, Relation)>,
    /// Where the claim is proved.
    proved: Wins,
    /// How far the next exit is, where the attacker wins.
    lengths: Option<Lengths>,
}

impl Slice {
    /// Does a step make progress?
    fn is_progress(&self, point: Point, next: Point) -> bool {
        let Some(lengths) = &self.lengths else {
            return true;
        };
        let [here, there] = [point, next].map(|point| lengths.distance(point));
        here.zip(there).is_some_and(|(here, there)| there < here)
    }
}

/// What the strategist does.
enum Reply {
    Step(Point),
    Exit(usize),
}

impl Strategies<'_> {
    /// The strategy comes to points of a goal.
    fn come_to(&mut self, goal: Goal, points: Wins, won: bool) {
        let nodes = &self.known.nodes;
        if !nodes.has_pieces(goal) && nodes.has_exits(goal) {
            let points = points.and(&self.proved(goal, won));
            if points == Wins::NONE {
                return;
            }
            let entry = &mut self.walk.come_to(nodes, goal)[usize::from(won)];
            *entry = entry.or(&points);
        }
        self.goals.insert(goal);
    }

    /// Where it is proved of a goal without promoted pieces that the attacker wins, or does not.
    fn proved(&self, goal: Goal, won: bool) -> Wins {
        let [lower, upper] = self.known.bounds_of_pawns(goal);
        match won {
            true => lower,
            false => self.known.all_legal(goal).and(&upper.complement()),
        }
    }

    /// Goes through one structure.
    fn follow(&mut self, goal: Goal, points: Wins, won: bool) {
        if points == Wins::NONE {
            return;
        }
        let slice = self.slice(goal, won);
        let mut come_by = points;
        let mut chosen = vec![Wins::NONE; slice.exits.len()];
        let mut open: Vec<Point> = come_by.points().collect();
        while let Some(point) = open.pop() {
            let mut next = Vec::new();
            if point.to_move != won {
                next.extend(
                    point
                        .king_steps()
                        .filter(|&next| slice.proved.contains(next)),
                );
            } else {
                match self.reply(&slice, point, &come_by) {
                    Some(Reply::Step(step)) => next.push(step),
                    Some(Reply::Exit(index)) => chosen[index].insert(point),
                    None => {}
                }
            }
            next.retain(|&next| !come_by.contains(next));
            next.iter().for_each(|&next| come_by.insert(next));
            open.extend(next);
        }
        for ((exit, _), chosen) in slice.exits.iter().zip(chosen) {
            let mine = (exit.mover == Color::White) == won;
            self.leave(exit, if mine { &chosen } else { &come_by }, won);
        }
    }

    fn slice(&self, goal: Goal, won: bool) -> Slice {
        let values = ExitValues::new(self.known, goal);
        let bound = if won { Bound::Lower } else { Bound::Upper };
        let exits = values.exits().enumerate();
        Slice {
            won,
            exits: exits
                .map(|(index, exit)| (*exit, values.worth(index, bound)[0]))
                .collect(),
            proved: self.proved(goal, won),
            lengths: won.then(|| Lengths::supposing(&values, Threshold::PROVED)),
        }
    }

    /// What leads to nothing new, if there is such a move: a step where the strategy has been, an exit to a structure
    /// where it has been, a step, an exit. `None`: stalemate.
    fn reply(&self, slice: &Slice, point: Point, come_by: &Wins) -> Option<Reply> {
        let steps = point
            .king_steps()
            .filter(|&next| slice.proved.contains(next) && slice.is_progress(point, next));
        let exits = slice.exits.iter().enumerate();
        let exits = exits.filter(|(_, (exit, good))| {
            (exit.mover == Color::White) == slice.won
                && good.contains(point.attacker, point.defender)
        });
        let steps = steps.map(|step| (2 * u8::from(!come_by.contains(step)), Reply::Step(step)));
        let exits = exits.map(|(index, (exit, _))| {
            let new = !self.goals.contains(&exit.child.goal());
            (1 + 2 * u8::from(new), Reply::Exit(index))
        });
        let cheapest = steps.chain(exits).min_by_key(|(price, _)| *price);
        cheapest.map(|(_, reply)| reply)
    }

    /// An exit is played at these points.
    fn leave(&mut self, exit: &Exit<Reference>, points: &Wins, won: bool) {
        let by_white = exit.mover == Color::White;
        let kings = if by_white {
            points.to_move
        } else {
            points.waiting
        };
        match exit.kind {
            ExitKind::PawnCapture | ExitKind::PieceCapture => {
                let taken = king_takes(&kings, by_white, exit.to);
                self.arrive(exit.child, taken, !by_white, won);
            }
            ExitKind::PawnMove | ExitKind::DoubleStep => {
                let mut kings = without(kings, exit.to);
                if exit.kind == ExitKind::DoubleStep {
                    kings = without(kings, exit.passed());
                }
                self.arrive(exit.child, kings, !by_white, won);
                for &child in exit.en_passant.iter().flatten() {
                    self.arrive(child, kings, by_white, won);
                }
            }
            ExitKind::Promotion | ExitKind::NewbornPromotion | ExitKind::PessimisticPromotion => {
                let kings = without(kings, exit.to);
                let taken = king_takes(&kings, !by_white, exit.to);
                match exit.taken {
                    Some(child) => {
                        self.arrive(exit.child, kings, !by_white, won);
                        self.arrive(child, taken, by_white, won);
                    }
                    None => self.arrive(exit.child, taken, by_white, won),
                }
            }
        }
    }

    /// A child is come to with the kings standing so. Where the claim is not proved there the other side could not play it, or
    /// the strategist answers in another way.
    fn arrive(&mut self, child: Reference, kings: Relation, white_to_move: bool, won: bool) {
        if kings == Relation::EMPTY {
            return;
        }
        let mut points = Wins::NONE;
        match white_to_move {
            true => points.to_move = kings,
            false => points.waiting = kings,
        }
        let mirrored = child.symmetry().mirror_part().mirrors();
        let points = if mirrored { points.mirror() } else { points };
        self.come_to(child.goal(), points, won);
    }
}

/// The placements with no king on a square.
fn without(mut kings: Relation, square: Square) -> Relation {
    kings.0[square.index()] = 0;
    kings.0.iter_mut().for_each(|row| *row &= !square.set().0);
    kings
}

/// Where the kings stand after the attacker's, or the defender's, has gone to a square beside it.
fn king_takes(kings: &Relation, attackers: bool, to: Square) -> Relation {
    let around = to.set().king_steps();
    let mut after = Relation::EMPTY;
    if attackers {
        for w in around {
            after.0[to.index()] |= kings.0[w.index()];
        }
    } else {
        for w in 0..64 {
            if kings.0[w] & around.0 != 0 {
                after.0[w] = to.set().0;
            }
        }
    }
    after
}
