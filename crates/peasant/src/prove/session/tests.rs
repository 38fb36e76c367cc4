use super::*;
use crate::notation::fen;
use crate::prove::Workers;
use crate::value::Wdl;

fn prover(threads: usize) -> Proof {
    let workers = Workers::new(threads);
    let mut prover = Proof::new(
        Rules::Chess,
        Resources {
            workers,
            ..Resources::default()
        },
    );
    prover.begin(&Watch::idle());
    prover
}

/// Works, a little and again more, until the result is known.
fn result(prover: &mut Proof, position: &Position) -> Option<Wdl> {
    let mut effort = SIDE_BY_SIDE;
    loop {
        let found = prover.work(position, effort).expect("nothing from outside");
        if found.bounds.exact().is_some() || found.hopeless {
            return found.bounds.exact();
        }
        effort = effort * 2;
    }
}

#[test]
fn attacks_side_by_side_find_what_they_find_in_turn() {
    for draw in [
        "8/3K4/3p4/p1p1k3/P1P5/1P6/8/8 b - - 0 1",
        "8/p1k5/8/P3P3/5pp1/8/5KP1/8 w - - 0 1",
    ] {
        let position = fen::parse(draw).expect("a FEN");
        let counts = [1, 2].map(|threads| {
            let mut prover = prover(threads);
            assert_eq!(prover.side_by_side, threads > 1);
            assert_eq!(result(&mut prover, &position), Some(Wdl::Draw), "{draw}");
            prover.structures()
        });
        assert_eq!(counts[0], counts[1], "{draw}");
    }
}

#[test]
fn an_attack_that_was_dropped_goes_on_with_the_next_question() {
    let fine = fen::parse("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1").expect("a FEN");
    let mut prover = prover(2);
    assert_eq!(result(&mut prover, &fine), Some(Wdl::Win));
    assert_eq!(prover.stopped(), None);
    let moves = fine.legal_moves();
    let mut results: Vec<_> = moves
        .iter()
        .map(|&m| result(&mut prover, &fine.play(m)))
        .collect();
    results.sort();
    // Kb1 wins; Ka2 and Kb2 do not.
    assert_eq!(results, [Wdl::Loss, Wdl::Draw, Wdl::Draw].map(Some));
}

#[test]
fn attacks_take_turns_where_structures_are_limited() {
    let mut prover = prover(2);
    let limits = crate::limits::Limits::NONE.structures(100);
    prover.begin(&Watch::new(limits, Arc::new(())));
    assert!(!prover.side_by_side);
    let position = fen::parse("8/7p/4kP2/pp4P1/8/2K5/P7/8 b - - 0 1").expect("a FEN");
    for _ in 0..8 {
        let _ = prover.work(&position, Effort(1 << 12));
    }
    assert_eq!(prover.stopped(), Some(Stop::Structures));
    let counted = prover.structures().iter().sum::<u64>();
    assert!((100..110).contains(&counted), "{counted}");
}
