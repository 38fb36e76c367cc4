//! How far the end of the matter is: mate, or a promotion after which nothing is left to fight for. Counted through captures and
//! pawn moves in the wins that are proved, so that no proof is looked for: what is counted is an upper bound, and exact where
//! everything below is.
//!
//! The structures below a goal in which its attacker is proved to win anything (`below.rs`) are counted from the lowest up
//! (`slice/countdown.rs`). Promoted pieces need tables 64 times as large: after a promotion nothing is counted that counts as the end
//! (`settled.rs`), and what is not the end only where it is asked for.

mod below;
mod settled;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::board::{Color, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::{Bound, Slot};
use crate::prove::policy::{MAX_PIECES, SMALL_MATTER};
use crate::prove::proof::{Aim, EndIn};
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::solution::solve_bound;
use crate::slice::pawnless::{self, Mates, count_mates};
use crate::slice::{self, Countdown, Countdowns, Frame, Placement, Point, Wins};
use crate::structure::{Exit, Goal, Pieces, Reference, Structure};
use settled::Settled;

impl Aim {
    /// May such a structure be the end, if the attacker wins there?
    fn may_end(self, view: Structure) -> bool {
        let armed = [Role::Queen, Role::Rook].iter().any(|&role| {
            view.pieces
                .iter()
                .any(|piece| piece == (Color::White, role))
        });
        let alone = !view.pieces.any_of(Color::Black);
        armed
            && alone
            && match self {
                Aim::Mate => false,
                Aim::Promotion => true,
                Aim::BareKing => view.pawns.black.is_empty(),
            }
    }
}

/// So many bytes are kept from one request to the next: the mates of the four endings that a pawn against a queen leads to.
const MOST_KEPT: u64 = 32 << 20;

/// Bytes for one plane of a table.
const PLANE: u64 = 2 << 12;

/// What is known of the ends below a goal.
struct Known {
    ways: Ways,
    /// Every move that there is has been counted.
    exact: bool,
}

impl Known {
    /// Bytes of the table, if there is one.
    fn bytes(&self) -> u64 {
        match &self.ways {
            Ways::Settled(_) => 0,
            Ways::Counted(countdown) => countdown.bytes(),
        }
    }
}

enum Ways {
    /// Wherever the attacker is proved to win, this is the end.
    Settled(Settled),
    Counted(Countdown),
}

/// The ends below the goals that have been asked about, by what counts as one.
#[derive(Default)]
pub(crate) struct Ends {
    known: HashMap<(Aim, Goal), Known>,
    /// Where the piece has been taken that decides, the pawns stopped or not.
    settled: HashMap<Goal, Settled>,
    /// Too much to count in this request.
    refused: HashMap<(Aim, Goal), Effort>,
    bytes: u64,
}

impl Ends {
    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Ends::default();
    }

