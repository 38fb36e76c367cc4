//! What is written beside one move, put together and then set into the tree.

use peasant::notation::written::Written;
use shakmaty::Chess;

use crate::pgn::board;
use crate::pgn::game::{Line, Ply, ascii, says};
use crate::pgn::text::decoded;

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

/// Those that blame it.
const BLAMED: [u16; 3] = [2, 4, 6];

impl Remark {
    /// Writes it beside a move that is made in this position; is anything new there?
    pub fn set(self, ply: &mut Ply, position: &Chess) -> bool {
        let mut sentences = self.sentences;
        if self.nags.contains(&1) && ply.has_nag(&BLAMED) {
            sentences.insert(0, "The only move, proved.".to_owned());
        }
        // Two that judge would contradict each other.
        if !ply.has_nag(&JUDGED) {
            self.nags.iter().for_each(|&nag| ply.mark(nag));
        }
        let text = text(sentences, self.marks, |part| ply.says(part));
        ply.say(text);
        for variation in self.variations {
            let first = |line: &Line| {
                let written = Written::parse(&decoded(&line.plies.first()?.text))?;
                board::meant(written, position).first().copied()
            };
            let new = first(&variation);
            let begins_so = |old: &Line| new.is_some() && first(old) == new;
            if !ply.variations().any(begins_so) {
                ply.added.variations.push(variation);
            }
        }
        ply.added.is_something()
    }

    /// Writes it before the first move; is anything new there?
    pub fn set_first(self, line: &mut Line) -> bool {
        let text = text(self.sentences, self.marks, |part| says(&line.intro, part));
        line.said.extend(Some(text).filter(|text| !text.is_empty()));
        !line.said.is_empty()
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
