//! What is wrong with the description of a family.

use std::fmt;

/// A description that describes no family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyError {
    message: String,
    cure: &'static str,
}

impl FamilyError {
    pub(super) fn new(message: impl Into<String>, cure: &'static str) -> FamilyError {
        let message = message.into();
        FamilyError { message, cure }
    }
}

/// What is wrong and, after a colon, what to do.
impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message, self.cure)
    }
}

impl std::error::Error for FamilyError {}
