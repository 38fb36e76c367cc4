//! A game as it is written: a tree of moves with everything that stands beside them, and where all of it stands in the text.
//! Text stays bytes: files are in UTF-8 or Latin-1, and nobody says which.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{Chess, Move};

use super::text::decoded;

/// A game.
pub struct Game {
    /// As it stands in its file.
    pub text: Vec<u8>,
    pub tags: Vec<Tag>,
    pub line: Line,
    pub result: Option<&'static str>,
    /// The number of the first move, and whether Black makes it: as plies from White's first.
    pub first_ply: usize,
    /// The main line once more, as moves.
    pub played: Vec<Played>,
    /// Where the main line ends.
    pub end: Chess,
    /// Why the moves end before the text does.
    pub unread: Option<Broken>,
}

/// Why there is no game, or why its moves end.
#[derive(Clone, Debug)]
pub struct Broken {
    /// `White – Black`, as far as they are named.
    pub players: String,
    /// How many bytes of the text stand before what is wrong.
    pub at: usize,
    /// The move at which it is wrong: `34...Kd4`.
    pub ply: Option<String>,
    pub what: String,
}

/// Tags that name a game; without those that say nothing.
#[derive(Clone, Default, Serialize, JsonSchema)]
pub struct Heading {
    /// The tag.
    pub white: Option<String>,
    /// The tag.
    pub black: Option<String>,
    /// The tag.
    pub event: Option<String>,
    /// The tag.
    pub date: Option<String>,
}

/// `[White "Réti"]`
pub struct Tag {
    pub name: Vec<u8>,
    /// As it stands there, escapes included.
    pub value: Vec<u8>,
}

/// A line of play, the main line or a variation.
#[derive(Default)]
pub struct Line {
    /// What stands before its first move.
    pub intro: Vec<Item>,
    /// What is said before its first move.
    pub said: Vec<String>,
    /// Where in the text that is to be said.
    pub place: usize,
    pub plies: Vec<Ply>,
}

/// A move, and what stands behind it.
#[derive(Default)]
pub struct Ply {
    /// As it was written.
    pub text: Vec<u8>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u16>,
    pub items: Vec<Item>,
    pub places: Places,
    pub added: Added,
}

/// Where a move stands in the text of its game, in bytes.
#[derive(Clone, Copy, Default)]
pub struct Places {
    /// Where it begins.
    pub start: usize,
    /// Behind it and the glyphs and signs that follow it at once.
    pub glyphs: usize,
    /// Behind the comments that follow, before its variations.
    pub comments: usize,
    /// Behind its variations.
    pub end: usize,
    /// Its number stands before it.
    pub has_number: bool,
}

/// What is added to a move: it stands not in the text.
#[derive(Default)]
pub struct Added {
    pub nags: Vec<u16>,
    pub said: Vec<String>,
    pub variations: Vec<Line>,
}

/// What may stand behind a move.
pub enum Item {
    Comment(Vec<u8>),
    Variation(Line),
}

/// A move of the main line.
pub struct Played {
    /// The position before it.
    pub before: Chess,
    /// `None`: the side to move passes.
    pub r#move: Option<Move>,
}

impl Game {
    /// The value of a tag, with what is escaped in it as it is meant.
    pub fn tag(&self, name: &str) -> Option<String> {
        let is_meant = |tag: &&Tag| tag.name.eq_ignore_ascii_case(name.as_bytes());
        let tag = self.tags.iter().find(is_meant)?;
        Some(unescaped(&tag.value))
    }

    /// What the tags say of the game.
    pub fn heading(&self) -> Heading {
        Heading::of(|name| self.tag(name))
    }
}

impl Heading {
    /// From the values of tags.
    pub fn of(tag: impl Fn(&str) -> Option<String>) -> Heading {
        let said =
            |name| tag(name).filter(|value| !matches!(value.trim(), "" | "?" | "????.??.??"));
        Heading {
            white: said("White"),
            black: said("Black"),
            event: said("Event"),
            date: said("Date"),
        }
    }
}

/// Text as it is meant: without escapes, and as Latin-1 if it is not UTF-8.
pub fn unescaped(value: &[u8]) -> String {
    let text = decoded(value);
    let mut chars = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        let escaped = match c {
            '\\' if matches!(chars.as_str().chars().next(), Some('"' | '\\')) => chars.next(),
            _ => None,
        };
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

impl Ply {
    /// A move of ours.
    pub fn new(text: String) -> Ply {
        Ply {
            text: text.into_bytes(),
            ..Ply::default()
        }
    }

    /// Adds a glyph, if it is not there yet.
    pub fn mark(&mut self, nag: u16) {
        if !self.has_nag(&[nag]) {
            self.added.nags.push(nag);
        }
    }

    /// Is one of these glyphs there?
    pub fn has_nag(&self, nags: &[u16]) -> bool {
        let mut all = self.nags.iter().chain(&self.added.nags);
        all.any(|nag| nags.contains(nag))
    }

    /// Does a comment behind the move hold this text?
    pub fn says(&self, part: &str) -> bool {
        says(&self.items, part)
    }

    /// Says something behind the comments that stand at the move, before its variations.
    pub fn say(&mut self, text: String) {
        if !text.is_empty() {
            self.added.said.push(text);
        }
    }

    /// The variations beside this move that the text has.
    pub fn variations(&self) -> impl Iterator<Item = &Line> {
        self.items.iter().filter_map(|item| match item {
            Item::Variation(line) => Some(line),
            Item::Comment(_) => None,
        })
    }
}

impl Added {
    /// Is anything added?
    pub fn is_something(&self) -> bool {
        !(self.nags.is_empty() && self.said.is_empty() && self.variations.is_empty())
    }
}

/// Text for files of which nobody knows the encoding: ASCII, without braces.
pub fn ascii(text: &str) -> String {
    let letter = |c: char| match c {
        '–' | '—' => '-',
        'é' => 'e',
        '{' => '(',
        '}' => ')',
        c if c.is_ascii() => c,
        '…' => '.',
        _ => '?',
    };
    text.chars().map(letter).collect()
}

/// Does a comment hold this text, however its lines are broken?
pub fn says(items: &[Item], part: &str) -> bool {
    let part = words(part.as_bytes());
    let holds = |text: &[u8]| words(text).windows(part.len()).any(|window| window == part);
    !part.is_empty()
        && items.iter().any(|item| match item {
            Item::Comment(text) => holds(text),
            Item::Variation(_) => false,
        })
}

/// A text with one space wherever it has some.
fn words(text: &[u8]) -> Vec<u8> {
    let words = text.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    words.join(&b' ')
}
