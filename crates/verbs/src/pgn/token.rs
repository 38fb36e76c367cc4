//! The words of a game's text, with their places. Nothing here is refused but a comment without end: what is no word of PGN is
//! passed over, and its bytes stay where they are. Strangers' bytes are read here: nothing may panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use peasant::board::Role;
use peasant::notation::written::{MAX_LENGTH, Written, signs, takes_no_ink};

use super::result;
use super::tag::{self, Tag};
use super::text::{decoded, first, holds_a_square, is_blank, is_line_end};

/// A word of a game's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Tag(Tag<'t>),
    /// What stands between braces.
    Comment(&'t [u8]),
    /// What stands behind a semicolon, to the end of the line.
    Rest(&'t [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$4`, or `??`, which means the same.
    Nag(u16),
    /// What is said of the move before it: `±`, `ch`, `N`, `e.p.`
    Sign,
    /// `12.`, `12...`
    Number(usize),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, however it is written.
    Result(&'static str),
    Move(Written),
    /// Nobody knows what.
    Word,
    /// What belongs to no game: a line for other programs, a wrapper of a forum, a bracket too much.
    Aside,
}

/// A token, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<'t> {
    /// How many bytes of the text stand before it.
    pub at: usize,
    /// The same for what stands behind it.
    pub end: usize,
    pub token: Token<'t>,
}

/// Marks that are written for numbers. What is longer stands before what it begins with.
const MARKS: [(&[u8], u16); 10] = [
    (b"!!", 3),
    (b"??", 4),
    (b"!?", 5),
    (b"?!", 6),
    (b"!", 1),
    (b"?", 2),
    ("‼".as_bytes(), 3),
    ("⁇".as_bytes(), 4),
    ("⁉".as_bytes(), 5),
    ("⁈".as_bytes(), 6),
];

/// No wrapper of a forum is longer, in bytes.
const LONGEST_WRAPPER: usize = 256;

/// A comment that does not end, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless {
    pub at: usize,
}

/// Takes a text to pieces.
pub struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
    /// Tags stand before moves only.
    in_tags: bool,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t [u8]) -> Tokens<'t> {
        Tokens {
            text,
            at: 0,
            in_tags: true,
        }
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes what comes before any of these bytes, or all there is.
    fn until(&mut self, is_end: impl Fn(u8) -> bool) -> &'t [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| is_end(byte));
        let (taken, _) = rest.split_at(length.unwrap_or(rest.len()));
        self.at += taken.len();
        taken
    }

    fn skip_space(&mut self) {
        while let Some((c, length)) = first(self.rest())
            && (is_blank(c) || matches!(c, '.' | '…' | ','))
        {
            self.at += length;
        }
    }

    fn is_at_line_start(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let before = before.strip_suffix("\u{feff}".as_bytes()).unwrap_or(before);
        matches!(before.last(), None | Some(b'\n' | b'\r'))
    }

    fn token(&mut self, c: char, length: usize) -> Result<Token<'t>, Endless> {
        if self.is_at_line_start() && is_line_aside(self.rest()) {
            self.until(is_line_end);
            return Ok(Token::Aside);
        }
        match c {
            '[' => return Ok(self.bracket()),
            '{' => return self.comment(),
            ';' => {
                self.at += 1;
                return Ok(Token::Rest(self.until(is_line_end)));
            }
            '}' | ']' => {
                self.at += 1;
                return Ok(Token::Aside);
            }
            _ => self.in_tags = false,
        }
        if self.rest().starts_with(b"(null)") {
            self.at += b"(null)".len();
            return Ok(Token::Move(Written::Null));
        }
        let one = match c {
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            _ => None,
        };
        if let Some(token) = one {
            self.at += length;
            return Ok(token);
        }
        Ok(match c {
            '$' => self.glyph(),
            '!' | '?' | '‼' | '⁇' | '⁉' | '⁈' => self.mark(),
            _ => self.word(),
        })
    }

    fn glyph(&mut self) -> Token<'t> {
        self.at += 1;
        let digits = self.until(|byte| !byte.is_ascii_digit());
        let number = std::str::from_utf8(digits).ok();
        let number = number.and_then(|digits| digits.parse().ok());
        number.map_or(Token::Aside, Token::Nag)
    }

    fn mark(&mut self) -> Token<'t> {
        let rest = self.rest();
        let mark = MARKS.iter().find(|(text, _)| rest.starts_with(text));
        let (text, number) = mark.copied().unwrap_or((b"?", 2));
        self.at += text.len();
        Token::Nag(number)
    }

    fn comment(&mut self) -> Result<Token<'t>, Endless> {
        let at = self.at;
        self.at += 1;
        let text = self.until(|byte| byte == b'}');
        if self.rest().is_empty() {
            return Err(Endless { at });
        }
        self.at += 1;
        Ok(Token::Comment(text))
    }

    /// A tag, a wrapper of a forum, or a bracket too much.
    fn bracket(&mut self) -> Token<'t> {
        let rest = self.rest();
        if let Some((tag, length)) = tag::first(rest).filter(|_| self.in_tags) {
            self.at += length;
            return Token::Tag(tag);
        }
        let near = rest.get(..LONGEST_WRAPPER).unwrap_or(rest);
        let line = near.split(|&byte| is_line_end(byte)).next();
        let wrapper = line.and_then(|line| line.split_inclusive(|&byte| byte == b']').next());
        let is_wrapper = |text: &[u8]| text.ends_with(b"]") && !holds_a_square(text);
        self.at += match wrapper.filter(|text| is_wrapper(text) || text.starts_with(b"[%")) {
            Some(text) => text.len(),
            None => 1,
        };
        Token::Aside
    }

    /// A number, a result, a move, or something else that is written in letters and signs.
    fn word(&mut self) -> Token<'t> {
        if let Some((result, length)) = result::first(self.rest()) {
            self.at += length;
            return Token::Result(result);
        }
        let word = run(self.rest());
        let text = decoded(word);
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if let Some(written) = Written::parse(&text)
            && (digits == 0 || begins_with_castling(&text) || written == Written::Null)
        {
            self.at += word.len();
            return Token::Move(self.with_promotion(written, word.len()));
        }
        if digits > 0 && !begins_with_castling(&text) {
            // The move may follow without a space.
            self.at += digits;
            self.skip_behind_number();
            return Token::Number(
                text.get(..digits)
                    .and_then(|it| it.parse().ok())
                    .unwrap_or(0),
            );
        }
        if let Some((written, length)) = self.part(word) {
            self.at += length;
            return Token::Move(written);
        }
        self.at += word.len().max(1);
        match signs(&text) {
            Some(_) => Token::Sign,
            None => Token::Word,
        }
    }

    /// Of `12)` the bracket, of `12 ...` the points.
    fn skip_behind_number(&mut self) {
        if self.rest().starts_with(b")") {
            self.at += 1;
        }
    }

    /// The move with which a word begins, to which a result is written (`Kd41/2-1/2`), or another word with a blank that has no width.
    fn part(&self, word: &[u8]) -> Option<(Written, usize)> {
        (2..word.len().min(MAX_LENGTH)).find_map(|length| {
            let (before, _) = word.split_at_checked(length)?;
            let behind = self.rest().get(length..)?;
            let is_blank = first(behind).is_some_and(|(c, _)| takes_no_ink(c));
            if !is_blank && result::first(behind).is_none() {
                return None;
            }
            Some((Written::parse(&decoded(before))?, length))
        })
    }

    /// The move with what a pawn becomes, where that is written apart: `b8 (Q)`, `b8 =Q`.
    fn with_promotion(&mut self, written: Written, length: usize) -> Written {
        let Written::Step(step) = written else {
            return written;
        };
        let is_pawn = step.role.is_none_or(|role| role == Role::Pawn);
        if step.promotion.is_some() || !is_pawn || !matches!(step.to_rank, Some(0 | 7)) {
            return written;
        }
        let Some(more) = promotion(self.rest()) else {
            return written;
        };
        let start = self.at - length;
        let whole = self.text.get(start..self.at + more).map(decoded);
        match whole.and_then(|whole| Written::parse(&whole)) {
            Some(whole) => {
                self.at += more;
                whole
            }
            None => written,
        }
    }
}

