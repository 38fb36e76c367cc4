//! A game as it is written: a tree of moves with everything that stands beside them. Text stays bytes: files are in UTF-8 or
//! Latin-1, and nobody says which.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{Chess, Move};

/// A game.
pub struct Game {
    pub tags: Vec<Tag>,
    pub line: Line,
    pub result: Option<&'static str>,
    /// What stands behind the result.
    pub tail: Vec<Item>,
    /// The number of the first move, and whether Black makes it: as plies from White's first.
    pub first_ply: usize,
    /// The main line once more, as moves.
    pub played: Vec<Played>,
    /// Where the main line ends.
    pub end: Chess,
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
    pub plies: Vec<Ply>,
}

/// A move, and what stands behind it.
pub struct Ply {
    /// As it was written.
    pub text: Vec<u8>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u16>,
    pub items: Vec<Item>,
}

/// What may stand behind a move.
pub enum Item {
    /// Of the file: not a byte of it changes.
    Comment(Vec<u8>),
    /// Ours: it is broken into lines.
    Said(String),
    /// A line for some other program.
    Escape(Vec<u8>),
    Variation(Line),
}

/// A move of the main line.
pub struct Played {
    /// The position before it.
    pub before: Chess,
    pub r#move: Move,
}

impl Game {
    /// The value of a tag, with what is escaped in it as it is meant.
    pub fn tag(&self, name: &str) -> Option<String> {
        let tag = self.tags.iter().find(|tag| tag.name == name.as_bytes())?;
        Some(unescaped(&tag.value))
    }

    /// What the tags say of the game.
    pub fn heading(&self) -> Heading {
        let said = |name| {
            let value = self.tag(name);
            value.filter(|value| !matches!(value.trim(), "" | "?" | "????.??.??"))
        };
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
    let text = match std::str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => value.iter().map(|&byte| char::from(byte)).collect(),
    };
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
            nags: Vec::new(),
            items: Vec::new(),
        }
    }

    /// Adds a glyph, if it is not there yet.
    pub fn mark(&mut self, nag: u16) {
        if !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }

    /// Is one of these glyphs there?
    pub fn has_nag(&self, nags: &[u16]) -> bool {
        self.nags.iter().any(|nag| nags.contains(nag))
    }

    /// Does a comment behind the move hold this text?
    pub fn says(&self, part: &str) -> bool {
        says(&self.items, part)
    }

    /// Says something behind the comments that stand at the move, before its variations.
    pub fn say(&mut self, text: String) {
        say(&mut self.items, text);
    }

    /// The variations beside this move.
    pub fn variations(&self) -> impl Iterator<Item = &Line> {
        self.items.iter().filter_map(|item| match item {
            Item::Variation(line) => Some(line),
            _ => None,
        })
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
            Item::Said(text) => holds(text.as_bytes()),
            _ => false,
        })
}

/// Says something behind the first comments.
pub fn say(items: &mut Vec<Item>, text: String) {
    if text.is_empty() {
        return;
    }
    let is_comment = |item: &&Item| !matches!(item, Item::Variation(_));
    let place = items.iter().take_while(is_comment).count();
    items.insert(place, Item::Said(text));
}

/// A text with one space wherever it has some.
fn words(text: &[u8]) -> Vec<u8> {
    let words = text.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    words.join(&b' ')
}
