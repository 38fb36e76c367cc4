//! The results of all placements of the kings in a structure, as sets: rows are squares of White's king, bits those of Black's.

use crate::board::{Bitboard, Color, Pawns, Position, Setup, Square};
use crate::prove::SliceBounds;
use crate::slice::{Relation, Wins};

/// What is known with one side to move.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub legal: Relation,
    /// Wins that are proved, by winner.
    pub won: [Relation; 2],
    /// Wins that are not refuted, by winner.
    pub possible: [Relation; 2],
}

/// A structure solved, as far as it is.
pub(super) struct Results {
    pub pawns: Pawns,
    /// With White to move, and with Black.
    pub turns: [Turn; 2],
}

/// The same placements, rows those of the other king.
fn exchanged(relation: Relation) -> Relation {
    relation.swap_players().turn_over()
}

/// The relation of a player's slice for one side to move.
fn seen(wins: &Wins, attacker: Color, turn: Color) -> Relation {
    let relation = if attacker == turn {
        wins.to_move
    } else {
        wins.waiting
    };
    match attacker {
        Color::White => relation,
        Color::Black => exchanged(relation),
    }
}

/// A set of placements, row by row.
pub(super) fn combine<const N: usize>(
    sets: [&Relation; N],
    combined: impl Fn([u64; N]) -> u64,
) -> Relation {
    Relation(std::array::from_fn(|row| {
        combined(sets.map(|set| set.0[row]))
    }))
}

/// The placements of a set: White's king, then Black's.
pub(super) fn placements(set: &Relation) -> impl Iterator<Item = (Square, Square)> + '_ {
    let rows = Square::all().zip(&set.0);
    rows.flat_map(|(white, row)| Bitboard(*row).map(move |black| (white, black)))
}

/// How many placements there are.
pub(super) fn count(set: &Relation) -> u64 {
    set.0.iter().map(|row| u64::from(row.count_ones())).sum()
}

impl Results {
    /// From the slices in which White and Black are the attacker.
    pub fn new(pawns: Pawns, slices: &[SliceBounds; 2]) -> Results {
        let turns = Color::BOTH.map(|turn| {
            let of = |wins: fn(&SliceBounds) -> &Wins| {
                Color::BOTH.map(|color| seen(wins(&slices[color as usize]), color, turn))
            };
            Turn {
                legal: seen(&slices[0].legal, Color::White, turn),
                won: of(|slice| &slice.lower),
                possible: of(|slice| &slice.upper),
            }
        });
        Results { pawns, turns }
    }

    /// With this side to move.
    pub fn turn(&self, turn: Color) -> &Turn {
        &self.turns[turn as usize]
    }

    /// The position with the kings there.
    pub fn position(&self, kings: (Square, Square), turn: Color) -> Position {
        let setup = Setup::pawn_ending(kings.0, kings.1, self.pawns, turn);
        setup
            .validate()
            .unwrap_or_else(|error| unreachable!("the placement is legal: {error}"))
    }
}

impl Turn {
    /// Where the result may be that nobody wins.
    pub fn may_draw(&self) -> Relation {
        let [white, black] = &self.won;
        combine([&self.legal, white, black], |[legal, white, black]| {
            legal & !white & !black
        })
    }

    /// Where it is proved that nobody wins.
    pub fn drawn(&self) -> Relation {
        let [white, black] = &self.possible;
        combine([&self.legal, white, black], |[legal, white, black]| {
            legal & !white & !black
        })
    }

    /// Where the result is not known.
    pub fn open(&self) -> Relation {
        let [white, black] = &self.won;
        let sets = [&self.legal, white, black, &self.drawn()];
        combine(sets, |[legal, white, black, drawn]| {
            legal & !white & !black & !drawn
        })
    }

    /// Where this side may win: that is not refuted, and nothing else is proved.
    pub fn may_win(&self, color: Color) -> Relation {
        let (possible, theirs) = (&self.possible[color as usize], &self.won[!color as usize]);
        combine(
            [&self.legal, possible, theirs],
            |[legal, possible, theirs]| legal & possible & !theirs,
        )
    }

    /// Where this side is proved to win.
    pub fn won(&self, color: Color) -> &Relation {
        &self.won[color as usize]
    }
}
