//! What follows where a proof stays open, and what to play by it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use peasant::board::Role;
use peasant::engine::{Assessment, Engine};
use peasant::notation::fen;
use peasant::value::Wdl;
use peasant::{Analysis, Assumption, Limits, LineEnd, Position, Prover, Request, Source};

/// White wins the race by a queen; of a few structures nothing is proved.
const RACE: &str = "8/8/7p/2K4k/4P3/1p6/1P6/8 w - -";
/// White holds, both sides have a queen in the end.
const HELD: &str = "8/8/p3K3/Pp2P3/1P2kp2/8/8/8 w - -";
/// Lucena's position hangs on three pieces.
const LUCENA: &str = "1K1k4/1P6/8/8/8/8/r7/2R5 w - -";

/// Says of an ending what a function says, for White.
struct Oracle<F>(F);

impl<F: Fn(&Position) -> Option<Wdl> + Send + Sync> Engine for Oracle<F> {
    fn assess(&self, position: &Position) -> Option<Assessment> {
        let white = (self.0)(position)?;
        let result = match position.turn() {
            peasant::board::Color::White => white,
            peasant::board::Color::Black => -white,
        };
        Some(Assessment { result, score: 0 })
    }
}

fn request(text: &str) -> Request {
    let position = fen::parse(text).expect("a legal position");
    Request::new(position).limits(Limits::NONE.structures(150))
}

fn ask(text: &str) -> Analysis {
    let mut prover = Prover::default();
    prover.analyse(&request(text)).expect("an answer")
}

fn ask_with(
    text: &str,
    oracle: impl Fn(&Position) -> Option<Wdl> + Send + Sync + 'static,
) -> Analysis {
    let builder = Prover::builder().engine(Arc::new(Oracle(oracle)));
    let mut prover = builder.build();
    prover.analyse(&request(text)).expect("an answer")
}

/// Can the side to move promote at once, against a side that has promoted?
fn promotes_next(ending: &Position) -> bool {
    let theirs = |role| !ending.pieces(!ending.turn(), role).is_empty();
    let moves = ending.legal_moves();
    Role::PROMOTIONS.into_iter().any(theirs) && moves.iter().any(|m| m.promotion.is_some())
}

#[test]
fn endings_in_which_both_sides_promote_are_counted() {
    let found = ask(HELD).conditional.expect("a verdict");
    let endings = found.assumptions.iter().map(|a| &a.position);
    let count = endings.filter(|ending| promotes_next(ending)).count();
    assert!(count > 0);
    assert_eq!(found.queens.endings, count);
    assert!(found.queens.structures > 0);
}

/// The positions of the line, the first one too. Every move must be legal.
fn positions(analysis: &Analysis) -> Vec<Position> {
    let mut here = analysis.position;
    let mut all = vec![here];
    for &m in &analysis.line {
        assert!(here.legal_moves().contains(&m), "{m}");
        here = here.play(m);
        all.push(here);
    }
    all
}

