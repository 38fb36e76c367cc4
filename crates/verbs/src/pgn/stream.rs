//! A file of games cut into the texts of its games, one at a time, whatever its size.
//!
//! Tags begin a game: behind moves, behind a comment, behind an empty line if the first of them is `[Event`, and where a tag stands
//! a second time. So does what stands behind an empty line behind a result, or behind the end of what a forum wraps. So an empty
//! line between moves parts nothing, and a comment that never ends costs one game only.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};

use super::plain;
use super::result;
use super::tag::{self, Tag};
use super::text::{first, holds_a_square, is_blank};
use crate::host::lines;

/// No game is longer, in bytes.
pub const LONGEST: usize = 4 << 20;

/// So many bytes of plain games are handed on at a time.
const BATCH: usize = 1 << 15;

/// A longer line is one game's, in bytes.
const LONGEST_PARTED: usize = 1 << 16;

/// What stands where a game should be.
pub struct Text {
    /// Which game of the file it is, from 1; where there are comments alone, that of the game before.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// All of it, empty lines behind it included.
    pub bytes: Vec<u8>,
    /// Where it ends in the file; `None` in the middle of a game that is too long.
    pub end: Option<Place>,
    /// It goes on for longer than any game does.
    pub is_cut: bool,
    /// What stands before it goes on: it is a part of a game that is too long, and no game of its own.
    pub is_rest: bool,
    /// There is more than comments.
    pub is_game: bool,
    /// It is written as [`super::plain`] reads games.
    pub is_plain: bool,
}

/// Reads text by text.
pub struct Stream<R> {
    input: R,
    /// What follows, if it was read already.
    pending: Vec<u8>,
    /// The number of the next line, from 1.
    line: usize,
    end: u64,
    games: usize,
    /// Where a game is that is too long and goes on.
    cut: Option<Scan>,
    /// What was read last did not end its line.
    is_within_line: bool,
}

/// How far a file has been read, to the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// So many games have been read.
    pub games: usize,
    /// The number of the next line, from 1.
    pub line: usize,
    /// So many bytes.
    pub bytes: u64,
}

impl Place {
    pub const BEGIN: Place = Place {
        games: 0,
        line: 1,
        bytes: 0,
    };
}

impl<R: BufRead> Stream<R> {
    pub fn new(input: R) -> Stream<R> {
        Stream::from(Place::BEGIN, input)
    }

    /// Goes on at a place, which `input` has reached.
    pub fn from(place: Place, input: R) -> Stream<R> {
        Stream {
            input,
            pending: Vec::new(),
            line: place.line,
            end: place.bytes,
            games: place.games,
            cut: None,
            is_within_line: false,
        }
    }

    /// The next text; `None` at the end of the file.
    pub fn text(&mut self) -> io::Result<Option<Text>> {
        let (mut bytes, mut begun, mut is_cut) = (Vec::new(), None, false);
        let first = self.line;
        let is_rest = self.cut.is_some();
        let mut scan = self.cut.take().unwrap_or_default();
        loop {
            let mut line = self.take_line()?;
            if line.is_empty() {
                break;
            }
            if !self.is_within_line && scan.begins_another(&line) {
                self.pending = line;
                break;
            }
            if let Some(at) = scan.another_within(&line) {
                self.pending = line.split_off(at);
            }
            if begun.is_none() && !without_blanks(&line).is_empty() {
                begun = Some(self.line);
            }
            scan.add(&line);
            self.is_within_line = !lines::is_ended(&line) && self.pending.is_empty();
            self.line += usize::from(lines::is_ended(&line));
            self.end += line.len() as u64;
            bytes.extend_from_slice(&line);
            if bytes.len() > LONGEST {
                is_cut = true;
                break;
            }
        }
        let is_game = !is_rest && (!scan.names.is_empty() || scan.has_game);
        self.cut = is_cut.then_some(scan);
        self.games += usize::from(is_game);
        Ok((!bytes.is_empty()).then_some(Text {
            number: self.games,
            line: begun.unwrap_or(first),
            bytes,
            end: self.place(),
            is_cut,
            is_rest,
            is_game,
            is_plain: false,
        }))
    }

    /// The next texts: plain games, as many as have been read from the file already, or else one text of any kind.
    pub fn texts(&mut self) -> io::Result<Option<Vec<Text>>> {
        let (mut texts, mut size) = (Vec::new(), 0);
        while size < BATCH
            && let Some(text) = self.plain()?
        {
            size += text.bytes.len();
            texts.push(text);
        }
        if texts.is_empty() {
            texts.extend(self.text()?);
        }
        Ok((!texts.is_empty()).then_some(texts))
    }

