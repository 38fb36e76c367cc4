//! Newborn's game, cut short by a count of pawns: who is behind and has no passed pawn does not win, nor does who is further behind, unless
//! a race says otherwise. Where Newborn's game takes a hundred thousand structures to show that somebody holds, a few hundred settle
//! this one. For relaxed proofs only.

use super::races::{self, Seed};
use super::{Game, Newborn};
use crate::board::{Color, Pawns, Position};
use crate::structure::{Exit, Structure};

/// Its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::prove) struct Behind {
    /// With such a lead in pawns the attacker, White, does not win without a passed pawn; with less not at all.
    lead: i32,
}

impl Behind {
    /// Where an attacker is behind that is so already by then, another pawn less is needed.
    pub fn from(first: Pawns) -> Behind {
        Behind {
            lead: (lead(first) - 1).min(-1),
        }
    }

    /// Does the count say that the attacker does not win?
    fn holds(&self, pawns: Pawns) -> bool {
        let lead = lead(pawns);
        lead < self.lead || lead == self.lead && !has_passed_pawn(pawns)
    }
}

impl Game for Behind {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        Newborn.for_each_exit(structure, visit);
    }

    fn pieces_play_on(&self) -> bool {
        false
    }

    fn first_bounds(&self, view: Structure) -> Option<Seed> {
        let seed = races::seed(view.pawns);
        Some(match self.holds(view.pawns) {
            true => Seed::exactly(seed.lower),
            false => seed,
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
        self.holds(view.pawns)
    }
}

/// White's pawns less Black's.
fn lead(pawns: Pawns) -> i32 {
    pawns.white.count() as i32 - pawns.black.count() as i32
}

/// Has White a pawn with no black one ahead of it, on its file or beside?
fn has_passed_pawn(Pawns { white, black }: Pawns) -> bool {
    let stopping = black | black.left() | black.right();
    let stopped = stopping.flip().ahead().flip();
    !(white - stopped).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn pawns(text: &str) -> Pawns {
        fen::parse(text).expect("a legal position").pawns()
    }

    #[test]
    fn who_is_behind_holds_at_most() {
        let even = Behind::from(pawns("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1"));
        for (text, holds) in [
            ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", false),
            ("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", false),
            // A pawn less: all are stopped, on their files or beside; one is passed.
            ("4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", true),
            ("4k3/1pp5/8/8/8/8/P7/4K3 w - - 0 1", true),
            ("4k3/1p5p/8/8/8/8/P7/4K3 w - - 0 1", true),
            ("4k3/2pp4/8/8/8/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/1P6/1pp5/8/8/8/4K3 w - - 0 1", false),
            // Two less.
            ("4k3/2ppp3/8/8/8/8/P7/4K3 w - - 0 1", true),
        ] {
            assert_eq!(even.holds(pawns(text)), holds, "{text}");
        }
    }

    #[test]
    fn who_is_behind_already_has_to_fall_further_behind() {
        let first = pawns("4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1");
        assert!(!Behind::from(first).holds(first));
        let less = pawns("4k3/pp6/8/8/8/8/8/4K3 w - - 0 1");
        assert!(Behind::from(first).holds(less));
        let ahead = pawns("4k3/p7/8/8/8/8/PPP5/4K3 w - - 0 1");
        assert_eq!(Behind::from(ahead), Behind::from(Pawns::NONE));
    }
}
