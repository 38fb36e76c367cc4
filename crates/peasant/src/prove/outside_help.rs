//! What a proof may use besides time and memory.

use std::sync::Arc;

use super::base::Base;
use super::workers::Workers;
use crate::tablebase::Tablebase;

/// Helpers from outside. A proof works without any.
#[derive(Clone, Default)]
pub(crate) struct Resources {
    /// Tables of results for few men, trusted. Used by the rules of chess only.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// Small endings stored on disk.
    pub base: Option<Arc<Base>>,
    /// Threads.
    pub workers: Workers,
}
