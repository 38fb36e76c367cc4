//! Questions that go on, piece by piece.

use std::time::Duration;

use peasant::limits::Stop;
use peasant::value::Wdl;
use peasant::{Limits, Prover, Request};
use specification::cases;

use crate::support::position;

#[test]
fn pieces_cost_no_more_than_the_whole() {
    const MOST: u64 = 20_000;
    cases("pieces_cost_no_more_than_the_whole", |case| {
        let ask = || {
            let request = Request::new(position(&case.text));
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

/// A question that is ended while it is open says what ended it, and takes back nothing that was told.
#[test]
fn what_is_proved_stands_when_a_question_is_ended() {
    let hard = position("8/5ppp/8/2pk4/p1p2PPP/P1P1K3/8/8 b - -");
    let mut question = Prover::default().ask(Request::new(hard));
    let piece = Limits::NONE.time(Duration::from_millis(50));
    question.work(piece).expect("an answer");
    assert!(!question.is_done());
    let told = question.analysis().clone();
    let (ended, _) = question.conclude(Stop::Cancelled).expect("an answer");
    assert_eq!(ended.stopped, Some(Stop::Cancelled));
    assert!(told.bounds.lower() <= ended.bounds.lower());
    assert!(ended.bounds.exact().is_some() || ended.best.is_empty());
}

/// What is known of moves is known before any work.
#[test]
fn a_question_begins_with_what_is_known() {
    let reti = position("7K/8/k1P5/7p/8/8/8/8 w - -");
    let mut question = Prover::default().ask(Request::new(reti));
    question.work(Limits::NONE).expect("an answer");
    let answer = question.analysis().clone();
    let again = question.into_prover().ask(Request::new(reti));
    let known = again.analysis();
    assert_eq!(
        (known.bounds, known.moves.len()),
        (answer.bounds, answer.moves.len())
    );
    assert!(known.moves.iter().all(|m| m.bounds.exact().is_some()));
}

/// A win that has been proved is played on at once, whatever the loser does: no position comes twice, until the pawns are gone.
#[test]
fn a_proved_win_leads_on() {
    for text in [
        "8/4k2p/1K6/5p2/5P1P/8/8/8 w - -",
        "8/5kp1/8/5Pp1/6P1/5K1P/8/8 w - -",
        "k7/8/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
    ] {
        let prover = Prover::default();
        let start = position(text);
        let request = Request::new(start).moves(false);
        let analysis = prover.analyse(&request).expect("an answer");
        assert_eq!(analysis.bounds.exact(), Some(Wdl::Win), "{text}");
        for reply in 0..7 {
            let (mut here, mut seen, mut plies) = (start, vec![start], 0);
            while here.is_pawn_ending() {
                let line = prover.open(&Request::new(here)).line;
                let &[m] = &line[..] else {
                    panic!("{here:?}: {line:?}");
                };
                here = here.play(m);
                let answers = here.legal_moves().to_vec();
                let Some(&m) = answers.get((reply + plies) % answers.len().max(1)) else {
                    break;
                };
                here = here.play(m);
                assert!(!seen.contains(&here), "{here:?}");
                seen.push(here);
                plies += 1;
            }
        }
    }
}
