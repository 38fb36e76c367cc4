//! The on-demand prover as the facade sees it: it knows what stopped it, and what it has tried in vain.

use std::collections::HashMap;

use crate::board::{Color, Position};
use crate::limits::{Stop, Watch};
use crate::prove::count::distance::{distance, proved_lengths};
use crate::prove::count::ends::Ends;
use crate::prove::count::lengths::Lengths;
use crate::prove::count::needed::needed;
use crate::prove::count::two_piece_ways::TwoPieceWays;
use crate::prove::count::whole_slice::{slice_bounds, solve_whole};
use crate::prove::effort::Effort;
use crate::prove::game::Played;
use crate::prove::keep::Saved;
use crate::prove::outside_help::Resources;
use crate::prove::policy::{
    DESCENT_SHARE, DISTANCE, EACH_POINT, ENDS, MATES, MAX_LARGE, MAX_PIECES,
};
use crate::prove::proof::{Aim, EndIn, Found, Leaned, Measure, Proof};
use crate::prove::question::{place, wins};
use crate::prove::refine::Refinement;
use crate::prove::refine::suppositions::Suppositions;
use crate::prove::slice_bounds::SliceBounds;
use crate::prove::solve::goal_prover::GoalProver;
use crate::rules::Rules;
use crate::slice::Point;
use crate::structure::{Structure, Symmetry};
use crate::value::{Bounds, Contradiction, Distance, Wdl};

/// The on-demand prover between requests.
pub(crate) struct OnDemand {
    rules: Rules,
    prover: GoalProver,
    refinement: Refinement,
    suppositions: Suppositions,
    stopped: Option<Stop>,
    /// Structures before the request.
    before: u64,
    /// Distances that were not found, and what was spent on each.
    unmeasured: HashMap<(Structure, Point), Effort>,
    /// The structure that was measured last, and how many structures had been expanded by then.
    measured: Option<(Structure, u64, Ways)>,
    /// The same with most pieces.
    two_piece_ways: TwoPieceWays,
    ends: Ends,
}

/// Proved ways to convert in one structure.
struct Ways {
    lengths: Lengths,
    symmetry: Symmetry,
}

impl OnDemand {
    pub fn new(rules: Rules, resources: Resources) -> OnDemand {
        let prover = GoalProver::new(Played::by(rules), Watch::idle(), resources);
        OnDemand {
            rules,
            refinement: Refinement::new(&prover),
            prover,
            suppositions: Suppositions::default(),
            stopped: None,
            before: 0,
            unmeasured: HashMap::new(),
            measured: None,
            two_piece_ways: TwoPieceWays::default(),
            ends: Ends::default(),
        }
    }

    /// Does the player win? `live`: is more work worth while?
    fn wins(
        &mut self,
        position: &Position,
        player: Color,
        effort: Effort,
        live: &mut bool,
    ) -> Option<bool> {
        wins(self.rules, position, player, &mut |view, point| {
            let answer = self.ask(view, point, Symmetry::for_player(player), effort);
            *live |= answer.is_none() && !self.prover.is_hopeless(view, point);
            answer
        })
    }

