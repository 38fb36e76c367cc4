//! Chess: promoted pieces play on.

use super::Game;
use crate::structure::exits::for_each_chess;
use crate::structure::{Exit, Structure};

/// The rules of chess.
pub(super) struct Chess;

impl Game for Chess {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_chess(structure, visit);
    }

    fn pieces_play_on(&self) -> bool {
        true
    }
}