    /// A plain game that has been read from the file already, up to where the next one begins. So the file is never waited for.
    fn plain(&mut self) -> io::Result<Option<Text>> {
        if self.cut.is_some() || self.is_within_line {
            return Ok(None);
        }
        let buffer = self.input.fill_buf()?;
        let head = self.pending.len();
        let bytes = match head {
            0 => plain::length(buffer).and_then(|length| buffer.get(..length).map(<[u8]>::to_vec)),
            _ => {
                let near = buffer.get(..BATCH).unwrap_or(buffer);
                let mut bytes = [&self.pending, near].concat();
                plain::length(&bytes).map(|length| {
                    bytes.truncate(length);
                    bytes
                })
            }
        };
        let Some(bytes) = bytes.filter(|bytes| bytes.len() > head) else {
            return Ok(None);
        };
        self.pending.clear();
        self.input.consume(bytes.len() - head);
        let line = self.line;
        self.line += plain::lines(&bytes);
        self.end += bytes.len() as u64;
        self.games += 1;
        Ok(Some(Text {
            number: self.games,
            line,
            bytes,
            end: self.place(),
            is_cut: false,
            is_rest: false,
            is_game: true,
            is_plain: true,
        }))
    }

    /// Behind what was read last, if one can go on from there.
    fn place(&self) -> Option<Place> {
        let place = Place {
            games: self.games,
            line: self.line,
            bytes: self.end,
        };
        self.cut.is_none().then_some(place)
    }

    /// The next line with its end, or so much of it as a game may have.
    fn take_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = std::mem::take(&mut self.pending);
        if line.is_empty() {
            lines::read(&mut self.input, &mut line, LONGEST)?;
        }
        Ok(line)
    }
}

/// What was seen of a game so far, as far as it matters for where the next one begins.
#[derive(Default)]
struct Scan {
    /// The tags, in small letters.
    names: Vec<Vec<u8>>,
    /// An empty line stands behind tags.
    is_headed: bool,
    /// Something stands there that is neither a tag nor a comment.
    has_moves: bool,
    /// There are squares, results or castling among it: it is no mere prose.
    has_game: bool,
    has_comment: bool,
    in_comment: bool,
    /// The fence of a forum stands before it.
    in_fence: bool,
    /// The last line was empty.
    is_behind_empty: bool,
    /// The last word outside comments is a result.
    is_over: bool,
    /// An empty line stands behind that.
    is_apart: bool,
}

impl Scan {
    fn begins_another(&self, line: &[u8]) -> bool {
        let text = without_blanks(line);
        let tag = tag::first(text).map(|(tag, _)| tag);
        if let Some(tag) = tag.filter(|tag| self.is_other(tag)) {
            return !self.in_comment || tag.is_whole && (is_event(&tag) || self.is_behind_empty);
        }
        if self.in_comment || text.is_empty() || tag.is_some() && !self.is_apart {
            return false;
        }
        let opens = is_fence(text) && !self.in_fence || opens_wrapper(text);
        self.has_moves && opens || self.is_over && self.is_apart
    }

    /// Does a tag belong to another game?
    fn is_other(&self, tag: &Tag) -> bool {
        let name = tag.name.to_ascii_lowercase();
        self.in_comment
            || self.has_moves
            || self.has_comment
            || self.names.contains(&name)
            || self.is_headed && is_event(tag)
    }

