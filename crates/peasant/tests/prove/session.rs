//! A prover that is asked more than once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use peasant::limits::{Observer, Progress, Stop};
use peasant::notation::fen;
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;
use peasant::{
    Analysis, Bounds, Limits, LineEnd, MoveAnalysis, Position, ProveError, Prover, Request, Rules,
};
use specification::cases;

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";
/// Takes minutes.
const HARD: &str = "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -";

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

fn ask(prover: &Prover, request: &Request) -> Analysis {
    prover.analyse(request).expect("a pawn ending")
}

/// What does not depend on the clock and on earlier questions: how soon the end comes at the latest
/// may be known better by then, and the line goes that way.
fn answers(analysis: &Analysis) -> impl PartialEq + std::fmt::Debug {
    let exactly = |of: &MoveAnalysis| {
        let mut of = *of;
        of.end = of.end.filter(|end| end.exact);
        of
    };
    (
        analysis.bounds,
        analysis.moves.iter().map(exactly).collect::<Vec<_>>(),
        analysis.best.clone(),
        analysis.line_end,
        analysis.stopped,
        analysis.reasons.clone(),
    )
}

#[test]
fn a_second_question_expands_nothing() {
    for prover in [Prover::default(), Prover::new(Rules::Newborn)] {
        for text in [FINE_70, RETI] {
            let request = Request::new(position(text));
            let first = ask(&prover, &request);
            let again = ask(&prover, &request);
            // Réti's study, mirrored, lies below the other: it may be known already.
            assert!(
                first.statistics.structures > 0 || text == RETI,
                "{prover:?}"
            );
            // The line may go another way by then, and look at what lies there.
            let looked = again.statistics.structures;
            assert!(looked * 10 <= first.statistics.structures, "{looked}");
            assert_eq!(answers(&first), answers(&again), "{prover:?}");
            let without_line = ask(&prover, &request.clone().line(false));
            assert_eq!(without_line.statistics.structures, 0, "{prover:?}");
            for (before, now) in first.moves.iter().zip(&again.moves) {
                let moves = |of: &MoveAnalysis| of.end.map(|end| end.moves);
                assert_eq!(moves(now).is_some(), moves(before).is_some());
                assert!(moves(now) <= moves(before), "{prover:?}");
            }
            let kept = first.statistics.stored_structures;
            assert_eq!(again.statistics.stored_structures, kept + looked);
            assert!(kept >= first.statistics.structures);
        }
    }
}

/// A descent went round in circles among the points of one stage, and asked no limit.
#[test]
fn a_descent_ends() {
    let request = Request::new(position("8/Pk6/3p3P/8/8/1K6/8/8 w - -"));
    let analysis = ask(&Prover::default(), &request);
    assert_eq!(analysis.bounds.exact(), Some(Wdl::Win));
    assert!(analysis.moves.iter().all(|m| m.bounds.exact().is_some()));
}

