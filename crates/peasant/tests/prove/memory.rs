//! What a prover still knows when it was short of memory.

use std::sync::Arc;

use peasant::value::Wdl;
use peasant::{Bounds, Limits, Prover, Request, Scratch};

use crate::support::position;

/// The memory of a prover, of which an ending below takes more than half.
const MEMORY: u64 = 12 << 20;

const WIN: &str = "8/8/8/7p/1PK2k2/8/8/8 w - -";

const OTHERS: [&str; 4] = [
    "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -",
    "8/8/4k3/1p5p/1P5P/4K3/8/8 w - -",
    "1k6/2p5/1p6/1P6/p1P5/P7/3K4/8 w - -",
    "8/1p6/7K/8/7P/8/5k2/8 w - -",
];

/// Room is made before a request, and results that were used last are kept.
#[test]
fn what_was_used_last_is_not_forgotten() {
    let limits = Limits::NONE.memory(MEMORY).structures(3_000);
    let prover = Prover::builder().limits(limits).build();
    let results = |text| {
        let request = Request::new(position(text));
        request.distances(false).line(false)
    };
    let request = results(WIN).moves(false);
    let first = prover.analyse(&request).expect("an answer");
    assert_eq!(first.bounds.exact(), Some(Wdl::Win));
    let mut most = 0;
    for other in OTHERS {
        let analysis = prover.analyse(&results(other)).expect("an answer");
        most = analysis.statistics.bytes.max(most);
        let again = prover.analyse(&request).expect("an answer");
        assert_eq!(again.bounds, first.bounds);
        // It follows from what is kept.
        assert_eq!(again.statistics.structures, 0, "{other}");
    }
    assert!(MEMORY / 2 < most && most <= MEMORY, "{most}");
}

/// Of two queens and a pawn: the slices take twice the room that is left for them. For three queens there is no room in either case.
#[test]
fn what_memory_has_no_room_for_is_on_disk() {
    const MOST: u64 = 96 << 20;
    const ENOUGH: u64 = 200 << 20;
    let request = Request::new(position("8/8/8/3q4/5P2/3Q1K2/8/6k1 w - -"));
    let scratch = Arc::new(Scratch::new(std::env::temp_dir()));
    let solved = |limits: Limits| {
        let builder = Prover::builder().limits(limits);
        let prover = builder.scratch(Arc::clone(&scratch)).build();
        let analysis = prover.analyse(&request).expect("an answer");
        assert_eq!(analysis.bounds, Bounds::exactly(Wdl::Win));
        let moves: Vec<_> = analysis
            .moves
            .iter()
            .map(|m| (m.r#move, m.bounds))
            .collect();
        (moves, analysis.stopped, analysis.statistics)
    };
    let [little, enough] = [MOST, ENOUGH].map(|most| Limits::NONE.memory(most));
    let (moves, stopped, much) = solved(enough);
    assert_eq!(scratch.bytes(), 0);
    let (again, stopped_again, spilled) = solved(little);
    assert_eq!((again, stopped_again), (moves, stopped));
    assert!(spilled.bytes <= MOST, "{}", spilled.bytes);
    assert!(much.bytes > MOST, "{}", much.bytes);
    assert_eq!(spilled.by_pieces, much.by_pieces);
    // The prover is gone, and what it had written is, too.
    assert_eq!((scratch.bytes(), scratch.warnings()), (0, Vec::new()));
}
