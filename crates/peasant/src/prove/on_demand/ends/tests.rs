use super::*;
use crate::limits::Watch;
use crate::notation::fen;
use crate::prove::outside_help::Resources;
use crate::prove::question::place;
use crate::prove::rule_set::rule_set;
use crate::rules::Rules;

#[test]
#[ignore]
fn scratch() {
    for (text, aim) in [
        ("7K/8/k1P5/7p/8/8/8/8 b - -", Aim::Promotion),
        ("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", Aim::Promotion),
        ("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", Aim::Mate),
        ("8/ppp5/8/PPP5/8/8/6k1/4K3 w - - 0 1", Aim::Promotion),
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", Aim::Promotion),
        ("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - - 0 1", Aim::Promotion),
        ("2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", Aim::Promotion),
        ("8/8/8/8/3k4/8/8/KQ6 w - - 0 1", Aim::Mate),
        ("8/8/8/8/3k2p1/8/8/KQ6 w - - 0 1", Aim::BareKing),
        ("8/8/8/8/3k2p1/8/8/KQ6 w - - 0 1", Aim::Mate),
    ] {
        let mut prover = GoalProver::new(
            rule_set(Rules::Chess),
            Watch::idle(),
            Resources::default(),
            None,
        );
        let position = fen::parse(text).expect("a legal position");
        let (view, point) = place(&position, Color::White).expect("no en passant");
        let start = std::time::Instant::now();
        let won = loop {
            match prover
                .ask(
                    view,
                    point,
                    crate::structure::Symmetry::IDENTITY,
                    Effort(1 << 20),
                )
                .unwrap()
            {
                None => {}
                some => break some,
            }
        };
        let proof = start.elapsed();
        let mut ends = Ends::default();
        let start = std::time::Instant::now();
        let end = ends
            .end_in(&mut prover, view, point, aim, Effort(1 << 22))
            .unwrap();
        eprintln!(
            "{text} {aim:?}: {won:?} {proof:?} {:?}; end {end:?} {:?} {} tables {} settled ({} solved) {} MB",
            prover.counts(),
            start.elapsed(),
            ends.known.len(),
            ends.settled.len(),
            ends.settled
                .values()
                .filter(|s| matches!(s, Settled::At(_)))
                .count(),
            ends.bytes >> 20
        );
    }
}
