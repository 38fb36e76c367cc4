//! The prover as the facade sees it, in positions: both players' attacks, in turn or side by side.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use crate::board::{Color, Position};
use crate::limits::{Price, Stop, Watch};
use crate::prove::attack::{Answer, Attack};
use crate::prove::balance::balance;
use crate::prove::beside::Beside;
use crate::prove::effort::Effort;
use crate::prove::outside_help::Resources;
use crate::prove::policy::MAX_PIECES;
use crate::prove::proof::{Aim, EndIn, Found, Measure};
use crate::prove::slice_bounds::SliceBounds;
use crate::prove::solve::shared_memory::WORK_ROOM;
use crate::rules::Rules;
use crate::slice::Point;
use crate::value::{Bounds, Contradiction, Distance};

/// Both players' attacks are worked on at the same time when each may cost so much: less takes less time than a thread.
pub(super) const SIDE_BY_SIDE: Effort = Effort(256);

/// The stack of the second thread, in bytes.
const STACK: usize = 8 << 20;

/// Answers one request after another and keeps what it has proved. Once something has stopped it, it only tells what it knows, until
/// the next request begins.
pub(crate) struct Proof {
    threads: usize,
    /// White's attack and Black's.
    attacks: [Attack; 2],
    /// Both attacks may be worked on at the same time.
    side_by_side: bool,
}

impl Proof {
    pub fn new(rules: Rules, resources: Resources) -> Proof {
        let threads = resources.workers.count();
        let white = Attack::new(rules, Color::White, resources.clone(), None);
        let black = Attack::new(rules, Color::Black, resources.clone(), Some(&white));
        let mut proof = Proof {
            threads,
            attacks: [white, black],
            side_by_side: false,
        };
        proof.save_in(rules, &resources);
        proof
    }

    /// A request begins, with limits and a clock of its own.
    pub fn begin(&mut self, watch: &Watch) {
        let beside = Beside::new(watch.observer());
        for attack in &mut self.attacks {
            attack.begin(watch, &beside);
        }
        // What is counted for both together is counted in turn.
        self.side_by_side = self.threads > 1 && !watch.limits_structures();
    }

    /// Forgets everything but results that take so many bytes at most, those first that have not been used for longest.
    pub fn forget_all_but(&mut self, bytes: u64) {
        for attack in &mut self.attacks {
            attack.forget_all_but(bytes / 2);
        }
    }

    /// Works on a position until its result is known or so much has been spent on either player's win. No effort: what is
    /// known already.
    ///
    /// # Errors
    /// What is proved contradicts itself: something from outside is wrong.
    pub fn work(&mut self, position: &Position, effort: Effort) -> Result<Found, Contradiction> {
        let mover = position.turn();
        let stopped = self.stopped().is_some();
        let [mine, theirs] = match effort {
            _ if stopped => self.in_turn(mover, position, Effort::NONE),
            effort if self.side_by_side && effort >= SIDE_BY_SIDE => {
                self.at_once(mover, position, effort)
            }
            effort => self.in_turn(mover, position, effort),
        };
        self.make_way();
        if self
            .attacks
            .iter()
            .any(|attack| attack.prover.is_contradicted())
        {
            return Err(Contradiction);
        }
        let lost = match mine.won {
            Some(true) => Some(theirs.won == Some(true)),
            _ => theirs.won,
        };
        Ok(Found {
            bounds: Bounds::from_answers(mine.won, lost)?,
            hopeless: !(mine.live || theirs.live),
        })
    }

    /// How far the next conversion is in a position without en passant that `winner` is proved to win.
    pub fn distance(
        &mut self,
        position: &Position,
        winner: Color,
        measure: Measure,
    ) -> Option<Distance> {
        self.attack(winner).distance(position, measure)
    }

    /// In how many plies, at most, `winner` comes from a win that a search has found to one that is known without it, or to mate. Each move
    /// of that way makes it shorter.
    pub fn searched_way(&mut self, position: &Position, winner: Color) -> Option<u16> {
        self.attack(winner).searched_way(position)
    }

    /// In how many plies `winner` brings about the end in a position without en passant that it is proved to win. `None` where that
    /// cannot be told, or not cheaply.
    pub fn end_in(&mut self, position: &Position, winner: Color, aim: Aim) -> Option<EndIn> {
        self.attack(winner).end_in(position, aim)
    }

    /// What is proved of the whole structure of a pawn ending: where this player wins it. Works on these points, the first ones
    /// first, until so much has been spent in all; the kings are named as on the board of the position. No effort: what is known
    /// already. `None`: there are promoted pieces on the board, or nothing is known.
    ///
    /// # Errors
    /// What is proved contradicts itself: something from outside is wrong.
    pub fn slice(
        &mut self,
        position: &Position,
        attacker: Color,
        points: &[Point],
        effort: Effort,
    ) -> Result<Option<SliceBounds>, Contradiction> {
        let attack = self.attack(attacker);
        let bounds = attack.slice(position, points, effort);
        if attack.prover.is_contradicted() {
            return Err(Contradiction);
        }
        Ok(bounds)
    }

