//! Can a king guard its pawns against the other king? A drawn line throws no pawn away that could be kept.

use crate::board::{Bitboard, Color, Pawns, Square};

/// Where a side keeps all its pawns while nothing but the kings moves, and where the other king wins one by force.
pub(super) struct Guard {
    /// By the square of the guarding king, where the other king, to move, wins a pawn.
    taken: [Bitboard; 64],
    /// The same with the guarding king to move.
    lost: [Bitboard; 64],
    /// The guarded pawns.
    guarded: Bitboard,
    /// Squares that no pawn of this side hits and no man of the same side stands on: for the guarding king, and for the other.
    room: [Bitboard; 2],
}

impl Guard {
    /// The kings' game about the pawns of one side.
    pub fn new(pawns: Pawns, side: Color) -> Guard {
        let hits = [
            pawns.white.white_pawn_attacks(),
            pawns.black.black_pawn_attacks(),
        ];
        let (own, other) = (side as usize, !side as usize);
        let mut guard = Guard {
            taken: [Bitboard::EMPTY; 64],
            lost: [Bitboard::EMPTY; 64],
            guarded: pawns.of(side),
            room: [
                !(hits[other] | pawns.of(side)),
                !(hits[own] | pawns.of(!side)),
            ],
        };
        while guard.grow() {}
        guard
    }

    /// Does the other king, to move, win a pawn by force?
    pub fn falls(&self, guard: Square, other: Square) -> bool {
        self.taken[guard.index()].contains(other)
    }

    /// Can the guarding king, to move, do nothing about it?
    pub fn is_lost(&self, guard: Square, other: Square) -> bool {
        self.lost[guard.index()].contains(other)
    }

    /// One move further. Has anything been added?
    fn grow(&mut self) -> bool {
        let mut grown = false;
        for square in Square::all() {
            let wins = apart(square) & self.room[1] & (self.guarded | self.lost[square.index()]);
            let taken = apart(square) & wins.king_steps();
            grown |= taken != self.taken[square.index()];
            self.taken[square.index()] = taken;
        }
        for square in Square::all() {
            let mut may = Bitboard::EMPTY;
            let mut keeps = Bitboard::EMPTY;
            for step in square.set().king_steps() & self.room[0] {
                may |= apart(step);
                keeps |= apart(step) - self.taken[step.index()];
            }
            let lost = (may - keeps) & apart(square);
            grown |= lost != self.lost[square.index()];
            self.lost[square.index()] = lost;
        }
        grown
    }
}

/// Where the other king may stand.
fn apart(king: Square) -> Bitboard {
    !(king.set() | king.set().king_steps())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::board::Position;

    fn guard(fen: &str, side: Color) -> (Guard, Position) {
        let position: Position = fen.parse().unwrap();
        (Guard::new(position.pawns(), side), position)
    }

    /// Blocked pawns on d4 and d5: the king that gets there first wins one, and that is the trébuchet's rule.
    #[test]
    fn a_blocked_pawn_falls_to_the_king_that_is_nearer() {
        let (guard, position) = guard("8/8/3k4/3p4/3P4/3K4/8/8 w - -", Color::White);
        let kings = Color::BOTH.map(|color| position.king(color));
        assert!(!guard.falls(kings[0], kings[1]));
        let at = |square| Square::parse(square).unwrap();
        assert!(guard.falls(at("b2"), at("b4")));
        assert!(guard.is_lost(at("b2"), at("c4")));
        assert!(guard.is_lost(at("c5"), at("e4")), "the trébuchet");
    }

    /// What follows is what each move leads to, on all placements.
    #[test]
    fn every_placement_follows_from_its_moves() {
        for fen in [
            "8/8/3k4/3p4/3P4/3K4/8/8 w - -",
            "8/5k2/5p2/5P2/5K2/8/8/8 w - -",
            "8/1p6/1P2k3/8/4K1p1/6P1/8/8 w - -",
        ] {
            for side in Color::BOTH {
                let (guard, position) = guard(fen, side);
                let pawns = position.pawns();
                for own in Square::all() {
                    for other in Square::all() {
                        follows(&guard, pawns, side, own, other);
                    }
                }
            }
        }
    }

    /// By the moves of a board with these kings, where it is a position.
    fn follows(guard: &Guard, pawns: Pawns, side: Color, own: Square, other: Square) {
        let place = |turn| match side {
            Color::White => Position::pawn_ending(own, other, pawns, turn),
            Color::Black => Position::pawn_ending(other, own, pawns, turn),
        };
        let kings_of = |here: &Position| [side, !side].map(|color| here.king(color));
        if let Ok(here) = place(!side) {
            let steps = here.legal_moves().into_iter().filter(|m| m.from == other);
            let falls = steps.into_iter().any(|m| {
                let next = here.play(m);
                let [own, other] = kings_of(&next);
                here.is_capture(m) || guard.is_lost(own, other)
            });
            assert_eq!(guard.falls(own, other), falls, "{own} {other}");
        }
        if let Ok(here) = place(side) {
            let steps = here.legal_moves().into_iter().filter(|m| m.from == own);
            let steps: Vec<_> = steps.collect();
            let lost = !steps.is_empty()
                && steps.iter().all(|&m| {
                    let [own, other] = kings_of(&here.play(m));
                    // Who takes a pawn goes on with other pawns, but with the same guard here.
                    guard.falls(own, other)
                });
            assert_eq!(guard.is_lost(own, other), lost, "{own} {other}");
        }
    }
}
