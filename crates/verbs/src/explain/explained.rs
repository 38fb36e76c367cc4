//! An explanation with the words that are made from it.

use peasant::{Analysis, Explanation};
use schemars::JsonSchema;
use serde::Serialize;

use super::page::Page;
use super::prose::story::{self, PhaseAnswer};
use super::prose::tries::{self, TryAnswer};
use super::prose::{Paragraph, Rendered};
use crate::tell::{drawing, json, words};

/// An explanation, told.
pub struct Explained {
    explanation: Explanation,
    /// The result in words.
    verdict: String,
    told: Rendered,
}

/// Everything is proved, but for `opinion` and what `idea` and `text` say of it. The *attacker* is the side whose win is
/// in question, the *defender* the other. Both kings walk around all pawns and the squares that the other side's pawns hit; the
/// defender's comes *in time* if its walk takes no more moves than the attacker's, one more if it is to move. With pieces
/// beside kings and pawns there is no map: the sets are empty and `open_placements` is null.
#[derive(Serialize, JsonSchema)]
pub struct Answer<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    /// What the result rests on, in a sentence; where no motive of the list fits, the verdict.
    idea: &'a str,
    /// The line, cut where the kings begin to walk again; none if the result is not exact.
    phases: Vec<PhaseAnswer>,
    /// The longest defence against the first move in the same form, if the line shows another one.
    longest_defence: Vec<PhaseAnswer>,
    /// Moves that spoil the result, those first that a player would think of first (captures, pawn moves, the king's steps
    /// towards the pawns), eight at most.
    tries: Vec<TryAnswer>,
    /// All of it in words.
    text: String,
    /// The same without the verdict, paragraph by paragraph.
    paragraphs: Vec<Paragraph>,
}

impl Explained {
    /// With the verdict on its analysis.
    pub fn new(explanation: Explanation, verdict: String) -> Explained {
        Explained {
            told: Rendered::new(&explanation),
            explanation,
            verdict,
        }
    }

    /// The idea in a sentence, where there is one.
    pub fn idea(&self) -> Option<String> {
        self.told.idea.clone()
    }

    /// All that follows the verdict.
    pub fn text(&self) -> String {
        self.told.text()
    }

    /// The whole for other programs.
    pub fn json(&self) -> String {
        let explanation = &self.explanation;
        let text = format!("{}\n{}", self.verdict, self.text());
        json::line(&Answer {
            explanation,
            idea: self.told.idea.as_deref().unwrap_or(&self.verdict),
            phases: story::phases(explanation),
            longest_defence: story::longest_defence(explanation),
            tries: tries::tries(explanation),
            text: text.trim_end().to_owned(),
            paragraphs: self.told.paragraphs(),
        })
    }

    /// The board with what the text names, as SVG.
    pub fn svg(&self) -> String {
        drawing::explained(&self.explanation).svg()
    }

    /// The whole as a page of HTML.
    pub fn html(&self) -> String {
        let page = Page {
            explanation: &self.explanation,
            idea: &self.verdict,
            told: &self.told,
            proof: &format!("{} {}", self.proof(), self.effort()),
        };
        page.html()
    }

    /// How it is known, and what stopped it.
    pub fn proof(&self) -> String {
        words::proof(&self.whole())
    }

    /// What it took.
    pub fn effort(&self) -> String {
        words::effort(&self.whole())
    }

    fn whole(&self) -> Analysis {
        let mut whole = self.explanation.analysis.clone();
        whole.statistics = self.explanation.statistics;
        whole.stopped = self.explanation.stopped;
        whole
    }
}
