//! The on-demand prover: only the structures that a question needs, with bounds where a structure is
//! not settled.
//!
//! An open question about a point is answered by a walk: the attacker follows the shortest win that is
//! still possible, the defender leaves by the first exit that is not proved lost. The walk ends at an
//! exit whose child is open: the child is asked the same question there, the slice is
//! solved again with what was learnt, and so on.

mod seen;
mod settle;
mod two_pieces;
mod walk;

use seen::Seen;
use walk::Walk;

use super::guide::Guide;
use super::ledger::{Ledger, Stages};
use super::resources::Resources;
use super::structure::Side;
use super::supposition::Supposition;
use super::table::{Bound, Claim, MOST_PIECES, Stage, Table, WEIGHT};
use crate::board::{Color, Position, Structure};
use crate::limits::{Stop, Watch};
use crate::rules::Rules;
use crate::slice::point::Point;
use crate::value::Wdl;

/// A proof in progress.
pub(crate) struct Prover<'w> {
    pub table: Table,
    watch: Watch<'w>,
    /// Structures expanded or settled, by how many promoted pieces they hold.
    pub counts: [u64; MOST_PIECES + 1],
    resources: Resources<'w>,
    /// Shows a proof for chess where to look.
    guide: Option<Box<Guide<'w>>>,
    /// Positions that could not be solved and were in the way, as on the board of the questions.
    reasons: Vec<(Claim, Point, Position)>,
    /// Claims with two promoted pieces were left alone for want of memory.
    pub lacked_memory: bool,
}

