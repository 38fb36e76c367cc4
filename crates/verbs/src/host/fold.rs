//! Lines that are wider than the terminal, folded at words.

use std::io::{self, Write};

/// What goes to standard output: folded if that is a terminal, as it is elsewhere.
pub fn stdout() -> Folded<io::Stdout> {
    Folded {
        width: width::of_stdout(),
        out: io::stdout(),
        rest: Vec::new(),
    }
}

/// A text for standard output.
pub fn for_stdout(text: &str) -> String {
    width::of_stdout().map_or_else(|| text.to_owned(), |width| folded(text, width))
}

/// A text for standard error.
pub fn for_stderr(text: &str) -> String {
    width::of_stderr().map_or_else(|| text.to_owned(), |width| folded(text, width))
}

/// Folds whole lines, as they come.
pub struct Folded<W> {
    out: W,
    /// Without it lines stay as they are.
    width: Option<usize>,
    /// The beginning of a line.
    rest: Vec<u8>,
}

impl<W> Folded<W> {
    /// Lines stay as they are from now on: programs read them.
    pub fn unfold(&mut self) {
        self.width = None;
    }
}

impl<W: Write> Write for Folded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(width) = self.width else {
            return self.out.write(bytes);
        };
        self.rest.extend_from_slice(bytes);
        if let Some(end) = self.rest.iter().rposition(|&byte| byte == b'\n') {
            let whole: Vec<u8> = self.rest.drain(..=end).collect();
            let text = String::from_utf8_lossy(&whole);
            self.out.write_all(folded(&text, width).as_bytes())?;
        }
        Ok(bytes.len())
    }

    /// A prompt is no whole line.
    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.rest)?;
        self.rest.clear();
        self.out.flush()
    }
}

/// Folds the lines of a text that are wider.
pub fn folded(text: &str, width: usize) -> String {
    let lines = text.split_inclusive('\n');
    lines.map(|line| fold(line, width)).collect()
}

/// What follows the first part of a line stands below its beginning; in a list of names and what they mean, below the meaning.
fn fold(line: &str, width: usize) -> String {
    if width::of(line.trim_end()) <= width {
        return line.to_owned();
    }
    let indent = indent(line, width);
    let (mut text, mut column) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let end = column + width::of(word.trim_end());
        if end > width && column > indent {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
            // A very long word begins further left.
            column = indent.min(width.saturating_sub(end - column));
            text.push_str(&" ".repeat(column));
        }
        text.push_str(word);
        column += width::of(word.trim_end_matches('\n'));
    }
    text
}

fn indent(line: &str, width: usize) -> usize {
    let begin = line.len() - line.trim_start_matches(' ').len();
    let gap = line[begin..].find("  ").map(|gap| begin + gap);
    let meaning = gap.map(|gap| {
        let after = &line[gap..];
        let spaces = after.len() - after.trim_start_matches(' ').len();
        width::of(&line[..gap]) + spaces
    });
    meaning.filter(|&at| at <= width / 2).unwrap_or(begin)
}

#[cfg(not(target_family = "wasm"))]
mod width {
    use console::{Term, measure_text_width};

    /// In columns; escapes take none.
    pub fn of(text: &str) -> usize {
        measure_text_width(text)
    }

    pub fn of_stdout() -> Option<usize> {
        columns(&Term::stdout())
    }

    pub fn of_stderr() -> Option<usize> {
        columns(&Term::stderr())
    }

    /// Nothing is folded on what calls itself narrower.
    const LEAST: usize = 20;

    fn columns(terminal: &Term) -> Option<usize> {
        let columns = terminal.is_term().then(|| terminal.size_checked());
        let (_, columns) = columns.flatten()?;
        Some(columns.into()).filter(|&columns| columns >= LEAST)
    }
}

#[cfg(target_family = "wasm")]
mod width {
    pub fn of(text: &str) -> usize {
        text.chars().count()
    }

    pub fn of_stdout() -> Option<usize> {
        None
    }

    pub fn of_stderr() -> Option<usize> {
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn lines_fold_at_words_and_keep_their_indent() {
        assert_eq!(folded("one two three\n", 8), "one two\nthree\n");
        assert_eq!(folded("  one two three\n", 9), "  one two\n  three\n");
        assert_eq!(folded("one two\n\nthree", 7), "one two\n\nthree");
        let long = "a-word-without-end and\n";
        assert_eq!(folded(long, 10), "a-word-without-end\nand\n");
    }

    #[test]
    fn a_meaning_stays_in_its_column() {
        let list = "  --time  stop after so many seconds\n";
        let expected = "  --time  stop after so\n          many seconds\n";
        assert_eq!(folded(list, 24), expected);
    }

    #[test]
    fn escapes_take_no_room() {
        let line = "\x1b[1mone\x1b[0m two \x1b[32mthree\x1b[0m\n";
        assert_eq!(folded(line, 13), line);
        assert!(folded(line, 8).contains("two\n"), "{}", folded(line, 8));
    }

    #[test]
    fn a_prompt_is_written_before_its_line_is_whole() {
        let mut out = Folded {
            out: Vec::new(),
            width: Some(8),
            rest: Vec::new(),
        };
        write!(out, "one two three\n> ").unwrap();
        assert_eq!(out.out, b"one two\nthree\n");
        out.flush().unwrap();
        assert_eq!(out.out, b"one two\nthree\n> ");
    }
}
