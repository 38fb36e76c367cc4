//! The on-demand prover: only the structures that a question needs, with bounds where a structure is
//! not settled.
//!
//! An open question about a point is answered by a walk: the attacker follows the shortest win that is
//! still possible, the defender leaves by the first exit that is not proved lost. The walk ends at an
//! exit whose child is open: the child is asked the same question there, the slice is
//! solved again with what was learnt, and so on.

use super::cache::Cache;
use super::ledger::{Ledger, Stages, Supposition};
use super::limits::{Stop, Watch};
use super::resources::Resources;
use super::structure::{Reference, Side};
use super::table::{
    Bound, Claim, Depth, HOPELESS, Interval, Known, MOST_PIECES, Stage, Table, WEIGHT,
};
use crate::board::{Color, Pawns, Pieces, Position, Setup, Structure};
use crate::promote::Rules;
use crate::slice::pieces::{self, Buffer, PieceFrame, Sum};
use crate::slice::point::Point;
use crate::slice::{self, Exit, Wins};
use crate::value::Wdl;

/// A proof in progress.
pub(crate) struct Prover<'w> {
    pub table: Table,
    watch: Watch<'w>,
    /// Structures expanded or settled, by how many promoted pieces they hold.
    pub counts: [u64; MOST_PIECES + 1],
    resources: Resources<'w>,
    /// Positions that could not be solved and were in the way, as on the board of the questions.
    pub reasons: Vec<Position>,
}

/// How the board of the question is turned to what a claim's attacker sees.
#[derive(Clone, Copy, Debug)]
struct Seen {
    flipped: bool,
    mirrored: bool,
}

impl Seen {
    fn mirror_if(self, mirror: bool) -> Seen {
        Seen {
            mirrored: self.mirrored ^ mirror,
            ..self
        }
    }

    /// The position on the board of the question.
    fn position(self, view: Structure, point: Point) -> Option<Position> {
        let turn = if point.to_move {
            Color::White
        } else {
            Color::Black
        };
        let mut setup = Setup::pawn_ending(point.attacker, point.defender, view.pawns, turn);
        for ((color, role), &square) in view.pieces.iter().zip(point.placement.squares()) {
            setup.put(color, role, square);
        }
        let position = setup.validate().ok()?;
        let position = if self.mirrored {
            position.mirror()
        } else {
            position
        };
        Some(if self.flipped {
            position.flip()
        } else {
            position
        })
    }
}

