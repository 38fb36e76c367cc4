//! Chess: promoted pieces play on.

use super::Game;
use crate::board::{Color, Position};
use crate::prove::policy::MAX_PIECES;
use crate::structure::exits::for_each_chess;
use crate::structure::{Exit, Structure};
use crate::value::{all, any};

/// The rules of chess.
pub(super) struct Chess;

impl Game for Chess {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_chess(structure, visit);
    }

    fn pieces_play_on(&self) -> bool {
        true
    }

    /// By mate, stalemate or a bare king; with more pieces than are solved also by one move that leads to those or to fewer pieces.
    fn decides(
        &self,
        position: &Position,
        attacker: Color,
        next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        if position.is_pawn_ending() {
            return None;
        }
        if let Some(won) = ended(position, attacker) {
            return Some(Some(won));
        }
        if pieces(position) <= MAX_PIECES {
            return None;
        }
        let moves = position.legal_moves().into_iter();
        let mut after = moves.map(|m| {
            let after = position.play(m);
            match ended(&after, attacker) {
                None if pieces(&after) <= MAX_PIECES => next(&after),
                ended => ended,
            }
        });
        let answer = match position.turn() == attacker {
            true => any(&mut after),
            false => all(&mut after),
        };
        answer.map(Some)
    }
}

/// How many pieces there are beside kings and pawns.
fn pieces(position: &Position) -> usize {
    let men = position.occupied() - position.pawns().occupied();
    men.count() as usize - 2
}

/// Has the attacker won, or can it win no more, by the rules alone?
fn ended(position: &Position, attacker: Color) -> Option<bool> {
    if position.men(attacker).count() == 1 {
        return Some(false);
    }
    position
        .legal_moves()
        .is_empty()
        .then(|| position.in_check() && position.turn() != attacker)
}
