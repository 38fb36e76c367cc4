//! Games as programs write them: every tag on a line of its own, an empty line, moves in standard notation, an empty line. They are
//! cut and looked through ten times as fast as others.
//!
//! What is written in any other way is left to [`super::stream`] and [`super::read`], which read everything. Of a plain game these
//! tell the same as this file.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use memchr::{memchr, memchr_iter};
use shakmaty::san::San;
use shakmaty::{Board, Chess, Position};

use super::tag;
use super::text::decoded;

/// With this the next game begins.
const NEXT: &[u8] = b"[Event \"";

/// A tag with its line is no longer, in bytes.
const LONGEST_TAG: usize = 1000;

/// No plain game has more tags.
const MOST_TAGS: usize = 48;

/// Tags that make another game of it, or begin it elsewhere.
const OTHER_STARTS: [&[u8]; 3] = [b"FEN", b"SetUp", b"Variant"];

/// A tag, `[White "Réti"]`: its name and value.
pub type Tag<'t> = (&'t [u8], &'t [u8]);

/// The length of the plain game with which a text begins, the empty lines behind it included. `None`: it is none, or the next game
/// is not in the text.
pub fn length(text: &[u8]) -> Option<usize> {
    let (_, mut at) = tags(text)?;
    let (mut in_comment, mut is_begun) = (false, false);
    loop {
        let (line, length) = line(text.get(at..)?)?;
        at += length;
        if line.is_empty() {
            break;
        }
        in_comment = is_commented(line, in_comment)?;
        is_begun = true;
    }
    while let Some((b"", length)) = line(text.get(at..)?) {
        at += length;
    }
    let is_next = text.get(at..)?.starts_with(NEXT);
    (is_next && is_begun && !in_comment).then_some(at)
}

/// The number of lines in a plain game.
pub fn lines(text: &[u8]) -> usize {
    memchr_iter(b'\n', text).count()
}

/// The tags with which a plain game begins, and the place behind the empty line that follows them.
fn tags(text: &[u8]) -> Option<(Vec<Tag<'_>>, usize)> {
    let (mut tags, mut at) = (Vec::<Tag>::with_capacity(24), 0);
    loop {
        let (line, length) = line(text.get(at..)?)?;
        at += length;
        if line.is_empty() {
            let (first, _) = tags.first()?;
            return (*first == b"Event").then_some((tags, at));
        }
        let (name, value) = tag(line)?;
        let is_known = tags
            .iter()
            .any(|(known, _)| known.eq_ignore_ascii_case(name));
        if is_known || tags.len() == MOST_TAGS {
            return None;
        }
        tags.push((name, value));
    }
}

/// The tag of a line that holds nothing else.
fn tag(line: &[u8]) -> Option<Tag<'_>> {
    let inner = line.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
    let (name, rest) = inner.split_at_checked(memchr(b' ', inner)?)?;
    let value = rest.strip_prefix(b" \"")?;
    let is_plain = line.len() <= LONGEST_TAG
        && name.iter().all(u8::is_ascii_alphanumeric)
        && memchr::memchr2(b'"', b'\\', value).is_none()
        && !tag::is_wrapper(name);
    is_plain.then_some((name, value))
}

/// The next line without its end, and its length with it.
fn line(text: &[u8]) -> Option<(&[u8], usize)> {
    let end = memchr(b'\n', text)?;
    let line = text.get(..end)?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    memchr(b'\r', line).is_none().then_some((line, end + 1))
}

/// Does a line of moves, which begins within a comment or not, end within one? `None`: there is more in it than plain games have.
fn is_commented(line: &[u8], mut in_comment: bool) -> Option<bool> {
    let is_first = |&byte: &u8| byte.is_ascii_alphanumeric() || b"{($*".contains(&byte);
    line.first().filter(|byte| is_first(byte))?;
    let mut rest = line;
    loop {
        if in_comment {
            let Some(end) = memchr(b'}', rest) else {
                return Some(true);
            };
            rest = rest.get(end + 1..)?;
        }
        let Some(begin) = memchr(b'{', rest) else {
            return rest.iter().all(is_of_moves).then_some(false);
        };
        let (moves, behind) = rest.split_at_checked(begin)?;
        if !moves.iter().all(is_of_moves) {
            return None;
        }
        rest = behind.get(1..)?;
        in_comment = true;
    }
}

