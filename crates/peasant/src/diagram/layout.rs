//! Where things stand: a square is 100 units wide, and a margin goes round the board.

use crate::board::Square;

use super::Diagram;

/// The side of a square.
pub(super) const SQUARE: u32 = 100;
/// The board without its margin.
pub(super) const BOARD: u32 = 8 * SQUARE;
/// Room for coordinates and for the mark of the side to move.
const MARGIN: u32 = 50;
/// The size of the text of titles and captions, and from line to line.
pub(super) const TEXT: u32 = 36;
pub(super) const LINE: u32 = 50;
/// So many characters of a usual font stand in a line.
const CHARACTERS: usize = 44;

/// A point in units, x to the right and y downwards.
pub(super) type Point = (f64, f64);

/// The measures of one diagram.
pub(super) struct Layout {
    is_flipped: bool,
    /// The board's upper left corner.
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
    pub title: Vec<String>,
    pub caption: Vec<String>,
}

impl Layout {
    pub(super) fn new(diagram: &Diagram) -> Layout {
        let title = lines(&diagram.title);
        let caption = lines(&diagram.caption);
        let room = |lines: &[String]| LINE * u32::try_from(lines.len()).unwrap_or(0);
        let top = MARGIN + room(&title);
        Layout {
            is_flipped: diagram.is_flipped,
            left: MARGIN,
            top,
            width: BOARD + 2 * MARGIN,
            height: top + BOARD + MARGIN + room(&caption),
            title,
            caption,
        }
    }

    /// The column from the left and the row from the top, as the diagram is turned.
    pub(super) fn place(&self, square: Square) -> (u32, u32) {
        if self.is_flipped {
            (7 - square.file(), square.rank())
        } else {
            (square.file(), 7 - square.rank())
        }
    }

    /// The upper left corner of a square.
    pub(super) fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.place(square);
        (self.left + column * SQUARE, self.top + row * SQUARE)
    }

    /// The middle of a square.
    pub(super) fn middle(&self, square: Square) -> Point {
        let (x, y) = self.corner(square);
        (f64::from(x + SQUARE / 2), f64::from(y + SQUARE / 2))
    }
}

/// A text in lines of about the board's width; what XML does not allow is left out.
fn lines(text: &str) -> Vec<String> {
    let text: String = text.chars().filter(|&c| is_allowed(c)).collect();
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= CHARACTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(String::new()),
        }
        if lines.last().is_some_and(String::is_empty) {
            break_up(word, &mut lines);
        }
    }
    lines
}

/// Writes a word into the last line, which is empty, and into more if it has no end, as where writing has no gaps.
fn break_up(word: &str, lines: &mut Vec<String>) {
    for c in word.chars() {
        if lines.last().is_none_or(|line| width(line) + 2 > CHARACTERS) {
            lines.push(String::new());
        }
        lines.last_mut().expect("there is one now").push(c);
    }
}

/// How many usual characters a text is as wide as: those of East Asia count for two.
fn width(text: &str) -> usize {
    let is_wide = |&c: &char| c >= '\u{2e80}';
    text.chars().count() + text.chars().filter(is_wide).count()
}

/// May the character stand in a document of XML? White space becomes a gap between words.
fn is_allowed(c: char) -> bool {
    c.is_whitespace() || !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_into_lines() {
        assert_eq!(lines(" one\ttwo \n"), ["one two"]);
        assert_eq!(lines(" \u{1} "), [""; 0]);
        let sentence = "twelve words ".repeat(20);
        let broken = lines(&sentence);
        assert_eq!(broken.join(" "), sentence.trim());
        assert!(broken.len() == 7 && broken.iter().all(|line| width(line) <= CHARACTERS));
        for endless in ["x".repeat(100), "\u{65e5}".repeat(50)] {
            let broken = lines(&format!("word {endless} word"));
            assert_eq!(broken.concat().replace("word", "").trim(), endless);
            assert!(broken.len() > 2);
            assert!(
                broken.iter().all(|line| width(line) <= CHARACTERS),
                "{broken:?}"
            );
        }
    }
}