    /// Endings that could not be solved and were in the way of the request.
    pub fn unresolved(&self) -> Vec<Position> {
        let [white, black] = &self.attacks;
        let mut all = white.prover.unresolved();
        all.extend(black.prover.unresolved());
        all
    }

    /// What a position that is open hangs on, as far as that has been counted.
    pub fn price(&mut self, position: &Position) -> Option<Price> {
        let prices = self.attacks.iter_mut();
        prices
            .filter_map(|attack| attack.price(position))
            .reduce(Price::and)
    }

    /// Were endings left alone for want of memory?
    pub fn lacked_memory(&self) -> bool {
        self.attacks
            .iter()
            .any(|attack| attack.prover.lacked_memory())
    }

    /// What has stopped the request.
    pub fn stopped(&self) -> Option<Stop> {
        self.attacks.iter().find_map(|attack| attack.stopped)
    }

    /// Structures expanded or solved in all requests: without promoted pieces, with one, with two.
    pub fn structures(&self) -> [u64; MAX_PIECES + 1] {
        let [white, black] = &self.attacks;
        added(white.prover.counts(), black.prover.counts())
    }

    /// Positions searched in all requests.
    pub fn positions(&self) -> u64 {
        let searched = self.attacks.iter().map(|attack| attack.prover.searched);
        searched.sum()
    }

    /// The structures that the proved result of a position follows from, by kind. `None`: that cannot be told, or not in time.
    pub fn proof_structures(&mut self, position: &Position) -> Option<[u64; MAX_PIECES + 1]> {
        if self.stopped().is_some() {
            return None;
        }
        // Who wins does not lose.
        let wins = |attack: &mut Attack| attack.wins(position, Effort::NONE).won == Some(true);
        if let Some(winner) = self
            .attacks
            .iter_mut()
            .find_map(|attack| wins(attack).then_some(attack))
        {
            return winner.proof_structures(position);
        }
        let [white, black] = &mut self.attacks;
        Some(added(
            white.proof_structures(position)?,
            black.proof_structures(position)?,
        ))
    }

    /// Reads and writes these stores from now on.
    pub fn save_in(&mut self, rules: Rules, resources: &Resources) {
        for attack in &mut self.attacks {
            attack.prover.known.saved = resources.saved(rules);
        }
    }

    /// Has anything been read from a store?
    #[cfg(feature = "certificate")]
    pub fn has_taken(&self) -> bool {
        let mut attacks = self.attacks.iter();
        attacks.any(|attack| attack.prover.known.saved.has_taken())
    }

    /// Writes to the stores, if there are any.
    pub fn save(&mut self) {
        for attack in &mut self.attacks {
            attack.prover.known.save();
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.attacks.iter().map(Attack::bytes).sum()
    }

    /// A player's attack, which knows what the other one has counted.
    fn attack(&mut self, player: Color) -> &mut Attack {
        let counted = self.attacks[!player as usize].counted();
        let attack = &mut self.attacks[player as usize];
        attack.leave_room(counted);
        attack
    }

    /// Nobody wins whose opponent does: the attack of who is ahead in pieces comes first, or else the mover's, and drops the other one.
    fn in_turn(&mut self, mover: Color, position: &Position, effort: Effort) -> [Answer; 2] {
        let first = if balance(position) < 0 { !mover } else { mover };
        let answer = self.attack(first).wins(position, effort);
        let left = match answer.won {
            Some(true) => Effort::NONE,
            _ => effort,
        };
        let other = self.attack(!first).wins(position, left);
        if first == mover {
            [answer, other]
        } else {
            [other, answer]
        }
    }

    /// The same on two threads.
    fn at_once(&mut self, mover: Color, position: &Position, effort: Effort) -> [Answer; 2] {
        let [white, black] = &mut self.attacks;
        let (mine, theirs) = match mover {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let dropped = Arc::clone(&theirs.dropped);
        let answers = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK);
            let theirs = thread.spawn_scoped(scope, || theirs.wins(position, effort));
            let mine = mine.wins(position, effort);
            dropped.store(mine.won == Some(true), Ordering::Relaxed);
            let theirs = theirs.ok().map(|theirs| theirs.join());
            [
                Some(mine),
                theirs.map(|theirs| theirs.unwrap_or_else(|panic| resume_unwind(panic))),
            ]
        });
        dropped.store(false, Ordering::Relaxed);
        // Where the system gives no thread the attacks take turns from now on.
        answers.map(|answer| {
            self.side_by_side &= answer.is_some();
            answer.unwrap_or(Answer::OPEN)
        })
    }

    /// Lets an attack go on that has no memory left, if the other one can do without some.
    fn make_way(&mut self) {
        for player in Color::BOTH {
            if self.attacks[player as usize].stopped == Some(Stop::Memory) {
                let other = &mut self.attacks[!player as usize].prover;
                if other.make_room(WORK_ROOM[MAX_PIECES]) {
                    self.attacks[player as usize].stopped = None;
                }
            }
        }
    }
}

fn added<const N: usize>(some: [u64; N], more: [u64; N]) -> [u64; N] {
    std::array::from_fn(|i| some[i] + more[i])
}

#[cfg(test)]
mod tests;
