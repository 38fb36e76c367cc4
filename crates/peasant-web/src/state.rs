//! What stays between questions: whoever proves, with what is proved.

use std::time::Duration;

use peasant::{Limits, Prover, Rules};
use verbs::options::proof::ProofArgs;

/// Memory of the prover, in bytes.
const MEMORY: u64 = 1 << 30;

/// What a question may take, if it does not say.
pub const USUAL: Duration = Duration::from_secs(60);

#[derive(Default)]
pub struct State {
    /// The one that was asked last.
    prover: Option<Prover>,
}

impl State {
    /// A prover by these rules that may know something of the neighbourhood.
    pub fn prover(&mut self, rules: Rules) -> Prover {
        let kept = self.prover.take().filter(|prover| prover.rules() == rules);
        kept.unwrap_or_else(|| Prover::builder().rules(rules).threads(1).build())
    }

    pub fn keep(&mut self, prover: Prover) {
        self.prover = Some(prover);
    }
}

pub fn limits(proof: &ProofArgs) -> Limits {
    let mut limits = Limits::NONE.memory(MEMORY);
    limits.time = Some(proof.time().unwrap_or(USUAL));
    limits.structures = proof.structures;
    limits
}

/// Memory of a pawn game, in bytes: here a table is as large from the beginning as it may become.
pub const PAWNGAME: u64 = 256 << 20;