/// May a byte stand among moves, outside comments?
fn is_of_moves(byte: &u8) -> bool {
    const OF_MOVES: [bool; 256] = {
        let mut table = [false; 256];
        let bytes = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .+#=-/!?*$()";
        let mut at = 0;
        while at < bytes.len() {
            #[expect(clippy::indexing_slicing, reason = "a byte is less than 256")]
            {
                table[bytes[at] as usize] = true;
            }
            at += 1;
        }
        table
    };
    OF_MOVES.get(usize::from(*byte)).copied().unwrap_or(false)
}

/// What a plain game comes to.
pub struct Look<'t> {
    pub tags: Vec<Tag<'t>>,
    pub result: &'static str,
    /// There is a position with kings and pawns alone.
    pub has_ending: bool,
}

impl Look<'_> {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        let is_meant = |tag: &&Tag| tag.0.eq_ignore_ascii_case(name.as_bytes());
        let (_, value) = self.tags.iter().find(is_meant)?;
        Some(decoded(value))
    }
}

/// Plays a plain game. `None`: there is more in it than moves, comments and glyphs, or a move that is not legal.
pub fn look(text: &[u8]) -> Option<Look<'_>> {
    let (tags, at) = tags(text)?;
    if tags.iter().any(|(name, _)| OTHER_STARTS.contains(name)) {
        return None;
    }
    let (mut here, mut has_ending, mut rest) = (Chess::default(), false, text.get(at..)?);
    loop {
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        rest = rest.get(blanks.count()..)?;
        if let Some(comment) = rest.strip_prefix(b"{") {
            rest = comment.get(memchr(b'}', comment)? + 1..)?;
            continue;
        }
        let length = rest.iter().take_while(|&byte| !is_end(*byte)).count();
        let (word, behind) = rest.split_at_checked(length)?;
        rest = behind;
        if let Some(result) = result(word) {
            let is_last = rest.iter().all(u8::is_ascii_whitespace);
            return is_last.then_some(Look {
                tags,
                result,
                has_ending,
            });
        }
        if let Some(san) = san(word)? {
            let m = San::from_ascii(san).ok()?.to_move(&here).ok()?;
            here.play_unchecked(m);
            has_ending |= (m.is_capture() || m.is_promotion()) && is_ending(here.board());
        }
    }
}

fn is_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'{'
}

fn is_ending(board: &Board) -> bool {
    (board.occupied() ^ board.kings() ^ board.pawns()).is_empty()
}

fn result(word: &[u8]) -> Option<&'static str> {
    match word {
        b"1-0" => Some("1-0"),
        b"0-1" => Some("0-1"),
        b"1/2-1/2" => Some("1/2-1/2"),
        b"*" => Some("*"),
        _ => None,
    }
}

/// The move of a word, without its number, glyphs and the sign of a check: `12.Kd4+!?`. Inside: there may be none. Outside: it is none of
/// a plain game.
#[expect(clippy::option_option, reason = "two questions, each with its answer")]
fn san(word: &[u8]) -> Option<Option<&[u8]>> {
    if let Some(glyph) = word.strip_prefix(b"$") {
        let is_number =
            !glyph.is_empty() && glyph.len() < 4 && glyph.iter().all(u8::is_ascii_digit);
        return is_number.then_some(None);
    }
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = word.get(digits..)?;
    let points = behind.iter().take_while(|&&byte| byte == b'.').count();
    let behind = behind.get(points..)?;
    if digits > 6 || digits > 0 && points == 0 || digits == 0 && points > 0 {
        return None;
    }
    let glyphs = behind.iter().rev().take_while(|byte| b"!?".contains(byte));
    let san = behind.get(..behind.len() - glyphs.count())?;
    let san = match san {
        [san @ .., b'+' | b'#'] => san,
        san => san,
    };
    match san {
        [] if digits > 0 && behind.is_empty() => Some(None),
        [] => None,
        san => Some(Some(san)),
    }
}

#[cfg(test)]
mod tests;
