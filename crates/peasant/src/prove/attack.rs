//! One player's attack: where he wins, proved by the rules of the game, and how far the end is. Each attack has a graph and an account of
//! its own, so that both run side by side (`session.rs`).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::beside::Beside;
use super::count::distance::{Measured, distance};
use super::count::ends::Ends;
use super::count::needed::needed;
use super::count::two_piece_ways::TwoPieceWays;
use super::count::whole_slice::{slice_bounds, solve_whole};
use super::effort::Effort;
use super::game::Played;
use super::outside_help::Resources;
use super::policy::{
    DESCENT_PART, FAR_FROM_PROOF, FIRST_TRY, MATES, MAX_LARGE, MAX_PIECES, NEAR, NEAR_THOUGH_HELD,
    SEARCH_AHEAD, SEARCH_PAWNS, SMALL_MATTER,
};
use super::proof::{Aim, EndIn, Measure};
use super::question::{place, wins};
use super::refine::{Claim, Refinement};
use super::slice_bounds::SliceBounds;
use super::solve::goal_prover::GoalProver;
use crate::board::{Color, Position};
use crate::limits::{Price, Stop, Watch};
use crate::rules::Rules;
use crate::slice::Point;
use crate::structure::{Structure, Symmetry};
use crate::value::Distance;

/// What is known of one player's wins, between requests.
pub(super) struct Attack {
    rules: Rules,
    player: Color,
    pub prover: GoalProver,
    pub refinement: Refinement,
    watch: Watch,
    pub stopped: Option<Stop>,
    /// Raised when the other attack has made this one needless.
    pub dropped: Arc<AtomicBool>,
    /// Distances that were not found, and what was spent on each.
    unmeasured: HashMap<(Structure, Point), Effort>,
    measured: Measured,
    /// The same with most pieces.
    two_piece_ways: TwoPieceWays,
    ends: Ends,
}

/// Does the player win?
pub(super) struct Answer {
    pub won: Option<bool>,
    /// It is open, and more work is worth while.
    pub live: bool,
}

impl Answer {
    /// Nothing has been found out.
    pub const OPEN: Answer = Answer {
        won: None,
        live: true,
    };
}

impl Attack {
    /// `beside`: another proof under the same limit of memory.
    pub fn new(
        rules: Rules,
        player: Color,
        resources: Resources,
        beside: Option<&Attack>,
    ) -> Attack {
        let watch = Watch::idle();
        let mut prover = GoalProver::new(Played::by(rules), watch.clone(), resources);
        if let Some(beside) = beside {
            prover.share_memory(&beside.prover);
        }
        Attack {
            rules,
            player,
            refinement: Refinement::new(&prover),
            prover,
            watch,
            stopped: None,
            dropped: Arc::default(),
            unmeasured: HashMap::new(),
            measured: Measured::default(),
            two_piece_ways: TwoPieceWays::default(),
            ends: Ends::default(),
        }
    }

    /// A request begins, which is observed for both attacks together.
    pub fn begin(&mut self, watch: &Watch, beside: &Arc<Beside>) {
        let observer = beside.hand(self.player, Arc::clone(&self.dropped));
        self.watch = watch.clone().observed_by(observer);
        self.prover.begin(self.watch.clone());
        self.refinement.begin(&self.watch);
        self.two_piece_ways.clear();
        self.ends.begin();
        self.prover.tables = self.ends.bytes();
        self.stopped = None;
    }

    /// Forgets everything but results that take so many bytes at most, those first that have not been used for longest.
    pub fn forget_all_but(&mut self, bytes: u64) {
        self.refinement = Refinement::new(&self.prover);
        self.prover.forget_all_but(bytes);
        self.unmeasured.clear();
        self.measured = Measured::default();
        self.ends.clear();
    }

    /// The other attack has counted so many structures in this request.
    pub fn leave_room(&mut self, structures: u64) {
        self.prover.watch = self.watch.clone().less(structures);
    }

    /// How many structures have been counted in this request.
    pub fn counted(&self) -> u64 {
        self.prover.work_done() - self.prover.before
    }

    /// Works on the question whether the player wins, until it is answered or so much has been spent.
    pub fn wins(&mut self, position: &Position, effort: Effort) -> Answer {
        let mut live = false;
        let won = wins(self.rules, position, self.player, &mut |view, point| {
            let answer = self.ask(view, point, effort);
            live |= answer.is_none() && !self.prover.is_hopeless(view, point, effort);
            answer
        });
        Answer { won, live }
    }

    fn ask(&mut self, view: Structure, point: Point, effort: Effort) -> Option<bool> {
        if self.stopped.is_none() && effort > Effort::NONE {
            self.stopped = loop {
                match self.work_on(view, point, effort) {
                    // A game beside the proof cannot forget what the proof holds.
                    Err(Stop::Memory) if self.prover.make_way() => {}
                    Err(Stop::Cancelled) if self.dropped.load(Ordering::Relaxed) => break None,
                    done => break done.err(),
                }
            };
        }
        let known = self.prover.known.result(view, point);
        known.or_else(|| self.prover.found(view, point))
    }

