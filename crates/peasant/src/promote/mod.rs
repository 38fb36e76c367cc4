//! What a promotion is worth, by rule set.

pub mod newborn;
