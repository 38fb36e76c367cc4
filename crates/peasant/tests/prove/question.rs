//! Questions that go on, piece by piece.

use peasant::{Limits, Prover, Request};
use specification::cases;

use crate::support::position;

#[test]
fn pieces_cost_no_more_than_the_whole() {
    const MOST: u64 = 20_000;
    cases("pieces_cost_no_more_than_the_whole", |case| {
        let ask = || {
            let request = Request::new(position(&case.text)).conditional(false);
            Prover::default().ask(request)
        };
        let mut whole = ask();
        whole
            .work(Limits::NONE.structures(MOST))
            .expect("an answer");
        let (cost, bounds) = (
            whole.analysis().statistics.structures,
            whole.analysis().bounds,
        );
        let (mut question, mut pieces) = (ask(), 0);
        let structures = |question: &peasant::Question| question.analysis().statistics.structures;
        while !question.is_done() && structures(&question) < MOST {
            let piece = Limits::NONE.structures(cost / 50 + 1);
            question.work(piece).expect("an answer");
            pieces += 1;
        }
        println!(
            "{cost} structures, {} in {pieces} pieces: {bounds}",
            structures(&question)
        );
        assert!(pieces >= 25, "{pieces}");
        assert_eq!(question.analysis().bounds, bounds);
        assert!(structures(&question) <= cost + cost / 20);
    });
}
