//! The on-demand prover: only the structures that a question needs, with bounds where a structure is
//! not settled.
//!
//! An open question about a point is answered by a walk: the attacker follows the shortest win that is
//! still possible, the defender leaves by the first exit that is not proved lost. The walk ends at an
//! exit whose child is open: the child is asked the same question there, the slice is
//! solved again with what was learnt, and so on.

use super::cache::Cache;
use super::guide::Guide;
use super::ledger::{Ledger, Stages};
use super::limits::{Stop, Watch};
use super::resources::Resources;
use super::structure::{Reference, Side};
use super::supposition::Supposition;
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
    /// Shows a proof for chess where to look.
    guide: Option<Box<Guide<'w>>>,
    /// Positions that could not be solved and were in the way, as on the board of the questions.
    pub reasons: Vec<Position>,
    /// Claims with two promoted pieces were left alone for want of memory.
    pub lacked_memory: bool,
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
        let pieces = self.table.pieces(claim);
        if self.probe(claim, point, seen) {
            return Ok(1);
        }
        if pieces == MOST_PIECES && !self.table.interval(claim).given_up {
            let spent = self.resolve_large(claim, point)?;
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
        let guess = self.guess(claim, point, budget)?;
        let mut ledger = self.look_guided(claim);
        // Where promoted pieces come up, less than a slice with one leads nowhere.
        let least = if self.table.is_chess() {
            WEIGHT[1] as u32
        } else {
            0
        };
        while self.table.answer(claim, point).is_none() && spent < budget {
            match self.walk(&mut ledger, point, guess) {
                Walk::Open(child, there, mirrored) => {
                    let effort = self.table.interval(child).effort;
                    let most = (effort * 2 + FIRST_BUDGET).min((budget - spent).max(least));
                    let used = self.resolve(child, there, seen.mirror_if(mirrored), most)?;
                    self.table.add_effort(child, used);
                    ledger.refresh_child(&self.table, child);
                    spent += used + step - 1;
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

    /// Works on a claim with two promoted pieces: with all that is below it if that is cheap, else alone, as far
    /// as mates, checks and what is known of its children go. Returns what was spent.
    fn resolve_large(&mut self, claim: Claim, point: Point) -> Result<u32, Stop> {
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
        if !self.table.interval(claim).held {
            if !self.settle(claim, Depth::Full, EAGER_MOST)? {
                self.settle_alone(claim, point)?;
            }
        } else {
            let most = (before / EAGER_SHARE).min(EAGER_LIMIT);
            if most >= 2 * self.table.interval(claim).more_than as usize {
                self.settle(claim, Depth::Full, most)?;
            }
        }
        let Interval {
            more_than, effort, ..
        } = self.table.interval(claim);
        let tried = self.table.interval(claim).is_exact() || effort > ENOUGH;
        if tried || more_than as usize >= EAGER_LIMIT {
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

    /// What solving everything below a claim costs at least.
    fn least_below(&self, claim: Claim) -> u64 {
        let view = self.table.view(claim);
        view.pawns.pushes_at_least() * WEIGHT[view.pieces.len()] as u64
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
    fn settle_bound(&mut self, claim: Claim, bound: Bound) {
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

    /// Computes the bounds of a claim from those of its children.
    fn solve(&mut self, claim: Claim, ledger: &Ledger) {
        let (lower, upper) = (ledger.solve(Bound::Lower), ledger.solve(Bound::Upper));
        match (&lower[..], &upper[..]) {
            (&[lower], &[upper]) => self.table.narrow(claim, lower, upper),
            _ => self.table.narrow_planes(claim, Some(lower), Some(upper)),
        }
    }

    /// From an open point to a child that is open at the end of the walk. `guess`: what the guide thinks of the
    /// point.
    fn walk(&self, ledger: &mut Ledger, mut point: Point, guess: Option<bool>) -> Walk {
        let mut costs = ledger.costs(&self.table);
        let hopeless = costs.pop_if(|cost| *cost == HOPELESS).is_some();
        let nothing = if hopeless { Walk::Stuck } else { Walk::Stale };
        let win = attempts(&costs, Supposition::win, guess == Some(true))
            .find(|&win| ledger.suppose(win)[point.plane()].contains(point));
        let hold = attempts(&costs, Supposition::hold, guess == Some(false))
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

/// What to suppose, the cheapest first; if the guide is of that opinion, first as it guesses.
fn attempts(
    costs: &[u32],
    suppose: fn(u32) -> Supposition,
    guided: bool,
) -> impl Iterator<Item = Supposition> {
    let plain = costs.iter().map(move |&cost| suppose(cost));
    let guesses = plain.clone().map(Supposition::guessed);
    guesses.filter(move |_| guided).chain(plain)
}

/// A child may be worked on for twice what it has had, and so much.
const FIRST_BUDGET: u32 = 4;

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

/// The largest slices are forgotten before less memory than this is left.
const SPARE: u64 = 1 << 20;

/// Solving a slice with two promoted pieces takes about so many bytes.
const LARGE_ROOM: u64 = 32 << 20;

/// A slice with two promoted pieces is solved if everything below weighs no more.
const EAGER_MOST: usize = 40 * WEIGHT[2];

/// Later if it weighs no more than this part of all work so far, but never more than the limit.
const EAGER_SHARE: usize = 8;
const EAGER_LIMIT: usize = 64 * WEIGHT[2];

/// Claims with two promoted pieces are given up after so much effort.
const ENOUGH: u32 = 1 << 20;

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
