//! What is proved of a whole structure without promoted pieces, as on the board of a position.

use crate::board::{Color, Position};
use crate::slice::{Frame, Placement, Point, Wins};
use crate::structure::{Structure, Symmetry};

/// Where one player, the attacker, wins a structure. Rows are squares of the attacker's king, bits those of the defender's,
/// on the board of the position, whichever colour the attacker has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliceBounds {
    /// Wins that are proved.
    pub lower: Wins,
    /// Wins that are not refuted.
    pub upper: Wins,
    /// All legal placements.
    pub legal: Wins,
}

/// Every legal placement of the kings in a structure without promoted pieces, as its attacker sees it.
pub(crate) fn legal(view: Structure) -> Wins {
    Frame::new(view).plane(&Placement::NONE)
}

/// The same with the pawns of a position, on its board, for one of its players as the attacker.
pub(crate) fn legal_placements(position: &Position, attacker: Color) -> Wins {
    let view = Structure::from(Symmetry::for_player(attacker).apply(position.pawns()));
    turned(legal(view), attacker)
}

/// From the board as the attacker sees it to that of the position.
fn turned(wins: Wins, attacker: Color) -> Wins {
    match attacker {
        Color::White => wins,
        Color::Black => wins.turn_over(),
    }
}

impl SliceBounds {
    /// From bounds as the attacker sees the board, playing upwards.
    pub fn on_board(view: Structure, attacker: Color, lower: Wins, upper: Wins) -> SliceBounds {
        let turned = |wins| turned(wins, attacker);
        SliceBounds {
            lower: turned(lower),
            upper: turned(upper),
            legal: turned(legal(view)),
        }
    }

    /// In how many legal placements, with one side or the other to move, it is not known whether the attacker wins.
    pub fn open(&self) -> u32 {
        let open = self.upper.and(&self.lower.complement()).and(&self.legal);
        let rows = open.to_move.0.iter().chain(&open.waiting.0);
        rows.map(|row| row.count_ones()).sum()
    }

    /// Is it known whether the attacker wins this point?
    pub fn answer(&self, point: Point) -> Option<bool> {
        if self.lower.contains(point) {
            Some(true)
        } else if self.upper.contains(point) {
            None
        } else {
            Some(false)
        }
    }
}
