//! The text of a game with what is added to it: every byte of the text stays, and between them stand glyphs by their numbers,
//! comments in braces and variations, in lines of less than 80 characters.

use super::game::{Game, Line, Ply};
use super::read::number;

/// No line of ours is longer.
const WIDTH: usize = 79;

/// The text of a game and what was added.
pub fn write(game: &Game) -> Vec<u8> {
    let mut writer = Writer {
        source: &game.text,
        at: 0,
        words: Words::new(&game.text),
        is_added: false,
    };
    writer.begin(&game.line);
    for (ply, r#move) in (game.first_ply..).zip(&game.line.plies) {
        writer.ply(r#move, ply);
    }
    writer.copy(game.text.len());
    writer.words.text
}

/// A text on its way, with what is added.
struct Writer<'t> {
    source: &'t [u8],
    /// So much of it is copied.
    at: usize,
    words: Words,
    /// Something was said since the last move, so that Black's next one needs its number.
    is_added: bool,
}

impl Writer<'_> {
    /// Copies up to a place.
    fn copy(&mut self, place: usize) {
        if place > self.at {
            self.words.text.extend(&self.source[self.at..place]);
            self.at = place;
        }
    }

    /// What is said before the first move.
    fn begin(&mut self, line: &Line) {
        if line.said.is_empty() {
            return;
        }
        self.copy(line.place);
        self.words.part_from_tags();
        for said in &line.said {
            self.words.say(said);
        }
        self.join();
    }

    fn ply(&mut self, r#move: &Ply, ply: usize) {
        let (places, added) = (r#move.places, &r#move.added);
        if self.is_added && !ply.is_multiple_of(2) && !places.has_number {
            self.copy(places.start);
            self.words.word(number(ply).as_bytes());
            self.join();
        }
        self.is_added = !added.said.is_empty() || !added.variations.is_empty();
        if !added.nags.is_empty() {
            self.copy(places.glyphs);
            self.words.nags(&added.nags);
            self.join();
        }
        if !added.said.is_empty() {
            self.copy(places.comments);
            added.said.iter().for_each(|said| self.words.say(said));
            self.join();
        }
        if !added.variations.is_empty() {
            self.copy(places.end);
            for variation in &added.variations {
                self.words.variation(variation, ply);
            }
            self.join();
        }
    }

    /// Parts what was added from what follows; in a new line where that is too long for this one.
    fn join(&mut self) {
        let rest = &self.source[self.at..];
        // No more of it matters.
        let near = rest.get(..4 * WIDTH).unwrap_or(rest);
        let line = near.split(|byte| matches!(byte, b'\n' | b'\r')).next();
        let line = line.unwrap_or_default();
        let is_blank = line.trim_ascii().is_empty();
        let before = self.source[..self.at].last();
        // Lines for other programs, and fences, stand in lines of their own.
        let is_own = line.starts_with(b"%") || line.starts_with(b"`") || line.starts_with(b"~");
        let is_new_line = is_own && matches!(before, Some(b'\n' | b'\r'));
        if !is_blank && (is_new_line || self.words.column() + 1 + characters(line) > WIDTH) {
            self.words.break_line();
            // One blank for another.
            self.at += usize::from(line.starts_with(b" "));
        } else if rest
            .first()
            .is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b')')
        {
            self.words.text.push(b' ');
        } else if rest.is_empty() {
            self.words.break_line();
        }
    }
}

/// Words that flow into lines.
struct Words {
    text: Vec<u8>,
    newline: &'static [u8],
    /// What stands before the next word without a space: parentheses that open.
    glued: Vec<u8>,
}

impl Words {
    /// None yet; lines will end as those of a text do.
    fn new(source: &[u8]) -> Words {
        let newline: &[u8] = match source.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(at) if source[at..].starts_with(b"\r\n") => b"\r\n",
            Some(at) if source[at] == b'\r' => b"\r",
            _ => b"\n",
        };
        Words {
            text: Vec::with_capacity(source.len() * 2),
            newline,
            glued: Vec::new(),
        }
    }

    /// Characters in the last line.
    fn column(&self) -> usize {
        let last = self
            .text
            .rsplit(|byte| matches!(byte, b'\n' | b'\r'))
            .next();
        characters(last.unwrap_or_default())
    }

    /// What follows tags stands behind an empty line.
    fn part_from_tags(&mut self) {
        if self.text.trim_ascii_end().ends_with(b"]") {
            if self.column() > 0 {
                self.break_line();
            }
            if !self.text.ends_with(&[self.newline, self.newline].concat()) {
                self.break_line();
            }
        }
    }

    fn nags(&mut self, nags: &[u16]) {
        for nag in nags {
            self.word(format!("${nag}").as_bytes());
        }
    }

    fn say(&mut self, said: &str) {
        for word in unbroken(&format!("{{{said}}}")) {
            self.word(word.as_bytes());
        }
    }

    /// A variation of ours in place of the move that is so many plies from the beginning.
    fn variation(&mut self, line: &Line, first_ply: usize) {
        self.glued.push(b'(');
        let mut is_interrupted = true;
        for (ply, r#move) in (first_ply..).zip(&line.plies) {
            match ply.is_multiple_of(2) || is_interrupted {
                true => self.word(&[number(ply).as_bytes(), b" ", &r#move.text].concat()),
                false => self.word(&r#move.text),
            }
            self.nags(&r#move.added.nags);
            r#move.added.said.iter().for_each(|said| self.say(said));
            is_interrupted = !r#move.added.said.is_empty();
        }
        self.text.push(b')');
    }

    /// Something before which a line may be broken.
    fn word(&mut self, word: &[u8]) {
        let glued = std::mem::take(&mut self.glued);
        let length = characters(&glued) + characters(word);
        let column = self.column();
        let is_parted = self.text.last().is_none_or(u8::is_ascii_whitespace);
        // A parenthesis that closes may follow.
        if column > 0 && column + 1 + length >= WIDTH {
            self.break_line();
        } else if !is_parted {
            self.text.push(b' ');
        }
        self.text.extend(glued);
        self.text.extend(word);
    }

    fn break_line(&mut self) {
        // Nothing of ours stands at the end of a line without ink.
        if self.text.last() == Some(&b' ') {
            self.text.pop();
        }
        self.text.extend(self.newline);
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
mod tests;