    /// Where another game begins within a line: at a tag behind moves.
    fn another_within(&self, line: &[u8]) -> Option<usize> {
        if line.len() > LONGEST_PARTED || !line.contains(&b'[') || line.starts_with(b"%") {
            return None;
        }
        let (mut in_comment, mut has_moves, mut at) = (self.in_comment, self.has_moves, 0);
        while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
            let (c, length) = first(rest)?;
            let tag = tag::first(rest).filter(|(tag, _)| tag.is_whole && !in_comment);
            match (c, tag) {
                ('[', Some(_)) if has_moves && at > 0 => return Some(at),
                ('[', Some((_, length))) => at += length,
                _ => {
                    match c {
                        '}' if in_comment => in_comment = false,
                        _ if in_comment => {}
                        '{' => in_comment = true,
                        ';' => return None,
                        c => has_moves |= !is_blank(c),
                    }
                    at += length;
                }
            }
        }
        None
    }

    fn add(&mut self, line: &[u8]) {
        let text = without_blanks(line);
        if text.is_empty() {
            self.is_apart = self.is_over;
            self.is_headed |= !self.names.is_empty();
        } else if text.starts_with(b"%") {
            // Not a part of the game.
        } else if is_fence(text) && !self.in_comment && !self.in_fence {
            self.in_fence = true;
        } else if (is_fence(text) || closes_wrapper(text)) && !self.in_comment {
            self.in_fence = false;
            let is_begun = self.has_moves || !self.names.is_empty();
            (self.is_over, self.is_apart) = (is_begun, is_begun);
        } else if !self.in_comment && !self.has_moves && tag::first(text).is_some() {
            self.add_tags(text);
        } else if !self.in_comment && !self.has_moves && opens_wrapper(text) {
            // The game begins behind it.
        } else {
            self.add_moves(text);
        }
        self.is_behind_empty = text.is_empty();
    }

    /// The tags of a line, and what stands behind them.
    fn add_tags(&mut self, text: &[u8]) {
        let mut rest = text;
        while let Some((tag, length)) = tag::first(rest) {
            self.names.push(tag.name.to_ascii_lowercase());
            rest = without_blanks(rest.get(length..).unwrap_or_default());
        }
        if !rest.is_empty() && !matches!(rest, b"]" | b"\"]" | b"\"") {
            self.add_moves(rest);
        }
    }

    fn add_moves(&mut self, text: &[u8]) {
        let (mut plain, mut rest) = (Vec::new(), text);
        while let Some((c, length)) = first(rest) {
            let (taken, behind) = rest.split_at_checked(length).unwrap_or((rest, b""));
            rest = behind;
            match c {
                '}' if self.in_comment => self.in_comment = false,
                _ if self.in_comment => {}
                '{' => (self.in_comment, self.has_comment) = (true, true),
                ';' => break,
                _ => plain.extend_from_slice(taken),
            }
        }
        let plain = without_blanks(&plain);
        if plain.is_empty() {
            return;
        }
        self.has_moves = true;
        self.is_over = ends_in_result(plain);
        let has_castling = [&b"O-O"[..], b"0-0"]
            .iter()
            .any(|it| plain.windows(it.len()).any(|part| part == *it));
        self.has_game |= self.is_over || holds_a_square(plain) || has_castling;
        let is_closing = plain.to_ascii_lowercase().ends_with(b"[/pgn]");
        (self.is_over, self.is_apart) = (self.is_over || is_closing, is_closing);
    }
}

/// The tag with which a game begins as a rule.
fn is_event(tag: &Tag) -> bool {
    tag.name.eq_ignore_ascii_case(b"Event")
}

/// Does what a forum wraps begin here?
fn opens_wrapper(text: &[u8]) -> bool {
    text.to_ascii_lowercase().starts_with(b"[pgn")
}

/// Does what stands between fences begin or end here?
fn is_fence(text: &[u8]) -> bool {
    text.starts_with(b"```") || text.starts_with(b"~~~")
}

/// Does what a forum wraps end here?
fn closes_wrapper(text: &[u8]) -> bool {
    text.to_ascii_lowercase().starts_with(b"[/pgn]")
}

/// Is a result the last word?
fn ends_in_result(text: &[u8]) -> bool {
    // No result is longer.
    let from = text.len().saturating_sub(16);
    let begins = (from..text.len()).filter(|&at| at == 0 || is_behind_word(text, at));
    begins
        .filter_map(|at| text.get(at..))
        .any(|end| result::first(end).is_some_and(|(_, length)| length == end.len()))
}

/// May a result begin at this byte? Behind a number's point none does, and none within another.
fn is_behind_word(text: &[u8], at: usize) -> bool {
    let before = text.get(at - 1).copied().unwrap_or_default();
    before.is_ascii_whitespace()
        || text.get(at) == Some(&b'*')
        || matches!(before, b')' | b'+' | b'#' | b'}')
}

