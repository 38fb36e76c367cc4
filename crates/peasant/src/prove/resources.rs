//! What a proof may use besides time and memory.

use super::cache::Cache;
use crate::tablebase::Tablebase;

/// Helpers from outside. A proof works without any.
#[derive(Clone, Copy, Default)]
pub struct Resources<'a> {
    /// Tables of results for few men, trusted. Used by the rules of chess only.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// Small endings kept on disk.
    pub cache: Option<&'a Cache>,
}
