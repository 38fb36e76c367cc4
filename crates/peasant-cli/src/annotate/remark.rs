//! What is written beside one move, put together and then set into the tree.

use super::game::{Item, Line, Ply, ascii, say, says};

/// What is to be written beside a move.
#[derive(Default)]
pub struct Remark {
    pub nags: Vec<u16>,
    pub sentences: Vec<String>,
    /// `[%eval …]`, `[%cal …]`, `[%csl …]`
    pub marks: Vec<String>,
    pub variations: Vec<Line>,
}

/// Glyphs that judge a move.
const JUDGED: [u16; 6] = [1, 2, 3, 4, 5, 6];

impl Remark {
    /// Writes it beside a move; is anything new there?
    pub fn set(self, ply: &mut Ply) -> bool {
        let before = (ply.nags.len(), ply.items.len());
        for nag in self.nags {
            let told = match nag {
                1 => ply.has_nag(&JUDGED),
                2 => ply.has_nag(&[2, 4, 6]),
                _ => false,
            };
            if !told {
                ply.mark(nag);
            }
        }
        let text = text(self.sentences, self.marks, |part| ply.says(part));
        ply.say(text);
        for variation in self.variations {
            ply.add(variation);
        }
        before != (ply.nags.len(), ply.items.len())
    }

    /// Writes it before the first move; is anything new there?
    pub fn set_first(self, items: &mut Vec<Item>) -> bool {
        let before = items.len();
        let text = text(self.sentences, self.marks, |part| says(items, part));
        say(items, text);
        before != items.len()
    }
}

/// The whole text of a comment, without what was said before: if the first sentence was, all were, if perhaps with another line,
/// as a proof has its time. Marks of a kind that is there already are left out: two would contradict each other.
fn text(sentences: Vec<String>, marks: Vec<String>, is_there: impl Fn(&str) -> bool) -> String {
    let kind = |mark: &str| mark.split(' ').next().unwrap_or_default().to_owned();
    let marks = marks.into_iter().filter(|mark| !is_there(&kind(mark)));
    let mut new: Vec<String> = sentences.iter().map(|sentence| ascii(sentence)).collect();
    if new.first().is_some_and(|first| is_there(first)) {
        new.clear();
    }
    new.extend(marks);
    new.join(" ")
}