    /// A request begins: what was not exact may be so by now, and what is settled hangs on slices that may be forgotten. Mates that have
    /// been counted exactly hang on nothing else: they stay, if that is not much.
    pub fn begin(&mut self) {
        let mut known = std::mem::take(&mut self.known);
        known.retain(|(aim, _), known| *aim == Aim::Mate && known.exact);
        let counted = known.values().map(Known::bytes).sum();
        self.clear();
        if counted <= MOST_KEPT {
            (self.known, self.bytes) = (known, counted);
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// In how many plies the attacker brings about the end. `None` if it is not proved to win, if the way leads through endings that are
    /// not counted, or if counting would cost more than `max`.
    pub fn end_in(
        &mut self,
        prover: &mut GoalProver,
        view: Structure,
        point: Point,
        aim: Aim,
        max: Effort,
    ) -> Result<Option<EndIn>, Stop> {
        let (goal, point) = prover.known.goal(view, point);
        if !self.known.contains_key(&(aim, goal)) {
            if self
                .refused
                .get(&(aim, goal))
                .is_some_and(|&vain| vain >= max)
            {
                return Ok(None);
            }
            self.count_below(prover, goal, aim, max)?;
        }
        let Some(known) = self.known.get(&(aim, goal)) else {
            self.refused.insert((aim, goal), max);
            return Ok(None);
        };
        let plies = match &known.ways {
            Ways::Settled(settled) => settled.contains(&prover.known, goal, point).then_some(0),
            Ways::Counted(countdown) => countdown.plies(point),
        };
        let exact = known.exact;
        Ok(plies.map(|plies| EndIn { plies, exact }))
    }

    /// Counts a goal and what follows, if that costs no more than `max`. What is small is solved whole before, so that it is exact.
    fn count_below(
        &mut self,
        prover: &mut GoalProver,
        goal: Goal,
        aim: Aim,
        max: Effort,
    ) -> Result<(), Stop> {
        let whole = if aim == Aim::Mate {
            max
        } else {
            SMALL_MATTER.min(max)
        };
        match below::all_below(prover, goal, whole) {
            Some(goals) => {
                for goal in goals {
                    prover.solve_exactly(goal)?;
                }
            }
            None if aim == Aim::Mate => return Ok(()),
            None => {}
        }
        let order = self.below(prover, goal, aim, max);
        for goal in order.into_iter().flatten() {
            if !self.has_room(prover, goal) {
                break;
            }
            self.count(prover, goal, aim)?;
        }
        Ok(())
    }

    /// Is there room for one more table?
    fn has_room(&self, prover: &GoalProver, goal: Goal) -> bool {
        let planes = 1 << (6 * prover.known.nodes.pieces(goal));
        // The table, and what is needed to count.
        prover.room() > 2 * planes * PLANE
    }

    /// Counts one goal, what follows it being counted.
    fn count(&mut self, prover: &mut GoalProver, goal: Goal, aim: Aim) -> Result<(), Stop> {
        let view = prover.known.nodes.view(goal);
        if self.known.contains_key(&(aim, goal)) {
            return Ok(());
        }
        prover.mind_limits(view.pieces.len())?;
        // What is counted is to be known: what follows may have been proved since the goal was looked at.
        if !prover.known.interval(goal).is_exact() {
            match view.pieces.len() {
                0 => ExitValues::new(&prover.known, goal).narrow(&mut prover.known),
                1 => {
                    let lower = solve_bound(&prover.known, goal, Bound::Lower);
                    prover.known.narrow(goal, Some(lower), None);
                }
                _ => {}
            }
        }
        let bytes = prover.bytes_in_work();
        let stop = || prover.watch.check(0, bytes);
        let known = &prover.known;
        let exact_here = known.interval(goal).is_exact();
        let settled = self.settled.get(&goal).filter(|_| aim.may_end(view));
        let (ways, exact) = if let Some(settled) = settled {
            // Else there may be wins that are not settled, and nobody counts those.
            let all = matches!(settled, Settled::AsProved) && view.pawns.white.is_empty();
            (Ways::Settled(settled.clone()), exact_here && all)
        } else if let Some(mates) = Self::mates(view, aim) {
            self.bytes += mates.bytes();
            (Ways::Counted(Countdown::Pawnless(mates)), true)
        } else {
            let exits: Vec<Exit<Reference>> = known.nodes.exits(goal).collect();
            let exact = exact_here && exits.iter().all(|exit| self.is_exact(known, aim, exit));
            let below = Below {
                known,
                ends: self,
                aim,
            };
            let frame = Frame::new(view);
            let countdown = slice::count_down(&frame, &exits, &below, &stop)?;
            self.bytes += countdown.bytes();
            (Ways::Counted(countdown), exact)
        };
        self.known.insert((aim, goal), Known { ways, exact });
        Ok(())
    }

    /// Endings without pawns are counted by themselves.
    fn mates(view: Structure, aim: Aim) -> Option<Mates> {
        let end = match aim {
            Aim::Mate => pawnless::End::Mate,
            Aim::Promotion | Aim::BareKing => pawnless::End::BareKing,
        };
        let few = (1..=MAX_PIECES).contains(&view.pieces.len());
        (few && view.is_pawnless())
            .then(|| count_mates(view.pieces, end))
            .flatten()
    }

    /// Is everything counted that an exit may lead to?
    fn is_exact(&self, known: &KnownBounds, aim: Aim, exit: &Exit<Reference>) -> bool {
        exit.structures().all(|child| {
            let goal = child.goal();
            let interval = known.interval(goal);
            match self.known.get(&(aim, goal)) {
                Some(below) => below.exact,
                None => interval.is_exact() && interval.slot(Bound::Upper) == Slot::NONE,
            }
        })
    }
}

/// The ends in the structures that follow a goal.
struct Below<'a> {
    known: &'a KnownBounds,
    ends: &'a Ends,
    aim: Aim,
}

impl Countdowns<Reference> for Below<'_> {
    fn within(&self, child: &Reference, placement: &Placement, number: u8) -> Wins {
        let (goal, mirror) = (child.goal(), child.symmetry().mirror_part());
        let there = placement.through(mirror, Pieces::NONE);
        let wins = match self
            .ends
            .known
            .get(&(self.aim, goal))
            .map(|known| &known.ways)
        {
            _ if number == 0 => return Wins::NONE,
            None => return Wins::NONE,
            Some(Ways::Settled(settled)) => settled.plane(self.known, goal, &there),
            Some(Ways::Counted(countdown)) => countdown.within(&there, number),
        };
        if mirror.mirrors() {
            wins.mirror()
        } else {
            wins
        }
    }

    fn has(&self, child: &Reference, number: u8) -> bool {
        match self
            .ends
            .known
            .get(&(self.aim, child.goal()))
            .map(|known| &known.ways)
        {
            None => false,
            Some(Ways::Settled(_)) => number == 1,
            Some(Ways::Counted(countdown)) => countdown.has(number),
        }
    }

    fn longest(&self, child: &Reference) -> u8 {
        match self
            .ends
            .known
            .get(&(self.aim, child.goal()))
            .map(|known| &known.ways)
        {
            None => 0,
            Some(Ways::Settled(_)) => 1,
            Some(Ways::Counted(countdown)) => countdown.longest(),
        }
    }
}
