//! What a proof may use besides time and memory.

use std::sync::Arc;

use super::base::Base;
use super::workers::Workers;
use crate::store::scratch::Scratch;
use crate::tablebase::Tablebase;

/// Helpers from outside. A proof works without any.
#[derive(Clone, Default)]
pub(crate) struct Resources {
    /// Tables of results for few men, trusted. Used by the rules of chess only.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// Small endings solved for all proofs.
    pub base: Option<Arc<Base>>,
    /// A file for slices that memory has no room for.
    pub scratch: Option<Arc<Scratch>>,
    /// Threads.
    pub workers: Workers,
}

impl Resources {
    /// The base, if what it holds comes from outside.
    pub fn base_on_disk(&self) -> Option<&Arc<Base>> {
        self.base.as_ref().filter(|base| base.directory.is_some())
    }
}
