//! Key squares: where the attacker's king wins wherever the other king is.

use super::territory::Territory;
use crate::board::{Bitboard, Square};

/// Whose turn it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// The defender's: key squares.
    Defenders,
    /// Anybody's: strong key squares.
    Anybodys,
}

/// What is proved of a square.
enum Verdict {
    /// The defender is never to move there without taking something.
    Void,
    Key,
    NotKey,
    Open,
}

/// The squares from which the attacker's king wins, wherever the defender's king is (legally, and not able to take a man at
/// once). None where it does so from everywhere, or where nothing shows that it does not.
pub(super) fn key_squares(territory: &Territory, turn: Turn) -> Vec<Square> {
    let mut keys = Vec::new();
    let mut is_trivial = true;
    for king in Square::all() {
        match verdict(territory, turn, king) {
            Verdict::Key => keys.push(king),
            Verdict::NotKey => is_trivial = false,
            Verdict::Void | Verdict::Open => {}
        }
    }
    if is_trivial {
        keys.clear();
    }
    keys
}

fn verdict(territory: &Territory, turn: Turn, king: Square) -> Verdict {
    let slice = &territory.slice;
    let takers = territory.takers(king);
    let mut sides = vec![(
        slice.legal.waiting,
        slice.lower.waiting,
        slice.upper.waiting,
    )];
    if turn == Turn::Anybodys {
        sides.push((
            slice.legal.to_move,
            slice.lower.to_move,
            slice.upper.to_move,
        ));
    }
    let row = king.index();
    let (mut won, mut possible) = (true, true);
    if (Bitboard(slice.legal.waiting.0[row]) - takers).is_empty() {
        return Verdict::Void;
    }
    for (legal, lower, upper) in sides {
        let there = Bitboard(legal.0[row]) - takers;
        won &= (there - Bitboard(lower.0[row])).is_empty();
        possible &= (there - Bitboard(upper.0[row])).is_empty();
    }
    match (won, possible) {
        (true, _) => Verdict::Key,
        (_, false) => Verdict::NotKey,
        _ => Verdict::Open,
    }
}
