//! How many moves a king needs from where it stands, around everything that stays where it is.

use super::territory::hits;
use crate::board::{Bitboard, Color, Position, Square};

/// The squares that a king reaches in so many moves or fewer; the last set is all that it ever reaches.
pub(super) struct Walk(Vec<Bitboard>);

impl Walk {
    /// The walk of one side's king around all pawns (to take one is to leave the structure) and the squares that the
    /// opponent's pawns hit. The other king is in nobody's way: it moves too.
    pub fn new(position: &Position, color: Color) -> Walk {
        let pawns = position.pawns();
        let room = !(pawns.occupied() | hits(pawns, !color));
        let mut reached = position.king(color).set();
        let mut sets = vec![reached];
        loop {
            let further = reached | (reached.king_steps() & room);
            if further == reached {
                return Walk(sets);
            }
            reached = further;
            sets.push(reached);
        }
    }

    /// The squares that it reaches in time.
    pub fn within(&self, moves: usize) -> Bitboard {
        self.0[moves.min(self.0.len() - 1)]
    }

    /// How many moves a square takes, if it can be reached.
    pub fn moves(&self, to: Square) -> Option<usize> {
        self.0.iter().position(|set| set.contains(to))
    }

    /// The same, where squares that are never reached come last.
    pub fn moves_or_never(&self, to: Square) -> usize {
        self.moves(to).unwrap_or(usize::from(u8::MAX))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn pawns_and_what_they_hit_are_in_the_way() {
        let locock = "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -".parse().unwrap();
        let [white, black] = Color::BOTH.map(|color| Walk::new(&locock, color));
        let moves = |walk: &Walk, square| walk.moves(Square::parse(square).unwrap());
        assert_eq!(moves(&white, "a1"), Some(0));
        assert_eq!(moves(&white, "d4"), Some(3));
        assert_eq!(moves(&white, "e3"), Some(4));
        assert_eq!(moves(&black, "f6"), Some(2));
        assert_eq!(moves(&black, "g5"), Some(3));
        // Pawns stand there, or hit it.
        assert_eq!(moves(&white, "e4"), None);
        assert_eq!(moves(&white, "e5"), None);
        assert_eq!(moves(&black, "e6"), None);
        assert_eq!(moves(&black, "f4"), None);
        assert_eq!(white.within(1).count(), 4);
        assert_eq!(black.within(0), black.within(0) & black.within(60));
    }
}
