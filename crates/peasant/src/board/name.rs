//! Words that should be one of a few names.

use std::error::Error;
use std::fmt;

/// A text that names nothing of its kind: no square, no colour, no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    text: String,
    kind: &'static str,
    cure: &'static str,
}

impl UnknownName {
    /// The text is no name of this kind. The cure is what to write.
    pub(crate) fn new(text: &str, kind: &'static str, cure: &'static str) -> UnknownName {
        UnknownName {
            text: text.chars().take(16).collect(),
            kind,
            cure,
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { text, kind, cure } = self;
        write!(f, "{text:?} is no {kind}: write {cure}")
    }
}

impl Error for UnknownName {}