    /// Works on a question. About a pawn ending, by the rules of chess, first by what the relaxed games show, then position by position;
    /// descents have what the games leave, and a small part at least.
    fn work_on(&mut self, view: Structure, point: Point, effort: Effort) -> Result<(), Stop> {
        if self.prover.known.result(view, point).is_some() {
            return Ok(());
        }
        let seen = Symmetry::for_player(self.player);
        let account = self.prover.account.clone();
        self.search(view, point, effort)?;
        account.allow(effort);
        if self.rules != Rules::Chess || !view.pieces.is_empty() {
            account.allow(Effort::ALL);
        } else {
            if self.prover.resources.tablebase.is_some() {
                // Tables are asked first.
                self.prover.ask(view, point, seen, Effort(1))?;
            }
            let claim = self
                .refinement
                .work(&mut self.prover, view, point, seen, effort)?;
            self.search_pawns(view, point, claim, effort)?;
            account.allow(account.left().max(effort / DESCENT_PART));
        }
        self.prover
            .ask(view, point, seen, account.left().min(effort))?;
        Ok(())
    }

    /// Searches a question in which the player has a piece: less where the opponent has as many and no proof is near. With no more than one
    /// it becomes a fact of the slice.
    fn search(&mut self, view: Structure, point: Point, effort: Effort) -> Result<(), Stop> {
        if self.rules != Rules::Chess || !view.pieces.any_of(Color::White) {
            return Ok(());
        }
        let (goal, point) = self.prover.known.goal(view, point);
        let pieces = |color| view.pieces.iter().filter(|piece| piece.0 == color).count();
        let is_ahead = pieces(Color::White) > pieces(Color::Black);
        let most = match is_ahead || self.prover.is_promising(goal, point, NEAR) {
            true => (effort * SEARCH_AHEAD).min(SMALL_MATTER.max(effort)),
            false => effort / FAR_FROM_PROOF,
        };
        self.prover.account.allow(most);
        self.prover.search_point(goal, point)
    }

    /// Searches a pawn ending that is open still: less where no proof is near, no more where the games claim besides that it is held. With
    /// two pawns slices show all, distances too.
    fn search_pawns(
        &mut self,
        view: Structure,
        point: Point,
        claim: Option<Claim>,
        effort: Effort,
    ) -> Result<(), Stop> {
        let pawns = view.pawns.white | view.pawns.black;
        if effort < SMALL_MATTER || pawns.count() <= 2 {
            return Ok(());
        }
        let (goal, point) = self.prover.known.goal(view, point);
        let is_held = claim == Some(Claim::Hold);
        let near = if is_held { NEAR_THOUGH_HELD } else { NEAR };
        let most = match self.prover.is_promising(goal, point, near) {
            true => effort * SEARCH_PAWNS,
            false if is_held => Effort::NONE,
            false => effort / FAR_FROM_PROOF,
        };
        let left = self.prover.account.left();
        self.prover.account.allow(most);
        self.prover.search_point(goal, point)?;
        self.prover.account.allow(left);
        Ok(())
    }

    /// What is known of every placement of the kings, after work on some points, named as on the board. `None` with promoted pieces.
    pub fn slice(
        &mut self,
        position: &Position,
        points: &[Point],
        effort: Effort,
    ) -> Option<SliceBounds> {
        let (view, _) = place(position, self.player).filter(|(view, _)| view.pieces.is_empty())?;
        self.settle_points(view, points, effort);
        let [lower, upper] = slice_bounds(&mut self.prover.known, view);
        Some(SliceBounds::on_board(view, self.player, lower, upper))
    }

    /// Works on points of a structure until all are settled or so much has been spent: first on all of them at once, if that costs no
    /// more than a quarter of a first try at each, then one by one, a little on each and again more. Slices with most pieces are left alone unless
    /// there is enough for them.
    fn settle_points(&mut self, view: Structure, points: &[Point], effort: Effort) {
        if effort == Effort::NONE || self.stopped.is_some() {
            return;
        }
        let spares_large = effort < MAX_LARGE;
        self.prover.known.spares_large = spares_large;
        let before = self.prover.account.mark();
        self.prover.account.allow(effort);
        let whole = match spares_large {
            true => Effort::NONE,
            false => effort.min(FIRST_TRY * points.len() as u64 / 2),
        };
        self.stopped = solve_whole(&mut self.prover, view, whole, effort).err();
        let left = effort - self.prover.account.since(before);
        let points = points.iter().map(|point| point.turned(self.player));
        self.settle_one_by_one(view, points.collect(), left);
        self.prover.known.spares_large = false;
    }

