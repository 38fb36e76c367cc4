//! In how many plies the end comes, through zeroing moves and all. Mate is one; what else counts as one is said by the caller, who
//! knows the numbers of the structures that follow.
//!
//! ```text
//!     won(0)  = nothing                    lost(0) = mates
//!     won(n)  = legal & (exits to lost(n-1) | what a quiet move turns into lost(n-1))
//!     lost(n) = legal & ~stalemates & ~exits to what is not in won(n-1) & ~what a quiet move turns into that
//! ```
//!
//! A capture en passant, or of a piece that has just been made, comes a ply later than the move that it answers.

use super::children::Children;
use super::equations::{near, stuck};
use super::moves::movers;
use super::numbers::Numbers;
use super::pawnless::Mates;
use super::plane::Placement;
use super::simd::vectorised;
use super::slide::{directions, pass, radiate};
use super::{Buffer, Frame, Point, Relation, Wins, stalemate, worth};
use crate::board::{Bitboard, Color, Role, attacks};
use crate::limits::Stop;
use crate::structure::Exit;

/// For every point, in how many plies the attacker brings about the end. The numbers in it are plies and one; 0 is none.
pub(crate) enum Countdown {
    /// Pawns alone: every number that occurs, and what is decided by then.
    OfPawns(Vec<(u8, Wins)>),
    /// With promoted pieces, by plane.
    OfPieces(Numbers),
    /// Mates without pawns.
    Pawnless(Mates),
}

/// No number is larger.
const MOST: u8 = 254;

impl Countdown {
    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        match self {
            Countdown::OfPawns(stages) => size_of_val::<[(u8, Wins)]>(stages) as u64,
            Countdown::OfPieces(numbers) => numbers.bytes(),
            Countdown::Pawnless(mates) => mates.bytes(),
        }
    }

    /// In how many plies the end comes.
    pub fn plies(&self, point: Point) -> Option<u16> {
        let number = match self {
            Countdown::OfPawns(stages) => {
                let mut stages = stages.iter();
                stages.find(|(_, wins)| wins.contains(point))?.0
            }
            Countdown::OfPieces(numbers) => numbers.at(point.plane(), point),
            Countdown::Pawnless(mates) => mates.at(point),
        };
        u16::from(number).checked_sub(1)
    }

    /// Where it comes with a number up to this one, in one plane.
    #[inline(always)]
    pub fn within(&self, placement: &Placement, number: u8) -> Wins {
        match self {
            Countdown::OfPawns(stages) => {
                let stage = stages.partition_point(|&(other, _)| other <= number);
                stage
                    .checked_sub(1)
                    .map_or(Wins::NONE, |last| stages[last].1)
            }
            Countdown::OfPieces(numbers) => numbers.within(placement.plane(), number),
            Countdown::Pawnless(mates) => mates.within(placement, number),
        }
    }

    /// Is this one of the numbers?
    pub fn has(&self, number: u8) -> bool {
        match self {
            Countdown::OfPawns(stages) => stages
                .binary_search_by_key(&number, |stage| stage.0)
                .is_ok(),
            Countdown::OfPieces(numbers) => numbers.has(number),
            Countdown::Pawnless(mates) => mates.has(number),
        }
    }

    /// The largest number.
    pub fn longest(&self) -> u8 {
        match self {
            Countdown::OfPawns(stages) => stages.last().map_or(0, |stage| stage.0),
            Countdown::OfPieces(numbers) => numbers.longest(),
            Countdown::Pawnless(mates) => mates.longest(),
        }
    }
}

/// What is known of the ends in the structures that follow.
pub(crate) trait Countdowns<C> {
    /// Where the end comes with a number up to this one, in one plane of a child.
    fn within(&self, child: &C, placement: &Placement, number: u8) -> Wins;

    /// Is this one of the child's numbers?
    fn has(&self, child: &C, number: u8) -> bool;

    /// The largest of the child's numbers.
    fn longest(&self, child: &C) -> u8;
}

/// A structure that follows, and by how many plies it comes later than right after the move.
#[derive(Clone, Copy)]
struct Later<C> {
    child: C,
    later: u8,
}

/// What follows an exit at a time.
struct At<'a, C, K> {
    known: &'a K,
    number: u8,
    exit: std::marker::PhantomData<C>,
}

impl<C, K: Countdowns<C>> Children<Later<C>> for At<'_, C, K> {
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        next: &Later<C>,
        mover: Color,
        placement: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        let number = self.number.saturating_sub(next.later);
        let wins = self.known.within(&next.child, placement, number);
        scratch.insert(*wins.with(mover))
    }
}

/// One exit, and what it was worth to the defender when last looked at.
struct Way<C> {
    exit: Exit<Later<C>>,
    holds: Buffer,
}

