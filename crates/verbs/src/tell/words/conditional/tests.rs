//! Verdicts made by hand.

use peasant::limits::Stop;
use peasant::wire::ConditionalAnswer;
use peasant::{ConditionalMove, Limits, Opinion, Prover, Request};

use super::*;
use crate::tell::words;

/// Equal queens, a queen against none, a rook against a rook.
const QUEENS: &str = "4Q3/8/8/3K1k2/8/1p6/1P6/7q w - - 0 1";
const LONE_QUEEN: &str = "8/8/8/3K1k2/8/1p6/1P6/7q w - - 0 1";
const ROOKS: &str = "4R3/8/8/3K1k2/8/1p6/1P6/7r b - - 0 1";

fn assumed(text: &str, result: Wdl, source: Source, score: Option<i32>) -> Assumption {
    Assumption::new(text.parse().expect("a position"), result, source, score)
}

fn equal(text: &str) -> Assumption {
    assumed(text, Wdl::Draw, Source::Equal, None)
}

fn lost(text: &str) -> Assumption {
    assumed(text, Wdl::Loss, Source::Ahead, None)
}

/// A pawn ending in which Black has a pawn less.
fn behind() -> Assumption {
    let text = "4k3/pp6/8/8/8/8/PPP5/4K3 b - - 0 1";
    assumed(text, Wdl::Draw, Source::Pawns, None)
}

fn engine(text: &str) -> Assumption {
    assumed(text, Wdl::Draw, Source::Engine, Some(-17))
}

/// A position of which nothing is proved yet.
fn open() -> Analysis {
    let position = "8/8/7p/2K4k/4P3/1p6/1P6/8 w - -"
        .parse()
        .expect("a position");
    let limits = Limits::NONE.structures(1);
    let request = Request::new(position).limits(limits);
    let mut analysis = Prover::default().analyse(&request).expect("an answer");
    analysis.conditional = None;
    analysis.stopped = Some(Stop::Time);
    for m in &mut analysis.moves {
        m.bounds = Bounds::UNKNOWN;
        m.distance = None;
    }
    analysis.bounds = Bounds::UNKNOWN;
    analysis.best.clear();
    analysis.line.clear();
    analysis
}