    fn ask(
        &mut self,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Option<bool> {
        if self.stopped.is_none() && effort > Effort::NONE {
            self.stopped = loop {
                match self.work_on(view, point, seen, effort) {
                    // A game beside the proof cannot forget what the proof holds.
                    Err(Stop::Memory) if self.prover.make_way() => {}
                    done => break done.err(),
                }
            };
        }
        self.prover.known.result(view, point)
    }

    /// Works on a question. About a pawn ending, by the rules of chess, first by what the relaxed games show; descents have what
    /// that leaves, and a small part at least.
    fn work_on(
        &mut self,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<(), Stop> {
        if self.prover.known.result(view, point).is_some() {
            return Ok(());
        }
        let account = self.prover.account.clone();
        account.allow(effort);
        if self.rules != Rules::Chess || !view.pieces.is_empty() {
            account.allow(Effort::ALL);
        } else {
            if self.prover.resources.tablebase.is_some() {
                // Tables are asked first.
                self.prover.ask(view, point, seen, Effort(1))?;
            }
            self.refinement
                .work(&mut self.prover, view, point, seen, effort)?;
            account.allow(account.left().max(effort / DESCENT_SHARE));
        }
        self.prover
            .ask(view, point, seen, account.left().min(effort))?;
        Ok(())
    }

    /// Works on points of a structure, named as on the board, until all are settled or so much has been spent: first on all
    /// of them at once, if that is cheap, then one by one, a little on each and again more. Slices with most pieces are left
    /// alone unless there is enough for them.
    fn settle_points(
        &mut self,
        view: Structure,
        attacker: Color,
        points: &[Point],
        effort: Effort,
    ) {
        if effort == Effort::NONE || self.stopped.is_some() {
            return;
        }
        self.prover.known.spares_large = effort < MAX_LARGE;
        let before = self.prover.account.spent();
        self.prover.account.allow(effort);
        self.stopped = solve_whole(&mut self.prover, view, effort).err();
        let left = effort - self.prover.account.since(before);
        let points = points.iter().map(|point| point.turned(attacker));
        self.settle_one_by_one(view, attacker, points.collect(), left);
        self.prover.known.spares_large = false;
    }

    /// The same one by one, as the attacker sees the points.
    fn settle_one_by_one(
        &mut self,
        view: Structure,
        attacker: Color,
        mut open: Vec<Point>,
        effort: Effort,
    ) {
        let seen = Symmetry::for_player(attacker);
        let before = self.prover.account.spent();
        let mut each = EACH_POINT;
        while !open.is_empty() {
            for &point in &open {
                if self.prover.known.result(view, point).is_some() {
                    continue;
                }
                let left = effort - self.prover.account.since(before);
                if left == Effort::NONE || self.stopped.is_some() {
                    return;
                }
                self.ask(view, point, seen, each.min(left));
            }
            let prover = &mut self.prover;
            open.retain(|&point| {
                prover.known.result(view, point).is_none() && !prover.is_hopeless(view, point)
            });
            each = each * 4;
        }
    }

    /// The exact distance of a won point, if that is not too much work.
    fn exact_distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        if self.stopped.is_some() {
            return None;
        }
        let budget = DISTANCE + Effort(self.prover.structures() - self.before);
        let tried = self.unmeasured.get(&(view, point));
        if tried.is_some_and(|&tried| budget <= tried) {
            return None;
        }
        let distance = distance(&mut self.prover, view, point, budget);
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

    /// What has been counted. A limit that ends the counting leaves the results untouched; that there is no time left holds for all
    /// that follows.
    fn unless_stopped<T>(&mut self, counted: Result<Option<T>, Stop>) -> Option<T> {
        if let Err(stop @ (Stop::Time | Stop::Cancelled)) = counted {
            self.stopped = Some(stop);
        }
        counted.ok().flatten()
    }

    /// The length of a proved way from a won point.
    fn proved_distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        let now = self.prover.structures();
        let ways = match self.measured.take() {
            Some((structure, then, ways)) if (structure, then) == (view, now) => ways,
            _ => {
                let (lengths, symmetry) = proved_lengths(&mut self.prover, view);
                Ways { lengths, symmetry }
            }
        };
        let distance = ways
            .lengths
            .distance(point.through(ways.symmetry, view.pieces));
        self.measured = Some((view, now, ways));
        distance
    }
}

impl Proof for OnDemand {
    fn begin(&mut self, watch: &Watch) {
        self.prover.begin(watch.clone());
        self.refinement.begin(&mut self.prover, watch);
        self.two_piece_ways.clear();
        self.ends.clear();
        self.prover.tables = 0;
        self.stopped = None;
        self.before = self.prover.structures();
    }

    fn work(&mut self, position: &Position, effort: Effort) -> Result<Found, Contradiction> {
        let mover = position.turn();
        let mut live = false;
        let won = self.wins(position, mover, effort, &mut live);
        let lost = match won {
            // By Newborn's rules nothing comes from outside that could say the contrary.
            Some(true) if self.rules == Rules::Newborn => Some(false),
            Some(true) => Some(self.wins(position, !mover, Effort::NONE, &mut false) == Some(true)),
            _ => self.wins(position, !mover, effort, &mut live),
        };
        if self.prover.is_contradicted() {
            return Err(Contradiction);
        }
        Ok(Found {
            bounds: Bounds::from_answers(won, lost)?,
            hopeless: !live,
        })
    }

