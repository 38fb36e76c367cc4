//! A file of games cut into the texts of its games, one at a time, whatever its size.
//!
//! A game begins with a line of tags after the moves of another, with `[Event` wherever that stands but among tags without one, or
//! after an empty line behind a result. So an empty line between moves parts nothing, and a comment that never ends costs one game only.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::io::{self, BufRead, Read};

use super::token::RESULTS;

/// No game is longer, in bytes.
pub const LONGEST: usize = 4 << 20;

/// What stands where a game should be.
pub struct Text {
    /// Which game of the file it is, from 1; where there are comments alone, that of the game before.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// All of it, empty lines behind it included.
    pub bytes: Vec<u8>,
    /// Where it ends in the file, in bytes.
    pub end: u64,
    /// It goes on for longer than any game does.
    pub is_cut: bool,
    /// What stands before it goes on: it is a part of a game that is too long, and no game of its own.
    pub is_rest: bool,
    /// There is more than comments.
    pub is_game: bool,
    /// The mark of its encoding with which some editors begin a file stands before it.
    pub has_mark: bool,
}

/// The tag with which a game begins as a rule.
const EVENT: &[u8] = b"[Event \"";

/// What some editors begin a file with.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A text behind the mark of its encoding, if it has one.
pub fn marked(text: Vec<u8>, has_mark: bool) -> Vec<u8> {
    match has_mark {
        true => [MARK, &text].concat(),
        false => text,
    }
}

impl Text {
    /// All that stands in the file.
    pub fn whole(self) -> Vec<u8> {
        marked(self.bytes, self.has_mark)
    }
}

/// Reads text by text.
pub struct Stream<R> {
    input: R,
    /// The next line, if it was read already.
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

impl<R: BufRead> Stream<R> {
    pub fn new(input: R) -> Stream<R> {
        Stream {
            input,
            pending: Vec::new(),
            line: 1,
            end: 0,
            games: 0,
            cut: None,
            is_within_line: false,
        }
    }

    /// The next text; `None` at the end of the file.
    pub fn text(&mut self) -> io::Result<Option<Text>> {
        let (mut bytes, mut begun, mut is_cut, mut has_mark) = (Vec::new(), None, false, false);
        let first = self.line;
        let is_rest = self.cut.is_some();
        let mut scan = self.cut.take().unwrap_or_default();
        loop {
            let mut line = self.take_line()?;
            if self.end == 0 && line.starts_with(MARK) {
                line.drain(..MARK.len());
                self.end += MARK.len() as u64;
                has_mark = true;
            }
            if line.is_empty() {
                break;
            }
            if !self.is_within_line && scan.begins_another(&line) {
                self.pending = line;
                break;
            }
            if begun.is_none() && !line.trim_ascii().is_empty() {
                begun = Some(self.line);
            }
            scan.add(&line);
            self.is_within_line = !line.ends_with(b"\n");
            self.line += usize::from(!self.is_within_line);
            self.end += line.len() as u64;
            bytes.extend_from_slice(&line);
            if bytes.len() > LONGEST {
                is_cut = true;
                break;
            }
        }
        let is_game = !is_rest && (scan.has_tags || scan.has_moves);
        self.cut = is_cut.then_some(scan);
        self.games += usize::from(is_game);
        let is_there = has_mark || !bytes.is_empty();
        Ok(is_there.then_some(Text {
            number: self.games,
            line: begun.unwrap_or(first),
            bytes,
            end: self.end,
            is_cut,
            is_rest,
            is_game,
            has_mark,
        }))
    }

    /// The next line with its end, or so much of it as a game may have.
    fn take_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = std::mem::take(&mut self.pending);
        if line.is_empty() {
            let mut input = (&mut self.input).take(LONGEST as u64);
            input.read_until(b'\n', &mut line)?;
        }
        Ok(line)
    }
}

/// What was seen of a game so far, as far as it matters for where the next one begins.
#[derive(Default)]
struct Scan {
    has_tags: bool,
    has_event: bool,
    /// An empty line stands behind tags.
    is_headed: bool,
    has_moves: bool,
    in_comment: bool,
    /// The last word outside comments is a result.
    is_over: bool,
    /// An empty line stands behind that.
    is_apart: bool,
}

impl Scan {
    fn begins_another(&self, line: &[u8]) -> bool {
        let is_begun = self.has_event || self.is_headed || self.has_moves || self.in_comment;
        if is_begun && line.starts_with(EVENT) {
            return true;
        }
        let is_empty = line.trim_ascii().is_empty();
        !self.in_comment
            && !is_empty
            && (self.has_moves && line.starts_with(b"[") || self.is_over && self.is_apart)
    }

    fn add(&mut self, line: &[u8]) {
        let text = line.trim_ascii();
        if text.is_empty() {
            self.is_apart = self.is_over;
            self.is_headed = self.has_tags;
        } else if line.starts_with(b"%") {
            // Not a part of the game.
        } else if !self.in_comment && !self.has_moves && text.starts_with(b"[") {
            self.has_tags = true;
            self.has_event |= line.starts_with(EVENT);
        } else {
            self.add_moves(text);
        }
    }

    fn add_moves(&mut self, text: &[u8]) {
        let mut word = Vec::new();
        for &byte in text {
            match byte {
                b'}' if self.in_comment => self.in_comment = false,
                _ if self.in_comment => {}
                b'{' => self.in_comment = true,
                b';' => break,
                b' ' | b'\t' => word.clear(),
                _ => {
                    self.has_moves = true;
                    self.is_over = false;
                    word.push(byte);
                }
            }
            if !word.is_empty() {
                self.is_over = RESULTS.iter().any(|result| result.as_bytes() == word);
            }
        }
    }
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
        let copied: Vec<u8> = texts.into_iter().flat_map(Text::whole).collect();
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
