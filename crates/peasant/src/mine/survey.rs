//! What the kinds of findings share.

use super::family::{Family, Structure};
use super::results::Results;
use super::search::Search;
use crate::analysis::Inquiry;
use crate::limits::{Stop, Watch};

/// A structure that is solved, and what is looked for in it.
pub(super) struct Survey<'a, 'p> {
    pub inquiry: &'a mut Inquiry<'p>,
    pub watch: &'a Watch,
    pub family: &'a Family,
    pub structure: Structure,
    pub search: &'a Search,
    pub results: Results,
}

impl Survey<'_, '_> {
    /// What has stopped the proof, or is to stop what is made of it.
    pub fn stopped(&self) -> Option<Stop> {
        let proof = self.inquiry.stopped();
        proof.or_else(|| self.watch.check(0, 0).err())
    }
}
