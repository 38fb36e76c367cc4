//! One strategy in one structure: which exits its owner may use, and what it does where.

use super::claim::Claim;
use crate::board::Color;
use crate::prove::graph::interval::Bound;
use crate::prove::solve::exit_values::ExitValues;
use crate::slice::{self, Frame, Point, Relation, Stages, Wins};
use crate::structure::{Exit, Reference};

/// The exits of a structure by the rules of chess, what is proved of each and what is assumed, and those that the strategy uses.
pub(super) struct Strategy {
    claim: Claim,
    frame: Frame,
    stalemates: Relation,
    options: Vec<Choice>,
    /// Where the attacker wins with the exits that are used.
    wins: Wins,
    stages: Option<Stages>,
}

/// One exit.
struct Choice {
    exit: Exit<Reference>,
    /// Proved to be good for its mover.
    sure: Relation,
    /// Proved, or assumed and not refuted.
    value: Relation,
    /// What it costs to lean on it; exits that are not used lean on nothing but what is proved.
    cost: u32,
    used: bool,
}

/// What the strategy does at a point at which its owner is to move.
pub(super) enum Reply {
    /// Nothing more is to be shown.
    Proved,
    /// A step of the king.
    Step(Point),
    /// An exit, by its number.
    Exit(usize),
}

impl Strategy {
    /// From what is proved of the exits, and what a relaxed game thinks of them. `doubts`: where one is supposed to fail the
    /// strategy's owner; `cost`: what it costs to lean on one.
    pub fn new<'a>(
        claim: Claim,
        proved: &ExitValues,
        relaxed: &ExitValues,
        doubts: impl Fn(&Exit<Reference>) -> Option<&'a Relation>,
        cost: impl Fn(&Exit<Reference>) -> u32,
    ) -> Strategy {
        let option = |(index, exit): (usize, &Exit<Reference>)| {
            let mine = exit.mover == claim.strategist();
            let bound = if mine { claim.bound() } else { !claim.bound() };
            let sure = proved.worth(index, bound)[0];
            let mut value = assumed(exit, relaxed, claim.bound());
            match doubts(exit) {
                Some(doubts) if mine => value.remove(doubts),
                Some(doubts) => value.add(doubts),
                None => {}
            }
            let possible = &proved.worth(index, !bound)[0];
            Choice {
                exit: *exit,
                sure,
                value: Relation(std::array::from_fn(|w| {
                    sure.0[w] | value.0[w] & possible.0[w]
                })),
                cost: cost(exit),
                used: false,
            }
        };
        Strategy {
            claim,
            frame: *proved.frame(),
            stalemates: proved.stalemates()[0],
            options: proved.exits().enumerate().map(option).collect(),
            wins: Wins::NONE,
            stages: None,
        }
    }

    /// Chooses the exits with which the claim is true of all points, as cheap as can be had by adding one after another. Are there
    /// such?
    pub fn cover(&mut self, points: &Wins) -> bool {
        let strategist = self.claim.strategist();
        for option in &mut self.options {
            option.used = option.exit.mover == strategist && option.value != option.sure;
        }
        self.solve();
        if self.claim.held_among(points, &self.wins) != *points {
            return false;
        }
        if self.claim.is_win() {
            let (won, escapes) = self.sums();
            self.stages = Some(slice::stages(&self.frame, &[won], &[escapes]));
        }
        true
    }

    fn solve(&mut self) {
        let (won, escapes) = self.sums();
        self.wins = slice::solve_plane(&self.frame, &won, &escapes);
    }

    /// Where an exit wins for the attacker, and where one holds for the defender.
    fn sums(&self) -> (Relation, Relation) {
        let (mut won, mut escapes) = (Relation::EMPTY, self.stalemates);
        for option in &self.options {
            let unused = option.exit.mover == self.claim.strategist() && !option.used;
            let value = if unused { &option.sure } else { &option.value };
            match option.exit.mover {
                Color::White => won.add(value),
                Color::Black => escapes.add(value),
            }
        }
        (won, escapes)
    }

    /// What is done at a point at which the strategy's owner is to move; where it has been already, if it may choose: by an exit that costs
    /// nothing, by a king's step to a point `seen` before. `None`: the claim is not true there.
    pub fn reply(&self, point: Point, seen: &Wins) -> Option<Reply> {
        let holds_by_stalemate = !self.claim.is_win() && at(&self.stalemates, point);
        let mine = || {
            let strategist = self.claim.strategist();
            let numbered = self.options.iter().enumerate();
            numbered.filter(move |(_, option)| option.exit.mover == strategist)
        };
        if holds_by_stalemate || mine().any(|(_, option)| at(&option.sure, point)) {
            return Some(Reply::Proved);
        }
        let used = mine().filter(|(_, option)| option.used && at(&option.value, point));
        let cheapest = used.min_by_key(|(_, option)| option.cost);
        let exit = cheapest.map(|(index, option)| (Reply::Exit(index), option.cost));
        if let Some((free, 0)) = exit {
            return Some(free);
        }
        let step = match &self.stages {
            Some(stages) => self.winning_step(stages, point, seen),
            None => self.holding_step(point, seen),
        };
        if let Some(known) = step.filter(|step| seen.contains(*step)) {
            return Some(Reply::Step(known));
        }
        let new = exit.map(|(exit, _)| exit);
        new.or(step.map(Reply::Step))
    }

    /// A step that comes nearer to an exit that wins.
    fn winning_step(&self, stages: &Stages, point: Point, seen: &Wins) -> Option<Point> {
        let reach = stages.distance(point).filter(|&plies| plies > 1)?;
        let nearer = point.king_steps().filter_map(|next| {
            let plies = stages.distance(next).filter(|&plies| plies < reach)?;
            Some((!seen.contains(next), plies, next))
        });
        let (_, _, next) = nearer.min_by_key(|&(new, plies, _)| (new, plies))?;
        Some(next)
    }

    /// A step that keeps what is held.
    fn holding_step(&self, point: Point, seen: &Wins) -> Option<Point> {
        let held = point
            .king_steps()
            .filter(|&next| self.frame.is_legal(next) && !self.wins.contains(next));
        held.min_by_key(|&next| !seen.contains(next))
    }

    /// The steps of the king of the side to move.
    pub fn steps(&self, point: Point) -> impl Iterator<Item = Point> {
        point.king_steps().filter(|&next| self.frame.is_legal(next))
    }

    /// The numbers of the exits of the other side.
    pub fn answers(&self) -> impl Iterator<Item = usize> + use<> {
        let strategist = self.claim.strategist();
        let others: Vec<usize> = (0..self.options.len())
            .filter(|&index| self.options[index].exit.mover != strategist)
            .collect();
        others.into_iter()
    }

    /// An exit by its number.
    pub fn exit(&self, index: usize) -> &Exit<Reference> {
        &self.options[index].exit
    }

    pub fn frame(&self) -> &Frame {
        &self.frame
    }
}

/// What a relaxed game thinks that an exit is worth. It knows no under-promotion.
fn assumed(exit: &Exit<Reference>, relaxed: &ExitValues, bound: Bound) -> Relation {
    let same = |other: &Exit<Reference>| {
        (other.mover, other.from, other.to) == (exit.mover, exit.from, exit.to)
    };
    match relaxed.exits().position(same) {
        Some(index) if !exit.is_underpromotion() => relaxed.worth(index, bound)[0],
        _ => Relation::EMPTY,
    }
}

fn at(relation: &Relation, point: Point) -> bool {
    relation.contains(point.attacker, point.defender)
}