    fn supposes(&self) -> bool {
        self.rules == Rules::Chess
    }

    fn begin_supposing(&mut self, watch: &Watch) {
        self.suppositions.begin();
        self.refinement.begin_supposing(&mut self.prover, watch);
    }

    fn suppose(&mut self, position: &Position, effort: Effort) -> Option<Wdl> {
        self.suppositions
            .suppose(&mut self.refinement, position, effort)
    }

    fn assumptions(&mut self, position: &Position, result: Wdl) -> Option<Leaned> {
        self.suppositions
            .assumptions(&mut self.prover, &mut self.refinement, position, result)
    }

    fn supposed_distance(&mut self, position: &Position, winner: Color) -> Option<Distance> {
        let newborn = &mut self.refinement.newborn;
        self.suppositions.distance(newborn, position, winner)
    }

    fn reject(&mut self, endings: &[Position]) {
        self.suppositions
            .reject(&mut self.prover, &mut self.refinement, endings);
    }

    fn distance(
        &mut self,
        position: &Position,
        winner: Color,
        measure: Measure,
    ) -> Option<Distance> {
        let (view, point) = place(position, winner)?;
        let plies = match measure {
            _ if view.pieces.len() > MAX_PIECES => None,
            _ if view.pieces.len() == MAX_PIECES => self.two_piece_distance(view, point, measure),
            Measure::Exact => self.exact_distance(view, point),
            Measure::Proved => self.proved_distance(view, point),
            Measure::AtSight => None,
        };
        plies.map(Distance::from_plies)
    }

    fn end_in(&mut self, position: &Position, winner: Color, aim: Aim) -> Option<EndIn> {
        if self.stopped.is_some() || self.rules != Rules::Chess {
            return None;
        }
        let (view, point) = place(position, winner)?;
        let max = match aim {
            Aim::Mate => MATES,
            Aim::Promotion | Aim::BareKing => ENDS.max(self.prover.spent()),
        };
        self.prover.account.allow(Effort::ALL);
        let end = self.ends.end_in(&mut self.prover, view, point, aim, max);
        self.prover.tables = self.two_piece_ways.bytes() + self.ends.bytes();
        self.unless_stopped(end)
    }

    fn slice(
        &mut self,
        position: &Position,
        attacker: Color,
        points: &[Point],
        effort: Effort,
    ) -> Result<Option<SliceBounds>, Contradiction> {
        let view = match place(position, attacker) {
            Some((view, _)) if view.pieces.is_empty() => view,
            _ => return Ok(None),
        };
        self.settle_points(view, attacker, points, effort);
        if self.prover.is_contradicted() {
            return Err(Contradiction);
        }
        let [lower, upper] = slice_bounds(&mut self.prover.known, view);
        Ok(Some(SliceBounds::on_board(view, attacker, lower, upper)))
    }

    fn unresolved(&self) -> Vec<Position> {
        self.prover.unresolved()
    }

    fn lacked_memory(&self) -> bool {
        self.prover.lacked_memory()
    }

    fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    fn structures(&self) -> [u64; 3] {
        self.prover.counts()
    }

    fn proof_structures(&mut self, position: &Position) -> Option<[u64; 3]> {
        if self.stopped.is_some() {
            return None;
        }
        let mut facts = Vec::new();
        for player in Color::BOTH {
            wins(self.rules, position, player, &mut |view, point| {
                let (goal, point) = self.prover.known.goal(view, point);
                let won = self.prover.known.answer(goal, point)?;
                facts.push((goal, point, won));
                Some(won)
            });
        }
        // Who wins does not lose.
        if facts.iter().any(|&(.., won)| won) {
            facts.retain(|&(.., won)| won);
        }
        needed(&self.prover, facts).ok()
    }

    fn saved(&mut self) -> Option<&mut Saved> {
        Some(&mut self.prover.known.saved)
    }

    fn save(&mut self) {
        self.prover.known.save();
    }

    fn bytes(&self) -> u64 {
        self.prover.bytes() + self.refinement.bytes() + self.prover.tables
    }
}
