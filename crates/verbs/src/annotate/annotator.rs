//! Games with comments: every pawn ending of a game judged, and what was found written beside the moves.
//!
//! `pgn` makes a tree of the text, `judge` asks the prover, `course` goes through a game with `trade`, `comment` and `marks` for
//! the words, `remark` sets them into the tree, and `pgn` makes a text of it again. `event` and `summary` are what is rendered of
//! games. Nothing here prints.

use std::borrow::Cow;
use std::sync::Arc;

use peasant::limits::Observer;
use peasant::{Builder, Limits, ProveError};
use schemars::JsonSchema;
use serde::Serialize;

use super::event::{Positions, Report, Unread};
use super::filter::FilterArgs;
use super::judge::Judge;
use super::judged::{self, Findings};
use super::rows;
use crate::pgn::game::{Broken, Game, Heading};
use crate::pgn::plain::Look;
use crate::pgn::read::Found;
use crate::pgn::stream::{Place, Text};
use crate::pgn::{plain, read, stream, write};

use crate::host::fault::Fault;
use crate::opinion::Thinker;
use crate::outside::engine::Uci;
use crate::tell::json;

/// How games are judged.
pub struct Annotator {
    pub builder: Builder,
    /// For each position.
    pub limits: Limits,
    /// Is somebody asked about what stays open?
    pub is_likely: bool,
    /// The engine that is asked; else a search of our own.
    pub engine: Option<Arc<Uci>>,
    /// Which games and positions are judged.
    pub filter: FilterArgs,
    /// Ends proofs; games in work are written with what is proved by then.
    pub observer: Arc<dyn Observer>,
    /// Is told where it is.
    pub told: Arc<Told>,
}

/// Hears where somebody is who judges games: the number of the game, and a ply of it.
pub type Told = dyn Fn(usize, usize) + Send + Sync;

/// What became of a text.
pub struct Answer {
    /// What is to be written: the game with comments, or what stood there.
    pub text: Vec<u8>,
    /// Where the text ends in the file, if one can go on from there.
    pub end: Option<Place>,
    pub found: What,
}

/// What a text was.
pub enum What {
    Game(Box<Report>),
    Bad(Bad),
    /// A game that is not read, as the run was cancelled before: which of the file.
    Copied(usize),
    /// A game that the filters leave out.
    LeftOut,
    /// Comments between games.
    Nothing,
}

/// A game that cannot be read.
pub struct Bad {
    /// Where in the file.
    pub line: usize,
    /// What is wrong, and where, in a sentence.
    pub sentence: String,
    /// The move, or the players, or nothing.
    pub text: String,
    pub trouble: Trouble,
}

/// Whose fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file's.
    Broken,
    /// Tables or the store contradict a proof.
    Contradiction,
}

/// Beside the fields of a game, or of a bad line: neither for a game that is only copied, and for comments between games.
#[derive(Serialize, JsonSchema)]
pub struct WithText<'a> {
    #[serde(flatten)]
    #[schemars(skip)]
    game: Option<&'a Report>,
    #[serde(flatten)]
    #[schemars(skip)]
    error: Option<json::BadLineAnswer>,
    /// The text with comments; all of them make a file.
    pgn: Cow<'a, str>,
}

impl Answer {
    /// What other programs read of a text, whatever it is, with the text.
    pub fn json_with_text(&self) -> String {
        let (game, error) = match &self.found {
            What::Game(report) => (Some(&**report), None),
            What::Bad(bad) => (None, Some(json::BadLineAnswer::new(bad.line, bad.fault()))),
            What::Copied(_) | What::LeftOut | What::Nothing => (None, None),
        };
        let pgn = String::from_utf8_lossy(&self.text);
        json::line(&WithText { game, error, pgn })
    }

    /// What other programs read of a game, if there is one.
    pub fn json(&self) -> Option<String> {
        match &self.found {
            What::Game(report) => Some(json::line(report)),
            What::Bad(bad) => Some(json::error(&bad.fault(), Some(bad.line))),
            What::Copied(_) | What::LeftOut | What::Nothing => None,
        }
    }
}

impl Answer {
    /// Was a pawn ending played?
    pub fn has_ending(&self) -> bool {
        matches!(&self.found, What::Game(report) if report.has_ending())
    }
}

impl Bad {
    pub fn fault(&self) -> Fault {
        Fault::new(&self.sentence).about(&self.text)
    }
}

/// A text as it stands there, not read.
pub fn copied(text: Text) -> Answer {
    Answer {
        end: text.end,
        found: match text.is_game {
            true => What::Copied(text.number),
            false => What::Nothing,
        },
        text: text.bytes,
    }
}

