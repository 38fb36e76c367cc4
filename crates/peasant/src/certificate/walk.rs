//! Where a strategy leads: all positions that the other side can bring about, structure after structure.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::contents::{Trust, Trusted};
use super::strategist::{Claim, Strategist, promoted};
use super::uncertified::Uncertified;
use crate::board::{Color, Move, Pawns, Position, Role};
use crate::limits::Watch;
use crate::prove::MAX_PIECES;

/// The men but for the kings, and where the pawns stand. Play leads from lesser ones to greater ones only.
pub(super) type Stratum = (Reverse<u32>, Reverse<u8>, Pawns, [u8; 8]);

/// Limits are minded every so many positions.
const MIND: usize = 256;

/// Bytes for a position that is met, what it takes later included; measured, with tables that double.
const EACH: u64 = 260;

/// The move of a strategy in a position, and in how many moves play has ended at the latest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub r#move: Move,
    pub rank: u32,
}

/// The positions that one strategy has come to.
pub(super) struct Walk<'w> {
    watch: &'w Watch,
    /// Bytes in use by the proof, and positions of other strategies.
    before: (u64, usize),
    /// `None`: not worked on yet.
    pub steps: HashMap<Position, Option<Step>>,
    pub trusted: Vec<Trusted>,
    /// Who is trusted where the strategy knows no move, if anybody is.
    by: Trust,
    queue: BTreeMap<Stratum, Vec<Position>>,
    done: usize,
}

/// The stratum of a position.
pub(super) fn stratum(position: &Position) -> Stratum {
    let mut pieces = [0; 8];
    for (index, count) in pieces.iter_mut().enumerate() {
        let (color, role) = (Color::BOTH[index / 4], Role::PROMOTIONS[index % 4]);
        *count = position.pieces(color, role).count() as u8;
    }
    let pawns = position.pawns();
    (
        Reverse(pawns.steps_left()),
        Reverse(pieces.iter().sum()),
        pawns,
        pieces,
    )
}

impl<'w> Walk<'w> {
    pub fn new(watch: &'w Watch, before: (u64, usize), by: Trust) -> Walk<'w> {
        Walk {
            watch,
            before,
            steps: HashMap::new(),
            trusted: Vec::new(),
            by,
            queue: BTreeMap::new(),
            done: 0,
        }
    }

    /// Follows a strategy from a position to all ends.
    pub fn follow(
        &mut self,
        strategist: &mut Strategist,
        root: &Position,
    ) -> Result<(), Uncertified> {
        self.arrive(strategist, root)?;
        while let Some(mut first) = self.queue.first_entry() {
            let Some(here) = first.get_mut().pop() else {
                first.remove();
                continue;
            };
            self.mind()?;
            let is_met = |position: &Position| self.steps.contains_key(position);
            let Some(r#move) = strategist.choose(&here, &is_met)? else {
                self.steps.remove(&here);
                self.trust(strategist, &here)?;
                continue;
            };
            self.steps.insert(here, Some(Step { r#move, rank: 0 }));
            self.arrive(strategist, &here.play(r#move))?;
        }
        Ok(())
    }

    /// Play has come to a position: where it goes on the moves of the strategy's side are still to be found.
    fn arrive(
        &mut self,
        strategist: &mut Strategist,
        position: &Position,
    ) -> Result<(), Uncertified> {
        let claim = strategist.claim;
        if claim.is_over(position) || self.steps.contains_key(position) {
            return Ok(());
        }
        if position.turn() == claim.side {
            self.steps.insert(*position, None);
            self.queue
                .entry(stratum(position))
                .or_default()
                .push(*position);
            return Ok(());
        }
        for answer in position.legal_moves() {
            self.arrive(strategist, &position.play(answer))?;
        }
        Ok(())
    }

    /// Nothing shows the claim in a position: somebody is trusted.
    fn trust(
        &mut self,
        strategist: &mut Strategist,
        position: &Position,
    ) -> Result<(), Uncertified> {
        if let Some(stop) = strategist.inquiry.stopped() {
            return Err(Uncertified::Stopped(stop));
        }
        let by = self.by;
        let may_be = by == Trust::Table || promoted(position) > MAX_PIECES;
        if !may_be || strategist.refutes(position)? || !strategist.shows(position)? {
            return Err(Uncertified::Gap(*position));
        }
        if !self.trusted.iter().any(|one| one.position == *position) {
            let bounds = strategist.claim.bounds(position);
            self.trusted.push(Trusted {
                position: *position,
                bounds,
                by,
            });
        }
        Ok(())
    }

    /// Minds the limits.
    fn mind(&mut self) -> Result<(), Uncertified> {
        self.done += 1;
        if self.done.is_multiple_of(MIND) {
            let (bytes, others) = self.before;
            let bytes = bytes + EACH * (others + self.steps.len()) as u64;
            let done = (others + self.done) as u64;
            self.watch.report(done, None, bytes);
            self.watch.check(0, bytes).map_err(Uncertified::Stopped)?;
        }
        Ok(())
    }
}

impl Claim {
    /// The positions in which the side of the strategy is to move after its own move here.
    pub fn followers(self, here: &Position, r#move: Move) -> Vec<Position> {
        let next = here.play(r#move);
        if self.is_over(&next) {
            return Vec::new();
        }
        let answers = next
            .legal_moves()
            .into_iter()
            .map(|answer| next.play(answer));
        answers.filter(|after| !self.is_over(after)).collect()
    }
}
