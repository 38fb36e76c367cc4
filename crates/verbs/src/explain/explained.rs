//! An explanation with the words that are made from it.

use peasant::Explanation;
use serde::Serialize;

use super::page::Page;
use super::prose::Told;
use super::prose::story::{self, PhaseAnswer};
use super::prose::tries::{self, TryAnswer};
use crate::tell::{drawing, json, words};

/// An explanation, told.
pub struct Explained {
    explanation: Explanation,
    /// The result in words.
    verdict: String,
    told: Told,
}

/// What other programs read of it.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    idea: &'a str,
    phases: Vec<PhaseAnswer>,
    longest_defence: Vec<PhaseAnswer>,
    tries: Vec<TryAnswer>,
    text: String,
}

impl Explained {
    /// With the verdict on its analysis.
    pub fn new(explanation: Explanation, verdict: String) -> Explained {
        Explained {
            told: Told::new(&explanation),
            explanation,
            verdict,
        }
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
            proof: &self.proof(),
        };
        page.html()
    }

    /// How it is known, what it took, and what stopped it.
    pub fn proof(&self) -> String {
        let mut whole = self.explanation.analysis.clone();
        whole.statistics = self.explanation.statistics;
        whole.stopped = self.explanation.stopped;
        words::proof(&whole)
    }
}
