//! How many structures follow one, at least: counted file by file.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::board::{Bitboard, Color};
use crate::structure::Structure;

/// The pawns of a file, from the second rank to the seventh: bits 0 to 5 for White's, 6 to 11 for Black's.
type File = u16;

const RANKS: u16 = 6;

/// By the pawns of a file, how many ways they may stand later by pushes and by being taken, and in how many of these White has
/// none left.
static FOLLOWERS: LazyLock<Vec<[u64; 2]>> = LazyLock::new(|| {
    let empty = [0; 2];
    (0..1 << (2 * RANKS))
        .map(|file| if is_legal(file) { count(file) } else { empty })
        .collect()
});

/// How many structures follow one that the attacker, White, can still win, itself included: those that arise by pushes and by pawns
/// that a king takes. Pawns that pawns take and promotions bring more.
pub(in crate::prove) fn followers_at_least(view: Structure) -> u64 {
    let [mut all, mut without_white] = [1u64; 2];
    for file in 0..8 {
        let [here, without] = FOLLOWERS[usize::from(pawns_on(view, file))];
        all = all.saturating_mul(here);
        without_white = without_white.saturating_mul(without);
    }
    if view.pieces.any_of(Color::White) {
        all
    } else {
        (all - without_white).max(1)
    }
}

fn pawns_on(view: Structure, file: u8) -> File {
    let bits = |pawns: Bitboard| {
        (0..RANKS).fold(0, |bits, rank| {
            let there = pawns.0 >> (8 * (rank + 1) + u16::from(file)) & 1;
            bits | (there as u16) << rank
        })
    };
    bits(view.pawns.white) | bits(view.pawns.black) << RANKS
}

fn is_legal(file: File) -> bool {
    file & (file >> RANKS) & ((1 << RANKS) - 1) == 0
}

/// All that follows, and what is without White's pawns of it.
fn count(file: File) -> [u64; 2] {
    let mut seen = HashSet::from([file]);
    let mut stack = vec![file];
    while let Some(file) = stack.pop() {
        for next in next(file) {
            if seen.insert(next) {
                stack.push(next);
            }
        }
    }
    let without_white = seen.iter().filter(|&&file| file << (16 - RANKS) == 0);
    [seen.len() as u64, without_white.count() as u64]
}

/// Every pawn is taken, or goes a step if it can.
fn next(file: File) -> impl Iterator<Item = File> {
    let occupied = (file | file >> RANKS) & ((1 << RANKS) - 1);
    let pawns = (0..2 * RANKS).filter(move |bit| file >> bit & 1 == 1);
    pawns.flat_map(move |bit| {
        let taken = file & !(1 << bit);
        let rank = bit % RANKS;
        let is_free = |rank: u16| rank < RANKS && occupied >> rank & 1 == 0;
        let step = if bit < RANKS {
            is_free(rank + 1).then(|| taken | 1 << (bit + 1))
        } else {
            (rank > 0 && is_free(rank - 1)).then(|| taken | 1 << (bit - 1))
        };
        [Some(taken), step].into_iter().flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Pawns, Square};

    /// All structures that follow by pushes and by what kings take, one by one.
    fn naive(pawns: Pawns) -> HashSet<Pawns> {
        let mut seen = HashSet::from([pawns]);
        let mut stack = vec![pawns];
        while let Some(pawns) = stack.pop() {
            for square in pawns.occupied() {
                let taken = Pawns {
                    white: pawns.white - square.set(),
                    black: pawns.black - square.set(),
                };
                let is_white = pawns.white.contains(square);
                let ahead = if is_white {
                    square.rank() + 1
                } else {
                    square.rank() - 1
                };
                let ahead = Square::at(square.file(), ahead);
                let mut pushed = taken;
                match is_white {
                    true => pushed.white = pushed.white.with(ahead),
                    false => pushed.black = pushed.black.with(ahead),
                }
                let may = !pawns.occupied().contains(ahead) && (1..7).contains(&ahead.rank());
                let all = [Some(taken), may.then_some(pushed)];
                stack.extend(all.into_iter().flatten().filter(|&next| seen.insert(next)));
            }
        }
        seen
    }

    #[test]
    fn they_are_as_many_as_a_walk_finds() {
        for text in [
            "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1",
            "4k3/2p5/p1p5/P7/8/2P5/8/4K3 w - - 0 1",
            "4k3/7p/6pP/8/P7/P7/8/4K3 w - - 0 1",
            "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            let position = crate::notation::fen::parse(text).expect("a legal position");
            let pawns = position.pawns();
            let all = naive(pawns);
            let can_win = all.iter().filter(|after| !after.white.is_empty()).count();
            let view = Structure::from(pawns);
            assert_eq!(followers_at_least(view), can_win.max(1) as u64, "{text}");
        }
    }
}
