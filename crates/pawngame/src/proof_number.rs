//! Proof-number search, depth first (df-pn; Nagai 2002): where the least work seems to remain, work goes on.
//!
//! A position's *proof number* is about how many positions must be looked into to answer a question with yes, its *disproof
//! number* with no. Both begin as a [forecast](super::forecast) has them. Both only guide the work: they may be lost or mixed
//! up without harm. Answers go into the same table as those of the depth-first search.
//!
//! Where every move must be answered, df-pn adds up the work on all of them. But their proofs share positions: the root of the
//! sum of squares is nearer to what they take together.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::board::Board;
use super::forecast::UNIT;
use super::ground::{Count, Ground, Halted, answer, opposite};
use super::storage::Storage;
use super::transposition::Place;
use peasant::value::Wdl;

/// Words that are in use from the start.
const FIRST: usize = 1 << 18;
/// Words in a bucket.
const BUCKET: usize = 4;
/// Bits of a number: those of a float without the sign and the lowest of the fraction.
const NUMBER_BITS: u32 = 22;
/// What a float has beyond them at the low end.
const CUT: u32 = 31 - NUMBER_BITS;
/// The sign of a float.
const SIGN: u32 = 1 << 31;
/// No number of an open question is larger, so that it can be squared: only what is answered is infinite.
const MOST: f32 = 1e18;
/// A move is worked on until its number is so much larger than that of the next best ...
const PATIENCE: f32 = 300.0;
/// ... and so many times as large: or two moves would be taken up in turn for ever.
const PATIENCE_FACTOR: f32 = 2.0;
/// Down to so many plies below the root, threads keep out of each other's way.
const SHARED_PLIES: usize = 48;

/// Proof and disproof numbers of questions, in words: a part of a hash, and both numbers.
pub struct Numbers {
    words: Storage,
    /// A power of two: so many of them are in use.
    used: AtomicUsize,
}

/// The numbers of one question. The question is answered when one of them is 0; the other is infinite then.
#[derive(Clone, Copy, Debug)]
struct Work {
    proof: f32,
    disproof: f32,
}

/// One search.
pub struct Searcher<'g> {
    ground: &'g Ground,
    numbers: &'g Numbers,
    /// Several threads work side by side.
    shared: bool,
    count: Count<'g>,
    waiting: Vec<Candidate>,
}

/// A position that a move leads to, and the work on the opponent's question there.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    board: Board,
    place: Place,
    work: Work,
}

/// The candidates of a position, taken together.
#[derive(Clone, Copy, Debug)]
struct Sum {
    work: Work,
    /// The candidate to work on.
    best: usize,
    /// The disproof number of the next best.
    second: f32,
    /// The sum of the squares of all proof numbers.
    squares: f32,
}

impl Numbers {
    pub fn new(memory: u64) -> Option<Numbers> {
        let words = Storage::new(1 << (memory / 8).max(1).ilog2())?;
        let numbers = Numbers {
            words,
            used: AtomicUsize::new(1),
        };
        numbers.make_room(1);
        Some(numbers)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        8 * self.used.load(Ordering::Relaxed) as u64
    }

    /// Takes as many words into use as a table of so many words goes with. The numbers so far are lost to sight.
    pub fn make_room(&self, words: u64) {
        let wanted = usize::try_from(words).unwrap_or(usize::MAX).max(FIRST);
        let used = wanted.min(self.words.get().len());
        self.used.store(used, Ordering::Relaxed);
    }

    /// The first word of a question's bucket, and its tag.
    fn index(&self, place: Place, wanted: Wdl) -> (usize, u64) {
        let hash = (place.hash() ^ wanted as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let used = self.used.load(Ordering::Relaxed);
        let bucket = (hash >> 20) as usize & (used / BUCKET - 1);
        (bucket * BUCKET, hash & 0xf_ffff)
    }

    fn bucket(&self, place: Place, wanted: Wdl) -> (&[AtomicU64], u64) {
        let (first, tag) = self.index(place, wanted);
        (&self.words.get()[first..][..BUCKET], tag)
    }

    /// Asks for the numbers of a question before they are needed.
    fn prefetch(&self, place: Place, wanted: Wdl) {
        self.words.prefetch(self.index(place, wanted).0);
    }

    fn get(&self, place: Place, wanted: Wdl) -> Option<Work> {
        let (bucket, tag) = self.bucket(place, wanted);
        let mut words = bucket.iter().map(|word| word.load(Ordering::Relaxed));
        let word = words.find(|word| word >> (2 * NUMBER_BITS) == tag && *word != 0)?;
        Some(Work::unpack(word))
    }

    /// Takes the place of what the question had before, or else of what seems the least work.
    fn set(&self, place: Place, wanted: Wdl, work: Work) {
        let (bucket, tag) = self.bucket(place, wanted);
        let (mut cheapest, mut least) = (&bucket[0], f32::INFINITY);
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            if word >> (2 * NUMBER_BITS) == tag {
                cheapest = slot;
                break;
            }
            let work = Work::unpack(word).least();
            if work < least {
                (cheapest, least) = (slot, work);
            }
        }
        let word = tag << (2 * NUMBER_BITS) | work.pack();
        cheapest.store(word, Ordering::Relaxed);
    }

