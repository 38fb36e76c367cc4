//! Claims solved from below, all that they need before them.

use super::Prover;
use crate::board::{Pawns, Pieces, Structure};
use crate::limits::Stop;
use crate::prove::cache::Cache;
use crate::prove::structure::Reference;
use crate::prove::table::{Bound, Claim, Depth, Interval, Known, MOST_PIECES, WEIGHT};
use crate::slice::pieces::{self, Buffer, PieceFrame, Sum};
use crate::slice::{self, Exit, Wins};

/// Everything below a claim is solved when it is at most so many times what has been spent on it: exact
/// slices cost that much less than a walk.
const SETTLE: u32 = 8;

/// After a vain try the next must be worth so many times more.
const AGAIN: u32 = 4;

/// An attacker with a promoted piece is first tried with its pawns held, if that weighs no more.
const HELD_MOST: usize = 16 * WEIGHT[1];

/// Or if it weighs no more than this part of all work so far.
const HELD_SHARE: usize = 256;

impl Prover {
    /// Tries an attacker with promoted pieces with its pawns held. Returns what was spent.
    pub(super) fn hold_pawns(&mut self, claim: Claim) -> Result<u32, Stop> {
        let Interval {
            held, more_than, ..
        } = self.table.interval(claim);
        let most = HELD_MOST.max(self.units() / HELD_SHARE);
        if held || self.table.is_unarmed(claim) || most < AGAIN as usize * more_than as usize {
            return Ok(0);
        }
        let before = self.units();
        self.settle(claim, Depth::Held, most)?;
        Ok(((self.units() - before) / SETTLE as usize) as u32)
    }

    /// Settles a claim if that is cheap compared to what has been spent on it. Has it been tried?
    pub(super) fn try_to_settle(&mut self, claim: Claim, spent: u32) -> Result<bool, Stop> {
        let Interval {
            effort, more_than, ..
        } = self.table.interval(claim);
        let step = WEIGHT[self.table.pieces(claim)] as u32;
        let worth = effort.saturating_add(spent).saturating_mul(SETTLE);
        if worth < more_than.max(SETTLE * step).saturating_mul(AGAIN)
            || self.least_below(claim) > u64::from(worth)
        {
            return Ok(false);
        }
        let depth = self.table.next_depth(claim);
        let settled = self.settle(claim, depth, worth as usize)?;
        if settled {
            self.table.settled_in_vain(claim, depth, worth);
        }
        Ok(settled)
    }

    /// What solving everything below a claim costs at least.
    fn least_below(&self, claim: Claim) -> u64 {
        let view = self.table.view(claim);
        view.pawns.pushes_at_least() * WEIGHT[view.pieces.len()] as u64
    }

    /// Solves everything below a claim, if its weight is not more than `most`. Was it?
    pub(super) fn settle(&mut self, claim: Claim, depth: Depth, most: usize) -> Result<bool, Stop> {
        let Some(order) = self.table.everything_below(claim, depth, most) else {
            return Ok(false);
        };
        for claim in order {
            self.count()?;
            let pieces = self.table.pieces(claim);
            self.counts[pieces] += 1;
            self.table.find_exits(claim);
            if pieces == 0 {
                self.settle_pawns(claim);
            } else if !self.load(claim) {
                self.settle_pieces(claim, depth);
                self.table.set_held(claim);
                self.store(claim);
            }
        }
        Ok(true)
    }

    /// The pieces of an ending that the cache keeps.
    fn cached(&self, claim: Claim) -> Option<(Pieces, &Cache)> {
        let Structure { pawns, pieces } = self.table.view(claim);
        let small = pieces.len() == MOST_PIECES && pawns == Pawns::NONE;
        Some((pieces, self.resources.cache.as_deref().filter(|_| small)?))
    }

    /// Takes a claim from the cache. Was it there?
    pub(super) fn load(&mut self, claim: Claim) -> bool {
        let planes = self
            .cached(claim)
            .and_then(|(pieces, cache)| cache.load(pieces));
        match planes {
            Some(planes) => {
                self.table
                    .narrow_planes(claim, Some(planes.clone()), Some(planes));
                true
            }
            None => false,
        }
    }

    fn store(&self, claim: Claim) {
        if let Some((pieces, cache)) = self.cached(claim)
            && let Some(planes) = self.table.exact_planes(claim)
        {
            cache.store(pieces, planes);
        }
    }

    /// Solves a claim from what is known below it.
    fn settle_pawns(&mut self, claim: Claim) {
        let pawns = self.table.view(claim).pawns;
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        let solve = |bound| {
            let known = Known {
                table: &self.table,
                claim,
                bound,
            };
            slice::solve(pawns, &exits, &known)
        };
        let lower = solve(Bound::Lower);
        let upper = if self.table.all_exact(claim) {
            lower
        } else {
            solve(Bound::Upper)
        };
        self.table.narrow(claim, lower, upper);
    }

    /// The same with promoted pieces.
    fn settle_pieces(&mut self, claim: Claim, depth: Depth) {
        let lower = self.solution(claim, Bound::Lower);
        let upper = if self.table.all_exact(claim) {
            Some(lower.clone())
        } else {
            // With pawns held the upper bound would say little.
            (depth == Depth::Full).then(|| self.solution(claim, Bound::Upper))
        };
        self.table.narrow_planes(claim, Some(lower), upper);
    }

    /// One bound of a claim with promoted pieces.
    pub(super) fn settle_bound(&mut self, claim: Claim, bound: Bound) {
        let planes = Some(self.solution(claim, bound));
        match bound {
            Bound::Lower => self.table.narrow_planes(claim, planes, None),
            Bound::Upper => self.table.narrow_planes(claim, None, planes),
        }
    }

    /// A bound of a claim with promoted pieces, from those of its children.
    fn solution(&self, claim: Claim, bound: Bound) -> Vec<Wins> {
        let Structure { pawns, pieces } = self.table.view(claim);
        let frame = PieceFrame::new(pawns, pieces);
        let known = Known {
            table: &self.table,
            claim,
            bound,
        };
        let mut sum = Sum {
            won: Buffer::new(frame.planes()),
            escapes: pieces::stalemates(&frame),
        };
        for exit in self.table.exits(claim) {
            let Some(worth) = pieces::worth(&frame, &exit, &known) else {
                continue;
            };
            let to = sum.of(exit.mover);
            to.iter_mut()
                .zip(&worth[..])
                .for_each(|(to, worth)| to.add(worth));
        }
        pieces::solve(&frame, &sum)
    }
}