/// The unknowns, plane by plane.
struct Counting<'a, C, K> {
    frame: &'a Frame,
    known: &'a K,
    wins: Vec<Exit<Later<C>>>,
    escapes: Vec<Way<C>>,
    stalemates: Buffer,
    /// Where an exit wins in time.
    won: Buffer,
    /// Where an exit or stalemate saves the defender.
    saved: Buffer,
    /// Attacker to move: legal, no end so far.
    safe: Buffer,
    /// Defender to move: legal, no end so far.
    open: Buffer,
    /// Defender to move: the end is in sight.
    lost: Buffer,
    /// What of that has come with the last ply, and in which planes there is any.
    fresh: Buffer,
    is_fresh: Vec<bool>,
    attackers: Vec<(usize, Role)>,
    defenders: Vec<(usize, Role)>,
    countdown: Countdown,
}

/// The exits as the counting wants them: captures that answer a move come a ply later.
fn timed<C: Copy>(exit: &Exit<C>) -> Exit<Later<C>> {
    let next = |child| Later { child, later: 0 };
    let answer = |child| Later { child, later: 1 };
    Exit {
        en_passant: exit.en_passant.map(|child| child.map(answer)),
        taken: exit.taken.map(answer),
        ..exit.map(next)
    }
}

impl<'a, C: Copy, K: Countdowns<C>> Counting<'a, C, K> {
    #[inline(always)]
    fn new(frame: &'a Frame, ways: &[Exit<C>], known: &'a K) -> Counting<'a, C, K> {
        let planes = frame.planes();
        let empty = || Buffer::new(planes);
        let mut stalemates = empty();
        stalemate::add_stalemates(frame, &mut stalemates);
        let of = |color| {
            ways.iter()
                .filter(move |exit| exit.mover == color)
                .map(timed)
        };
        let way = |exit| Way {
            exit,
            holds: Buffer::new(planes),
        };
        let mut counting = Counting {
            frame,
            known,
            wins: of(Color::White).collect(),
            escapes: of(Color::Black).map(way).collect(),
            stalemates,
            won: empty(),
            saved: empty(),
            safe: empty(),
            open: empty(),
            lost: empty(),
            fresh: empty(),
            is_fresh: vec![false; planes],
            attackers: movers(frame.pieces, Color::White).collect(),
            defenders: movers(frame.pieces, Color::Black).collect(),
            countdown: if frame.pieces.is_empty() {
                Countdown::OfPawns(Vec::with_capacity(32))
            } else {
                Countdown::OfPieces(Numbers::new(planes))
            },
        };
        for placement in frame.placements() {
            let legal = frame.plane(&placement);
            counting.safe[placement.plane()] = legal.to_move;
            counting.open[placement.plane()] = legal.waiting;
        }
        counting
    }

    /// Has what an exit hangs on changed at this time?
    #[inline(always)]
    fn is_fresh(&self, exit: &Exit<Later<C>>, number: u8) -> bool {
        let mut next = exit.structures();
        next.any(|next| {
            self.known
                .has(&next.child, number.saturating_sub(next.later))
        })
    }

    /// Brings what the exits are worth up to date: the structures that follow are counted up to `number`.
    #[inline(always)]
    fn look_at_exits(&mut self, number: u8) {
        let at = At {
            known: self.known,
            number,
            exit: std::marker::PhantomData,
        };
        for index in 0..self.wins.len() {
            if number > 0 && self.is_fresh(&self.wins[index], number) {
                worth::add_worth(self.frame, &self.wins[index], &at, &mut self.won);
            }
        }
        let mut fewer = number == 0;
        for index in 0..self.escapes.len() {
            if number == 0 || self.is_fresh(&self.escapes[index].exit, number) {
                let Way { exit, holds } = &mut self.escapes[index];
                holds.fill(Relation::EMPTY);
                worth::add_worth(self.frame, exit, &at, holds);
                fewer = true;
            }
        }
        if fewer {
            self.saved.copy_from_slice(&self.stalemates);
            for way in &self.escapes {
                for (saved, holds) in self.saved.iter_mut().zip(way.holds.iter()) {
                    saved.add(holds);
                }
            }
        }
    }

    /// Counts until nothing more can come, or there is a reason to stop.
    #[inline(always)]
    fn run(mut self, stop: &dyn Fn() -> Result<(), Stop>) -> Result<Countdown, Stop> {
        let last = self.last();
        let mut idle = 0;
        for number in 1..=MOST {
            stop()?;
            self.look_at_exits(number - 1);
            self.carry_back();
            let mut grown = false;
            // All from what was before: what is safe changes when all has been looked at.
            for placement in self.frame.placements() {
                self.lose(&placement, number);
            }
            for placement in self.frame.placements() {
                grown |= self.win(placement.plane(), number);
            }
            if grown {
                self.note(number);
            }
            idle = if grown { 0 } else { idle + 1 };
            if idle > 1 && number > last {
                break;
            }
        }
        Ok(self.countdown)
    }

    /// After this number no exit is worth more than before.
    #[inline(always)]
    fn last(&self) -> u8 {
        let escapes = self.escapes.iter().map(|way| &way.exit);
        let next = self
            .wins
            .iter()
            .chain(escapes)
            .copied()
            .flat_map(Exit::structures);
        let last = next.map(|next| self.known.longest(&next.child) + 1 + next.later);
        last.max().unwrap_or(0)
    }

    /// Something is decided with this number.
    #[inline(always)]
    fn note(&mut self, number: u8) {
        if let Countdown::OfPawns(stages) = &mut self.countdown {
            let mut wins = self.frame.plane(&Placement::NONE);
            wins.to_move.remove(&self.safe[0]);
            wins.waiting = self.lost[0];
            stages.push((number, wins));
        }
    }

    /// The attacker's moves that lead to what has been lost with the last ply.
    #[inline(always)]
    fn carry_back(&mut self) {
        let pawns = Bitboard(self.frame.occupied);
        for there in self.frame.placements() {
            let plane = there.plane();
            if !self.is_fresh[plane] {
                continue;
            }
            let fresh = self.fresh[plane];
            let mut steps = Relation::EMPTY;
            for (rank, rows) in steps.ranks_mut().iter_mut().enumerate() {
                *rows = near(rank, &fresh);
            }
            self.won[plane].add(&steps);
            for &(place, role) in &self.attackers {
                let to = there.squares()[place];
                let blocked = pawns | there.without(place).occupied();
                let won = &mut self.won;
                radiate(role, to, &fresh, blocked, |from, reached| {
                    won[there.moved(place, from).plane()].add(reached);
                });
            }
        }
    }

    /// Finds in one plane where the defender has no move left that is safe.
    #[inline(always)]
    fn lose(&mut self, placement: &Placement, number: u8) {
        let plane = placement.plane();
        let (open, safe, saved) = (&self.open[plane], &self.safe[plane], &self.saved[plane]);
        let mut lost = Relation::EMPTY;
        for w in 0..64 {
            lost.0[w] = stuck(open.0[w] & !saved.0[w], safe.0[w]);
        }
        for &(place, role) in &self.defenders {
            self.remove_saved_by_piece(placement, place, role, &mut lost);
        }
        self.is_fresh[plane] = lost != Relation::EMPTY;
        if self.is_fresh[plane] {
            self.open[plane].remove(&lost);
            self.lost[plane].add(&lost);
            self.fresh[plane] = lost;
            self.write(plane, false, &lost, number);
        }
    }

    /// Takes out where one of the defender's pieces has a move to what is safe.
    #[inline(always)]
    fn remove_saved_by_piece(
        &self,
        placement: &Placement,
        place: usize,
        role: Role,
        lost: &mut Relation,
    ) {
        let from = placement.squares()[place];
        let blocked = Bitboard(self.frame.occupied) | placement.without(place).occupied();
        if *lost == Relation::EMPTY {
            return;
        }
        if role == Role::Knight {
            for to in attacks::knight_attacks(from) - blocked {
                lost.remove(&self.safe[placement.moved(place, to).plane()]);
            }
            return;
        }
        for direction in directions(role) {
            let mut way = *lost;
            for to in attacks::ray_squares(from, direction) {
                if blocked.contains(to) {
                    break;
                }
                let safe = &self.safe[placement.moved(place, to).plane()];
                for w in 0..64 {
                    lost.0[w] &= !(safe.0[w] & way.0[w]);
                }
                pass(&mut way, to);
            }
        }
    }

    /// What the attacker wins in one plane with this ply. Is more decided than before?
    #[inline(always)]
    fn win(&mut self, plane: usize, number: u8) -> bool {
        let mut won = Relation::EMPTY;
        let mut any = 0;
        for w in 0..64 {
            won.0[w] = self.safe[plane].0[w] & self.won[plane].0[w];
            any |= won.0[w];
        }
        if any != 0 {
            self.safe[plane].remove(&won);
            self.write(plane, true, &won, number);
        }
        any != 0 || self.is_fresh[plane]
    }

    /// Notes the number at every placement of a set, in one plane.
    #[inline(always)]
    fn write(&mut self, plane: usize, to_move: bool, set: &Relation, number: u8) {
        if let Countdown::OfPieces(numbers) = &mut self.countdown {
            numbers.write(plane, to_move, set, number);
        }
    }
}

vectorised! {
    /// Counts in one structure from what is known of those that follow. Mates are found here. Before every ply `stop` may give a
    /// reason to stop: the tables with two pieces take as long as a request may.
    pub(crate) fn [C: Copy, K: Countdowns<C>] count_down(
        frame: &Frame,
        exits: &[Exit<C>],
        known: &K,
        stop: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<Countdown, Stop> {
        Counting::new(frame, exits, known).run(stop)
    }
}
