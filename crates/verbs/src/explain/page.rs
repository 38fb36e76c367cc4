//! An explanation as a page of HTML that needs nothing from outside.

use peasant::Explanation;
use peasant::diagram::{Diagram, Tone};
use peasant::notation::fen;

use super::prose::Rendered;
use crate::tell::html::{self, escaped, figure, paragraph, section};
use crate::tell::{drawing, words};

/// An explanation with its words.
pub struct Page<'a> {
    pub explanation: &'a Explanation,
    /// The verdict.
    pub idea: &'a str,
    /// All that follows it.
    pub told: &'a Rendered,
    /// How it is known.
    pub proof: &'a str,
}

/// A stage is drawn with so many of its first moves: the move and the answer.
const ARROWS: usize = 2;

/// How they look.
const TONES: [Tone; ARROWS] = [Tone::Good, Tone::Idea];

impl Page<'_> {
    /// The whole document.
    pub fn html(&self) -> String {
        let mut lines = self.idea.lines().filter(|line| !line.trim().is_empty());
        let title = escaped(lines.next().unwrap_or_default());
        let idea = lines.chain(self.told.idea.as_deref());
        let why = self.told.why.join(" ");
        let idea: String = idea.chain([&*why]).map(paragraph).collect();
        let map = figure(&drawing::explained(self.explanation), &self.legend());
        let course = [self.course(), self.end()].concat();
        let course = section("The line", &course);
        let paragraphs =
            |texts: &[String]| -> String { texts.iter().map(|one| paragraph(one)).collect() };
        let tries = section("What fails", &paragraphs(&self.told.tries));
        let kings = section("The kings", &paragraphs(&self.told.map));
        let detail = section("In detail", &paragraphs(&self.told.detail));
        let open = paragraph(&self.told.open);
        let footer = self.footer();
        let body =
            format!("<h1>{title}</h1>\n{map}{idea}{course}{tries}{kings}{detail}{open}{footer}");
        html::document(&title, "", &body)
    }

    /// The stages of the line, each with the board before it and its first moves; that of the first stands above. Without
    /// stages the bare line.
    fn course(&self) -> String {
        let analysis = &self.explanation.analysis;
        let stages = &self.told.course.stages;
        if stages.is_empty() && !analysis.line.is_empty() {
            return paragraph(&words::line(analysis));
        }
        let mut text = String::new();
        let mut begun = 0;
        for stage in stages {
            if begun > 0 {
                let diagram = stage.moves.iter().take(ARROWS).zip(TONES);
                let diagram = diagram.fold(Diagram::new(stage.start), |diagram, (m, tone)| {
                    diagram.arrow(m.from, m.to, tone)
                });
                let caption = words::before(&analysis.position, begun, &stage.start, &stage.moves);
                text += &figure(&diagram, &caption);
            }
            text += &paragraph(&stage.text);
            begun += stage.moves.len();
        }
        text
    }

    /// What the marks on the first board mean.
    fn legend(&self) -> String {
        let map = &self.explanation.map;
        let (side, other) = (map.attacker, !map.attacker);
        let mut legend = vec![format!(
            "{} to move.",
            self.explanation.analysis.position.turn()
        )];
        let strong = &map.strong_key_squares;
        if map
            .key_squares
            .iter()
            .any(|square| !strong.contains(square))
        {
            legend.push(format!(
                "Dots: key squares of {side}'s king if {other} is to move."
            ));
        }
        if !strong.is_empty() {
            legend.push(format!(
                "Stars: key squares of {side}'s king, whoever is to move."
            ));
        }
        if !drawing::corresponding(map).is_empty() {
            legend.push(format!(
                "Numbers: corresponding squares; {side}'s king on one is answered by {other}'s on the other."
            ));
        }
        let analysis = &self.explanation.analysis;
        if let Some(&first) = analysis.line.first() {
            let name = words::names(&analysis.position, &[first]).concat();
            legend.push(format!("The arrow: {name}, the first move of the line."));
        }
        legend.join(" ")
    }

    /// The board where the line ends, if there is a line.
    fn end(&self) -> String {
        let analysis = &self.explanation.analysis;
        let Some(&last) = analysis.line.last() else {
            return String::new();
        };
        let start = analysis.position;
        let end = analysis.line.iter().fold(start, |here, &m| here.play(m));
        let diagram = Diagram::new(end).highlight([last.from, last.to]);
        figure(&diagram, &words::after(analysis))
    }

    /// The position, and how the result is known.
    fn footer(&self) -> String {
        let fen = fen::format(&self.explanation.analysis.position);
        let proof: String = self.proof.lines().map(paragraph).collect();
        format!(
            "<footer>\n<p><code>{}</code></p>\n{proof}</footer>\n",
            escaped(&fen)
        )
    }
}
