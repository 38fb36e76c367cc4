//! Sets of squares by number: the combinatorial number system.

use crate::board::{Bitboard, Square};

/// How many sets of `k` there are among `n`.
pub(super) fn choose(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// The number of a set among those of as many squares of a room. `None`: not all of it lies there.
pub(super) fn number(set: Bitboard, room: Bitboard) -> Option<u64> {
    let places = room.enumerate().filter(|&(_, square)| set.contains(square));
    let mut found = 0;
    let number = places.fold(0, |sum, (place, _)| {
        found += 1;
        sum + choose(place as u32, found)
    });
    (found == set.count()).then_some(number)
}

/// The set of `k` squares of a room that has this number, which is less than [`choose`] says.
pub(super) fn set(mut number: u64, k: u32, room: Bitboard) -> Bitboard {
    let squares: Vec<Square> = room.collect();
    let mut place = squares.len() as u32;
    let mut set = Bitboard::EMPTY;
    for k in (1..=k).rev() {
        loop {
            place -= 1;
            if choose(place, k) <= number {
                break;
            }
        }
        number -= choose(place, k);
        set = set.with(squares[place as usize]);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sets_are_the_same_thing() {
        let room = Bitboard::file(0) | Bitboard::file(2);
        for k in 0..4 {
            let ways = choose(room.count(), k);
            for n in 0..ways {
                let set = set(n, k, room);
                assert_eq!((set.count(), number(set, room)), (k, Some(n)));
            }
        }
        assert_eq!(choose(48, 8), 377_348_994);
        assert_eq!(number(Bitboard::file(1), room), None);
    }
}
