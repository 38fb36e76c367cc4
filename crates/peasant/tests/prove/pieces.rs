//! Promoted pieces at the root.

use std::time::Duration;

use peasant::limits::Stop;
use peasant::notation::{epd, fen, san};
use peasant::{
    Analysis, Bounds, Limits, LineEnd, Position, ProveError, Prover, Request, Rules, Wdl,
};
use specification::{Case, cases};

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

fn ask(text: &str) -> Analysis {
    let request = Request::new(position(text));
    Prover::default()
        .analyse(&request)
        .expect("two pieces at most")
}

/// The result, and the moves that keep it.
fn assert_answer(case: &Case) {
    let analysis = ask(&case.text);
    assert_eq!(analysis.bounds, Bounds::exactly(case.read("result")));
    assert!(analysis.moves.iter().all(|m| m.bounds.exact().is_some()));
    let mut moves: Vec<String> = analysis.best.iter().map(ToString::to_string).collect();
    moves.sort();
    assert_eq!(moves.join(" "), case.get("best"));
}

#[test]
fn en_passant() {
    cases("en_passant", |case| {
        assert_answer(case);
        let can_take = position(&case.text).en_passant().is_some();
        assert_eq!(can_take, case.read::<bool>("can_take"));
    });
}

#[test]
fn promotion_and_stalemate() {
    cases("promotion_and_stalemate", assert_answer);
}

#[test]
fn pieces_alone() {
    cases("pieces_alone", |case| {
        let bounds = ask(&case.text).bounds;
        assert_eq!(bounds, Bounds::exactly(case.read("result")));
    });
}

/// From a plain win the line goes on to mate, by a shortest way: the distance of the best move is its length.
#[test]
fn a_win_with_pieces_is_shown_to_mate() {
    cases("a_win_with_pieces_is_shown_to_mate", |case| {
        let analysis = ask(&case.text);
        assert_eq!(analysis.line_end, Some(LineEnd::Mate));
        let distance = analysis.moves[0].distance.expect("it is won");
        assert_eq!(usize::from(distance.plies()), analysis.line.len());
    });
}

#[test]
fn what_is_no_promotion_is_welcome() {
    // Eight pawns and a rook each: no pawn has become the rooks.
    let text = "r3k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - -";
    let limits = Limits::NONE.structures(3);
    let request = Request::new(position(text)).limits(limits);
    let analysis = Prover::default().analyse(&request).expect("two pieces");
    assert_eq!(
        (analysis.bounds, analysis.stopped),
        (Bounds::UNKNOWN, Some(Stop::Structures))
    );
}

#[test]
fn more_than_two_pieces_are_refused() {
    let three = position("7k/8/8/8/8/8/P7/KQRB4 w - -");
    let prover = Prover::default();
    let refused = prover.analyse(&Request::new(three));
    assert_eq!(refused.err(), Some(ProveError::TooManyPieces { pieces: 3 }));
    let refused = prover.bounds(&three);
    assert_eq!(refused, Err(ProveError::TooManyPieces { pieces: 3 }));
    assert_eq!(prover.known(&three), Bounds::UNKNOWN);
    let text = ProveError::TooManyPieces { pieces: 3 }.to_string();
    assert!(
        text.contains("there are 3 pieces") && text.contains("at most two"),
        "{text}"
    );
    let newborn = Prover::new(Rules::Newborn);
    let refused = newborn.analyse(&Request::new(position("7k/8/8/8/8/8/P7/KQ6 w - -")));
    assert_eq!(refused.err(), Some(ProveError::NotAPawnEnding));
}

/// `data/positions/finalgen.epd`, as far as it takes little: what is proved is what the sources say.
#[test]
fn results_agree_with_the_literature() {
    let limits = Limits::NONE.structures(300);
    let mut proved = 0;
    for line in specification::data("finalgen.epd")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let record = epd::parse_line(line).expect("the file is right");
        let request = Request::new(record.position).limits(limits);
        let analysis = Prover::default()
            .analyse(&request)
            .expect("two pieces at most");
        let Some(result) = analysis.bounds.exact() else {
            continue;
        };
        assert_eq!(Some(result.to_string()), record.comments[0], "{line}");
        for text in &record.best_moves {
            let best = san::parse(text, &record.position).expect("a legal move");
            assert!(analysis.best.contains(&best), "{line}");
        }
        proved += 1;
    }
    assert!(proved >= 6, "{proved}");
}

/// Lucena's position hangs on three pieces: it is left open, without a limit, and says on what it hangs.
#[test]
fn what_cannot_be_solved_ends_by_itself() {
    let analysis = ask("1K1k4/1P6/8/8/8/8/r7/2R5 w - -");
    assert_eq!(analysis.stopped, None);
    if analysis.bounds.exact().is_none() {
        assert_eq!(analysis.bounds.lower(), Wdl::Draw);
        assert!(!analysis.reasons.is_empty());
        assert!(analysis.best.is_empty());
    } else {
        assert_eq!(analysis.bounds, Bounds::exactly(Wdl::Win));
    }
}

const CROWD: &str = "6k1/3r1ppp/8/8/8/8/5PPP/2R3K1 b - -";

#[test]
fn limits_hold_with_pieces() {
    for (limits, stop) in [
        (Limits::NONE.structures(2), Stop::Structures),
        (Limits::NONE.time(Duration::ZERO), Stop::Time),
        (Limits::NONE.memory(16 << 20), Stop::Memory),
    ] {
        let prover = Prover::default();
        let request = Request::new(position(CROWD)).limits(limits);
        let analysis = prover.analyse(&request).expect("two pieces");
        assert_eq!(analysis.stopped, Some(stop), "{limits:?}");
        assert!(analysis.moves.iter().any(|m| m.bounds.exact().is_none()));
        // After that the same prover answers what is easy.
        let next = Request::new(position("8/2P5/8/8/3r4/8/2K5/k7 w - -"));
        let next = prover.analyse(&next).expect("one piece");
        assert_eq!(next.bounds, Bounds::exactly(Wdl::Win));
    }
}

/// A second question about the same ending takes no work, nor does what the first has shown on the way.
#[test]
fn what_is_proved_with_pieces_is_kept() {
    let prover = Prover::default();
    let start = position("R7/6k1/P4r2/8/2K5/8/8/8 w - -");
    let request = Request::new(start);
    let first = prover.analyse(&request).expect("two pieces");
    let again = prover.analyse(&request).expect("two pieces");
    assert_eq!(first.bounds, Bounds::exactly(Wdl::Draw));
    assert_eq!(
        (first.bounds, first.moves, first.line),
        (again.bounds, again.moves, again.line)
    );
    assert_eq!(again.statistics.structures, 0);
    assert_eq!(prover.known(&start), first.bounds);
}
