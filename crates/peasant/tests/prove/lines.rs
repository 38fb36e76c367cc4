//! Lines over the positions of the literature: legal, true to what is proved at every move, and ended by something with a name.

use peasant::board::{Move, Position};
use peasant::notation::{epd, fen};
use peasant::{Analysis, Limits, LineEnd, Prover, Request, Rules, Wdl};
use specification::data;

/// So much work a position: most of the classics are settled by then, and half of the real endings.
const STRUCTURES: u64 = 3000;

/// Positions of a file whose result is exact within the limit.
fn settled(file: &str) -> impl Iterator<Item = (Prover, Analysis)> {
    let text = data(file);
    let positions: Vec<Position> = text
        .lines()
        .map(|line| epd::parse_line(line).expect("the file is right").position)
        .collect();
    positions.into_iter().filter_map(|position| {
        let mut prover = Prover::new(Rules::Chess);
        let request = Request::new(position)
            .limits(Limits::NONE.structures(STRUCTURES))
            .conditional(false);
        let analysis = prover.analyse(&request).expect("kings and pawns");
        analysis.bounds.exact()?;
        Some((prover, analysis))
    })
}

/// The result of a position is proved, and this.
fn assert_result(prover: &mut Prover, here: &Position, result: Wdl) {
    let known = prover.known(here).exact();
    assert_eq!(known, Some(result), "{}", fen::format(here));
}

#[test]
fn every_line_keeps_the_result_and_its_end_has_a_name() {
    assert_lines("classics.epd", 60);
}

#[test]
#[ignore = "takes minutes: four hundred real endings"]
fn every_line_of_real_endings_keeps_the_result() {
    assert_lines("games.epd", 150);
}

/// Follows the lines of a file, of which so many must be found.
fn assert_lines(file: &str, at_least: usize) {
    let (mut lines, mut open) = (0, 0);
    for (mut prover, analysis) in settled(file) {
        let text = fen::format(&analysis.position);
        let mut here = analysis.position;
        let mut result = analysis.bounds.exact().expect("it is settled");
        for &m in &analysis.line {
            assert!(here.is_legal(m), "{text}: {m}");
            (here, result) = (here.play(m), -result);
            assert_result(&mut prover, &here, result);
        }
        let end = analysis.line_end.expect("the result is exact");
        match end {
            LineEnd::Mate => assert!(here.is_checkmate(), "{text}"),
            LineEnd::Stalemate => assert!(here.is_stalemate(), "{text}"),
            LineEnd::PlainlyWon { winner } => {
                assert_eq!(here.men(!winner).count(), 1, "{text}");
                assert_ne!(result, Wdl::Draw, "{text}");
            }
            LineEnd::PawnsStopped { .. } => assert_ne!(result, Wdl::Draw, "{text}"),
            LineEnd::Drawn | LineEnd::Repetition | LineEnd::PawnsHold { .. } => {
                assert_eq!(result, Wdl::Draw, "{text}");
            }
            _ => {
                println!("{text}: {end}");
                open += 1;
            }
        }
        lines += 1;
    }
    println!("{lines} lines, {open} of them break off");
    assert!(lines >= at_least, "{lines}");
    assert!(open * 10 <= lines, "{open} of {lines} lines break off");
}

/// The loser takes what can be taken, unless that is proved to end sooner than something else is known to.
#[test]
fn captures_are_declined_for_a_reason_only() {
    assert_captures("classics.epd", 15);
}

#[test]
#[ignore = "takes minutes: four hundred real endings"]
fn captures_in_real_endings_are_declined_for_a_reason_only() {
    assert_captures("games.epd", 5);
}

/// Looks at what losers could take in the lines of a file: more often than so.
fn assert_captures(file: &str, more_than: u32) {
    let mut captures = 0;
    for (mut prover, analysis) in settled(file) {
        if analysis.bounds.exact() == Some(Wdl::Draw) {
            continue;
        }
        let mut here = analysis.position;
        let mut loses = analysis.bounds.exact() == Some(Wdl::Loss);
        for &m in &analysis.line {
            let takes = |m: &Move| here.is_pawn_ending() && here.is_capture(*m);
            if loses && here.legal_moves().iter().any(takes) {
                captures += 1;
                if !here.is_capture(m) {
                    assert_declined_rightly(&mut prover, &here, m);
                }
            }
            here = here.play(m);
            loses = !loses;
        }
    }
    println!("{captures} times the loser could take something");
    assert!(captures > more_than, "{captures}");
}

/// Every capture ends sooner than some other move, as far as that is known.
fn assert_declined_rightly(prover: &mut Prover, here: &Position, played: Move) {
    let request = Request::new(*here).line(false).conditional(false);
    let analysis = prover.analyse(&request).expect("kings and pawns");
    let end = |m: Move| {
        let found = analysis.moves.iter().find(|found| found.r#move == m);
        found.and_then(|found| found.end).map(|end| end.moves)
    };
    let longest = analysis
        .moves
        .iter()
        .filter_map(|m| m.end)
        .map(|end| end.moves)
        .max();
    for m in here
        .legal_moves()
        .into_iter()
        .filter(|&m| here.is_capture(m))
    {
        let known = end(m).expect("a capture that is declined has an end");
        let text = fen::format(here);
        assert!(
            Some(known) < longest,
            "{text}: {played} and not {m}, in {known}"
        );
    }
}

/// In the most famous breakthrough Black takes.
#[test]
fn the_breakthrough_appears() {
    let position: Position = "8/ppp5/8/PPP5/8/8/6k1/4K3 w - -"
        .parse()
        .expect("a position");
    let mut prover = Prover::new(Rules::Chess);
    let analysis = prover
        .analyse(&Request::new(position).moves(false))
        .expect("kings and pawns");
    let [first, second, ..] = analysis.line[..] else {
        panic!("{:?}", analysis.line);
    };
    assert_eq!(first.to_string(), "b5b6");
    assert!(position.play(first).is_capture(second), "{second}");
}
