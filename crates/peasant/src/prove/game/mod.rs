//! Which game is played: rule sets as a proof sees them, and what corrects a relaxed one.

pub(in crate::prove) mod facts;
mod newborn_rules;
pub(in crate::prove) mod races;
pub(in crate::prove) mod rule_set;
