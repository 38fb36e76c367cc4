//! What is likely to come of an exit: what came of its like before, in the same proof.
//!
//! Where a descent has settled a point of a child, it is noted whether that was good for the exit's mover: by the move, and by the pawns
//! around it. Structures that differ elsewhere on the board, thousands in a wide ending, know then what to try first. It only
//! orders the work: a bound never comes from here.

use std::hash::{Hash, Hasher};

use crate::board::{Bitboard, Color, Pawns, Square};
use crate::prove::effort::quarter_log;
use crate::prove::policy::{DEARER_BY_PUSHES, EXPERIENCE, FIRST_CHANCE};
use crate::structure::{Exit, StructureHasher};

/// Chances are counted in so many parts.
const CERTAIN: u32 = 1 << 12;

/// The chance of an exit of which nothing is known.
const UNKNOWN: u32 = CERTAIN * FIRST_CHANCE / 10;

/// No exit is taken for more certain, or more hopeless, than one in so many.
const LEAST_CHANCE: u32 = CERTAIN / 256;

/// The pawns around a move share so many tallies; where two share one, the order of work is a little worse.
const TALLIES: usize = 1 << 16;

/// After so many tries what is older counts half.
const MEMORY: u16 = 256;

/// What came of exits so far. It takes no room before something has come of one.
#[derive(Clone, Default)]
pub(crate) struct Forecast {
    by_move: Vec<Tally>,
    by_surroundings: Vec<Tally>,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    tried: u16,
    good: u16,
}

impl Tally {
    /// The chance that it goes well, if `before` was expected with as much weight as so many tries.
    fn chance(self, before: u32) -> u32 {
        let good = u32::from(self.good) * CERTAIN + EXPERIENCE * before;
        good / (u32::from(self.tried) + EXPERIENCE)
    }

    fn note(&mut self, good: bool) {
        self.tried += 1;
        self.good += u16::from(good);
        if self.tried == MEMORY {
            self.tried /= 2;
            self.good /= 2;
        }
    }
}

impl Forecast {
    /// An exit has turned out well for its mover, or badly.
    pub fn learn<C>(&mut self, pawns: Pawns, exit: &Exit<C>, good: bool) {
        if self.by_move.is_empty() {
            self.by_move = vec![Tally::default(); MOVES];
            self.by_surroundings = vec![Tally::default(); TALLIES];
        }
        let (by_move, by_surroundings) = places(pawns, exit);
        self.by_move[by_move].note(good);
        self.by_surroundings[by_surroundings].note(good);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        ((self.by_move.len() + self.by_surroundings.len()) * size_of::<Tally>()) as u64
    }

    /// How dear an exit is on which nothing has been spent: the less likely it is to turn out so, and the more pushes are left to be
    /// answered. For the attacker, and for the defender.
    pub fn costs<C>(&self, pawns: Pawns, exit: &Exit<C>) -> [u32; 2] {
        let chance = self.chance(pawns, exit);
        let chance = chance.clamp(LEAST_CHANCE, CERTAIN - LEAST_CHANCE);
        let [likely, unlikely] = [chance, CERTAIN - chance]
            .map(|part| quarter_log(CERTAIN.into()) - quarter_log(part.into()));
        let Pawns { white, black } = exit.after(pawns);
        let free = !(white | black);
        let dearer = |pushes: Bitboard| {
            DEARER_BY_PUSHES * quarter_log(1 + u64::from((pushes & free).count()))
        };
        let [whites, blacks] = [white.up(), black.down()].map(dearer);
        let (win, hold) = match exit.mover {
            Color::White => (likely, unlikely),
            Color::Black => (unlikely, likely),
        };
        [win + blacks, hold + whites]
    }

    /// The chance that an exit turns out well for its mover.
    fn chance<C>(&self, pawns: Pawns, exit: &Exit<C>) -> u32 {
        if self.by_move.is_empty() {
            return UNKNOWN;
        }
        let (by_move, by_surroundings) = places(pawns, exit);
        let chance = self.by_move[by_move].chance(UNKNOWN);
        self.by_surroundings[by_surroundings].chance(chance)
    }
}

/// Moves of either side, from a square to another.
const MOVES: usize = 2 << 12;

/// Where an exit is tallied, by its move and by the pawns around it; mirror images are one.
fn places<C>(pawns: Pawns, exit: &Exit<C>) -> (usize, usize) {
    let file = Bitboard::file(exit.to.file());
    let near = file | file.left() | file.right();
    let (white, black) = (pawns.white & near, pawns.black & near);
    let of_move =
        |from: Square, to: Square| (exit.mover as usize) << 12 | from.index() << 6 | to.index();
    let around = |of_move: usize, white: Bitboard, black: Bitboard| {
        let mut hasher = StructureHasher::default();
        (white.0, black.0, of_move as u64).hash(&mut hasher);
        hasher.finish() as usize % TALLIES
    };
    let seen = of_move(exit.from, exit.to);
    let mirrored = of_move(exit.from.mirror(), exit.to.mirror());
    (
        seen.min(mirrored),
        around(seen, white, black).min(around(mirrored, white.mirror(), black.mirror())),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::exits::for_each_newborn;

    fn set(squares: &[&str]) -> Bitboard {
        let squares = squares.iter().map(|text| text.parse().expect("a square"));
        squares
            .map(Square::set)
            .fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// The exit of the pawn that goes so.
    fn exit(pawns: Pawns, from: &str, to: &str) -> Exit<Pawns> {
        let mut found = None;
        for_each_newborn(pawns, |exit| {
            if exit.from.to_string() == from && exit.to.to_string() == to {
                found = Some(exit);
            }
        });
        found.expect("the pawn can go there")
    }

    #[test]
    fn what_came_of_a_move_is_expected_where_the_pawns_around_it_stand_so() {
        let before = Pawns {
            white: set(&["a2", "g4"]),
            black: set(&["h6", "b7"]),
        };
        let mut forecast = Forecast::default();
        let lever = exit(before, "g4", "g5");
        assert_eq!(forecast.chance(before, &lever), UNKNOWN);
        for _ in 0..1000 {
            forecast.learn(before, &lever, true);
        }
        let chance = forecast.chance(before, &lever);
        assert!(chance > CERTAIN * 9 / 10, "{chance}");
        // The same on the other side of the board, with other pawns far away.
        let far = Pawns {
            white: set(&["g3", "b4"]),
            black: set(&["a6"]),
        };
        assert_eq!(forecast.chance(far, &exit(far, "b4", "b5")), chance);
        // With another pawn near by only the move is known, and less is expected.
        let near = Pawns {
            white: before.white,
            black: set(&["h6", "f7"]),
        };
        let less = forecast.chance(near, &exit(near, "g4", "g5"));
        assert!(UNKNOWN < less && less < chance, "{less}");
        assert_eq!(forecast.chance(before, &exit(before, "a2", "a3")), UNKNOWN);
    }

    #[test]
    fn what_is_likely_is_cheap_for_its_mover_and_dear_for_the_other_side() {
        let pawns = Pawns {
            white: set(&["g4"]),
            black: set(&["b6"]),
        };
        let (white, black) = (exit(pawns, "g4", "g5"), exit(pawns, "b6", "b5"));
        let mut forecast = Forecast::default();
        for _ in 0..1000 {
            forecast.learn(pawns, &white, true);
            forecast.learn(pawns, &black, true);
        }
        let [of_white, of_black] = [white, black].map(|exit| forecast.costs(pawns, &exit));
        let [win, hold] = of_white;
        assert!(win < hold);
        let [win, hold] = of_black;
        assert!(hold < win);
    }
}
