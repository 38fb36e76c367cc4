//! Who works on a request of a prover: a proof that is lent for it, and comes back.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Builder, ProveError};
use crate::analysis::{Crossed, Inquiry};
use crate::board::Position;
use crate::limits::Watch;
use crate::prove::Proof;
use crate::store::scratch;
use crate::value::Bounds;

/// The proofs that wait for a request, the one that worked last at the end.
#[derive(Default)]
pub(super) struct Desk(Mutex<Vec<Proof>>);

impl Desk {
    fn idle(&self) -> MutexGuard<'_, Vec<Proof>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends a proof: the one that knows a position, else the one that worked last, else a new one.
    pub fn lend<'d>(&'d self, settings: &'d Builder, position: Option<&Position>) -> Lent<'d> {
        let mut idle = self.idle();
        let knows = |proof: &mut Proof| {
            let known = |position| {
                let mut inquiry = Inquiry {
                    rules: settings.rules,
                    proof,
                };
                inquiry
                    .known(position)
                    .is_ok_and(|known| known != Bounds::UNKNOWN)
            };
            position.is_some_and(known)
        };
        let best = match idle.len() {
            0 | 1 => None,
            _ => idle.iter_mut().rposition(knows),
        };
        let proof = match best {
            Some(place) => Some(idle.remove(place)),
            None => idle.pop(),
        };
        drop(idle);
        Lent {
            desk: self,
            settings,
            proof: Some(proof.unwrap_or_else(|| settings.proof())),
        }
    }

    /// Bytes of the proofs that wait.
    pub fn bytes(&self) -> u64 {
        self.idle().iter().map(Proof::bytes).sum()
    }

    /// Forgets the proofs that wait.
    pub fn clear(&self) {
        self.idle().clear();
    }

    /// Proofs read and write these stores from now on.
    #[cfg(feature = "files")]
    pub fn save_in(&self, settings: &Builder) {
        for proof in self.idle().iter_mut() {
            proof.save_in(settings.rules, &settings.resources);
        }
    }
}

/// A proof that is lent for a request.
pub(super) struct Lent<'d> {
    desk: &'d Desk,
    settings: &'d Builder,
    /// Until it is given back.
    proof: Option<Proof>,
}

impl Lent<'_> {
    pub fn proof(&mut self) -> &mut Proof {
        let proof = self.proof.as_mut();
        proof.unwrap_or_else(|| unreachable!("it is given back at the end"))
    }

    pub fn inquiry(&mut self) -> Inquiry<'_> {
        Inquiry {
            rules: self.settings.rules,
            proof: self.proof(),
        }
    }

    /// A request begins.
    pub fn begin(&mut self, watch: &Watch, memory: Option<u64>) {
        let proof = self.proof();
        let is_crowded = |memory| proof.lacked_memory() || proof.bytes() > memory / 2;
        if let Some(memory) = memory.filter(|&memory| is_crowded(memory)) {
            proof.forget_all_but(memory / 4);
        }
        self.proof().begin(watch);
    }

    /// Does some work. Where the scratch file cannot be read, everything is forgotten, and the work begins anew without it.
    pub fn undisturbed<T>(&mut self, mut work: impl FnMut(&mut Self) -> T) -> T {
        match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(done) => done,
            Err(panic) if scratch::is_unread(&*panic) => {
                self.forget();
                work(self)
            }
            Err(panic) => resume_unwind(panic),
        }
    }

    pub fn forget(&mut self) {
        self.proof = Some(self.settings.proof());
    }

    /// Nothing that was proved beside a contradiction can be trusted.
    pub fn refuse(&mut self, Crossed(position): Crossed) -> ProveError {
        self.forget();
        ProveError::Contradiction {
            position,
            tablebase: self.settings.resources.tablebase.is_some(),
            store: !self.settings.resources.stores.is_empty(),
        }
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(proof) = self.proof.take()
            && !std::thread::panicking()
        {
            self.desk.idle().push(proof);
        }
    }
}
