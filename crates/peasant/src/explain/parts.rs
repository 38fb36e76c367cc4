//! How effort and time are shared among the parts of an explanation.

use std::time::Duration;

use crate::analysis::{Analysis, Inquiry, Statistics};
use crate::limits::{Stop, Watch};
use crate::prove::{Effort, SMALL_MATTER};

/// What an explanation may cost, shared among its parts: some 100 ms to half a second.
const EXPLAINING: Effort = Effort(2 * SMALL_MATTER.0);

/// A part of an explanation: which part of the effort it may take, and when it is to end at the latest, in parts of all the
/// time that there is. What one leaves is for those after it.
#[derive(Clone, Copy)]
pub(super) struct Part {
    effort: u64,
    until: f64,
}

/// The same position with the other side to move.
pub(super) const OTHER_SIDE: Part = Part {
    effort: 4,
    until: 0.2,
};

/// Spare moves.
pub(super) const SPARE_MOVES: Part = Part {
    effort: 8,
    until: 0.3,
};

/// Where the attacker wins.
pub(super) const MAP: Part = Part {
    effort: 4,
    until: 0.7,
};

/// Where the defender does.
pub(super) const COUNTER: Part = Part {
    effort: 8,
    until: 0.85,
};

/// Whether a win hangs on what the pawns are.
pub(super) const FEATURES: Part = Part {
    effort: 2,
    until: 0.9,
};

/// What the moves of the line and the moves that spoil the result are good for.
pub(super) const STORY: Part = Part {
    effort: 2,
    until: 1.0,
};

/// An explanation takes no more time than this. Its effort ends it long before, so that what is found does not hang on the machine, nor on
/// what else that has to do.
const TIME: Duration = Duration::from_secs(30);

/// What there is to share.
pub(super) struct Parts<'a> {
    watch: &'a Watch,
    effort: Effort,
    /// Structures before.
    before: [u64; 3],
    /// What has stopped a part, but for its share.
    stopped: Option<Stop>,
}

impl Parts<'_> {
    /// For an answer that nothing has stopped the same whatever the proof has cost; for others nothing.
    pub fn new<'a>(analysis: &Analysis, watch: &'a Watch, before: [u64; 3]) -> Parts<'a> {
        let effort = match analysis.stopped {
            None => EXPLAINING,
            Some(_) => Effort::NONE,
        };
        Parts {
            watch,
            effort,
            before,
            stopped: None,
        }
    }

    /// A part begins, with so much effort. The last one has ended.
    pub fn begin(&mut self, inquiry: &mut Inquiry, part: Part) -> Effort {
        self.stopped = self.stopped(inquiry);
        let structures = self.structures(inquiry).iter().sum();
        let until = TIME.mul_f64(part.until);
        let watch = self.watch.clone().until(until, structures);
        inquiry.proof.begin(&watch);
        self.effort / part.effort
    }

    /// What has stopped a part so far; the end of its share is no stop.
    pub fn stopped(&self, inquiry: &Inquiry) -> Option<Stop> {
        let is_over = self.watch.left() == Some(Duration::ZERO);
        let stop = inquiry.stopped();
        let stop = stop.filter(|&stop| stop != Stop::Time || is_over);
        self.stopped.or(stop)
    }

    /// What the explanation has taken, with what the proof took.
    pub fn statistics(&self, inquiry: &Inquiry, proof: Statistics) -> Statistics {
        let structures = self.structures(inquiry);
        let mut by_pieces = proof.by_pieces;
        for (sum, more) in by_pieces.iter_mut().zip(structures) {
            *sum += more;
        }
        Statistics {
            structures: proof.structures + structures.iter().sum::<u64>(),
            by_pieces,
            stored_structures: inquiry.proof.structures().iter().sum(),
            bytes: inquiry.proof.bytes(),
            time: proof.time + self.watch.elapsed(),
            ..proof
        }
    }

    /// How many structures have been looked at since the explanation began, by their promoted pieces.
    fn structures(&self, inquiry: &Inquiry) -> [u64; 3] {
        let mut counts = inquiry.proof.structures();
        for (count, before) in counts.iter_mut().zip(self.before) {
            *count -= before;
        }
        counts
    }
}
