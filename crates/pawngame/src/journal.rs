//! The answers that a search has found, noted for [fitting](super::fitting).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::board::Board;
use peasant::value::Wdl;

/// The answers that one search has found.
pub struct Journal {
    one_in: u64,
    pub answers: Mutex<Answers>,
}

/// For every question whether its answer is yes, and how many nodes it took.
pub type Answers = HashMap<(Board, Wdl), (bool, u64)>;

impl Journal {
    pub fn new(one_in: u64) -> Journal {
        Journal {
            one_in,
            answers: Mutex::default(),
        }
    }

    /// Notes an answer, if it is one of those to be noted.
    pub fn note(&self, board: &Board, wanted: Wdl, reached: bool, nodes: u64) {
        if self.one_in > 0 && hash(board).is_multiple_of(self.one_in) {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.insert((*board, wanted), (reached, nodes));
        }
    }
}

/// A number in which all pawns play a part: answers in its order are well mixed.
pub fn hash(board: &Board) -> u64 {
    let us = board.us.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let them = board.them.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (us ^ them).wrapping_mul(0x94d0_49bb_1331_11eb) >> 24
}