#[test]
fn what_is_known_takes_no_work() {
    for prover in [Prover::default(), Prover::new(Rules::Newborn)] {
        let start = position(FINE_70);
        assert_eq!(prover.known(&start), Bounds::UNKNOWN);
        let analysis = ask(&prover, &Request::new(start));
        assert_eq!(prover.known(&start), analysis.bounds);
        for m in &analysis.moves {
            assert_eq!(-prover.known(&start.play(m.r#move)), m.bounds);
        }
        prover.forget();
        assert_eq!(prover.known(&start), Bounds::UNKNOWN);
    }
}

#[test]
fn limits_are_those_of_a_request() {
    for prover in [Prover::default(), Prover::new(Rules::Newborn)] {
        let hard = Request::new(position(HARD));
        let few = |n| hard.clone().limits(Limits::NONE.structures(n));
        let first = ask(&prover, &few(300));
        assert_eq!(first.stopped, Some(Stop::Structures));
        let second = ask(&prover, &few(300));
        assert_eq!(second.stopped, Some(Stop::Structures));
        assert!(second.statistics.structures > 0, "the count begins anew");
        assert!(second.statistics.stored_structures > first.statistics.stored_structures);
        let time = hard.clone().limits(Limits::NONE.time(Duration::ZERO));
        assert_eq!(ask(&prover, &time).stopped, Some(Stop::Time));
        let exact = ask(&prover, &Request::new(position(RETI)));
        assert_eq!(
            exact.bounds,
            Bounds::exactly(Wdl::Draw),
            "after three stops"
        );
        assert_eq!(exact.stopped, None);
    }
}

#[test]
fn what_is_kept_makes_room() {
    let limits = Limits::NONE.memory(8 << 20);
    let builder = Prover::builder().rules(Rules::Newborn).limits(limits);
    let prover = builder.build();
    for _ in 0..2 {
        let full = ask(&prover, &Request::new(position(HARD)));
        assert_eq!(full.stopped, Some(Stop::Memory));
        let next = ask(&prover, &Request::new(position(FINE_70)));
        assert_eq!(next.bounds, Bounds::exactly(Wdl::Win));
        assert!(next.statistics.bytes <= 8 << 20);
    }
}

/// The queens that hold here are proved in the worst case, which has no name in a file: what is read again is all of chess.
#[test]
fn what_holds_in_the_worst_case_is_resumed() {
    const RACE: &str = "8/8/6k1/8/5pp1/3K1P1p/7P/8 w - -";
    let name = format!("peasant-worst-case-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    let answer = || {
        let mut prover = Prover::default();
        prover.resume(&file).expect("a file of its own");
        let analysis = ask(&prover, &Request::new(position(RACE)));
        assert_eq!(prover.unsaved(), None);
        analysis
    };
    let (first, again) = (answer(), answer());
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(first.bounds, Bounds::exactly(Wdl::Draw));
    let results = |analysis: &Analysis| {
        let moves = analysis.moves.iter();
        let mut results: Vec<_> = moves.map(|m| (m.r#move.to_string(), m.bounds)).collect();
        results.sort_by(|one, other| one.0.cmp(&other.0));
        results
    };
    assert_eq!(results(&again), results(&first));
    assert!(again.statistics.structures < first.statistics.structures);
}

/// Cancels from another thread as soon as the work has been seen to go on.
struct Seen(Arc<AtomicU64>);

impl Observer for Seen {
    fn progress(&self, progress: &Progress) {
        self.0.store(progress.done, Ordering::Relaxed);
    }
}

#[test]
fn another_thread_cancels_one_request() {
    for prover in [Prover::default(), Prover::new(Rules::Newborn)] {
        let seen = Arc::new(AtomicU64::new(0));
        let canceller = prover.canceller();
        let progress = Arc::clone(&seen);
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            while progress.load(Ordering::Relaxed) == 0 && start.elapsed().as_secs() < 60 {
                std::thread::sleep(Duration::from_millis(1));
            }
            canceller.cancel();
        });
        let request = Request::new(position(HARD)).observer(Seen(seen));
        let analysis = ask(&prover, &request);
        assert_eq!(analysis.stopped, Some(Stop::Cancelled));
        thread.join().expect("it only waits");
        // Neither that nor a cancellation between requests touches the next one.
        prover.canceller().cancel();
        let next = ask(&prover, &Request::new(position(RETI)));
        assert_eq!(
            (next.bounds, next.stopped),
            (Bounds::exactly(Wdl::Draw), None)
        );
    }
}

#[test]
fn an_observer_cancels_its_own_request() {
    let prover = Prover::default();
    let request = Request::new(position(HARD)).observer(AtomicBool::new(true));
    assert_eq!(ask(&prover, &request).stopped, Some(Stop::Cancelled));
}

#[test]
fn only_what_is_asked_for() {
    let prover = Prover::default();
    let start = position(FINE_70);
    let request = Request::new(start).moves(false).line(false);
    let analysis = ask(&prover, &request);
    assert_eq!(analysis.bounds, Bounds::exactly(Wdl::Win));
    assert!(analysis.moves.is_empty() && analysis.best.is_empty());
    assert_eq!((analysis.line, analysis.line_end), (Vec::new(), None));
    let request = Request::new(start).distances(false);
    let analysis = ask(&prover, &request);
    assert!(analysis.moves.iter().all(|m| m.distance.is_none()));
    assert_eq!(analysis.best.len(), 1);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let queen = position("7k/8/8/8/8/8/P7/KQ6 w - -");
    let rook = position("7k/8/8/8/8/8/P7/KR6 w - -");
    let refused = Prover::new(Rules::Newborn).analyse(&Request::new(queen));
    assert_eq!(refused.err(), Some(ProveError::NotAPawnEnding));
    let won = Ok(Bounds::exactly(Wdl::Win));
    assert_eq!(Prover::default().bounds(&rook), won);
    assert_eq!(Prover::new(Rules::Newborn).bounds(&queen), won);
    let refused = Prover::new(Rules::Newborn).bounds(&rook);
    assert_eq!(refused, Err(ProveError::NotAPawnEnding));
}

/// Says the contrary of the truth about king and queen against king, as often as it likes.
struct Liar {
    asked: AtomicU64,
    men: usize,
}

impl Tablebase for Liar {
    fn max_men(&self) -> usize {
        self.men
    }

    fn probe(&self, position: &Position) -> Option<Wdl> {
        let count = self.asked.fetch_add(1, Ordering::Relaxed);
        let result = if count.is_multiple_of(2) {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        (!position.is_pawn_ending()).then_some(result)
    }
}

/// Pawn endings of three and four men: what a liar makes of them is either noticed or is no more than what follows
/// from its lies, but never both a win and a loss.
#[test]
fn a_lying_table_is_noticed() {
    let mut noticed = 0;
    cases("a_lying_table_is_noticed", |case| {
        let liar = Arc::new(Liar {
            asked: AtomicU64::new(0),
            men: 4,
        });
        let builder = Prover::builder().tablebase(liar);
        let prover = builder.build();
        match prover.analyse(&Request::new(position(&case.text))) {
            Ok(_) => {}
            Err(ProveError::Contradiction {
                tablebase, store, ..
            }) => {
                assert!(tablebase && !store);
                assert_eq!(prover.known(&position(&case.text)), Bounds::UNKNOWN);
                noticed += 1;
            }
            Err(error) => panic!("{error}"),
        }
    });
    assert!(noticed > 0, "somewhere the lies must meet");
}

#[test]
fn a_contradiction_names_its_sources() {
    let error = ProveError::Contradiction {
        position: position(RETI),
        tablebase: true,
        store: false,
    };
    let text = error.to_string();
    assert!(text.contains("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), "{text}");
    assert!(text.contains("check the tables"), "{text}");
}

/// Every move of a line is legal and keeps the result, and the line ends as it says.
#[test]
fn lines_go_on_to_the_end() {
    let mut plain = 0;
    cases("lines_go_on_to_the_end", |case| {
        let text = &case.text;
        let prover = Prover::default();
        let analysis = ask(&prover, &Request::new(position(text)));
        let mut here = analysis.position;
        let mut result = analysis.bounds.exact().expect("there are no limits");
        for &m in &analysis.line {
            assert!(here.is_legal(m), "{text}: {m}");
            here = here.play(m);
            result = -result;
            let after = prover.known(&here).exact();
            assert_eq!(after, Some(result), "{text}: {m}");
        }
        let end = analysis.line_end.expect("the result is exact");
        println!("{text}: {} plies, {end}", analysis.line.len());
        match end {
            LineEnd::Mate => assert!(here.is_checkmate(), "{text}"),
            LineEnd::PlainlyWon { winner } => {
                assert_eq!(here.men(!winner).count(), 1, "{text}");
                assert_ne!(result, Wdl::Draw, "{text}");
                plain += 1;
            }
            LineEnd::Drawn
            | LineEnd::PawnsHold { .. }
            | LineEnd::Repetition
            | LineEnd::Stalemate => {
                assert_eq!(result, Wdl::Draw, "{text}");
            }
            LineEnd::PawnsStopped { .. } => assert_ne!(result, Wdl::Draw, "{text}"),
            end => panic!("{text}: {end}"),
        }
    });
    assert!(plain >= 3, "most are won with a queen");
}

#[test]
fn what_is_found_does_not_depend_on_the_threads() {
    // Many slices with a queen, a few with two.
    let position = position("8/8/1p3kpp/8/4K1PP/1P6/8/8 b - -");
    let of = |threads| {
        let limits = Limits::NONE.structures(6000);
        let prover = Prover::builder().threads(threads).limits(limits).build();
        let analysis = prover.analyse(&Request::new(position));
        let analysis = analysis.expect("kings and pawns");
        let counts = analysis.statistics.by_pieces;
        assert!(counts[1] > 50, "{counts:?}");
        let moves = analysis.moves.iter().map(|m| (m.r#move, m.bounds));
        let moves: Vec<_> = moves.collect();
        (analysis.bounds, moves, analysis.best, analysis.line, counts)
    };
    let one = of(1);
    assert_eq!(of(2), one);
    assert_eq!(of(5), one);
}

/// Many threads ask one prover, each its own questions; a cancelled request does not end one that begins afterwards.
#[test]
fn one_prover_answers_many_threads() {
    let prover = Prover::default();
    let endings = [
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -", Wdl::Win),
        ("7K/8/k1P5/7p/8/8/8/8 w - -", Wdl::Draw),
        ("8/8/8/8/8/1k5P/8/2K5 w - -", Wdl::Win),
    ];
    std::thread::scope(|scope| {
        for round in 0..6 {
            let (prover, endings) = (&prover, &endings);
            scope.spawn(move || {
                for turn in 0..6 {
                    let (fen, result) = endings[(round + turn) % endings.len()];
                    let position = fen.parse().expect("a FEN");
                    let analysis = prover.analyse(&Request::new(position)).expect("an answer");
                    assert_eq!(analysis.bounds, Bounds::exactly(result), "{fen}");
                }
            });
        }
    });
    for (fen, result) in endings {
        let known = prover.known(&fen.parse().expect("a FEN"));
        assert_eq!(known, Bounds::exactly(result), "{fen}");
    }
    prover.canceller().cancel();
    let position = endings[0].0.parse().expect("a FEN");
    let analysis = prover.analyse(&Request::new(position)).expect("an answer");
    assert_eq!(analysis.stopped, None);
    prover.forget();
    assert_eq!(prover.known(&position), Bounds::UNKNOWN);
}
