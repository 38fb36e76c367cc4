//! Pawn endings asked of a prover that knows nothing yet, so that what descents do not find at once is left to refinement: four men
//! are what the Syzygy tables say, five what a prover says that reads them.
//!
//! The tables are outside the repository; without them the tests say so and pass.

use std::sync::Arc;

use oracle::{random_en_passant, random_position};
use peasant::board::Position;
use peasant::notation::fen;
use peasant::tablebase::Tablebase;
use peasant::{Bounds, Limits, Prover, Request};
use specification::Dice;

use crate::tables;

/// Kings and pawns, every third time with a capture en passant.
fn pawns(random: &mut Dice, n: usize, count: usize) -> Position {
    match n % 3 {
        0 => random_en_passant(random, count - 2, 0),
        _ => random_position(random, count, 0),
    }
}

#[test]
fn four_men_asked_of_a_new_prover_are_what_the_tables_say() {
    let Some(tables) = tables("pawn endings of four men by refinement") else {
        return;
    };
    let mut random = Dice(21);
    for n in 0..40 {
        let position = pawns(&mut random, n, 2);
        let request = Request::new(position).distances(false).line(false);
        let analysis = Prover::default().analyse(&request).expect("a pawn ending");
        let text = fen::format(&position);
        let theirs = tables.probe(&position).expect("four men");
        assert_eq!(analysis.bounds, Bounds::exactly(theirs), "{text}");
        for m in &analysis.moves {
            let theirs = -tables.probe(&position.play(m.r#move)).expect("four men");
            assert_eq!(m.bounds, Bounds::exactly(theirs), "{text}: {}", m.r#move);
        }
    }
}

#[test]
fn five_men_with_and_without_tables_agree() {
    let Some(tables) = tables("pawn endings of five men by refinement") else {
        return;
    };
    let tables: Arc<dyn Tablebase> = Arc::new(tables);
    let (mut random, mut exact, mut moves) = (Dice(22), 0, 0);
    let rounds = specification::rounds(12, 30);
    for n in 0..rounds {
        let position = pawns(&mut random, n, 3);
        let text = fen::format(&position);
        let limits = Limits::NONE.structures(1_000);
        let request = Request::new(position).limits(limits).distances(false);
        let ours = Prover::default().analyse(&request).expect("a pawn ending");
        let helped = Prover::builder().tablebase(Arc::clone(&tables)).build();
        let theirs = helped.analyse(&request).expect("they agree");
        let both = ours.bounds.narrow(theirs.bounds);
        assert!(both.is_ok(), "{text}: {}, {}", ours.bounds, theirs.bounds);
        exact += usize::from(ours.bounds.exact().is_some() && theirs.bounds.exact().is_some());
        for m in &ours.moves {
            let same = theirs.moves.iter().find(|other| other.r#move == m.r#move);
            let other = same.expect("the same moves").bounds;
            let context = format!("{text}: {} {}, {other}", m.r#move, m.bounds);
            assert!(m.bounds.narrow(other).is_ok(), "{context}");
            moves += usize::from(m.bounds.exact().is_some() && other.exact().is_some());
        }
    }
    println!("{exact} positions and {moves} moves exact in both");
    assert!(
        exact >= rounds / 2 && moves >= 2 * rounds,
        "{exact} {moves}"
    );
}