/// The length of what says, apart from a move, what a pawn becomes.
fn promotion(text: &[u8]) -> Option<usize> {
    let (mut at, mut is_bracketed, mut is_signed) = (0, false, false);
    loop {
        let (c, length) = first(text.get(at..)?)?;
        at += length;
        match c {
            '=' | '/' | ':' if !is_signed => is_signed = true,
            '(' | '[' if !is_bracketed => is_bracketed = true,
            'Q' | 'R' | 'B' | 'N' | '♕' | '♖' | '♗' | '♘' | '♛' | '♜' | '♝' | '♞' =>
            {
                break;
            }
            'q' | 'r' | 'b' | 'n' if is_signed || is_bracketed => break,
            c if is_blank(c) => {}
            _ => return None,
        }
    }
    if !is_bracketed {
        let behind = text.get(at..).and_then(first);
        return behind
            .is_none_or(|(c, _)| !c.is_alphanumeric())
            .then_some(at);
    }
    loop {
        let (c, length) = first(text.get(at..)?)?;
        at += length;
        match c {
            ')' | ']' => return Some(at),
            c if is_blank(c) => {}
            _ => return None,
        }
    }
}

/// Are castling's letters the first?
fn begins_with_castling(text: &str) -> bool {
    text.starts_with("0-0") || text.starts_with("0–0")
}

/// A line that belongs to no game: for other programs, or the fence of a forum.
fn is_line_aside(text: &[u8]) -> bool {
    text.starts_with(b"%") || text.starts_with(b"```") || text.starts_with(b"~~~")
}

/// The bytes of the first word, at least one character.
fn run(text: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some((c, length)) = first(text.get(at..).unwrap_or_default()) {
        let is_end = is_blank(c) && (c == '\u{feff}' || !takes_no_ink(c))
            || matches!(
                c,
                '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' | '!' | '?' | '*' | '½' | ',' | '…'
            )
            || c == '.' && !is_in_passing(text, at);
        if is_end && at > 0 {
            break;
        }
        at += length;
        if is_end {
            break;
        }
    }
    text.get(..at).unwrap_or(text)
}

/// Is this point one of `e.p.`?
fn is_in_passing(text: &[u8], at: usize) -> bool {
    let (before, behind) = text.split_at_checked(at).unwrap_or((text, b""));
    let is_first = matches!(behind, [_, b'p' | b'P', ..]) && matches!(before, [.., b'e' | b'E']);
    let is_last = matches!(before, [.., b'.', b'p' | b'P']);
    is_first || is_last
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<Placed<'t>, Endless>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        let at = self.at;
        let (c, length) = first(self.rest())?;
        let token = self.token(c, length);
        if token.is_err() {
            // Nothing that follows can be told from it.
            self.at = self.text.len();
        }
        let end = self.at;
        Some(token.map(|token| Placed { at, end, token }))
    }
}

#[cfg(test)]
mod tests;