fn supposing(result: Wdl, assumptions: Vec<Assumption>, moves: &[(&str, Wdl)]) -> Analysis {
    let moves = moves.iter().map(|&(m, result)| {
        let m = m.parse().expect("a move");
        ConditionalMove::new(m, result)
    });
    let found = Conditional::new(result, assumptions, moves.collect());
    let mut analysis = open();
    let best = found.moves.iter().filter(|m| m.result >= result);
    analysis.best = best.map(|m| m.r#move).collect();
    analysis.conditional = Some(found);
    analysis
}

/// The condition in the verdict.
fn if_so(assumptions: Vec<Assumption>) -> String {
    condition(&assumptions, Some("Fake 1.0"))
}

#[test]
fn the_condition_names_the_endings_and_who_assumes_what() {
    let three = || vec![equal(QUEENS), equal(QUEENS), equal(QUEENS)];
    for (assumptions, words) in [
        (vec![equal(QUEENS)], "if this queen ending is drawn"),
        (three(), "if these three queen endings are drawn"),
        (
            vec![equal(QUEENS), equal(ROOKS)],
            "if these two endings are drawn",
        ),
        (
            vec![equal(QUEENS); 13],
            "if these 13 queen endings are drawn",
        ),
        (
            vec![lost(LONE_QUEEN)],
            "if the side a queen up wins this queen ending",
        ),
        (
            vec![lost(LONE_QUEEN), lost(ROOKS)],
            "if the side a piece up wins these two endings",
        ),
        (
            vec![assumed(LONE_QUEEN, Wdl::Draw, Source::Ahead, None)],
            "if the side a queen up does not lose this queen ending",
        ),
        (
            vec![
                lost(LONE_QUEEN),
                assumed(LONE_QUEEN, Wdl::Draw, Source::Ahead, None),
            ],
            "if the side a queen up wins, or at least holds, these two queen endings",
        ),
        (
            vec![engine(QUEENS)],
            "if Fake 1.0 is right about this queen ending",
        ),
        (
            vec![engine(QUEENS), engine(ROOKS)],
            "if Fake 1.0 is right about these two endings",
        ),
        (
            vec![equal(QUEENS), lost(LONE_QUEEN), engine(QUEENS)],
            "if these three queen endings are what they seem",
        ),
        (
            vec![behind(), behind()],
            "if counting pawns is right about these two pawn endings",
        ),
        (
            vec![behind()],
            "if counting pawns is right about this pawn ending",
        ),
        (
            vec![behind(), equal(QUEENS)],
            "if these two endings are what they seem",
        ),
        // Nobody takes equal queens for anything else; if somebody did it would not be called a draw.
        (
            vec![assumed(QUEENS, Wdl::Win, Source::Equal, None)],
            "if this queen ending is what it seems",
        ),
    ] {
        assert_eq!(if_so(assumptions), words);
    }
    let unnamed = condition(&[engine(QUEENS)], None);
    assert_eq!(unnamed, "if the engine is right about this queen ending");
}

#[test]
fn a_verdict_says_what_is_proved_and_what_is_assumed() {
    let mut analysis = supposing(
        Wdl::Draw,
        vec![equal(QUEENS), lost(LONE_QUEEN), engine(QUEENS)],
        &[
            ("c5d5", Wdl::Draw),
            ("e4e5", Wdl::Loss),
            ("c5d6", Wdl::Draw),
        ],
    );
    analysis.bounds = Bounds::at_most(Wdl::Draw);
    let expected = "\
White to move draws if these three queen endings are what they seem.
Proved: at most a draw (stopped by the time limit; --time allows more).
Best if so: Kd5, Kd6.
Assumed, not proved (--assumptions lists them): queen against queen (two endings), pawn against queen.
";
    assert_eq!(words::verdict(&analysis, Some("Fake 1.0")), expected);
    let list = format!(
        "\
Assumed, each by itself (scores are for the side to move):
  {QUEENS}: a draw, as the pieces are equal
  {LONE_QUEEN}: Black wins, as Black is a queen up
  {QUEENS}: a draw, says Fake 1.0, White to move -0.17
"
    );
    assert_eq!(words::assumptions(&analysis, Some("Fake 1.0")), Some(list));
    analysis.bounds = Bounds::exactly(Wdl::Draw);
    assert_eq!(words::assumptions(&analysis, None), None);
}

#[test]
fn a_move_that_is_proved_comes_first() {
    let assumptions = vec![equal(QUEENS)];
    let mut analysis = supposing(Wdl::Draw, assumptions, &[("e4e5", Wdl::Draw)]);
    let king = "c5d5".parse().expect("a move");
    let m = analysis.moves.iter_mut().find(|m| m.r#move == king);
    m.expect("legal").bounds = Bounds::at_least(Wdl::Draw);
    analysis.best = vec![king];
    analysis.bounds = Bounds::at_least(Wdl::Draw);
    let verdict = words::verdict(&analysis, None);
    assert!(verdict.contains("Proved: at least a draw ("), "{verdict}");
    let proved = "\nProved to hold the draw: Kd5.\n";
    assert!(verdict.contains(proved), "{verdict}");
    assert!(!verdict.contains("if so"), "{verdict}");
}

#[test]
fn a_lost_position_has_no_best_move() {
    let moves = [("c5d5", Wdl::Loss)];
    let analysis = supposing(Wdl::Loss, vec![lost(LONE_QUEEN)], &moves);
    let verdict = words::verdict(&analysis, None);
    let first = "White to move loses if the side a queen up wins this queen ending.\n";
    assert!(verdict.starts_with(first), "{verdict}");
    assert!(verdict.contains("Proved: nothing yet ("), "{verdict}");
    assert!(!verdict.contains("Best"), "{verdict}");
}

#[test]
fn endings_of_a_kind_are_counted() {
    let shown = |assumptions, complete| {
        let mut analysis = supposing(Wdl::Draw, assumptions, &[]);
        let found = analysis.conditional.as_mut().expect("it is there");
        found.complete = complete;
        let told = words::verdict(&analysis, None);
        told.lines().last().unwrap_or_default().to_owned()
    };
    let mut assumptions = vec![equal(QUEENS); 3];
    assumptions.push(equal(ROOKS));
    let kinds = "queen against queen (three endings), rook against rook.";
    assert_eq!(
        shown(assumptions.clone(), true),
        format!("Assumed, not proved (--assumptions lists them): {kinds}")
    );
    assert_eq!(
        shown(assumptions, false),
        format!("Assumed, not proved (the first 4; --assumptions lists them): {kinds}")
    );
    let one = "Assumed, not proved (--assumptions shows it): queen against queen.";
    assert_eq!(shown(vec![equal(QUEENS)], true), one);
}

/// In a line there is room for three.
#[test]
fn kinds_without_room_are_others() {
    let pieces = ["Q6q", "Q6r", "R6q", "R6r", "B6q"];
    let position = |men: &&str| {
        let text = format!("{men}/8/8/8/8/8/2k1K3/8 w - - 0 1");
        text.parse().expect("a position")
    };
    let positions: Vec<Position> = pieces.iter().map(position).collect();
    let told = endings::tally(positions.iter().chain(&positions[2..3]));
    let expected = "rook against queen (two endings), queen against queen, queen against rook, others (two endings)";
    assert_eq!(told, expected);
    assert_eq!(endings::tally([].iter()), "");
}

/// Of many kinds the pawns are left out.
#[test]
fn many_kinds_are_told_by_their_pieces() {
    let files = (0..8).map(|file| {
        let row = match file {
            0 => "P7".to_owned(),
            7 => "7P".to_owned(),
            _ => format!("{file}P{}", 7 - file),
        };
        equal(&format!("7Q/k7/8/8/{row}/8/8/K6q w - - 0 1"))
    });
    let eight: Vec<Assumption> = files.collect();
    let told = |assumptions: &[Assumption]| endings::kinds(assumptions, None);
    let line = "queen against queen (eight endings): a draw, as the pieces are equal";
    assert_eq!(told(&eight), [line]);
    let line = "queen against queen with White's a-pawn: a draw, as the pieces are equal";
    assert_eq!(told(&eight[..1]), [line]);
}

#[test]
fn open_moves_are_marked_in_the_table() {
    let moves = [("c5d5", Wdl::Draw), ("e4e5", Wdl::Loss)];
    let mut analysis = supposing(Wdl::Draw, vec![equal(QUEENS)], &moves);
    let bounds = [
        ("c5d5", Bounds::at_least(Wdl::Draw)),
        ("c5d6", Bounds::exactly(Wdl::Draw)),
    ];
    for (name, bounds) in bounds {
        let named = name.parse().expect("a move");
        let m = analysis.moves.iter_mut().find(|m| m.r#move == named);
        m.expect("legal").bounds = bounds;
    }
    let table = words::table(&analysis);
    let row = |start: &str| {
        let row = table.lines().find(|row| row.starts_with(start));
        row.unwrap_or_else(|| panic!("no {start}: {table}"))
    };
    assert_eq!(row("Kd5 "), "Kd5      draw?        (proved: draw..win)");
    assert_eq!(row("e5 "), "e5       loss?        (nothing proved)");
    assert_eq!(row("Kd6 "), "Kd6      draw");
    assert_eq!(row("Kc4 "), "Kc4      loss..win");
    assert!(table.ends_with(LEGEND), "{table}");
    assert!(!words::table(&open()).contains(MARK));
}

#[test]
fn a_proved_result_stays_proved_whatever_follows_for_the_moves() {
    let mut analysis = supposing(Wdl::Draw, Vec::new(), &[("e4e5", Wdl::Draw)]);
    let best = analysis.moves[0].r#move;
    analysis.bounds = Bounds::exactly(Wdl::Draw);
    analysis.moves[0].bounds = Bounds::exactly(Wdl::Draw);
    analysis.best = vec![best];
    let name = words::moves(&analysis, &[best]);
    // Other moves may draw too: it is not called the only one.
    let open = format!("White to move draws: {name}.");
    assert_eq!(words::verdict(&analysis, None), open);
    for m in &mut analysis.moves[1..] {
        m.bounds = Bounds::exactly(Wdl::Loss);
    }
    let only = format!("White to move draws: only {name}.");
    assert_eq!(words::verdict(&analysis, None), only);
}

#[test]
fn an_opinion_is_called_one() {
    let mut analysis = open();
    assert_eq!(words::opinion::sentence(&analysis), "");
    analysis.opinion = Some(Opinion {
        source: "Fritz".to_owned(),
        score: -120,
        depth: 9,
        line: vec!["c5d5".parse().expect("a move")],
    });
    let expected = "Opinion of Fritz, no proof: -1.20 at depth 9, 1.Kd5\n";
    assert_eq!(words::opinion::sentence(&analysis), expected);
}

#[test]
fn nothing_conditional_is_called_proved() {
    let analysis = supposing(Wdl::Draw, vec![equal(QUEENS)], &[]);
    let footer = words::proof(&analysis);
    assert!(
        footer.starts_with("Searched by the rules of chess"),
        "{footer}"
    );
    let found = analysis.conditional.as_ref().expect("it is there");
    assert_eq!(
        brief(&ConditionalAnswer::new(&analysis.position, found)),
        "draw? on one assumption"
    );
}

#[test]
fn queens_on_both_sides_are_counted() {
    let mut analysis = supposing(Wdl::Draw, vec![equal(QUEENS), lost(LONE_QUEEN)], &[]);
    let told = |analysis: &Analysis| {
        let found = analysis.conditional.as_ref().expect("a verdict");
        queens(found)
    };
    assert_eq!(told(&analysis), "");
    let mut count = |endings, complete| {
        let found = analysis.conditional.as_mut().expect("a verdict");
        found.queens.endings = endings;
        (found.queens.structures, found.queens.complete) = (130, complete);
        told(&analysis)
    };
    assert_eq!(
        count(1, true),
        "In one of them the side to move promotes, too: 130 structures with two pieces to solve.\n"
    );
    assert_eq!(
        count(2, false),
        "In two of them the side to move promotes, too: more than 130 structures with two pieces to solve.\n"
    );
}
