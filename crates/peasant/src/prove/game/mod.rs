//! Which game is played: what a promotion comes to, and what is known of a structure at sight.
//!
//! A proof is one in the game of chess (`chess.rs`). Relaxed games, in which promotions are decided on sight, show it where to look:
//! Newborn's (`newborn.rs`) and the pessimistic one (`pessimistic.rs`). A game that chess has
//! shown to be mistaken is played with corrections (`corrected.rs`), which is a game too.

mod chess;
mod corrected;
pub(in crate::prove) mod corrections;
mod newborn;
mod newborn_queens;
mod pessimistic;
mod played;

use crate::board::{Color, Position};
use crate::slice::{Relation, Wins};
use crate::structure::{Exit, Goal, Reference, Structure};

pub(in crate::prove) use newborn::Newborn;
pub(in crate::prove) use pessimistic::Pessimistic;
pub(in crate::prove) use played::{Played, game};

/// A game as a proof sees it. What a promotion is worth stands in `slice/exits/`, by the kind of exit that it is.
pub(crate) trait Game: Send + Sync {
    /// Calls `visit` with every exit of a structure, White's first.
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>));

    /// Do promoted pieces play on, so that structures with them are to be solved too?
    fn pieces_play_on(&self) -> bool;

    /// Does the attacker win a position with promoted pieces that the rules decide by themselves? `next` tells of the positions
    /// that follow. The outer `None`: it is no such position.
    fn decides(
        &self,
        _position: &Position,
        _attacker: Color,
        _next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        None
    }

    /// May the exits of a goal be worth something else than the structures that follow say?
    fn corrects_exits(&self, _goal: Goal) -> bool {
        false
    }

    /// Corrects what an exit of a goal is worth.
    fn correct_exit(&self, _goal: Goal, _exit: &Exit<Reference>, _worth: &mut Relation) {}

    /// Corrects where the attacker of a goal wins.
    fn correct_wins(&self, _goal: Goal, _wins: &mut Wins) {}
}
