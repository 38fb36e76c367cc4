//! What the facade needs of a prover, and the two provers as such.

use super::eager::{self, Eager};
use super::ondemand::Prover;
use super::resources::Resources;
use crate::board::{Position, Structure};
use crate::limits::{Stop, Watch};
use crate::rules::Rules;
use crate::slice::point::Point;

/// Answers questions about points of structures. The attacker plays White.
pub(crate) trait Proof {
    /// Works on a question until it is answered or so many structures have been expanded for it.
    /// `flipped`: the attacker is Black.
    fn ask(&mut self, view: Structure, point: Point, flipped: bool, budget: u32) -> Option<bool>;

    /// Endings that could not be solved and were in the way of a question.
    fn reasons(&self) -> Vec<Position>;

    /// Were endings left alone for want of memory?
    fn lacked_memory(&self) -> bool {
        false
    }

    /// Has all work on a question turned out to be in vain?
    fn is_hopeless(&mut self, view: Structure, point: Point) -> bool;

    /// The distance of a won point in plies, if it is exact.
    fn distance(&mut self, view: Structure, point: Point) -> Option<u16>;

    /// Within how many plies a won point can surely be converted.
    fn proved_distance(&mut self, view: Structure, point: Point) -> Option<u16>;

    /// What has stopped the proof.
    fn stopped(&self) -> Option<Stop>;

    /// Structures expanded or solved: without promoted pieces, with one, with two.
    fn structures(&self) -> [u64; 3];

    /// Bytes in use.
    fn bytes(&self) -> u64;
}

/// The on-demand prover, which knows what stopped it.
pub(crate) struct OnDemand {
    prover: Prover,
    stopped: Option<Stop>,
}

impl OnDemand {
    pub fn new(rules: Rules, watch: Watch, resources: Resources) -> OnDemand {
        OnDemand {
            prover: Prover::new(rules, watch, resources),
            stopped: None,
        }
    }
}

/// An exact distance may cost so many expansions, and as many again as the whole proof has taken.
const DISTANCE_BUDGET: u32 = 200;

impl Proof for OnDemand {
    fn reasons(&self) -> Vec<Position> {
        self.prover.reasons()
    }

    fn lacked_memory(&self) -> bool {
        self.prover.lacked_memory
    }

    fn ask(&mut self, view: Structure, point: Point, flipped: bool, budget: u32) -> Option<bool> {
        if self.stopped.is_none() {
            match self.prover.ask(view, point, flipped, budget) {
                Ok(answer) => return answer,
                Err(stop) => self.stopped = Some(stop),
            }
        }
        self.prover.known(view, point)
    }

    fn is_hopeless(&mut self, view: Structure, point: Point) -> bool {
        self.prover.is_hopeless(view, point)
    }

    fn distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        if self.stopped.is_some() {
            return None;
        }
        let budget = DISTANCE_BUDGET
            + u32::try_from(self.prover.structures()).unwrap_or(u32::MAX - DISTANCE_BUDGET);
        // A limit that ends the search for a distance leaves the results untouched.
        self.prover.distance(view, point, budget).unwrap_or(None)
    }

    fn proved_distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        self.prover.proved_distance(view, point)
    }

    fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    fn structures(&self) -> [u64; 3] {
        self.prover.counts
    }

    fn bytes(&self) -> u64 {
        self.prover.bytes()
    }
}

/// The eager solver, which knows everything or nothing.
pub(crate) struct All {
    eager: Result<Eager, Stop>,
}

impl All {
    /// Solves everything that can follow from the position.
    pub fn new(position: &Position, threads: usize, watch: &Watch) -> All {
        let mut roots = vec![position.pawns()];
        let takes = position
            .legal_moves()
            .into_iter()
            .filter(|m| position.is_en_passant(*m));
        roots.extend(takes.map(|m| position.play(m).pawns()));
        All {
            eager: Eager::solve(&roots, threads, watch),
        }
    }
}

impl Proof for All {
    fn reasons(&self) -> Vec<Position> {
        Vec::new()
    }

    fn ask(&mut self, view: Structure, point: Point, _: bool, _: u32) -> Option<bool> {
        self.eager.as_ref().ok()?.wins(view.pawns, point)
    }

    fn is_hopeless(&mut self, _: Structure, _: Point) -> bool {
        false
    }

    fn distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        self.eager.as_ref().ok()?.distance(view.pawns, point)
    }

    fn proved_distance(&mut self, view: Structure, point: Point) -> Option<u16> {
        self.distance(view, point)
    }

    fn stopped(&self) -> Option<Stop> {
        self.eager.as_ref().err().copied()
    }

    fn structures(&self) -> [u64; 3] {
        [
            self.eager.as_ref().map_or(0, |eager| eager.len() as u64),
            0,
            0,
        ]
    }

    fn bytes(&self) -> u64 {
        self.structures()[0] * eager::BYTES_PER_STRUCTURE
    }
}
