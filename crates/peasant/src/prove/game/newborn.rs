//! Newborn's game (1977): a promotion is decided on sight.

use super::{Game, newborn_queens};
use crate::board::{Color, Position};
use crate::structure::exits::for_each_newborn;
use crate::structure::{Exit, Structure};

/// Newborn's rules.
pub(in crate::prove) struct Newborn;

impl Game for Newborn {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_newborn(structure.pawns, |exit| visit(exit.map(Structure::from)));
    }

    fn pieces_play_on(&self) -> bool {
        false
    }

    fn decides(
        &self,
        position: &Position,
        attacker: Color,
        next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        (!position.is_pawn_ending()).then(|| newborn_queens::wins(position, attacker, next))
    }
}
