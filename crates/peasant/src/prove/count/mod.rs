//! How far the end is: distances inside a slice and through the exits, and what is known of a whole slice.

pub(in crate::prove) mod distance;
pub(in crate::prove) mod ends;
pub(in crate::prove) mod lengths;
pub(in crate::prove) mod needed;
pub(in crate::prove) mod two_piece_ways;
pub(in crate::prove) mod whole_slice;
