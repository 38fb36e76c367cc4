//! Promoted pieces at the root.

use std::time::Duration;

use peasant::limits::Stop;
use peasant::notation::{epd, fen, san};
use peasant::{
    Analysis, Bounds, Limits, LineEnd, Position, ProveError, Prover, Request, Rules, Wdl,
};

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

fn ask(text: &str) -> Analysis {
    let request = Request::new(position(text));
    Prover::default()
        .analyse(&request)
        .expect("two pieces at most")
}

/// A position, its result and the moves that keep it.
type Case = (&'static str, Wdl, &'static str);

fn assert_answers(cases: &[Case]) {
    for &(text, result, best) in cases {
        let analysis = ask(text);
        assert_eq!(analysis.bounds, Bounds::exactly(result), "{text}");
        assert!(
            analysis.moves.iter().all(|m| m.bounds.exact().is_some()),
            "{text}"
        );
        let mut moves: Vec<String> = analysis.best.iter().map(ToString::to_string).collect();
        moves.sort();
        assert_eq!(moves.join(" "), best, "{text}");
    }
}

#[test]
fn en_passant() {
    assert_answers(&[
        // The double step gave check, and its capture is the only move: without it White were mated.
        ("8/8/8/Pp6/K1k5/8/8/1n6 w - b6", Wdl::Draw, "a5b6"),
        // Both pawns would leave the rank on which the queen looks at the king.
        (
            "8/8/8/KPp4q/8/8/8/7k w - c6",
            Wdl::Loss,
            "a5a4 a5a6 a5b6 b5b6",
        ),
        // A pawn that is pinned on its file cannot capture.
        (
            "4r3/8/8/3pP3/8/8/8/k3K3 w - d6",
            Wdl::Loss,
            "e1d1 e1d2 e1e2 e1f1 e1f2 e5e6",
        ),
        // One that is pinned on a diagonal can along it.
        ("8/5b2/8/3Pp3/8/1K6/8/k7 w - e6", Wdl::Draw, "d5e6"),
    ]);
    let can_take = |text| position(text).en_passant().is_some();
    assert!(!can_take("8/8/8/KPp4q/8/8/8/7k w - c6"));
    assert!(!can_take("4r3/8/8/3pP3/8/8/8/k3K3 w - d6"));
    assert!(can_take("8/5b2/8/3Pp3/8/1K6/8/k7 w - e6"));
}

#[test]
fn promotion_and_stalemate() {
    assert_answers(&[
        // Saavedra 1895, and the end of his study, where a queen would stalemate.
        ("8/8/1KP5/3r4/8/8/8/k7 w - -", Wdl::Win, "c6c7"),
        ("8/2P5/8/8/3r4/8/2K5/k7 w - -", Wdl::Win, "c2b3 c2c3 c7c8r"),
        // The new queen would be taken, and the rook alone wins.
        (
            "8/8/8/8/8/1k6/p7/3R3K b - -",
            Wdl::Draw,
            "b3a3 b3a4 b3b2 b3b4 b3c2 b3c3 b3c4",
        ),
        // Every promotion is met by mate or by a capture.
        (
            "5R2/8/8/8/8/1K6/p7/1k6 b - -",
            Wdl::Loss,
            "a2a1b a2a1n a2a1q a2a1r b1a1 b1c1",
        ),
        // A bishop that does not see the corner.
        (
            "k7/8/1K6/P7/8/8/8/2B5 w - -",
            Wdl::Draw,
            "a5a6 b6a6 b6b5 b6c5 b6c6 b6c7 c1a3 c1b2 c1d2 c1e3 c1f4 c1g5 c1h6",
        ),
    ]);
}

#[test]
fn pieces_alone() {
    for (text, result) in [
        ("8/8/8/3k4/8/8/1K1N1B2/8 w - -", Wdl::Win),
        ("8/8/8/3k4/8/8/1K1N1N2/8 w - -", Wdl::Draw),
        ("8/8/8/3k4/8/3B4/1K1B4/8 w - -", Wdl::Win),
        // Two bishops on squares of one colour.
        ("8/8/8/3k4/8/8/1K1B1B2/8 w - -", Wdl::Draw),
        ("8/8/8/2k5/8/8/1K1B4/8 w - -", Wdl::Draw),
    ] {
        assert_eq!(ask(text).bounds, Bounds::exactly(result), "{text}");
    }
}

/// From a plain win the line goes on to mate, by a shortest way: the distance of the best move is its length.
#[test]
fn a_win_with_pieces_is_shown_to_mate() {
    for text in [
        "8/8/8/8/3k4/8/1R6/1K6 w - -",
        "8/8/8/3k4/8/8/1K1N1B2/8 w - -",
    ] {
        let analysis = ask(text);
        assert_eq!(analysis.line_end, Some(LineEnd::Mate), "{text}");
        let distance = analysis.moves[0].distance.expect("it is won");
        assert_eq!(usize::from(distance.plies()), analysis.line.len(), "{text}");
    }
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
    let mut prover = Prover::default();
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
    let mut newborn = Prover::new(Rules::Newborn);
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
        assert!(analysis.conditional.is_some() || analysis.best.is_empty());
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
        let mut prover = Prover::default();
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
    let mut prover = Prover::default();
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
