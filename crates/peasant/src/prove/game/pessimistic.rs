//! The pessimistic game: Newborn's rules, but that queen against queen is won for the attacker, whoever that is. What is held here
//! is held without any ending of queen against queen. For relaxed proofs only.

use super::Game;
use crate::structure::exits::for_each_newborn;
use crate::structure::{Exit, ExitKind, Structure};

/// Its rules.
pub(in crate::prove) struct Pessimistic;

impl Game for Pessimistic {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_newborn(structure.pawns, |exit| {
            let kind = match exit.kind {
                ExitKind::NewbornPromotion => ExitKind::PessimisticPromotion,
                kind => kind,
            };
            visit(Exit { kind, ..exit }.map(Structure::from));
        });
    }

    fn pieces_play_on(&self) -> bool {
        false
    }
}