/// The moves of a verdict that have its result.
fn supposed_best(analysis: &Analysis) -> Vec<String> {
    let found = analysis.conditional.as_ref().expect("a verdict");
    let best = found.moves.iter().filter(|m| m.result >= found.result);
    best.map(|m| m.r#move.to_string()).collect()
}

fn best(analysis: &Analysis) -> Vec<String> {
    analysis.best.iter().map(ToString::to_string).collect()
}

#[test]
fn best_moves_and_line_follow_the_verdict() {
    for (text, result) in [(RACE, Wdl::Win), (HELD, Wdl::Draw)] {
        let analysis = ask(text);
        assert_eq!(analysis.bounds.exact(), None, "{text}: nothing is proved");
        let found = analysis.conditional.as_ref().expect("a verdict");
        assert_eq!(found.result, result, "{text}");
        assert!(!analysis.best.is_empty(), "{text}");
        assert_eq!(best(&analysis), supposed_best(&analysis), "{text}");
        assert!(analysis.best.contains(&analysis.line[0]), "{text}");
        assert!(analysis.line.len() > 2, "{text}");
        assert_eq!(analysis.line_end, Some(LineEnd::Assumed), "{text}");
        let positions = positions(&analysis);
        let (last, before) = positions.split_last().expect("a position");
        assert!(before.iter().all(Position::is_pawn_ending), "{text}");
        assert!(!last.is_pawn_ending(), "{text}");
    }
}

/// A line that comes to what is proved goes on in proved play and says how that ends.
#[test]
fn the_line_goes_on_where_it_is_proved() {
    let mut prover = Prover::default();
    let analysis = ask(RACE);
    let after = positions(&analysis)[1];
    let proved = prover.analyse(&Request::new(after)).expect("an answer");
    assert_eq!(proved.bounds.exact(), Some(Wdl::Loss));
    let again = prover.analyse(&request(RACE)).expect("an answer");
    let positions = positions(&again);
    assert!(again.line.len() > 1);
    if again.bounds.exact().is_none() {
        assert_eq!(prover.known(&positions[1]).exact(), Some(Wdl::Loss));
        assert_ne!(again.line_end, Some(LineEnd::Assumed));
    }
}

/// How many pawns each side has.
fn pawns(position: &Position) -> [u32; 2] {
    let count = |color| position.pieces(color, Role::Pawn).count();
    peasant::board::Color::BOTH.map(count)
}

/// Who has lost a pawn in a wide ending does not win it, as far as is known after little work.
#[test]
fn counts_of_pawns_are_assumed() {
    for text in [
        "5k2/8/4p1p1/pp1p1p1p/2PP1P1P/PP1K2P1/8/8 b - -",
        "8/8/p3kp2/1p1p2pp/3P3P/1P2KPP1/P7/8 w - -",
    ] {
        let request = request(text).limits(Limits::NONE.structures(6000));
        let analysis = Prover::default().analyse(&request).expect("an answer");
        let found = analysis.conditional.as_ref().expect("a verdict");
        assert_eq!((found.result, found.bound), (Wdl::Draw, false), "{text}");
        let is_counted = |one: &&Assumption| one.source == Source::Pawns;
        let (counted, others): (Vec<&Assumption>, Vec<&Assumption>) =
            found.assumptions.iter().partition(is_counted);
        assert!(!counted.is_empty(), "{text}");
        for one in counted {
            assert!(one.position.is_pawn_ending(), "{text}");
            assert_eq!(one.result, Wdl::Draw, "{text}");
            // Both had as many at first.
            let [white, black] = pawns(&one.position);
            assert_ne!(white, black, "{text}");
        }
        assert!(others.iter().all(|one| !one.position.is_pawn_ending()));
        let last = *positions(&analysis).last().expect("a position");
        if analysis.line_end == Some(LineEnd::Assumed) && last.is_pawn_ending() {
            let [white, black] = pawns(&last);
            assert_ne!(white, black, "{text}");
        }
    }
}

/// An engine that says that who is behind wins is believed: where it was asked that is not assumed.
#[test]
fn an_engines_word_counts_more_than_a_count_of_pawns() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let behind_wins = move |position: &Position| {
        let [white, black] = pawns(position);
        let result = match white.cmp(&black) {
            std::cmp::Ordering::Less => Wdl::Win,
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => Wdl::Loss,
        };
        let is_counted = position.is_pawn_ending();
        count.fetch_add(usize::from(is_counted), Ordering::Relaxed);
        is_counted.then_some(result)
    };
    let builder = Prover::builder().engine(Arc::new(Oracle(behind_wins)));
    let text = "5k2/8/4p1p1/pp1p1p1p/2PP1P1P/PP1K2P1/8/8 b - -";
    let request = request(text).limits(Limits::NONE.structures(6000));
    let analysis = builder.build().analyse(&request).expect("an answer");
    assert!(asked.load(Ordering::Relaxed) > 0);
    let assumed = analysis.conditional.map_or(Vec::new(), |it| it.assumptions);
    let believed = |one: &Assumption| one.source == Source::Engine;
    let pawns_alone = assumed.iter().filter(|one| one.position.is_pawn_ending());
    assert_eq!(pawns_alone.filter(|one| believed(one)).count(), 0);
}

