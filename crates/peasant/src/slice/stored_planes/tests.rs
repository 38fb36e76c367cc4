use super::*;

#[test]
fn numbers_and_placements_agree() {
    for pieces in 1..=2 {
        let mut seen = vec![false; stored_planes(pieces)];
        for (number, there) in stored_placements(pieces) {
            let found = placement(pieces, number).expect("a placement");
            assert_eq!(found.squares(), there.squares());
            assert!(!seen[number], "{number} stands for two");
            seen[number] = true;
        }
        let is_empty = |number: &usize| placement(pieces, *number).is_none();
        let empty = (0..stored_planes(pieces)).filter(is_empty).count();
        // Where two pieces would stand on one square.
        assert_eq!(empty, if pieces == 1 { 0 } else { CORNER.len() });
        assert_eq!(seen.iter().filter(|&&seen| !seen).count(), empty);
    }
    assert!(placement(2, stored_planes(2)).is_none());
}

#[test]
fn every_plane_is_stored_as_an_image_of_it() {
    for pieces in 1..=3 {
        for there in placements(pieces, Bitboard::EMPTY) {
            let (number, turn) = stored(&there);
            let image = placement(pieces, number).expect("a placement");
            assert_eq!(turned(&there, turn).squares(), image.squares());
        }
    }
}

/// Planes that differ come back from those that are stored, if they are as symmetrical as those of an ending are.
#[test]
fn what_is_reduced_is_expanded_again() {
    let mut all = vec![Wins::NONE; 64];
    for (square, wins) in all.iter_mut().enumerate() {
        let there = Placement::of_plane(1, square);
        // The attacker's king on the piece's square: so it is whatever the symmetry.
        let row = there.squares()[0].index();
        wins.to_move.0[row] = u64::MAX;
        wins.waiting.0[row] = 1 << row;
    }
    assert!(expand(1, &reduce(1, &all)) == all);
    all[63] = Wins::NONE;
    assert!(expand(1, &reduce(1, &all)) != all, "the change is lost");
}
