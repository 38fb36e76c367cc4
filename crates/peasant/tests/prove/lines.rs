//! Lines over the positions of the literature: legal, true to what is proved at every move, and ended by something with a name.

use peasant::board::{Move, Position};
use peasant::notation::{epd, fen};
use peasant::{Analysis, Limits, LineEnd, Prover, Request, Rules, Wdl};
use specification::{data, rounds};

/// So much work a position: most of the classics are settled by then, and half of the real endings.
const STRUCTURES: u64 = 3000;

/// On the way of a line so many are enough; more of them, with queens on both sides, can take very long.
const AGAIN: u64 = 50;

/// One position of a file in so many, if its result is exact within the limit.
fn settled(file: &str, step: usize) -> impl Iterator<Item = (Prover, Analysis)> {
    let text = data(file);
    let positions: Vec<Position> = text
        .lines()
        .map(|line| epd::parse_line(line).expect("the file is right").position)
        .collect();
    positions.into_iter().step_by(step).filter_map(|position| {
        let prover = Prover::new(Rules::Chess);
        let request = Request::new(position).limits(Limits::NONE.structures(STRUCTURES));
        let analysis = prover.analyse(&request).expect("kings and pawns");
        analysis.bounds.exact()?;
        Some((prover, analysis))
    })
}

/// The result of a position is proved, and this.
fn assert_result(prover: &Prover, here: &Position, result: Wdl) {
    let known = prover.known(here).exact();
    assert_eq!(known, Some(result), "{}", fen::format(here));
}

/// So many moves a winner's line may be longer than the shortest way that is known.
const LONGER: usize = 2;

/// For every change a quarter of the positions.
#[test]
fn lines_of_the_classics() {
    let step = rounds(4, 1);
    let mut seen = Seen::default();
    for (prover, analysis) in settled("classics.epd", step) {
        seen.follow(&prover, &analysis);
        seen.look_at_captures(&prover, &analysis);
        seen.look_at_the_winner(&prover, &analysis);
    }
    seen.assert(60 / step, 15 / step);
    assert!(
        seen.slow.is_empty() && seen.measured > 400 / step,
        "{seen:#?}"
    );
}

#[test]
#[ignore = "takes minutes: four hundred real endings"]
fn lines_of_real_endings() {
    let mut seen = Seen::default();
    for (prover, analysis) in settled("games.epd", 1) {
        seen.follow(&prover, &analysis);
        seen.look_at_captures(&prover, &analysis);
    }
    seen.assert(150, 5);
}

/// What has been looked at.
#[derive(Debug, Default)]
struct Seen {
    lines: usize,
    /// Lines that break off.
    open: usize,
    /// How often the loser could take something.
    captures: usize,
    /// How often a winner's way was measured.
    measured: usize,
    /// Answers that were cut short.
    cut: usize,
    /// Where it took long.
    slow: Vec<String>,
}

impl Seen {
    /// Every move of a line keeps the result, and its end has a name.
    fn follow(&mut self, prover: &Prover, analysis: &Analysis) {
        let text = fen::format(&analysis.position);
        let mut here = analysis.position;
        let mut result = analysis.bounds.exact().expect("it is settled");
        for &m in &analysis.line {
            assert!(here.is_legal(m), "{text}: {m}");
            (here, result) = (here.play(m), -result);
            assert_result(prover, &here, result);
        }
        match analysis.line_end.expect("the result is exact") {
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
            end => {
                println!("{text}: {end}");
                self.open += 1;
            }
        }
        self.lines += 1;
    }

    /// The loser takes what can be taken, unless that is proved to end no later than something else is known to.
    fn look_at_captures(&mut self, prover: &Prover, analysis: &Analysis) {
        if analysis.bounds.exact() == Some(Wdl::Draw) {
            return;
        }
        let mut here = analysis.position;
        let mut loses = analysis.bounds.exact() == Some(Wdl::Loss);
        for &m in &analysis.line {
            let takes = |m: &Move| here.is_pawn_ending() && here.is_capture(*m);
            if loses && here.legal_moves().iter().any(takes) {
                self.captures += 1;
                if !here.is_capture(m) {
                    assert_declined_rightly(prover, &here, m);
                }
            }
            here = here.play(m);
            loses = !loses;
        }
    }