/// What is proved to be as good is enough, and comes alone.
#[test]
fn proved_moves_come_before_supposed_ones() {
    let analysis = ask(LUCENA);
    let found = analysis.conditional.as_ref().expect("a verdict");
    assert_eq!(found.result, Wdl::Draw);
    let holds = |m: &&peasant::MoveAnalysis| m.bounds.lower() >= Wdl::Draw;
    let proved = analysis.moves.iter().filter(holds).map(|m| m.r#move);
    assert_eq!(analysis.best, proved.collect::<Vec<_>>());
    assert!(!analysis.best.is_empty());
}

#[test]
fn without_a_verdict_there_is_nothing_to_play() {
    let mut prover = Prover::default();
    let request = request(RACE).conditional(false);
    let analysis = prover.analyse(&request).expect("an answer");
    assert_eq!(analysis.conditional, None);
    assert!(analysis.best.is_empty() && analysis.line.is_empty());
    assert_eq!(analysis.line_end, None);
}

/// The ending at the end of the line, refused, is reached no more.
#[test]
fn an_ending_that_the_engine_refuses_is_not_chosen() {
    for (text, instead) in [(RACE, Wdl::Draw), (HELD, Wdl::Loss)] {
        let last = *positions(&ask(text)).last().expect("a position");
        let analysis = ask_with(text, move |position| (*position == last).then_some(instead));
        let ends = positions(&analysis);
        assert!(!ends.contains(&last), "{text}: {:?}", analysis.line);
        if let Some(found) = &analysis.conditional {
            let refused = found.assumptions.iter();
            let refused = refused.filter(|one| one.position == last);
            let believed = |one: &Assumption| one.source == peasant::Source::Engine;
            assert!(refused.clone().all(believed), "{text}");
        }
    }
}

/// The engine's word about the position itself, and about what each move leads to.
#[test]
fn an_engine_is_heard_on_promoted_pieces_at_the_root() {
    let rook = |position: &Position| {
        position.pieces(peasant::board::Color::White, peasant::board::Role::Rook)
    };
    let c4: peasant::board::Square = "c4".parse().expect("a square");
    let analysis = ask_with(LUCENA, move |position| {
        let elsewhere = *position != fen::parse(LUCENA).ok()? && !rook(position).contains(c4);
        Some(if elsewhere { Wdl::Draw } else { Wdl::Win })
    });
    let found = analysis.conditional.as_ref().expect("a verdict");
    assert_eq!(found.result, Wdl::Win);
    assert_eq!(analysis.bounds.exact(), None, "the engine proves nothing");
    assert_eq!(best(&analysis), ["c1c4"]);
    assert_eq!(best(&analysis)[0], analysis.line[0].to_string());
}

/// Positions of books in which White wins, by one move if one is named, and by Newborn's rules does not: nothing else may be told of
/// them, but that White holds at least. (With fewer structures the last is supposed to be a draw, as long as its half is not proved.)
#[test]
fn what_the_books_know_to_win_is_never_called_a_draw() {
    for (text, best) in [
        // Szén; Chernev, Practical Chess Endings, 79, 57 and 77.
        ("4k3/5ppp/8/8/8/8/PPP5/3K4 w - -", Some("d1e2")),
        ("8/1p6/p3k3/8/6p1/PP6/4KPP1/8 w - -", Some("f2f3")),
        ("8/7k/4K2p/6p1/6P1/7P/8/8 w - -", None),
        ("8/8/8/2p5/2Pp4/3K2Pk/7P/8 w - -", None),
    ] {
        let request = request(text).limits(Limits::NONE.structures(3_200));
        let analysis = Prover::default().analyse(&request).expect("an answer");
        assert_eq!(analysis.bounds.upper(), Wdl::Win, "{text}");
        if let Some(found) = analysis.follows() {
            assert_eq!(found.result, Wdl::Win, "{text}");
            let named = self::best(&analysis);
            assert!(best.is_none_or(|best| named == [best]), "{text}: {named:?}");
        }
    }
}
