//! A game in work: its positions, and what is known of them.

use peasant::board::{Move, Position};
use peasant::{Analysis, MoveAnalysis};
use shakmaty::Chess;

use super::event::Event;
use super::judge::{self, Judge};
use crate::pgn::game::Game;
use crate::pgn::read::number;

/// A game in work. Slot 0 is what stands before the first move, slot 1 what stands behind it, and so on.
pub(super) struct Course<'a> {
    pub game: &'a Game,
    pub judge: &'a mut Judge,
    /// Is told the ply that is judged.
    pub told: &'a dyn Fn(usize),
    /// What is known of the positions; `None` where nothing was asked.
    pub known: Vec<Option<Analysis>>,
    /// How many seconds that took.
    pub seconds: Vec<f64>,
    pub moments: Vec<Event>,
}

impl Course<'_> {
    pub fn at(&self, slot: usize) -> &Chess {
        match self.game.played.get(slot) {
            Some(played) => &played.before,
            None => &self.game.end,
        }
    }

    /// Plies from the beginning, before a slot.
    pub fn ply(&self, slot: usize) -> usize {
        self.game.first_ply + slot
    }

    /// Are kings and pawns alone left, which was not so a move before?
    pub fn begins(&self, slot: usize) -> bool {
        let is_ending = |slot| judge::pieces(self.at(slot)) == 0;
        is_ending(slot) && slot.checked_sub(1).is_none_or(|before| !is_ending(before))
    }

    /// The move that was played in a position that is judged.
    pub fn played<'k>(
        &self,
        slot: usize,
        analysis: &'k Analysis,
    ) -> Option<(Move, &'k MoveAnalysis)> {
        let played = self.game.played.get(slot)?.r#move?;
        let m = judge::mv(played, &analysis.position)?;
        let known = analysis.moves.iter().find(|known| known.r#move == m)?;
        Some((m, known))
    }
}

/// `34...Kd4`
pub(super) fn named(ply: usize, san: &str) -> String {
    number(ply) + san
}

/// A position behind a move of the game, in the library's form.
pub(super) fn after(before: &Chess, m: shakmaty::Move) -> Option<(Chess, Position)> {
    use shakmaty::Position;
    let next = before.clone().play(m).ok()?;
    let position = judge::position(&next)?;
    Some((next, position))
}
