//! Proof-number search, depth first (df-pn; Nagai 2002): where the least work seems to remain, work goes on.
//!
//! A position's *proof number* is about how many positions must be settled to answer a question with yes, its *disproof number*
//! with no. Both only guide the work: they may be lost or mixed up without harm. Answers go into the same table as those of
//! the depth-first search.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::board::Board;
use super::ground::{Ground, Halted, answer, opposite};
use super::storage::Storage;
use super::transposition::Place;
use crate::value::Wdl;

/// No proof number is as large: the question is answered.
const INFINITE: u32 = (1 << NUMBER_BITS) - 1;
/// Words that are in use from the start.
const FIRST: usize = 1 << 18;
/// Bits of a number.
const NUMBER_BITS: u32 = 22;

/// Proof and disproof numbers of questions, in words: a part of a hash, and both numbers.
pub struct Numbers {
    words: Storage,
    /// A power of two: so many of them are in use.
    used: AtomicUsize,
}

/// The numbers of one question.
#[derive(Clone, Copy, Debug)]
struct Work {
    proof: u32,
    disproof: u32,
}

/// One search.
pub struct Searcher<'g> {
    ground: &'g Ground,
    numbers: &'g Numbers,
    waiting: Vec<Candidate>,
}

/// A position that a move leads to, and the work on the opponent's question there.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    board: Board,
    place: Place,
    work: Work,
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

    fn place(&self, place: Place, wanted: Wdl) -> (&AtomicU64, u64) {
        let hash = (place.hash() ^ wanted as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let used = self.used.load(Ordering::Relaxed);
        (
            &self.words.get()[(hash >> 20) as usize & (used - 1)],
            hash & 0xf_ffff,
        )
    }

    fn get(&self, place: Place, wanted: Wdl) -> Option<Work> {
        let (place, tag) = self.place(place, wanted);
        let word = place.load(Ordering::Relaxed);
        let number = |shift: u32| (word >> shift) as u32 & INFINITE;
        let work = Work {
            proof: number(0),
            disproof: number(NUMBER_BITS),
        };
        (word >> (2 * NUMBER_BITS) == tag && work.proof > 0).then_some(work)
    }

    fn set(&self, place: Place, wanted: Wdl, work: Work) {
        let (place, tag) = self.place(place, wanted);
        let numbers = u64::from(work.disproof) << NUMBER_BITS | u64::from(work.proof);
        place.store(tag << (2 * NUMBER_BITS) | numbers, Ordering::Relaxed);
    }
}

impl<'g> Searcher<'g> {
    pub fn new(ground: &'g Ground, numbers: &'g Numbers) -> Searcher<'g> {
        Searcher {
            ground,
            numbers,
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
            proof: INFINITE,
            disproof: INFINITE,
        };
        let work = self.search(board, place, wanted, limits)?;
        Ok(work.proof == 0)
    }

    /// Works on a question until it is answered or a number reaches its limit.
    fn search(
        &mut self,
        board: &Board,
        place: Place,
        wanted: Wdl,
        limits: Work,
    ) -> Result<Work, Halted> {
        let nodes = self.ground.nodes.fetch_add(1, Ordering::Relaxed);
        if self.ground.halted.load(Ordering::Relaxed) {
            return Err(Halted);
        }
        let first = self.waiting.len();
        let work = if self.list(board, wanted) {
            Ok(Work::ANSWERED_YES)
        } else {
            self.work(first, place, wanted, limits)
        };
        self.waiting.truncate(first);
        let work = work?;
        if work.proof == 0 || work.disproof == 0 {
            let spent = self.ground.nodes.load(Ordering::Relaxed) - nodes;
            self.ground.keep(place, wanted, work.proof == 0, spent);
        } else {
            self.numbers.set(place, wanted, work);
        }
        Ok(work)
    }

    /// Lists the positions that leave something open. True if one move is seen to be enough.
    fn list(&mut self, board: &Board, wanted: Wdl) -> bool {
        let geometry = &self.ground.geometry;
        for step in board.steps(geometry) {
            let board = board.after(step, geometry);
            let (bounds, place) = self.ground.known(&board);
            match answer(bounds, opposite(wanted)) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    let known = self.numbers.get(place, opposite(wanted));
                    self.waiting.push(Candidate {
                        board,
                        place,
                        work: known.unwrap_or(Work {
                            proof: 1,
                            disproof: board.steps(geometry).count().max(1) as u32,
                        }),
                    });
                }
            }
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
    ) -> Result<Work, Halted> {
        loop {
            let (sum, best, second) = self.sum(first);
            if sum.proof == 0
                || sum.disproof == 0
                || sum.proof >= limits.proof
                || sum.disproof >= limits.disproof
            {
                return Ok(sum);
            }
            self.numbers.set(place, wanted, sum);
            let Candidate {
                board,
                place: child,
                work,
            } = self.waiting[best];
            // Somewhat more than the second best, or two moves would be taken up in turn for ever.
            let patience = second.saturating_add(1 + second / 4);
            let limits = Work {
                disproof: limits.proof.min(patience).min(INFINITE),
                proof: (limits.disproof - (sum.disproof - work.proof)).min(INFINITE),
            };
            self.waiting[best].work = self.search(&board, child, opposite(wanted), limits)?;
        }
    }

    /// The numbers of a position from those of the candidates: to prove it takes the easiest, to disprove it takes all.
    /// With the easiest candidate and the disproof number of the next.
    fn sum(&self, first: usize) -> (Work, usize, u32) {
        let mut sum = Work {
            proof: INFINITE,
            disproof: 0,
        };
        let (mut best, mut second) = (first, INFINITE);
        for (index, candidate) in self.waiting.iter().enumerate().skip(first) {
            let Work { proof, disproof } = candidate.work;
            if proof == 0 {
                continue;
            }
            if disproof < sum.proof {
                (second, sum.proof, best) = (sum.proof, disproof, index);
            } else {
                second = second.min(disproof);
            }
            sum.disproof = (sum.disproof + proof).min(INFINITE - 1);
        }
        if sum.proof == 0 {
            sum.disproof = INFINITE;
        }
        (sum, best, second)
    }
}

impl Work {
    const ANSWERED_YES: Work = Work {
        proof: 0,
        disproof: INFINITE,
    };
}