impl<'w> Prover<'w> {
    pub fn new(rules: Rules, watch: Watch<'w>, resources: Resources<'w>) -> Prover<'w> {
        let guide = (rules == Rules::Chess).then(|| Box::new(Guide::new(watch)));
        Prover {
            table: Table::new(rules),
            guide,
            watch,
            counts: [0; MOST_PIECES + 1],
            resources,
            reasons: Vec::new(),
            lacked_memory: false,
        }
    }

    /// How many structures have been expanded or settled.
    pub fn structures(&self) -> u64 {
        self.counts.iter().sum()
    }

    pub fn bytes(&self) -> u64 {
        let guide = self.guide.as_ref().map_or(0, |guide| guide.bytes());
        self.table.bytes() + guide
    }

    /// Does the attacker win? Works on the question until so many structures have been expanded
    /// for it. The structure and the point are as the attacker sees them; `flipped`: the attacker is Black.
    pub fn ask(
        &mut self,
        view: Structure,
        point: Point,
        flipped: bool,
        budget: u32,
    ) -> Result<Option<bool>, Stop> {
        let (claim, mirrored) = self.claim_of(view);
        let point = point.mirror_if(mirrored);
        let spent = self.resolve(claim, point, Seen { flipped, mirrored }, budget)?;
        self.table.add_effort(claim, spent);
        Ok(self.table.answer(claim, point))
    }

    /// Has all work on a question turned out to be in vain?
    pub fn is_hopeless(&mut self, view: Structure, point: Point) -> bool {
        let (claim, point) = self.claim(view, point);
        self.table.answer(claim, point).is_none() && self.table.interval(claim).given_up
    }

    /// What is known of a question without any work.
    pub fn known(&mut self, view: Structure, point: Point) -> Option<bool> {
        let (claim, point) = self.claim(view, point);
        self.table.answer(claim, point)
    }

    fn claim(&mut self, view: Structure, point: Point) -> (Claim, Point) {
        let (claim, mirrored) = self.claim_of(view);
        (claim, point.mirror_if(mirrored))
    }

    /// The claim of a structure's attacker, and whether it is mirrored.
    pub fn claim_of(&mut self, view: Structure) -> (Claim, bool) {
        let name = self.table.name(view);
        let claim = Claim {
            node: name.index(),
            side: Side::WHITE.flipped_if(name.flipped()),
        };
        self.table.seed(claim);
        (claim, name.mirrored())
    }

    /// Within how many plies can a won point be converted into a win that is proved? `None` if that does not show.
    pub fn proved_distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        let (claim, point) = self.claim(view, point);
        let ledger = self.look(claim);
        ledger.stages(Supposition::PROVED).distance(point)
    }

    /// The exact distance of a won point. `None` if it would take more than `budget` expansions.
    pub fn distance(
        &mut self,
        view: Structure,
        point: Point,
        budget: u32,
    ) -> Result<Option<u16>, Stop> {
        // What is open only for a distance is no reason for an open result.
        let reasons = self.reasons.clone();
        let distance = self.search_distance(view, point, budget);
        self.reasons = reasons;
        distance
    }

    fn search_distance(
        &mut self,
        view: Structure,
        point: Point,
        budget: u32,
    ) -> Result<Option<u16>, Stop> {
        let (claim, point) = self.claim(view, point);
        let mut ledger = self.look(claim);
        let mut spent = 0;
        while spent < budget {
            let lower = ledger.stages(Supposition::PROVED);
            let upper = ledger.stages(Supposition::POSSIBLE);
            let Some(proved) = lower.distance(point) else {
                return Ok(None);
            };
            if upper.distance(point) == Some(proved) {
                return Ok(Some(proved));
            }
            if let Some((child, there, _)) = self.shortcut(&mut ledger, point, &lower, &upper) {
                let seen = Seen {
                    flipped: false,
                    mirrored: false,
                };
                spent += self.resolve(child, there, seen, budget - spent)?;
                ledger.refresh_child(&self.table, child);
            }
            spent += 1;
        }
        Ok(None)
    }

    /// An open child that might shorten the way to the conversion.
    fn shortcut(
        &self,
        ledger: &mut Ledger,
        mut point: Point,
        lower: &Stages,
        upper: &Stages,
    ) -> Option<(Claim, Point, bool)> {
        loop {
            if point.to_move && upper.distance(point)? == 1 {
                let (win, hold) = (Supposition::POSSIBLE, Supposition::PROVED);
                return ledger.open_child(&self.table, point, win, hold);
            }
            let steps = ledger.quiet_moves(point).into_iter();
            point = if point.to_move {
                steps.min_by_key(|&next| upper.distance(next).unwrap_or(u16::MAX))
            } else {
                steps
                    .filter(|&next| lower.distance(next).is_some())
                    .max_by_key(|&next| lower.distance(next))
            }?;
        }
    }

    /// Makes sure that the exits of a claim have been looked at, and its bounds are up to date.
    pub fn look(&mut self, claim: Claim) -> Ledger {
        self.table.expand(claim);
        let ledger = Ledger::new(&self.table, claim);
        self.solve(claim, &ledger);
        ledger
    }

    /// Works on a claim until the point is settled or the budget of expansions is spent. Returns what was spent.
    fn resolve(
        &mut self,
        claim: Claim,
        point: Point,
        seen: Seen,
        budget: u32,
    ) -> Result<u32, Stop> {
        if self.table.answer(claim, point).is_some() || budget == 0 {
            return Ok(0);
        }
        if self.probe(claim, point, seen) {
            return Ok(1);
        }
        let spent = if self.table.interval(claim).given_up {
            1
        } else if self.table.pieces(claim) == MOST_PIECES {
            self.resolve_large(claim, point)?
        } else {
            return self.resolve_small(claim, point, seen, budget);
        };
        self.note_if_open(claim, point, seen);
        Ok(spent)
    }

    /// The same for a claim with at most one promoted piece: first the cheap ways, then walk after walk.
    fn resolve_small(
        &mut self,
        claim: Claim,
        point: Point,
        seen: Seen,
        budget: u32,
    ) -> Result<u32, Stop> {
        let mut spent = self.ask_opponent(claim, point, seen, budget)?;
        let pieces = self.table.pieces(claim);
        let step = WEIGHT[pieces] as u32;
        if self.table.interval(claim).stage != Stage::Expanded {
            self.count()?;
            self.counts[pieces] += 1;
            spent += step;
        }
        if pieces > 0 {
            spent += self.hold_pawns(claim)?;
        }
        let tried = pieces > 0 && spent > step && spent >= budget;
        if tried || self.table.answer(claim, point).is_some() {
            return Ok(spent);
        }
        let guess = self.guess(claim, point, budget)?;
        let mut ledger = self.look_guided(claim);
        while self.table.answer(claim, point).is_none() && spent < budget {
            match self.walk(&mut ledger, point, guess) {
                Walk::Open(child, there, mirrored) => {
                    let left = budget - spent;
                    let used = self.resolve_child(child, there, seen.mirror_if(mirrored), left)?;
                    ledger.refresh_child(&self.table, child);
                    spent = spent.saturating_add(used).saturating_add(step - 1);
                }
                Walk::Stale if self.table.is_chess() => spent += step,
                Walk::Stale => {}
                Walk::Stuck => {
                    self.stuck(claim);
                    return Ok(spent.max(1));
                }
            }
            self.solve(claim, &ledger);
            if self.try_to_settle(claim, spent)? {
                if self.table.interval(claim).is_exact() {
                    break;
                }
                ledger = self.look_guided(claim);
            }
        }
        Ok(spent)
    }

    /// Works on a child for about twice what it has had, if so much is left.
    fn resolve_child(
        &mut self,
        child: Claim,
        point: Point,
        seen: Seen,
        left: u32,
    ) -> Result<u32, Stop> {
        // Where promoted pieces come up, less than a slice with one leads nowhere.
        let least = if self.table.is_chess() {
            WEIGHT[1] as u32
        } else {
            0
        };
        let effort = self.table.interval(child).effort;
        let twice = effort.saturating_mul(2).saturating_add(FIRST_BUDGET);
        let budget = twice.min(left.max(least));
        let used = self.resolve(child, point, seen, budget)?;
        self.table.add_effort(child, used);
        Ok(used)
    }

    /// What the guide thinks of a point, if it has an opinion.
    fn guess(&mut self, claim: Claim, point: Point, budget: u32) -> Result<Option<bool>, Stop> {
        let view = self.table.view(claim);
        match &mut self.guide {
            Some(guide) if view.pieces.is_empty() => guide.answer(view, point, budget),
            _ => Ok(None),
        }
    }

    /// The ledger of a claim, with the guide's opinion of its exits.
    fn look_guided(&mut self, claim: Claim) -> Ledger {
        let mut ledger = self.look(claim);
        let view = self.table.view(claim);
        if let Some(guide) = &mut self.guide
            && view.pieces.is_empty()
        {
            let guesses = guide.guesses(view, ledger.exits());
            ledger.set_guesses(guesses);
        }
        ledger
    }

    /// Asks the outside tables. Did they answer?
    fn probe(&mut self, claim: Claim, point: Point, seen: Seen) -> bool {
        let Some(tablebase) = self.resources.tablebase else {
            return false;
        };
        let view = self.table.view(claim);
        let men = 2 + view.pawns.occupied().count() as usize + view.pieces.len();
        if !self.table.is_chess() || men > tablebase.max_men() || view.pieces.len() > MOST_PIECES {
            return false;
        }
        let Some(position) = seen.position(view, point) else {
            return false;
        };
        let Some(result) = tablebase.probe(&position) else {
            return false;
        };
        let won = if point.to_move { Wdl::Win } else { Wdl::Loss };
        self.table.set_answer(claim, point, result == won);
        true
    }

    /// Remembers an ending with promoted pieces that could not be solved.
    fn note_if_open(&mut self, claim: Claim, point: Point, seen: Seen) {
        if !self.table.has_pieces(claim) || self.table.answer(claim, point).is_some() {
            return;
        }
        if self.reasons.len() == MOST_REASONS {
            let table = &self.table;
            let is_open = |(claim, point, _): &_| table.answer(*claim, *point).is_none();
            self.reasons.retain(is_open);
        }
        let known = |(c, p, _): &(Claim, Point, Position)| (*c, *p) == (claim, point);
        if self.reasons.len() < MOST_REASONS
            && !self.reasons.iter().any(known)
            && let Some(position) = seen.position(self.table.view(claim), point)
        {
            self.reasons.push((claim, point, position));
        }
    }

    /// Positions that could not be solved and were in the way, as on the board of the questions.
    pub fn reasons(&self) -> Vec<Position> {
        let mut reasons = Vec::new();
        for &(claim, point, position) in &self.reasons {
            if self.table.answer(claim, point).is_none() && !reasons.contains(&position) {
                reasons.push(position);
            }
        }
        reasons
    }

    /// The weight of everything that has been expanded or settled.
    fn units(&self) -> usize {
        let weights = self.counts.iter().zip(WEIGHT);
        weights
            .map(|(&count, weight)| count as usize * weight)
            .sum()
    }

    /// What is open at a point hangs on endings that cannot be solved: dearer every time, and in the end given up.
    fn stuck(&mut self, claim: Claim) {
        let effort = self.table.interval(claim).effort;
        if effort >= GIVE_UP {
            self.table.give_up(claim);
        } else {
            let more = effort.saturating_add(WEIGHT[1] as u32);
            self.table.add_effort(claim, more);
        }
    }

    /// A player without pieces hardly ever wins against a promoted one: first the other side's win is
    /// tried, which settles the question too.
    fn ask_opponent(
        &mut self,
        claim: Claim,
        point: Point,
        seen: Seen,
        budget: u32,
    ) -> Result<u32, Stop> {
        let view = self.table.view(claim);
        if view.pieces.is_empty() || view.pieces.any_of(Color::White) {
            return Ok(0);
        }
        let opponent = claim.opponent();
        let theirs = point.seen_by_opponent(view.pieces);
        self.table.seed(opponent);
        let seen = Seen {
            flipped: !seen.flipped,
            ..seen
        };
        let spent = self.resolve(opponent, theirs, seen, budget / 2)?;
        self.table.add_effort(opponent, spent);
        Ok(spent)
    }

    /// Minds the limits before one more structure is worked on.
    fn count(&mut self) -> Result<(), Stop> {
        let structures = self.structures();
        if structures.is_multiple_of(REPORT) {
            self.watch.report(structures, None, self.bytes());
        }
        self.make_room(SPARE);
        self.watch.check(structures, self.bytes())
    }

    /// Forgets what takes most room and can be had again, until so many bytes are free. Are they?
    fn make_room(&mut self, bytes: u64) -> bool {
        while self.watch.room(self.bytes()) < bytes {
            if !self.table.forget_largest() {
                return false;
            }
        }
        true
    }

    /// Computes the bounds of a claim from those of its children.
    fn solve(&mut self, claim: Claim, ledger: &Ledger) {
        let (lower, upper) = (ledger.solve(Bound::Lower), ledger.solve(Bound::Upper));
        match (&lower[..], &upper[..]) {
            (&[lower], &[upper]) => self.table.narrow(claim, lower, upper),
            _ => self.table.narrow_planes(claim, Some(lower), Some(upper)),
        }
    }
}

/// A child may be worked on for twice what it has had, and so much.
const FIRST_BUDGET: u32 = 4;

/// More positions than this are not remembered as reasons.
const MOST_REASONS: usize = 12;

/// Claims that were stuck after so much effort are given up.
const GIVE_UP: u32 = 1 << 16;

/// The largest slices are forgotten before less memory than this is left.
const SPARE: u64 = 1 << 20;

/// Progress is reported every so many structures.
const REPORT: u64 = 512;