impl Annotator {
    /// Judges the game of a text.
    pub fn annotate(&self, text: Text) -> Answer {
        if text.is_rest {
            return copied(text);
        }
        let Text {
            number,
            line,
            bytes,
            end,
            is_cut,
            is_plain,
            ..
        } = text;
        if is_plain && let Some(found) = self.look(number, line, &bytes) {
            return Answer {
                text: bytes,
                end,
                found,
            };
        }
        let whole = match is_cut {
            true => Found::Broken(too_long()),
            false => read::read(&bytes),
        };
        let found = match whole {
            Found::Nothing => What::Nothing,
            Found::Broken(broken) => What::Bad(bad(number, line, &bytes, &broken)),
            Found::Game(game) if !self.filter.takes(&|name| game.tag(name), &bytes) => {
                What::LeftOut
            }
            Found::Game(mut game) => match self.judge(number, line, &mut game) {
                Ok(findings) => {
                    let text = match findings.is_changed {
                        true => write::write(&game),
                        false => bytes,
                    };
                    let found = What::Game(Box::new(report(number, line, &game, findings)));
                    return Answer { text, end, found };
                }
                Err(error) => What::Bad(contradicted(number, line, &game, &error)),
            },
        };
        Answer {
            text: bytes,
            end,
            found,
        }
    }

    /// What becomes of a plain game, unless it has an ending that is to be judged.
    fn look(&self, number: usize, line: usize, text: &[u8]) -> Option<What> {
        let look = plain::look(text)?;
        if !self.filter.takes(&|name| look.tag(name), text) {
            return Some(What::LeftOut);
        }
        let report = || without_ending(number, line, &look);
        (!look.has_ending).then(|| What::Game(Box::new(report())))
    }

    fn judge(&self, number: usize, line: usize, game: &mut Game) -> Result<Findings, ProveError> {
        if !judged::has_ending(game) {
            return Ok(Findings::default());
        }
        let (prover, observer) = (self.builder.clone().build(), Arc::clone(&self.observer));
        let thinker = self.is_likely.then(|| Thinker::new(self.engine.clone()));
        let mut judge = Judge::new(prover, self.limits, observer, thinker, self.filter.clone());
        let told = |ply| (self.told)(number, ply);
        let of = rows::game(game, number, line);
        judged::annotate(game, &of, &mut judge, &told)
    }
}

fn too_long() -> Broken {
    Broken {
        players: String::new(),
        at: 0,
        ply: None,
        what: format!("it goes on for more than {} MiB", stream::LONGEST >> 20),
    }
}

fn report(number: usize, line: usize, game: &Game, findings: Findings) -> Report {
    Report {
        game: number,
        line_number: line,
        heading: game.heading(),
        result: game.result,
        endings: findings.endings,
        positions: findings.positions,
        is_played: findings.is_played,
        moments: findings.moments,
        rows: findings.rows,
        unread: game
            .unread
            .as_ref()
            .map(|broken| unread(number, line, game, broken)),
    }
}

/// What is told of a plain game without an ending.
fn without_ending(number: usize, line: usize, look: &Look) -> Report {
    Report {
        game: number,
        line_number: line,
        heading: Heading::of(|name| look.tag(name)),
        result: Some(look.result),
        endings: 0,
        positions: Positions::default(),
        is_played: false,
        moments: Vec::new(),
        rows: Vec::new(),
        unread: None,
    }
}

/// Where the moves of a game end before its text does.
fn unread(number: usize, line: usize, game: &Game, broken: &Broken) -> Unread {
    let bad = bad(number, line, &game.text, broken);
    Unread {
        line_number: bad.line,
        sentence: bad.sentence,
    }
}

/// `game 12 (Réti – Tartakower), 34...Kd4: there is no such move`
fn bad(number: usize, begin: usize, text: &[u8], broken: &Broken) -> Bad {
    let before = &text[..broken.at.min(text.len())];
    // Lines are counted from the first that is not empty.
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace());
    let empty = lines(&text[..blanks.count()]);
    let players = match broken.players.as_str() {
        "" | "? – ?" => String::new(),
        players => format!(" ({players})"),
    };
    let ply = broken
        .ply
        .as_ref()
        .map(|ply| format!(", {ply}"))
        .unwrap_or_default();
    Bad {
        line: begin + lines(before).saturating_sub(empty),
        sentence: format!("game {number}{players}{ply}: {}", broken.what),
        text: broken.ply.clone().unwrap_or_else(|| broken.players.clone()),
        trouble: Trouble::Broken,
    }
}

/// How many lines end in a text.
fn lines(text: &[u8]) -> usize {
    let ends = text.iter().zip(text.iter().skip(1).chain([&0]));
    ends.filter(|&(&byte, &next)| byte == b'\n' || byte == b'\r' && next != b'\n')
        .count()
}

fn contradicted(number: usize, line: usize, game: &Game, error: &ProveError) -> Bad {
    let players = read::players(&game.tags);
    Bad {
        line,
        sentence: format!("game {number} ({players}): {error}"),
        text: players,
        trouble: Trouble::Contradiction,
    }
}

impl Report {
    /// Was a pawn ending played?
    pub fn has_ending(&self) -> bool {
        self.is_played
    }
}