/// A line without what takes no ink at its ends.
fn without_blanks(mut text: &[u8]) -> &[u8] {
    while let Some((c, length)) = first(text).filter(|&(c, _)| is_blank(c)) {
        _ = c;
        text = text.get(length..).unwrap_or_default();
    }
    let is_ink = |byte: &u8| !byte.is_ascii_whitespace() && !byte.is_ascii_control();
    let length = text.iter().rposition(is_ink).map_or(0, |last| last + 1);
    text.get(..length).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, String)> {
        let mut stream = Stream::new(text.as_bytes());
        let mut texts = Vec::new();
        while let Some(text) = stream.text().expect("it can be read") {
            texts.push((text.line, String::from_utf8_lossy(&text.bytes).into_owned()));
        }
        texts
    }

    #[test]
    fn games_are_parted_where_they_begin() {
        let one = "\n[Event \"a\"]\n\n1. e4 {a\n\n[b]} e5\n\n2. d4 1-0\n\n";
        let two = "[Event \"b\"]\n\n{never closed\n";
        let three = "[Event \"c\"]\n*\n{said after it}\n\n";
        let four = "1. e4 ; it is not over: 1-0\n*\n\n";
        let all = [one, two, three, four].concat();
        let texts = cut(&all);
        let parts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(parts, [one, two, three, four]);
        let lines: Vec<usize> = texts.iter().map(|&(line, _)| line).collect();
        assert_eq!(lines, [2, 10, 13, 17]);
        assert!(cut("").is_empty());
        assert_eq!(cut(" \n\n"), [(1, " \n\n".to_owned())]);
        assert_eq!(cut("[White \"a\"]\n[Event \"b\"]\n\n*\n").len(), 1);
        assert_eq!(cut("[White \"a\"]\n\n[Event \"b\"]\n\n*\n").len(), 2);
        assert_eq!(cut("[Event \"a\"]\n[Event \"b\"]\n\n*\n").len(), 2);
        assert_eq!(cut("\u{feff}%x\n[Event \"a\"]\n*\n").len(), 1);
    }

    /// Each part is a text of its own.
    #[test]
    fn tags_begin_a_game() {
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        for parts in [
            &[&format!("{fen}\n\n"), &*format!("{fen}\n\n")][..],
            &[&format!("{fen}\n"), &*format!("{fen}\n")],
            &[
                &format!("{fen}\n\n{{said}}\n\n"),
                "[White \"B\"]\n\n1. e4 *\n",
            ],
            &[
                "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4\n",
                "[White \"B\"]\n1. e4",
            ],
            &["1. e4 1-0", "[Event \"a\"] 1. d4 *"],
            &["1. e4 1-0\u{feff}", "[White \"a\"]\n1. d4 *"],
            &["1. e4 *\n", "\u{feff}[White \"a\"]\n1. d4 *"],
            &["1. e4 *\n", "\u{1a}\0[White \"a\"]\n1. d4 *"],
            &["1. e4 {never closed\n\n", "[White \"a\"]\n1. d4 *"],
            &["1. e4 {[White \"a\"]\n[Black \"b\"]} *\n"],
            &[
                "[pgn]\n1. e4 *\n[/pgn]\n",
                "Another:\n",
                "[pgn]\n1. d4 *\n[/pgn]",
            ],
            &["```pgn\n1. e4\n```\n", "```\n1. d4\n```\n"],
            &["1. e4 1–0\r\r", "1. d4 ½-½\r\n\r\n", "1. c4"],
            &[
                "[White \"a\"]\r[Black \"b\"]\r\r1. e4 1/2\r",
                "[White \"c\"]\r",
            ],
            &["1. e4 {[%clk 1]}\n[%eval 0.1] e5 [better is d5]\n[diagram] Nf3\n"],
            &[
                "[White A]\n[Black \"B\"\n[Result \"*]\n\n1. e4\n",
                "[White B]\n",
            ],
        ] {
            let texts: Vec<String> = cut(&parts.concat())
                .into_iter()
                .map(|(_, text)| text)
                .collect();
            assert_eq!(texts, parts);
        }
    }

    #[test]
    fn what_is_too_long_stays_one_game() {
        let line = format!("{}\n\n1. e4 1-0\n\n[b]\n", "x".repeat(1 << 20));
        let long = format!("[Event \"a\"]\n\n1. e4 {{{}}} e5 1-0\n\n", line.repeat(9));
        let next = "[Event \"b\"]\n\n1. d4 *\n";
        let all = format!("{long}{next}");
        let mut stream = Stream::new(all.as_bytes());
        let mut texts = Vec::new();
        while let Some(text) = stream.text().expect("it can be read") {
            texts.push(text);
        }
        let kinds: Vec<_> = texts
            .iter()
            .map(|text| (text.is_game, text.is_rest))
            .collect();
        let rest = (false, true);
        assert_eq!(kinds, [(true, false), rest, rest, (true, false)]);
        assert_eq!(
            texts.iter().map(|text| text.number).collect::<Vec<_>>(),
            [1, 1, 1, 2]
        );
        assert_eq!(texts[3].bytes, next.as_bytes());
        let copied: Vec<u8> = texts.into_iter().flat_map(|text| text.bytes).collect();
        assert!(copied == all.as_bytes());
    }

    #[test]
    fn nothing_is_read_at_length() {
        let text = "x".repeat(2 * LONGEST + 10);
        let texts = cut(&text);
        assert!(texts.len() > 1);
        assert_eq!(
            texts.iter().map(|(_, text)| text.len()).sum::<usize>(),
            text.len()
        );
    }
}
