//! A pawn ending as a game for two.

use peasant::board::{Color, Move, Position, Role};

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

/// Can nobody give mate, with kings and one bishop or knight at most?
pub fn is_dead(position: &Position) -> bool {
    let count = |role| {
        let of = |color| position.pieces(color, role).count();
        of(Color::White) + of(Color::Black)
    };
    let strong = [Role::Pawn, Role::Rook, Role::Queen].map(count);
    strong == [0; 3] && count(Role::Bishop) + count(Role::Knight) <= 1
}
