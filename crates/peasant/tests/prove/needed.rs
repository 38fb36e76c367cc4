//! What of all that was worked on a result follows from.

use peasant::{Limits, Prover, Request, Rules, Statistics};

use crate::support::position;

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

fn statistics(prover: &Prover, fen: &str, limits: Limits) -> Statistics {
    let request = Request::new(position(fen)).moves(false).line(false);
    let analysis = prover
        .analyse(&request.limits(limits))
        .expect("a pawn ending");
    analysis.statistics
}

fn prover(rules: Rules) -> Prover {
    Prover::new(rules)
}

#[test]
fn a_proof_is_a_part_of_what_was_worked_on() {
    for rules in [Rules::Chess, Rules::Newborn] {
        let prover = prover(rules);
        let found = statistics(&prover, FINE_70, Limits::NONE);
        // Counting how far the end is may show a shorter proof to who asks again.
        let again = statistics(&prover, FINE_70, Limits::NONE);
        assert_eq!(again.structures, 0);
        for proof in [found.proof, again.proof] {
            let needed = proof.expect("it is exact");
            assert!(needed[0] > 10, "pawns are pushed and taken");
            for (needed, visited) in needed.into_iter().zip(found.by_pieces) {
                assert!(needed <= visited.max(8), "{found:?}");
            }
        }
    }
}

#[test]
fn every_result_follows_from_something() {
    // Won, lost, drawn; en passant; stalemate; mate; a promotion that the king takes; a piece from the beginning.
    for fen in [
        "8/8/8/4k3/8/4K3/4P3/8 w - -",
        "8/8/8/4k3/4P3/4K3/8/8 b - -",
        "8/8/8/8/pP1k4/8/8/4K3 b - b3",
        "k7/P7/K7/8/8/8/8/8 b - -",
        "7K/8/k1P5/7p/8/8/8/8 w - -",
        "8/8/8/8/5k2/8/4Q3/K7 w - -",
    ] {
        let needed = statistics(&prover(Rules::Chess), fen, Limits::NONE).proof;
        assert!(
            needed.expect("it is exact").iter().sum::<u64>() > 0,
            "{fen}"
        );
    }
}

#[test]
fn what_is_open_follows_from_nothing() {
    let found = statistics(&prover(Rules::Chess), FINE_70, Limits::NONE.structures(1));
    assert_eq!(found.proof, None);
}