    /// The same one by one, as the attacker sees the points.
    fn settle_one_by_one(&mut self, view: Structure, mut open: Vec<Point>, effort: Effort) {
        let before = self.prover.account.mark();
        let mut each = FIRST_TRY * 2;
        while !open.is_empty() {
            for &point in &open {
                if self.prover.known.result(view, point).is_some() {
                    continue;
                }
                let left = effort - self.prover.account.since(before);
                if left == Effort::NONE || self.stopped.is_some() {
                    return;
                }
                self.ask(view, point, each.min(left));
            }
            let prover = &mut self.prover;
            open.retain(|&point| {
                prover.known.result(view, point).is_none() && !prover.is_hopeless(view, point, each)
            });
            each = each * 4;
        }
    }

    /// How far the next zeroing move is in a position that the player is proved to win.
    pub fn distance(&mut self, position: &Position, measure: Measure) -> Option<Distance> {
        let (view, point) = place(position, self.player)?;
        let plies = match measure {
            _ if view.pieces.len() > MAX_PIECES => None,
            _ if view.pieces.len() == MAX_PIECES => self.two_piece_distance(view, point, measure),
            Measure::Exact => self.exact_distance(view, point),
            Measure::Proved => self.measured.proved(&mut self.prover, view, point),
            Measure::AtSight => None,
        };
        plies.map(Distance::from_plies)
    }

    /// The exact distance of a won point, if that is not too much work.
    fn exact_distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        if self.stopped.is_some() {
            return None;
        }
        let budget = FIRST_TRY * 4 + Effort(self.counted());
        let tried = self.unmeasured.get(&(view, point));
        if tried.is_some_and(|&tried| budget <= tried) {
            return None;
        }
        let distance = distance(&mut self.measured, &mut self.prover, view, point, budget);
        if matches!(distance, Ok(None)) {
            self.unmeasured.insert((view, point), budget);
        }
        self.unless_stopped(distance)
    }

    /// The same with most pieces, from tables of their own.
    fn two_piece_distance(
        &mut self,
        view: Structure,
        point: Point,
        measure: Measure,
    ) -> Option<u16> {
        if self.stopped.is_some() {
            return None;
        }
        let prover = &mut self.prover;
        let distance = self.two_piece_ways.distance(prover, view, point, measure);
        prover.tables = self.two_piece_ways.bytes() + self.ends.bytes();
        self.unless_stopped(distance)
    }

    /// What the question whether the player wins hangs on, as far as that has been counted.
    pub fn price(&mut self, position: &Position) -> Option<Price> {
        let mut slices = 0;
        wins(self.rules, position, self.player, &mut |view, point| {
            let (goal, point) = self.prover.known.goal(view, point);
            let known = self.prover.known.answer(goal, point);
            if known.is_none() {
                let price = self.refinement.price(&mut self.prover, goal, point);
                slices += price.unwrap_or_default();
            }
            known
        });
        self.prover.price(slices)
    }

    /// In how many plies, at most, a win that only a search has found comes to what is known without it.
    pub fn searched_way(&self, position: &Position) -> Option<u16> {
        let (view, point) = place(position, self.player)?;
        self.prover.found_plies(view, point)
    }

    /// When the end comes in a position that the player is proved to win.
    pub fn end_in(&mut self, position: &Position, aim: Aim) -> Option<EndIn> {
        if self.stopped.is_some() || self.rules != Rules::Chess {
            return None;
        }
        let (view, point) = place(position, self.player)?;
        let max = match aim {
            Aim::Mate => MATES,
            Aim::Promotion | Aim::BareKing => SMALL_MATTER.max(self.prover.spent()),
        };
        self.prover.account.allow(Effort::ALL);
        let end = self.ends.end_in(&mut self.prover, view, point, aim, max);
        self.prover.tables = self.two_piece_ways.bytes() + self.ends.bytes();
        self.unless_stopped(end)
    }

    /// What has been counted. A limit that ends the counting leaves the results untouched; that there is no time left holds for all
    /// that follows.
    fn unless_stopped<T>(&mut self, counted: Result<Option<T>, Stop>) -> Option<T> {
        if let Err(stop @ (Stop::Time | Stop::Cancelled)) = counted {
            self.stopped = Some(stop);
        }
        counted.ok().flatten()
    }

    /// The structures of the support from which it follows that the player wins or does not, by promoted pieces.
    pub fn proof_structures(&mut self, position: &Position) -> Option<[u64; MAX_PIECES + 1]> {
        let mut facts = Vec::new();
        wins(self.rules, position, self.player, &mut |view, point| {
            let (goal, point) = self.prover.known.goal(view, point);
            let won = self.prover.known.answer(goal, point)?;
            facts.push((goal, point, won));
            Some(won)
        });
        // By one way or by another: what is not won does not matter then.
        if facts.iter().any(|&(.., won)| won) {
            facts.retain(|&(.., won)| won);
        }
        needed(&self.prover, facts).ok()
    }

    pub fn bytes(&self) -> u64 {
        self.prover.bytes() + self.refinement.bytes() + self.prover.tables
    }
}