    /// Wherever the line goes, the winner is not much slower than by the shortest way that is known then; unless the answer was cut short,
    /// so that the line may have lacked what it needs.
    fn look_at_the_winner(&mut self, prover: &Prover, analysis: &Analysis) {
        if analysis.stopped.is_some() {
            self.cut += 1;
            return;
        }
        let (mut here, line) = (analysis.position, &analysis.line);
        let mut wins = analysis.bounds.exact() == Some(Wdl::Win);
        for (done, &m) in line.iter().enumerate() {
            if wins && here.is_pawn_ending() {
                let left = (line.len() - done).div_ceil(2);
                if let Some(shortest) = shortest(prover, &here) {
                    if left > shortest + LONGER {
                        let text = fen::format(&here);
                        self.slow
                            .push(format!("{text}: {m}, {left} moves for {shortest}"));
                    }
                    self.measured += 1;
                }
            }
            here = here.play(m);
            wins = !wins && analysis.bounds.exact() != Some(Wdl::Draw);
        }
    }

    /// So many lines have been followed, and more than so many captures looked at.
    fn assert(&self, lines: usize, captures: usize) {
        println!("{self:?}");
        assert!(self.lines >= lines && self.captures > captures, "{self:?}");
        assert!(self.open * 10 <= self.lines, "{self:?}");
    }
}

/// What is known of a position and its moves after a little more work.
fn moves_of(prover: &Prover, here: &Position) -> Analysis {
    let request = Request::new(*here)
        .limits(Limits::NONE.structures(AGAIN))
        .line(false);
    prover.analyse(&request).expect("kings and pawns")
}

/// In how many moves a position is known to be won.
fn shortest(prover: &Prover, here: &Position) -> Option<usize> {
    let analysis = moves_of(prover, here);
    let won = analysis
        .moves
        .iter()
        .filter(|m| m.bounds.exact() == Some(Wdl::Win));
    let ends = won.filter_map(|m| m.end).chain(analysis.end);
    ends.map(|end| usize::from(end.moves)).min()
}

/// No capture ends later than every other move, as far as that is known.
fn assert_declined_rightly(prover: &Prover, here: &Position, played: Move) {
    let analysis = moves_of(prover, here);
    let end = |m: Move| {
        let found = analysis.moves.iter().find(|found| found.r#move == m);
        found.and_then(|found| found.end).map(|end| end.moves)
    };
    for m in here
        .legal_moves()
        .into_iter()
        .filter(|&m| here.is_capture(m))
    {
        let known = end(m).expect("a capture that is declined has an end");
        let others = analysis.moves.iter().filter(|other| other.r#move != m);
        let longest = others.filter_map(|m| m.end).map(|end| end.moves).max();
        let text = fen::format(here);
        assert!(
            // What ended later when the line was told may be known to end sooner by now.
            Some(known) <= longest,
            "{text}: {played} and not {m}, in {known}"
        );
    }
}

/// A position and its line.
fn line(text: &str) -> (Position, Vec<Move>) {
    let position: Position = text.parse().expect("a position");
    let prover = Prover::new(Rules::Chess);
    let analysis = prover
        .analyse(&Request::new(position).moves(false))
        .expect("kings and pawns");
    (position, analysis.line)
}

/// The race is shown to its end: both queen, and a skewer wins.
#[test]
fn the_skewer_appears() {
    let (_, line) = line("8/8/8/3KP1k1/6p1/8/8/8 w - -");
    let line: Vec<String> = line.iter().map(Move::to_string).collect();
    assert_eq!(
        line[..7],
        ["e5e6", "g4g3", "e6e7", "g3g2", "e7e8q", "g2g1q", "e8g8"],
        "{line:?}"
    );
}

/// A pawn that nobody stops does not wait.
#[test]
fn an_unstoppable_pawn_runs() {
    let (_, line) = line("8/5pk1/6p1/8/P5P1/5K1P/5P2/8 w - -");
    assert!(line.len() <= 19, "{line:?}");
}

/// In the most famous breakthrough Black takes.
#[test]
fn the_breakthrough_appears() {
    let position: Position = "8/ppp5/8/PPP5/8/8/6k1/4K3 w - -".parse().unwrap();
    // A king's move wins too, and would do where nobody asks about every move.
    let analysis = Prover::default().analyse(&Request::new(position));
    let line = analysis.expect("an answer").line;
    let [first, second, ..] = line[..] else {
        panic!("{line:?}");
    };
    assert_eq!(first.to_string(), "b5b6");
    assert!(position.play(first).is_capture(second), "{second}");
}
