//! Newborn's game, cut short by a count of pawns: who has lost a pawn and is behind does not win, nor does who is level then without a
//! passed pawn, unless a race says otherwise; who has won two and is ahead by two wins, if the other side has no passed pawn. Where
//! Newborn's game takes a hundred thousand structures to show that somebody holds, a few hundred settle this one. For relaxed proofs only.

use super::races::{self, First, Seed};
use super::{Game, Newborn};
use crate::board::{Color, Pawns, Position};
use crate::structure::{Exit, Structure};

/// Its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::prove) struct Counting {
    /// By how many pawns the attacker, White, was ahead at first.
    first: i32,
}

impl Counting {
    /// Pawns are won and lost from here on.
    pub fn from(first: Pawns) -> Counting {
        Counting { first: lead(first) }
    }

    /// Does the attacker win, as far as the count says?
    fn result(&self, pawns: Pawns) -> Option<bool> {
        let lead = lead(pawns);
        let won = lead - self.first;
        if won < 0 && (lead < 0 || lead == 0 && !has_passed_pawn(pawns)) {
            Some(false)
        } else if won >= 2 && lead >= 2 && !has_passed_pawn(pawns.flip()) {
            Some(true)
        } else {
            None
        }
    }
}

impl Game for Counting {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        Newborn.for_each_exit(structure, visit);
    }

    fn pieces_play_on(&self) -> bool {
        false
    }

    fn first_bounds(&self, view: Structure) -> Option<Seed> {
        let pawns = view.pawns;
        Some(match self.result(pawns) {
            Some(true) => Seed::exactly(First::All),
            Some(false) => races::seed(pawns).held(),
            None => races::seed(pawns),
        })
    }

    fn decides(
        &self,
        position: &Position,
        attacker: Color,
        next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        Newborn.decides(position, attacker, next)
    }

    fn counts(&self, view: Structure) -> bool {
        self.result(view.pawns).is_some()
    }
}

/// White's pawns less Black's.
fn lead(pawns: Pawns) -> i32 {
    pawns.white.count() as i32 - pawns.black.count() as i32
}

/// Has White a passed pawn?
fn has_passed_pawn(pawns: Pawns) -> bool {
    !races::passed(pawns).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::prove::question::place;
    use crate::slice::Point;

    fn pawns(text: &str) -> Pawns {
        fen::parse(text).expect("a legal position").pawns()
    }

    fn results(first: &str, of: &[(&str, Option<bool>)]) {
        let rules = Counting::from(pawns(first));
        for (text, result) in of {
            assert_eq!(rules.result(pawns(text)), *result, "{text} after {first}");
        }
    }

    #[test]
    fn who_has_lost_a_pawn_and_is_behind_does_not_win() {
        let level = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1";
        results(
            level,
            &[
                (level, None),
                ("4k3/1pp5/8/8/8/8/P7/4K3 w - - 0 1", Some(false)),
                // Passed or not.
                ("4k3/2pp4/8/8/8/8/P7/4K3 w - - 0 1", Some(false)),
                ("4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", None),
            ],
        );
        let behind = "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1";
        results(
            behind,
            &[
                (behind, None),
                ("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", None),
                ("4k3/ppp5/8/8/8/8/P7/4K3 w - - 0 1", Some(false)),
            ],
        );
    }

    #[test]
    fn who_has_lost_the_pawn_that_it_was_ahead_wins_with_a_passed_pawn_only() {
        results(
            "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1",
            &[
                ("4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", Some(false)),
                ("4k3/2p5/8/8/8/8/P7/4K3 w - - 0 1", None),
                ("4k3/8/1P6/1p6/8/8/8/4K3 w - - 0 1", None),
                ("4k3/1pp5/8/8/8/8/P7/4K3 w - - 0 1", Some(false)),
            ],
        );
    }

    #[test]
    fn who_has_won_two_pawns_wins_if_no_pawn_has_passed_by() {
        results(
            "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1",
            &[
                ("4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", None),
                ("4k3/p7/8/8/8/8/PPP5/4K3 w - - 0 1", Some(true)),
                ("4k3/7p/8/8/8/8/PPP5/4K3 w - - 0 1", None),
                ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", Some(true)),
            ],
        );
        let ahead = "4k3/p7/8/8/8/8/PPP5/4K3 w - - 0 1";
        results(ahead, &[(ahead, None)]);
    }

    /// Out of reach of the other king a passed pawn promotes, however few there are.
    #[test]
    fn races_say_otherwise() {
        let rules = Counting::from(pawns("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1"));
        let wins = |text: &str| {
            let (position, player) = (fen::parse(text).expect("a legal position"), Color::White);
            let (view, point) = place(&position, player).expect("two kings");
            let seed = rules.first_bounds(view).expect("first bounds");
            assert_eq!(seed.lower, seed.upper, "{text}");
            let Point {
                attacker, defender, ..
            } = point;
            match seed.lower {
                First::None | First::NotHeld => false,
                First::Won => races::won(view.pawns, player).contains(attacker, defender),
                First::All => true,
            }
        };
        assert!(wins("8/7p/P5p1/8/4k3/1K6/8/8 w - - 0 1"));
        assert!(!wins("8/7p/P1k3p1/8/8/1K6/8/8 w - - 0 1"));
        assert!(wins("8/6pp/8/4k3/8/1K4PP/PP6/8 w - - 0 1"));
    }
}
