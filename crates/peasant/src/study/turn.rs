//! A move of the solution, judged: the solver's and the other side's.

use super::aim::{Aim, Goal, Standing};
use super::attempt::Attempt;
use super::dual::{self, Dual, Kind};
use super::oracle::Budget;
use super::solution::Solution;
use crate::board::{Move, Role};
use crate::value::{Bounds, Wdl};
use crate::{Analysis, MoveAnalysis, ProveError};

/// A move of the solution, judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// The place of the position before it in the solution.
    pub node: usize,
    /// The place of the one behind it.
    pub next: usize,
    /// The move.
    pub r#move: Move,
    /// What is proved before it, for the solver.
    pub before: Bounds,
    /// What is proved behind it, for the solver.
    pub after: Bounds,
    /// What these say: before the move, and behind it.
    pub standing: (Standing, Standing),
    /// What is found of it.
    pub part: Part,
}

impl Turn {
    /// A move of which nothing is said.
    pub(super) fn unjudged(node: usize, (next, r#move): (usize, Move)) -> Turn {
        Turn {
            node,
            next,
            r#move,
            before: Bounds::UNKNOWN,
            after: Bounds::UNKNOWN,
            standing: (Standing::Open, Standing::Open),
            part: Part::Surplus,
        }
    }

    /// A move in a position with more men than are taken.
    pub(super) fn open(node: usize, played: (usize, Move), solves: bool) -> Turn {
        let part = match solves {
            true => Part::Solver(Choice::default()),
            false => Part::Defender(Defence::default()),
        };
        Turn {
            part,
            ..Turn::unjudged(node, played)
        }
    }

    /// Is there another way, or perhaps one?
    pub(super) fn is_free(&self) -> bool {
        match &self.part {
            Part::Solver(choice) => {
                choice.open > 0 || choice.duals.iter().any(|dual| !dual.kind.is_minor())
            }
            _ => false,
        }
    }

    /// Is there one for sure?
    pub(super) fn has_another(&self) -> bool {
        match &self.part {
            Part::Solver(choice) => choice.duals.iter().any(|dual| dual.kind < Kind::Open),
            _ => false,
        }
    }
}

/// Findings on a move, by whose it is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The solver's.
    Solver(Choice),
    /// The other side's.
    Defender(Defence),
    /// The matter was at its end before.
    Surplus,
}

/// A choice of the solver's.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// True if every other move is proved to fail.
    pub is_only: bool,
    /// Others that reach what is asked for.
    pub duals: Vec<Dual>,
    /// The number of others that are not decided.
    pub open: usize,
    /// The number of others that fail.
    pub failing: usize,
    /// A dozen of those at most and what refutes them, where that was asked for.
    pub tries: Vec<Attempt>,
}

/// A choice of the other side's, measured where it is lost.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Defence {
    /// How long it holds, if that is exact.
    pub holds: Option<Length>,
    /// Other moves that hold longer, the longest first.
    pub longer: Vec<(Move, Length)>,
    /// The number of others that cannot be compared.
    pub unmeasured: usize,
}

/// Length of a defence, in the solver's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// To mate.
    Mate(u16),
    /// To a promotion after which nothing is left to fight for.
    End(u16),
}

impl Length {
    fn of(m: &MoveAnalysis) -> Option<Length> {
        let mate = m.mate_in.map(|plies| Length::Mate(plies / 2));
        let end = m.end.filter(|end| end.exact);
        mate.or_else(|| end.map(|end| Length::End(end.moves)))
    }

    /// The number of moves, whatever they lead to.
    #[must_use]
    pub const fn moves(self) -> u16 {
        match self {
            Length::Mate(moves) | Length::End(moves) => moves,
        }
    }

    /// The name that machine-readable output uses for what it is counted to.
    #[must_use]
    pub const fn until(self) -> &'static str {
        match self {
            Length::Mate(_) => "mate",
            Length::End(_) => "promotion",
        }
    }

    /// Is it longer, counted to the same end?
    const fn exceeds(self, other: Length) -> Option<bool> {
        match (self, other) {
            (Length::Mate(a), Length::Mate(b)) | (Length::End(a), Length::End(b)) => Some(a > b),
            _ => None,
        }
    }
}

