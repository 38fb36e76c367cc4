//! Endings with pawns on both sides: published positions, symmetry, limits.

use std::collections::BTreeSet;

use peasant::mine::{Family, Kind, Measure, Mined, Search, What};
use peasant::notation::fen;
use peasant::rules::Rules;
use peasant::{Limits, Prover};

use crate::support::{all, family, mined};

fn positions(family: &Family, kind: Kind) -> BTreeSet<String> {
    let found = mined(family, &all(&[kind])).into_iter();
    found.map(|found| fen::format(&found.position)).collect()
}

/// Published: White's king on a7, pawn b6, Black's king on c6, pawn b7, whoever is to move loses (Beasley, ZUG3456). And the same
/// position with colours exchanged is one with it.
#[test]
fn a_full_point_zugzwang_stands_for_its_images() {
    let pair = family("", "", "8/1p6/1P6/8/8/8/8/8");
    let found = positions(&pair, Kind::FullPoint);
    assert!(
        found.contains("8/Kp6/1Pk5/8/8/8/8/8 w - - 0 1"),
        "{found:?}"
    );
    let exchanged = family("", "", "8/8/8/8/8/1p6/1P6/8");
    let found = positions(&exchanged, Kind::FullPoint);
    assert!(
        found.contains("8/8/8/8/8/1pK5/kP6/8 w - - 0 1"),
        "{found:?}"
    );
    // A structure that is its own image: of two placements one is told, and with the pattern's kings that very one.
    let itself = family("", "", "8/8/8/3p4/3P4/8/8/8");
    assert_eq!(positions(&itself, Kind::FullPoint).len(), 1);
    let kings = family("", "", "8/8/8/3pK3/2kP4/8/8/8");
    let trebuchet = BTreeSet::from(["8/8/8/3pK3/2kP4/8/8/8 w - - 0 1".to_owned()]);
    assert_eq!(positions(&kings, Kind::FullPoint), trebuchet);
}

/// Own count with this program, which agrees with Syzygy tables placement by placement (`crates/oracle`).
#[test]
fn one_pawn_each() {
    let family = family("1v1", "", "");
    assert_eq!(family.structures(0..family.len()).count(), 588);
    assert_eq!(positions(&family, Kind::FullPoint).len(), 15);
    assert_eq!(positions(&family, Kind::Zugzwang).len(), 106);
}

/// Wikipedia: a promotion in 19 moves; Kryukov: mate in 28.
#[test]
fn the_longest_wins_of_king_and_pawn_against_king() {
    for (measure, moves) in [(Measure::End, 19), (Measure::Mate, 28)] {
        let mut search = Search::new([Kind::Longest]);
        search.measure = measure;
        let found = mined(&family("1v0", "", ""), &search);
        let longest = found.iter().filter_map(|found| found.rank()).max();
        assert_eq!(longest.map(|plies| plies.div_ceil(2)), Some(moves));
    }
}

/// Nothing is guessed where a limit stops the proof.
#[test]
fn what_is_open_is_counted() {
    let family = family("2v2", "ab", "");
    let mut search = Search::new(Kind::ALL);
    search.limits = Some(Limits::NONE.structures(1));
    let prover = Prover::default();
    let structure = family.structures(100..family.len()).next().expect("one");
    let Mined {
        findings,
        open,
        stopped,
        ..
    } = prover.mine(&family, structure, &search).expect("no table");
    assert!(stopped.is_some() && open.positions > 0, "{open:?}");
    for found in findings {
        let settled = Prover::default().bounds(&found.position);
        assert_eq!(settled.expect("an answer").exact(), Some(found.result));
    }
}

/// By Newborn's rules a pawn that promotes has won, and nobody promotes to less than a queen.
#[test]
fn by_newborns_rules() {
    let family = family("1v1", "d-e", "");
    let prover = Prover::new(Rules::Newborn);
    let mut kinds = BTreeSet::new();
    for structure in family.structures(0..family.len()) {
        let mined = prover.mine(&family, structure, &all(&Kind::ALL));
        for found in mined.expect("an answer").findings {
            kinds.insert(found.kind());
            if let What::Zugzwang { .. } = found.what {
                let bounds = prover.bounds(&found.position).expect("an answer");
                assert_eq!(bounds.exact(), Some(found.result));
            }
        }
    }
    assert!(kinds.contains(&Kind::FullPoint) && !kinds.contains(&Kind::Underpromotion));
}