impl<'w> Prover<'w> {
    pub fn new(rules: Rules, watch: Watch<'w>, resources: Resources<'w>) -> Prover<'w> {
        Prover {
            table: Table::new(rules),
            watch,
            counts: [0; MOST_PIECES + 1],
            resources,
            reasons: Vec::new(),
        }
    }

    /// How many structures have been expanded or settled.
    pub fn structures(&self) -> u64 {
        self.counts.iter().sum()
    }

    pub fn bytes(&self) -> u64 {
        self.table.bytes()
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
        let mirrored = self.table.name(view).mirrored();
        let (claim, point) = self.claim(view, point);
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
        let name = self.table.name(view);
        let claim = Claim {
            node: name.index(),
            side: Side::WHITE.flipped_if(name.flipped()),
        };
        self.table.seed(claim);
        (claim, point.mirror_if(name.mirrored()))
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
                let all = Supposition::POSSIBLE;
                return ledger.open_child(&self.table, point, all, all);
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
    fn look(&mut self, claim: Claim) -> Ledger {
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
        let pieces = self.table.pieces(claim);
        if self.probe(claim, point, seen) {
            return Ok(1);
        }
        if pieces == MOST_PIECES && !self.table.interval(claim).given_up {
            let spent = self.resolve_eagerly(claim)?;
            self.note_if_open(claim, point, seen);
            return Ok(spent);
        }
        if self.table.interval(claim).given_up {
            self.note_if_open(claim, point, seen);
            return Ok(1);
        }
        let mut spent = self.ask_opponent(claim, point, seen, budget)?;
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
        let mut ledger = self.look(claim);
        while self.table.answer(claim, point).is_none() && spent < budget {
            match self.walk(&mut ledger, point) {
                Walk::Open(child, there, mirrored) => {
                    let effort = self.table.interval(child).effort;
                    let least = 4;
                    let most = (effort * 2 + least).min((budget - spent).max(least));
                    let used = self.resolve(child, there, seen.mirror_if(mirrored), most)?;
                    self.table.add_effort(child, used);
                    ledger.refresh_child(&self.table, child);
                    spent += used + step - 1;
                }
                Walk::Stale => spent += step,
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
                ledger = self.look(claim);
            }
        }
        Ok(spent)
    }

    /// Asks the outside tables. Did they answer?
    fn probe(&mut self, claim: Claim, point: Point, seen: Seen) -> bool {
        let Some(tablebase) = self.resources.tablebase else {
            return false;
        };
        let view = self.table.view(claim);
        let men = 2 + view.pawns.occupied().count() as usize + view.pieces.len();
        if !self.table.is_chess() || men > tablebase.most_men() || view.pieces.len() > MOST_PIECES {
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

    /// Remembers an ending that could not be solved.
    fn note_if_open(&mut self, claim: Claim, point: Point, seen: Seen) {
        if self.reasons.len() == MOST_REASONS || self.table.answer(claim, point).is_some() {
            return;
        }
        if let Some(position) = seen.position(self.table.view(claim), point)
            && !self.reasons.contains(&position)
        {
            self.reasons.push(position);
        }
    }

    /// Tries an attacker with promoted pieces with its pawns held. Returns what was spent.
    fn hold_pawns(&mut self, claim: Claim) -> Result<u32, Stop> {
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

    /// The weight of everything that has been expanded or settled.
    fn units(&self) -> usize {
        let weights = self.counts.iter().zip(WEIGHT);
        weights
            .map(|(&count, weight)| count as usize * weight)
            .sum()
    }

    /// Settles a claim if that is cheap compared to what has been spent on it. Has it been tried?
    fn try_to_settle(&mut self, claim: Claim, spent: u32) -> Result<bool, Stop> {
        let Interval {
            effort, more_than, ..
        } = self.table.interval(claim);
        let step = WEIGHT[self.table.pieces(claim)] as u32;
        let worth = (effort + spent).saturating_mul(SETTLE);
        if worth < AGAIN * more_than.max(SETTLE * step)
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

    /// What is open at a point hangs on endings that cannot be solved: dearer every time, and in the end given up.
    fn stuck(&mut self, claim: Claim) {
        let effort = self.table.interval(claim).effort;
        if effort >= GIVE_UP {
            self.table.give_up(claim);
        } else {
            self.table.add_effort(claim, effort + WEIGHT[1] as u32);
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

    /// Solves a claim and what is below it; what is open then stays open.
    fn resolve_eagerly(&mut self, claim: Claim) -> Result<u32, Stop> {
        if !self.load(claim) && !self.settle(claim, Depth::Full, EAGER_MOST)?
            || !self.table.interval(claim).is_exact()
        {
            self.table.give_up(claim);
        }
        Ok(WEIGHT[self.table.pieces(claim)] as u32)
    }

    /// What solving everything below a claim costs at least.
    fn least_below(&self, claim: Claim) -> u64 {
        let view = self.table.view(claim);
        view.pawns.pushes_at_least() * WEIGHT[view.pieces.len()] as u64
    }

    /// Minds the limits before one more structure is worked on.
    fn count(&self) -> Result<(), Stop> {
        let structures = self.structures();
        if structures.is_multiple_of(REPORT) {
            self.watch.report(structures, None, self.table.bytes());
        }
        self.watch.check(structures, self.table.bytes())
    }

    /// Solves everything below a claim, if its weight is not more than `most`. Was it?
    fn settle(&mut self, claim: Claim, depth: Depth, most: usize) -> Result<bool, Stop> {
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
    fn cached(&self, claim: Claim) -> Option<(Pieces, &'w Cache)> {
        let Structure { pawns, pieces } = self.table.view(claim);
        let small = pieces.len() == MOST_PIECES && pawns == Pawns::NONE;
        Some((pieces, self.resources.cache.filter(|_| small)?))
    }

    /// Takes a claim from the cache. Was it there?
    fn load(&mut self, claim: Claim) -> bool {
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
        let upper = if self.table.all_exact(claim, &exits) {
            lower
        } else {
            solve(Bound::Upper)
        };
        self.table.narrow(claim, lower, upper);
    }

    /// The same with promoted pieces.
    fn settle_pieces(&mut self, claim: Claim, depth: Depth) {
        let Structure { pawns, pieces } = self.table.view(claim);
        let frame = PieceFrame::new(pawns, pieces);
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        let stalemates = pieces::stalemates(&frame);
        let solve = |bound| {
            let known = Known {
                table: &self.table,
                claim,
                bound,
            };
            let mut sum = Sum {
                won: Buffer::new(frame.planes()),
                escapes: stalemates.clone(),
            };
            for exit in &exits {
                let Some(worth) = pieces::worth(&frame, exit, &known) else {
                    continue;
                };
                let to = sum.of(exit.mover);
                to.iter_mut()
                    .zip(&worth[..])
                    .for_each(|(to, worth)| to.add(worth));
            }
            pieces::solve(&frame, &sum)
        };
        let lower = solve(Bound::Lower);
        let upper = if self.table.all_exact(claim, &exits) {
            Some(lower.clone())
        } else {
            // With pawns held the upper bound would say little.
            (depth == Depth::Full).then(|| solve(Bound::Upper))
        };
        self.table.narrow_planes(claim, Some(lower), upper);
    }

    /// Computes the bounds of a claim from those of its children.
    fn solve(&mut self, claim: Claim, ledger: &Ledger) {
        let (lower, upper) = (ledger.solve(Bound::Lower), ledger.solve(Bound::Upper));
        match (&lower[..], &upper[..]) {
            (&[lower], &[upper]) => self.table.narrow(claim, lower, upper),
            _ => self.table.narrow_planes(claim, Some(lower), Some(upper)),
        }
    }

    /// From an open point to a child that is open at the end of the walk.
    fn walk(&self, ledger: &mut Ledger, mut point: Point) -> Walk {
        let mut costs = ledger.costs(&self.table);
        let hopeless = costs.pop_if(|cost| *cost == HOPELESS).is_some();
        let nothing = if hopeless { Walk::Stuck } else { Walk::Stale };
        let attempts = costs.iter().map(|&cost| Supposition::win(cost));
        let win = attempts
            .into_iter()
            .find(|&win| ledger.suppose(win)[point.plane()].contains(point));
        let attempts = costs.iter().map(|&cost| Supposition::hold(cost));
        let hold = attempts
            .map(|hold| (hold, ledger.suppose(hold)))
            .find(|(_, lost)| !lost[point.plane()].contains(point));
        if win.is_none() && hold.is_none() || !hopeless && (win.is_none() || hold.is_none()) {
            return nothing;
        }
        let win = win.unwrap_or(Supposition::POSSIBLE);
        let (hold, lost) = hold.unwrap_or_else(|| {
            let hold = Supposition::PROVED;
            (hold, ledger.suppose(hold))
        });
        let stages = ledger.stages(win);
        loop {
            if let Some((child, there, mirrored)) = ledger.open_child(&self.table, point, win, hold)
            {
                return Walk::Open(child, there, mirrored);
            }
            match step(ledger, &stages, &lost, point) {
                Some(next) => point = next,
                None => return nothing,
            }
        }
    }
}

/// How a walk ends.
enum Walk {
    /// At an open point of a child, and whether the child is mirrored.
    Open(Claim, Point, bool),
    /// Children have been settled since the ledger was written.
    Stale,
    /// What is open hangs on endings that cannot be solved.
    Stuck,
}

/// More positions than this are not remembered as reasons.
const MOST_REASONS: usize = 12;

/// Claims that were stuck after so much effort are given up.
const GIVE_UP: u32 = 1 << 16;

/// An attacker with a promoted piece is first tried with its pawns held, if that weighs no more.
const HELD_MOST: usize = 16 * WEIGHT[1];

/// Or if it weighs no more than this part of all work so far.
const HELD_SHARE: usize = 256;

/// A slice with two promoted pieces is solved if everything below weighs no more.
const EAGER_MOST: usize = 16 * WEIGHT[2];

/// Everything below a claim is solved when it is at most so many times what has been spent on it: exact
/// slices cost that much less than a walk.
const SETTLE: u32 = 8;

/// Progress is reported every so many structures.
const REPORT: u64 = 512;

/// After a vain try the next must be worth so many times more.
const AGAIN: u32 = 4;

/// One step of the walk inside the slice: the attacker towards the possible win, the defender to a
/// point that is not proved lost.
fn step(ledger: &Ledger, stages: &Stages, lost: &[Wins], point: Point) -> Option<Point> {
    let possible = ledger.quiet_moves(point);
    let possible = possible
        .into_iter()
        .filter_map(|next| Some((stages.distance(next)?, next)));
    let (_, next) = if point.to_move {
        let reach = stages.distance(point)?;
        possible
            .filter(|(plies, _)| *plies <= reach)
            .min_by_key(|(plies, _)| *plies)
    } else {
        possible
            .filter(|(_, next)| !lost[next.plane()].contains(*next))
            .max_by_key(|(plies, _)| *plies)
    }?;
    Some(next)
}
