//! From which men play may come to which: pawns only advance or vanish, and men are only taken or promoted.
//!
//! What it calls impossible is. What it calls possible may not be: that costs time, and changes no answer.

use std::collections::{HashMap, HashSet};

use crate::board::{Color, Pawns, Position, Role, Square};

/// The men of a position, but for where the kings and pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Men {
    pawns: Pawns,
    /// How many pieces of each kind a colour has, in the order of [`Role::PROMOTIONS`].
    pieces: [[u32; 4]; 2],
}

/// Can play from a position come to one of some others?
pub(super) struct Reach {
    aims: HashSet<Men>,
    known: HashMap<Men, bool>,
}

impl Reach {
    pub fn new<'p>(aims: impl Iterator<Item = &'p Position>) -> Reach {
        Reach {
            aims: aims.map(Men::of).collect(),
            known: HashMap::new(),
        }
    }

    /// If not, it never can.
    pub fn is_possible(&mut self, from: &Position) -> bool {
        let men = Men::of(from);
        let aims = &self.aims;
        let known = self.known.entry(men);
        *known.or_insert_with(|| aims.iter().any(|aim| men.may_become(aim)))
    }
}

impl Men {
    fn of(position: &Position) -> Men {
        let count = |color| Role::PROMOTIONS.map(|role| position.pieces(color, role).count());
        Men {
            pawns: position.pawns(),
            pieces: Color::BOTH.map(count),
        }
    }

    fn pawns_of(&self, color: Color) -> u32 {
        self.pawns.of(color).count()
    }

    fn count(&self, color: Color) -> u32 {
        self.pawns_of(color) + self.pieces[color as usize].iter().sum::<u32>()
    }

    /// No more men than there are, no more new pieces than there were pawns, and for each pawn one that may have become it.
    fn may_become(&self, other: &Men) -> bool {
        Color::BOTH.into_iter().all(|color| {
            let (mine, theirs) = (&self.pieces[color as usize], &other.pieces[color as usize]);
            let new = mine.iter().zip(theirs);
            let new: u32 = new.map(|(old, new)| new.saturating_sub(*old)).sum();
            let spent = self.pawns_of(color).checked_sub(other.pawns_of(color));
            let taken = self.count(!color).checked_sub(other.count(!color));
            match (spent, taken) {
                (Some(spent), Some(taken)) => {
                    let from: Vec<Square> = self.pawns.of(color).collect();
                    let to: Vec<Square> = other.pawns.of(color).collect();
                    new <= spent && is_matched(color, &from, &to, taken)
                }
                _ => false,
            }
        })
    }
}

/// Is there another pawn behind each of these, from which it may have come with no more than so many captures?
fn is_matched(color: Color, from: &[Square], to: &[Square], captures: u32) -> bool {
    let Some((&pawn, rest)) = to.split_first() else {
        return true;
    };
    (0..from.len()).any(|i| {
        if !may_come(color, from[i], pawn, captures) {
            return false;
        }
        let others = [&from[..i], &from[i + 1..]].concat();
        is_matched(color, &others, rest, captures)
    })
}

fn may_come(color: Color, from: Square, to: Square, captures: u32) -> bool {
    let steps = match color {
        Color::White => to.rank().checked_sub(from.rank()),
        Color::Black => from.rank().checked_sub(to.rank()),
    };
    let aside = from.file().abs_diff(to.file());
    steps.is_some_and(|steps| aside <= steps && aside <= captures)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(from: &str, to: &str) -> bool {
        let [from, to] = [from, to].map(|fen| fen.parse::<Position>().expect("a position"));
        Reach::new([to].iter()).is_possible(&from)
    }

    #[test]
    fn pawns_only_advance() {
        let pawn = |square| format!("{square} w - -");
        let (e2, e4) = (pawn("4k3/8/8/8/8/8/4P3/4K3"), pawn("4k3/8/8/8/4P3/8/8/4K3"));
        assert!(may(&e2, &e4) && may(&e2, &e2) && !may(&e4, &e2));
        assert!(may(&e4, &pawn("4k3/8/8/8/8/8/8/3QK3")));
        assert!(!may(&e4, &pawn("4k3/8/8/8/4P3/8/8/3QK3")));
        assert!(!may(&e4, &pawn("4k3/4p3/8/8/4P3/8/8/4K3")));
    }

    #[test]
    fn a_pawn_leaves_its_file_by_taking() {
        let from = "4k3/8/3p4/8/4P3/8/8/4K3 w - -";
        assert!(may(from, "4k3/8/3P4/8/8/8/8/4K3 w - -"));
        assert!(!may(from, "4k3/8/3p4/3P4/8/8/8/4K3 w - -"));
        assert!(!may(from, "4k3/2P5/3p4/8/8/8/8/4K3 w - -"));
    }

    /// Whatever is played, it was possible.
    #[test]
    fn what_is_played_is_possible() {
        for fen in [
            "4k3/1p6/8/P1p5/3P4/8/8/4K3 w - -",
            "8/P1k5/8/8/2pP4/8/8/K7 b - d3",
        ] {
            let start: Position = fen.parse().expect("a position");
            let mut layer = vec![start];
            for _ in 0..4 {
                let next = layer
                    .iter()
                    .flat_map(|p| p.legal_moves().into_iter().map(|m| p.play(m)));
                layer = next.collect();
                for position in &layer {
                    let mut reach = Reach::new([*position].iter());
                    assert!(reach.is_possible(&start), "{position:?}");
                }
            }
        }
    }
}
