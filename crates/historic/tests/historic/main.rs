//! The historic programs: what they claim against the exact results, and what they have always
//! done.

mod newborn1977;
mod pawnking;
mod support;
