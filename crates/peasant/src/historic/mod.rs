//! Programs of the past, rebuilt from what was published about them. What they claim is an opinion.

pub mod newborn1977;
pub mod pawnking;
