//! A pawn ending as a game for two.

use peasant::board::{Color, Move, Position};
use peasant::explain::is_dead;

use super::Playable;

impl Playable for Position {
    type Move = Move;

    fn turn(&self) -> Color {
        self.turn()
    }

    fn is_over(&self) -> bool {
        self.legal_moves().is_empty() || is_dead(self)
    }

    fn after(&self, m: Move) -> Option<Position> {
        self.legal_moves().contains(&m).then(|| self.play(m))
    }
}
