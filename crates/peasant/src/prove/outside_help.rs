//! What a proof may use besides time and memory.

use std::sync::Arc;

#[cfg(feature = "elsewhere")]
use super::Elsewhere;
use super::store::{Domain, Endings, Saved, Store};
use super::workers::Workers;
use crate::rules::Rules;
use crate::store::scratch::Scratch;
use crate::tablebase::Tablebase;

/// Helpers from outside. A proof works without any.
#[derive(Clone, Default)]
pub(crate) struct Resources {
    /// Tables of results for few men, trusted. Used by the rules of chess only.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// Endings with three pieces.
    pub endings: Option<Arc<Endings>>,
    /// Where what is proved is kept, and read.
    pub stores: Vec<Arc<Store>>,
    /// A file for slices that memory has no room for.
    pub scratch: Option<Arc<Scratch>>,
    /// Threads.
    pub workers: Workers,
    /// Those who solve slices with two pieces elsewhere.
    #[cfg(feature = "elsewhere")]
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
}

impl Resources {
    /// Hands on the stores, for facts by these rules. What tables have said helps only proofs that have tables.
    pub fn saved(&self, rules: Rules) -> Saved {
        let domain = match (rules, &self.tablebase) {
            (Rules::Newborn, _) => Domain::NEWBORN,
            (Rules::Chess, None) => Domain::CHESS,
            (Rules::Chess, Some(_)) => Domain::TABLES,
        };
        Saved::new(self.stores.clone(), domain)
    }
}
