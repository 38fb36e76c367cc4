//! Questions that go on, piece by piece.

use std::time::Duration;

use peasant::limits::Stop;
use peasant::{Event, Limits, Prover, Request};
use specification::cases;

use crate::support::position;

#[test]
fn pieces_cost_no_more_than_the_whole() {
    cases("pieces_cost_no_more_than_the_whole", |case| {
        let request = || Request::new(position(&case.text)).conditional(false);
        let most = Limits::NONE.structures(20_000);
        let mut whole = Prover::default().ask(request());
        whole.work(most).expect("nothing contradicts");
        let (cost, bounds) = (whole.analysis().statistics.structures, whole.analysis().bounds);
        let mut pieces = Prover::default().ask(request());
        let mut number = 0;
        while !pieces.is_done() && pieces.analysis().statistics.structures < 20_000 {
            let piece = Limits::NONE.structures(cost / 50 + 1);
            pieces.work(piece).expect("nothing contradicts");
            number += 1;
        }
        eprintln!("{}: {cost} {} {number} {bounds} {}", case.text, pieces.analysis().statistics.structures, pieces.is_done());
        assert!(number >= 25);
        assert_eq!(pieces.analysis().bounds, bounds);
        assert!(pieces.analysis().statistics.structures <= cost + cost / 20);
    });
}
