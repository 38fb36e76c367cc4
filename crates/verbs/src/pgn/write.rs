//! A game as text, in PGN's export format: the seven tags first, moves in lines of less than 80 characters, comments in braces,
//! glyphs by their numbers. Comments of the file stay as they are to the byte, so that a long one makes a long line.

use super::game::{Game, Item, Line, Tag};
use super::read::number;
use super::token::RESULTS;

/// No line of ours is longer.
const WIDTH: usize = 79;

/// The tags that come first.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The text of a game, an empty line behind it included, with these ends of lines.
pub fn write(game: &Game, newline: &str) -> Vec<u8> {
    let mut text = tags(&game.tags);
    let mut words = Words::default();
    words.line(&game.line, game.first_ply);
    if game.line.plies.is_empty() {
        words.is_interrupted = true;
    }
    words.word(result(game).as_bytes());
    words.items(&game.tail, game.first_ply + game.played.len());
    text.extend(words.text);
    text.extend(b"\n\n");
    if newline == "\n" {
        return text;
    }
    let lines = text.split(|&byte| byte == b'\n').collect::<Vec<_>>();
    lines.join(newline.as_bytes())
}

/// The result, which PGN wants; if none stood there, that of the tag.
fn result(game: &Game) -> String {
    let tag = || {
        game.tag("Result")
            .filter(|tag| RESULTS.contains(&tag.as_str()))
    };
    let result = game.result.map(str::to_owned).or_else(tag);
    result.unwrap_or_else(|| "*".to_owned())
}

fn tags(tags: &[Tag]) -> Vec<u8> {
    let mut text = Vec::new();
    let rank = |tag: &&Tag| {
        let in_roster = ROSTER.iter().position(|name| name.as_bytes() == tag.name);
        in_roster.unwrap_or(ROSTER.len())
    };
    let mut sorted: Vec<&Tag> = tags.iter().collect();
    sorted.sort_by_key(rank);
    for tag in sorted {
        let parts: [&[u8]; 5] = [b"[", &tag.name, b" \"", &tag.value, b"\"]\n"];
        text.extend(parts.concat());
    }
    if !tags.is_empty() {
        text.push(b'\n');
    }
    text
}

/// Words that flow into lines.
#[derive(Default)]
struct Words {
    text: Vec<u8>,
    /// Characters in the last line.
    column: usize,
    /// What stands before the next word without a space: parentheses that open.
    glued: Vec<u8>,
    /// Black's next move needs its number.
    is_interrupted: bool,
}

impl Words {
    fn line(&mut self, line: &Line, first_ply: usize) {
        self.is_interrupted = true;
        self.items(&line.intro, first_ply);
        self.is_interrupted = true;
        for (ply, r#move) in (first_ply..).zip(&line.plies) {
            if ply.is_multiple_of(2) || self.is_interrupted {
                let name = [number(ply).as_bytes(), b" ", &r#move.text].concat();
                self.word(&name);
            } else {
                self.word(&r#move.text);
            }
            self.is_interrupted = false;
            for nag in &r#move.nags {
                self.word(format!("${nag}").as_bytes());
            }
            self.items(&r#move.items, ply);
        }
    }

    /// What stands behind the move that is so many plies from the beginning.
    fn items(&mut self, items: &[Item], ply: usize) {
        for item in items {
            self.is_interrupted = true;
            match item {
                Item::Comment(text) => self.comment(text),
                Item::Said(text) => {
                    let text = format!("{{{text}}}");
                    unbroken(&text)
                        .iter()
                        .for_each(|word| self.word(word.as_bytes()));
                }
                Item::Escape(text) => self.escape(text),
                Item::Variation(line) => {
                    self.glued.push(b'(');
                    self.line(line, ply);
                    self.text.push(b')');
                    self.column += 1;
                    self.is_interrupted = true;
                }
            }
        }
    }

    /// Something behind which a line may be broken.
    fn word(&mut self, word: &[u8]) {
        let glued = std::mem::take(&mut self.glued);
        let length = characters(&glued) + characters(word);
        // A parenthesis that closes may follow.
        if self.column > 0 && self.column + 1 + length < WIDTH {
            self.text.push(b' ');
            self.column += 1;
        } else if self.column > 0 {
            self.break_line();
        }
        self.text.extend(glued);
        self.text.extend(word);
        self.column += length;
    }

    /// A comment of the file. Its first line stands where that fits.
    fn comment(&mut self, text: &[u8]) {
        let braced = [b"{", text, b"}"].concat();
        let mut lines = braced.splitn(2, |&byte| byte == b'\n');
        self.word(lines.next().unwrap_or_default());
        if let Some(rest) = lines.next() {
            self.break_line();
            self.text.extend(rest);
            let last = rest.rsplit(|&byte| byte == b'\n').next();
            self.column = characters(last.unwrap_or_default());
        }
    }

    /// A line of its own.
    fn escape(&mut self, text: &[u8]) {
        if !self.text.is_empty() && self.column > 0 {
            self.break_line();
        }
        self.text.push(b'%');
        self.text.extend(text);
        self.break_line();
    }

    fn break_line(&mut self) {
        self.text.push(b'\n');
        self.column = 0;
    }
}

/// The words of a text. A command such as `[%eval 0.00]` is one.
fn unbroken(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let open = words
            .last_mut()
            .filter(|last| last.contains("[%") && !last.contains(']'));
        match open {
            Some(command) => *command += &format!(" {word}"),
            None => words.push(word.to_owned()),
        }
    }
    words
}

/// How many characters a text has, if it is UTF-8; else about so many.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::super::read::{Found, read};
    use super::*;

    fn again(text: &str) -> String {
        let Found::Game(game) = read(text.as_bytes()) else {
            panic!("{text} is no game");
        };
        String::from_utf8(write(&game, "\n")).expect("UTF-8")
    }

    /// What is in export format stays as it is.
    #[test]
    fn everything_is_written_again() {
        for text in [
            "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n[Annotator \"c\"]\n\n{x} 1. e4 $1 $14 {[%clk 0:01:00]\n two} (1. d4 {d}\n1... d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 1-0 {y}\n\n",
            "1. e4 (1. d4 $142) *\n\n",
            "1. e4\n%escaped { ( line\n1... e5 *\n\n",
            "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\n\n9... Ke7 10. Ke2 *\n\n",
            "[Result \"*\"]\n\n*\n\n",
        ] {
            let once = again(text);
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(words(&once), words(text));
            assert_eq!(again(&once), once);
        }
    }

    #[test]
    fn lines_are_short_and_a_result_is_there() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
        let text = again(&format!(
            "[Site \"s\"]\n[Result \"0-1\"]\n[Event \"e\"]\n\n{moves}"
        ));
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert!(
            text.starts_with("[Event \"e\"]\n[Site") && text.ends_with(" 0-1\n\n"),
            "{text}"
        );
    }

    #[test]
    fn what_we_say_is_broken_into_lines() {
        let Found::Game(mut game) = read(b"1. e4 {[%clk 1]} (1. d4) e5 *") else {
            panic!("it is a game");
        };
        let said = "word ".repeat(13) + "[%eval 0.00]" + &" word".repeat(20);
        game.line.plies[0].say(said.trim().to_owned());
        let text = String::from_utf8(write(&game, "\r\n")).expect("UTF-8");
        assert!(text.contains("[%eval 0.00]"), "{text}");
        assert!(text.starts_with("1. e4 {[%clk 1]} {word word"), "{text}");
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert!(text.contains("word} (1. d4) 1... e5 *\r\n\r\n"), "{text}");
    }
}