/// Who judges.
pub(super) struct Judge<'a, 'p> {
    pub aim: Aim,
    pub solution: &'a Solution,
    pub budget: &'a mut Budget<'p>,
    /// After the first move one other way is enough: the rest of the line is not looked at.
    pub is_short: bool,
}

impl Judge<'_, '_> {
    /// Judges a move, from what is proved of the position before it.
    ///
    /// # Errors
    /// Tables or the store contradict a proof.
    pub fn turn(
        &mut self,
        node: usize,
        (next, r#move): (usize, Move),
        analysis: &Analysis,
    ) -> Result<Turn, ProveError> {
        let here = &self.solution.nodes[node];
        let mover = here.position.turn();
        let found = analysis.moves.iter().find(|m| m.r#move == r#move);
        let after = found.map_or(Bounds::UNKNOWN, |m| self.aim.seen(mover, m.bounds));
        let before = self.aim.seen(mover, analysis.bounds);
        let part = if self.solution.nodes[next].is_surplus {
            Part::Surplus
        } else if self.aim.solves(&here.position) {
            Part::Solver(self.choice(node, (next, r#move), after, analysis)?)
        } else {
            Part::Defender(self.defence(r#move, analysis))
        };
        Ok(Turn {
            node,
            next,
            r#move,
            before,
            after,
            standing: (self.aim.standing(before), self.aim.standing(after)),
            part,
        })
    }

    fn choice(
        &mut self,
        node: usize,
        played: (usize, Move),
        after: Bounds,
        analysis: &Analysis,
    ) -> Result<Choice, ProveError> {
        let others = analysis.moves.iter().filter(|m| m.r#move != played.1);
        let mut choice = Choice::default();
        for m in others {
            match self.aim.standing(m.bounds) {
                Standing::Open => choice.open += 1,
                Standing::Fails => choice.failing += 1,
                Standing::Reaches => {
                    let place = (node, played);
                    let kind = match self.aim.standing(after) {
                        Standing::Fails => Kind::Right,
                        _ => dual::kind(self.solution, self.aim, self.budget, place, m.r#move)?,
                    };
                    let is_told = self.is_short && !kind.is_minor();
                    choice.duals.push(Dual {
                        r#move: m.r#move,
                        kind,
                        is_given: self.is_given(node, m.r#move),
                    });
                    if is_told && self.solution.is_begun(node, self.aim) {
                        break;
                    }
                }
            }
        }
        choice.duals.sort_by_key(|dual| dual.kind);
        let reaches = self.aim.standing(after) == Standing::Reaches;
        choice.is_only = reaches && choice.duals.is_empty() && choice.open == 0;
        Ok(choice)
    }

    fn is_given(&self, node: usize, r#move: Move) -> bool {
        let mut asides = self.solution.asides.iter();
        asides.any(|aside| (aside.node, aside.r#move) == (node, r#move))
    }

    /// Which moves hold longer than the one of the solution.
    fn defence(&self, r#move: Move, analysis: &Analysis) -> Defence {
        let mut defence = Defence::default();
        if self.aim.goal == Goal::Draw || analysis.bounds.exact() != Some(Wdl::Loss) {
            return defence;
        }
        let of = |m: &MoveAnalysis| (m.r#move, Length::of(m));
        let lengths: Vec<(Move, Option<Length>)> = analysis.moves.iter().map(of).collect();
        let own = lengths.iter().find(|(m, _)| *m == r#move);
        defence.holds = own.and_then(|(_, length)| *length);
        for &(other, length) in lengths.iter().filter(|(m, _)| *m != r#move) {
            match length.zip(defence.holds) {
                Some((length, own)) => match length.exceeds(own) {
                    Some(true) => defence.longer.push((other, length)),
                    Some(false) => {}
                    None => defence.unmeasured += 1,
                },
                None => defence.unmeasured += 1,
            }
        }
        defence
            .longer
            .sort_by_key(|(_, length)| std::cmp::Reverse(length.moves()));
        defence
    }
}

/// Does the move make a rook, a bishop or a knight of a pawn?
pub(super) fn under_promotes(r#move: Move) -> bool {
    r#move.promotion.is_some_and(|role| role != Role::Queen)
}
