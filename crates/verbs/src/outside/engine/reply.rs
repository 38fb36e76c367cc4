//! What an engine says: the few lines of the Universal Chess Interface that matter here.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

/// A mate in no moves, as [`Opinion::score`](peasant::Opinion::score) counts.
const MATE: i32 = 100_000;

/// No evaluation comes nearer to a mate than this.
const HIGHEST: i32 = 99_000;

/// A line of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'l> {
    /// `id name`: what it is called.
    Name(&'l str),
    /// `option name`: something that can be set.
    Setting(&'l str),
    /// `uciok`: all options are told.
    UciOk,
    /// `readyok`: it has done what it was told.
    ReadyOk,
    /// `info … score`: what it thinks so far.
    Info(Info<'l>),
    /// `bestmove`: the answer.
    BestMove(&'l str),
    /// Something else.
    Other,
}

/// What an engine thinks so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info<'l> {
    /// For the side to move, as [`Opinion::score`](peasant::Opinion::score) counts.
    pub score: i32,
    /// Not only a bound of it?
    pub is_exact: bool,
    /// In plies.
    pub depth: u32,
    /// Moves as the protocol writes them.
    pub line: &'l str,
}

impl<'l> Reply<'l> {
    pub fn read(line: &'l str) -> Reply<'l> {
        let (word, rest) = split(line);
        match word {
            "id" => match split(rest) {
                ("name", name) if !name.is_empty() => Reply::Name(name),
                _ => Reply::Other,
            },
            "option" => match split(rest) {
                ("name", rest) => Reply::Setting(option_name(rest)),
                _ => Reply::Other,
            },
            "uciok" => Reply::UciOk,
            "readyok" => Reply::ReadyOk,
            "info" => info(rest).unwrap_or(Reply::Other),
            "bestmove" => Reply::BestMove(split(rest).0),
            _ => Reply::Other,
        }
    }
}

/// The first word and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// An option's name, which may have several words.
fn option_name(text: &str) -> &str {
    text.find(" type ").map_or(text, |end| text[..end].trim())
}

/// The score of the best line, and the line.
fn info(text: &str) -> Option<Reply<'_>> {
    let mut words = text.split_whitespace();
    let (mut score, mut is_exact, mut depth) = (None, true, 0);
    while let Some(word) = words.next() {
        match word {
            // The rest is prose, or moves.
            "string" | "pv" | "refutation" | "currline" => break,
            "multipv" if words.next() != Some("1") => return None,
            "lowerbound" | "upperbound" => is_exact = false,
            "depth" => depth = words.next()?.parse().ok()?,
            "score" => {
                score = match (words.next()?, words.next()?) {
                    ("cp", value) => Some(evaluation(value.parse().ok()?)),
                    ("mate", moves) => Some(mate(moves.parse().ok()?)),
                    _ => None,
                }
            }
            _ => {}
        }
    }
    let line = text.split_once(" pv ").map_or("", |(_, line)| line);
    score.map(|score| {
        Reply::Info(Info {
            score,
            is_exact,
            depth,
            line,
        })
    })
}

/// Some engines count wins that they have looked up in pawns by the thousand.
fn evaluation(centipawns: i64) -> i32 {
    let highest = i64::from(HIGHEST);
    i32::try_from(centipawns.clamp(-highest, highest)).unwrap_or(0)
}

/// A mate in so many moves; none and fewer are for the side that is mated.
fn mate(moves: i32) -> i32 {
    let distance = moves.saturating_abs().min(MATE - HIGHEST - 1);
    let score = MATE - distance;
    if moves > 0 { score } else { -score }
}

/// What an engine thought in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// For the side to move, as [`Opinion::score`](peasant::Opinion::score) counts.
    pub score: i32,
    /// In plies.
    pub depth: u32,
    /// Moves as the protocol writes them.
    pub line: String,
}

/// The thoughts of one answer.
#[derive(Default)]
pub struct Thoughts {
    exact: Option<Thought>,
    /// A bound, which counts only where there is nothing else.
    bound: Option<Thought>,
}

impl Thoughts {
    pub fn note(&mut self, info: Info) {
        let place = if info.is_exact {
            &mut self.exact
        } else {
            &mut self.bound
        };
        *place = Some(Thought {
            score: info.score,
            depth: info.depth,
            line: info.line.to_owned(),
        });
    }

    /// The last one.
    pub fn last(self) -> Option<Thought> {
        self.exact.or(self.bound)
    }
}

impl Thought {
    /// With this move, unless its line begins with it.
    pub fn of(self, best: &str) -> Thought {
        match self.line.split_whitespace().next() {
            Some(first) if first == best => self,
            _ => Thought {
                line: best.to_owned(),
                ..self
            },
        }
    }
}

/// Moves to the mate that a score tells of; fewer than none if the side to move is mated.
pub fn mate_in(score: i32) -> Option<i32> {
    let moves = MATE - score.saturating_abs();
    (moves < MATE - HIGHEST).then(|| if score > 0 { moves } else { -moves })
}

/// A score as players write it: pawns with a sign, or the way to mate.
pub fn score_words(score: i32) -> String {
    match mate_in(score) {
        None => format!("{:+.2}", f64::from(score) / 100.0),
        Some(moves) if score > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {}", -moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(line: &str) -> Option<(i32, bool)> {
        match Reply::read(line) {
            Reply::Info(info) => Some((info.score, info.is_exact)),
            _ => None,
        }
    }

    #[test]
    fn the_handshake_is_read() {
        assert_eq!(
            Reply::read("id name Stockfish 15.1"),
            Reply::Name("Stockfish 15.1")
        );
        assert_eq!(Reply::read("id author somebody"), Reply::Other);
        let option = "option name Clear Hash type button";
        assert_eq!(Reply::read(option), Reply::Setting("Clear Hash"));
        assert_eq!(Reply::read("  uciok\t"), Reply::UciOk);
        assert_eq!(Reply::read("readyok"), Reply::ReadyOk);
        assert_eq!(
            Reply::read("bestmove e8g8 ponder a1a2"),
            Reply::BestMove("e8g8")
        );
        for nonsense in ["", " ", "uciokay", "id", "option", "info", "\u{fffd}\0"] {
            assert_eq!(Reply::read(nonsense), Reply::Other, "{nonsense:?}");
        }
    }

    #[test]
    fn scores_are_read() {
        let line = "info depth 9 seldepth 14 multipv 1 score cp -17 nodes 5 pv a1a2 lowerbound";
        assert_eq!(score(line), Some((-17, true)));
        assert_eq!(
            score("info score cp 30 upperbound nodes 1"),
            Some((30, false))
        );
        assert_eq!(score("info score mate 3"), Some((99_997, true)));
        assert_eq!(score("info score mate -2"), Some((-99_998, true)));
        assert_eq!(score("info depth 0 score mate 0"), Some((-100_000, true)));
        assert_eq!(score("info score cp 999999999999"), Some((99_000, true)));
        for none in [
            "info multipv 2 score cp 5",
            "info string score cp 5",
            "info score cp",
            "info score cp five",
            "info score mate 99999999999",
            "info score pawns 3",
            "score cp 5",
        ] {
            assert_eq!(score(none), None, "{none}");
        }
    }

    #[test]
    fn depths_and_lines_are_read() {
        let line = "info depth 9 multipv 1 score cp 5 nodes 7 pv e2e4 e7e8q";
        let expected = Info {
            score: 5,
            is_exact: true,
            depth: 9,
            line: "e2e4 e7e8q",
        };
        assert_eq!(Reply::read(line), Reply::Info(expected));
        assert_eq!(Reply::read("info depth x score cp 5"), Reply::Other);
    }

    #[test]
    fn an_exact_score_counts_before_a_bound() {
        let note = |thoughts: &mut Thoughts, line| match Reply::read(line) {
            Reply::Info(info) => thoughts.note(info),
            other => panic!("{other:?}"),
        };
        assert_eq!(Thoughts::default().last(), None);
        let mut thoughts = Thoughts::default();
        note(&mut thoughts, "info score cp 300 lowerbound");
        note(&mut thoughts, "info score cp 5");
        note(&mut thoughts, "info score cp -300 upperbound");
        assert_eq!(thoughts.last().map(|thought| thought.score), Some(5));
    }

    #[test]
    fn scores_are_told_as_players_write_them() {
        assert_eq!(score_words(12), "+0.12");
        assert_eq!(score_words(-250), "-2.50");
        assert_eq!(score_words(0), "+0.00");
        assert_eq!(score_words(99_000), "+990.00");
        assert_eq!(score_words(99_997), "mate in 3");
        assert_eq!(score_words(-99_998), "mated in 2");
    }
}
