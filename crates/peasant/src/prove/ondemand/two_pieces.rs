//! Claims with two promoted pieces, the largest that are solved.

use super::Prover;
use crate::limits::Stop;
use crate::prove::table::{Bound, Claim, Depth, Interval, MOST_PIECES, Table, WEIGHT};
use crate::slice::point::Point;

/// A slice with two promoted pieces is solved if everything below weighs no more.
const EAGER_MOST: usize = 40 * WEIGHT[2];

/// Later if it weighs no more than this part of all work so far, but never more than the limit.
const EAGER_SHARE: usize = 8;

const EAGER_LIMIT: usize = 64 * WEIGHT[2];

/// Claims with two promoted pieces are given up after so much effort.
const ENOUGH: u32 = 1 << 20;

/// Solving a slice with two promoted pieces takes about so many bytes.
const LARGE_ROOM: u64 = 32 << 20;

impl Prover {
    /// Works on a claim with two promoted pieces: with all that is below it if that is cheap, else alone, as far
    /// as mates, checks and what is known of its children go. Returns what was spent.
    pub(super) fn resolve_large(&mut self, claim: Claim, point: Point) -> Result<u32, Stop> {
        let step = WEIGHT[MOST_PIECES] as u32;
        if !self.make_room(LARGE_ROOM) {
            self.lacked_memory = true;
            self.table.give_up(claim);
            return Ok(step);
        }
        if self.load(claim) {
            return Ok(step);
        }
        let before = self.units();
        let Interval {
            held,
            more_than,
            effort,
            ..
        } = self.table.interval(claim);
        let most = if held {
            (before / EAGER_SHARE).min(EAGER_LIMIT)
        } else {
            EAGER_MOST
        };
        let solved = most >= 2 * more_than as usize && self.settle(claim, Depth::Full, most)?;
        if !solved && !held {
            self.settle_alone(claim, point)?;
        }
        if solved || most >= EAGER_LIMIT || effort > ENOUGH {
            self.table.give_up(claim);
        }
        Ok(((self.units() - before) as u32).max(step))
    }

    /// Tightens the bounds of a claim with two pieces that hold the answer for a point, from what is known.
    fn settle_alone(&mut self, claim: Claim, point: Point) -> Result<(), Stop> {
        self.table.find_exits(claim);
        self.hold_children(claim)?;
        for bound in [Bound::Upper, Bound::Lower] {
            self.count()?;
            self.counts[MOST_PIECES] += 1;
            self.settle_bound(claim, bound);
            if self.table.answer(claim, point).is_some() {
                return Ok(());
            }
        }
        self.table.set_held(claim);
        Ok(())
    }

    /// Gives the children with one piece what bounds are cheap.
    fn hold_children(&mut self, claim: Claim) -> Result<(), Stop> {
        let children = self
            .table
            .exits(claim)
            .flat_map(|exit| exit.structures().collect::<Vec<_>>());
        let children: Vec<Claim> = children.map(|child| Table::child(claim, child).0).collect();
        for child in children
            .into_iter()
            .flat_map(|child| [child, child.opponent()])
        {
            if self.table.pieces(child) == 1 && !self.table.is_unarmed(child) {
                self.hold_pawns(child)?;
            }
        }
        Ok(())
    }
}