    /// Forgets the numbers of a question that is answered: others need the place.
    fn clear(&self, place: Place, wanted: Wdl) {
        let (bucket, tag) = self.bucket(place, wanted);
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            if word >> (2 * NUMBER_BITS) == tag {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}

impl Work {
    /// The question is answered with yes.
    const YES: Work = Work {
        proof: 0.0,
        disproof: f32::INFINITY,
    };

    /// Both numbers, without what does not fit.
    fn pack(self) -> u64 {
        let bits = |number: f32| u64::from(number.to_bits() >> CUT);
        bits(self.disproof) << NUMBER_BITS | bits(self.proof)
    }

    /// The numbers in a word, of which the tag may be a part.
    fn unpack(word: u64) -> Work {
        let number = |shift: u32| f32::from_bits(((word >> shift) as u32) << CUT & !SIGN);
        Work {
            proof: number(0),
            disproof: number(NUMBER_BITS),
        }
    }

    /// What it takes to answer at least.
    fn least(self) -> f32 {
        self.proof.min(self.disproof)
    }

    /// Is it answered?
    fn is_done(self) -> bool {
        self.proof == 0.0 || self.disproof == 0.0
    }

    /// Has a number reached its limit?
    fn exceeds(self, limits: Work) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

impl<'g> Searcher<'g> {
    pub fn new(ground: &'g Ground, numbers: &'g Numbers, shared: bool) -> Searcher<'g> {
        Searcher {
            ground,
            numbers,
            shared,
            count: Count::new(ground),
            waiting: Vec::new(),
        }
    }

    /// Is the result for the player to move at least `wanted`?
    pub fn reaches(&mut self, board: &Board, wanted: Wdl) -> Result<bool, Halted> {
        let (bounds, place) = self.ground.known(board);
        if let Some(known) = answer(bounds, wanted) {
            return Ok(known);
        }
        let limits = Work {
            proof: f32::INFINITY,
            disproof: f32::INFINITY,
        };
        let work = self.search(board, place, wanted, limits, 0)?;
        assert!(
            work.is_done(),
            "without limits a search ends with an answer"
        );
        Ok(work.proof == 0.0)
    }

    /// Works on a question until it is answered or a number reaches its limit.
    fn search(
        &mut self,
        board: &Board,
        place: Place,
        wanted: Wdl,
        limits: Work,
        ply: usize,
    ) -> Result<Work, Halted> {
        self.count.next()?;
        let (before, first) = (self.count.nodes(), self.waiting.len());
        let work = if self.list(board, wanted) {
            Ok(Work::YES)
        } else {
            self.work(first, place, wanted, limits, ply)
        };
        self.waiting.truncate(first);
        let work = work?;
        if work.is_done() {
            let spent = self.count.nodes() - before;
            self.numbers.clear(place, wanted);
            self.ground
                .keep(board, place, wanted, work.proof == 0.0, spent);
        } else {
            self.numbers.set(place, wanted, work);
        }
        Ok(work)
    }

    /// Lists the positions that leave something open. True if one move is seen to be enough.
    fn list(&mut self, board: &Board, wanted: Wdl) -> bool {
        let (first, theirs) = (self.waiting.len(), opposite(wanted));
        let (ground, numbers) = (self.ground, self.numbers);
        let candidate = |_, board, place| {
            numbers.prefetch(place, theirs);
            let work = Work::YES;
            Candidate { board, place, work }
        };
        let place = |candidate: &Candidate| candidate.place;
        if ground.list(board, wanted, &mut self.waiting, candidate, place) {
            return true;
        }
        for candidate in &mut self.waiting[first..] {
            let known = numbers.get(candidate.place, theirs);
            candidate.work = known.unwrap_or_else(|| expected(ground, &candidate.board, theirs));
        }
        false
    }

    /// Works on the candidates from `first` on, always where the least is left to do.
    fn work(
        &mut self,
        first: usize,
        place: Place,
        wanted: Wdl,
        limits: Work,
        ply: usize,
    ) -> Result<Work, Halted> {
        let (theirs, shared) = (opposite(wanted), self.shared && ply < SHARED_PLIES);
        loop {
            let sum = match shared {
                true => self.sum_beside_others(first, theirs, limits),
                false => self.sum(first, |_| false),
            };
            if sum.work.is_done() || sum.work.exceeds(limits) {
                return Ok(sum.work);
            }
            self.numbers.set(place, wanted, sum.work);
            let Candidate {
                board,
                place: child,
                work,
            } = self.waiting[sum.best];
            let limits = sum.limits(work, limits);
            let mark = shared.then(|| self.ground.busy(child, theirs));
            if let Some((busy, hash)) = mark {
                busy.store(hash, Ordering::Relaxed);
            }
            let found = self.search(&board, child, theirs, limits, ply + 1);
            if let Some((busy, hash)) = mark {
                let _ = busy.compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
            }
            self.waiting[sum.best].work = found?;
        }
    }

    /// The numbers of a position from those of the candidates: to prove it takes the easiest, to disprove it takes all.
    /// Candidates that are busy look harder than they are.
    fn sum(&self, first: usize, is_busy: impl Fn(&Candidate) -> bool) -> Sum {
        let mut sum = Sum {
            work: Work {
                proof: f32::INFINITY,
                disproof: 0.0,
            },
            best: first,
            second: f32::INFINITY,
            squares: 0.0,
        };
        let mut least = f32::INFINITY;
        for (index, candidate) in self.waiting.iter().enumerate().skip(first) {
            let Work { proof, disproof } = candidate.work;
            if proof == 0.0 {
                continue;
            }
            sum.work.proof = sum.work.proof.min(disproof);
            sum.squares += proof * proof;
            let seems = if is_busy(candidate) {
                patience(disproof)
            } else {
                disproof
            };
            if seems < least {
                (sum.second, least, sum.best) = (least, seems, index);
            } else {
                sum.second = sum.second.min(seems);
            }
        }
        sum.work.disproof = sum.squares.sqrt().min(MOST);
        if sum.work.proof == 0.0 {
            sum.work = Work::YES;
        }
        sum
    }

    /// The same with what other threads have found by now. What they are at work on is left to them, unless
    /// all else is much harder.
    fn sum_beside_others(&mut self, first: usize, theirs: Wdl, limits: Work) -> Sum {
        for candidate in &mut self.waiting[first..] {
            let Candidate { place, work, .. } = candidate;
            match self.ground.found(*place, theirs) {
                Some(true) => *work = Work::YES,
                Some(false) => {
                    *work = Work {
                        proof: f32::INFINITY,
                        disproof: 0.0,
                    }
                }
                None => {}
            }
        }
        let busy = |candidate: &Candidate| {
            let (busy, hash) = self.ground.busy(candidate.place, theirs);
            busy.load(Ordering::Relaxed) == hash
        };
        let sum = self.sum(first, busy);
        // What others leave must not be so much that this position would be given up for it.
        let best = self.waiting.get(sum.best).map(|best| best.work.disproof);
        if best.is_some_and(|disproof| disproof >= limits.proof) {
            return self.sum(first, |_| false);
        }
        sum
    }
}

impl Sum {
    /// How far a candidate may be worked on, within limits.
    fn limits(&self, candidate: Work, limits: Work) -> Work {
        let others = self.squares - candidate.proof * candidate.proof;
        let left = limits.disproof * limits.disproof - others.max(0.0);
        // By a little more than there is, whatever rounding does: so there is progress.
        let more = |limit: f32, than: f32| limit.max(than * (1.0 + 1e-4));
        Work {
            proof: more(left.max(0.0).sqrt(), candidate.proof),
            disproof: more(patience(self.second).min(limits.proof), candidate.disproof),
        }
    }
}

/// The numbers of a question that nobody has looked into.
fn expected(ground: &Ground, board: &Board, wanted: Wdl) -> Work {
    match &ground.forecast {
        Some(forecast) => {
            let costs = forecast.costs(board, wanted);
            Work {
                proof: exp(costs.yes),
                disproof: exp(costs.no),
            }
        }
        None => Work {
            proof: 1.0,
            disproof: board.steps(&ground.geometry).count().max(1) as f32,
        },
    }
}

/// A cost in units as a number of positions.
fn exp(cost: u32) -> f32 {
    (cost as f32 / UNIT).exp().min(MOST)
}

/// How large a number may become before a move with this number is taken up instead.
fn patience(number: f32) -> f32 {
    number * PATIENCE_FACTOR + PATIENCE
}
