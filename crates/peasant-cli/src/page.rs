//! An explanation as a page of HTML that needs nothing from outside.

use peasant::Explanation;
use peasant::diagram::Diagram;
use peasant::notation::fen;

use crate::{drawing, words};

/// An explanation with its words.
pub struct Page<'a> {
    pub explanation: &'a Explanation,
    /// The verdict.
    pub idea: &'a str,
    /// All that follows it.
    pub text: &'a str,
    /// Was everything solved?
    pub eager: bool,
}

/// Light, and dark where the reader's system is, as the diagrams are.
const STYLE: &str = "\
:root{color-scheme:light dark}
body{margin:2rem auto;padding:0 1rem;max-width:42rem;font:1.05rem/1.5 Georgia,serif;color:#222;background:#fff}
h1{font-size:1.4rem;line-height:1.3}
h2{font-size:1.1rem}
figure{margin:1.5rem 0}
svg{display:block;max-width:100%;height:auto}
figcaption,footer{font-size:.9rem;color:#555}
code{font-size:.9em;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){
body{color:#e6e2da;background:#1b1a18}
figcaption,footer{color:#b0a898}
}
";

impl Page<'_> {
    /// The whole document.
    pub fn html(&self) -> String {
        let mut lines = self.idea.lines().filter(|line| !line.trim().is_empty());
        let title = escaped(lines.next().unwrap_or_default());
        let rest: String = lines.chain(self.text.lines()).map(paragraph).collect();
        let map = figure(&drawing::explained(self.explanation), &self.legend());
        let (line, footer) = (self.line(), self.footer());
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <h1>{title}</h1>\n{map}{rest}{line}{footer}</body>\n</html>\n"
        )
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
        if !self.explanation.analysis.line.is_empty() {
            legend.push("The arrow: the first move of the line.".to_owned());
        }
        legend.join(" ")
    }

    /// The line and where it ends, if there is one.
    fn line(&self) -> String {
        let analysis = &self.explanation.analysis;
        let Some(&last) = analysis.line.last() else {
            return String::new();
        };
        let start = analysis.position;
        let end = analysis
            .line
            .iter()
            .fold(start, |position, &m| position.play(m));
        let if_so = match analysis.bounds.exact() {
            Some(_) => "The end of the line",
            None => "The line, if so",
        };
        // Where there are phases the text has told it.
        let line = match self.explanation.phases.is_empty() {
            true => paragraph(&words::line(analysis)),
            false => String::new(),
        };
        let diagram = Diagram::new(end).highlight([last.from, last.to]);
        let figure = figure(&diagram, "Where the line ends.");
        format!("<h2>{if_so}</h2>\n{line}{figure}")
    }

    /// The position, and how the result is known.
    fn footer(&self) -> String {
        let mut whole = self.explanation.analysis.clone();
        whole.statistics = self.explanation.statistics;
        whole.stopped = self.explanation.stopped;
        let fen = fen::format(&whole.position);
        let proof: String = words::proof(&whole, self.eager)
            .lines()
            .map(paragraph)
            .collect();
        format!(
            "<footer>\n<p><code>{}</code></p>\n{proof}</footer>\n",
            escaped(&fen)
        )
    }
}

fn figure(diagram: &Diagram, caption: &str) -> String {
    let caption = escaped(caption);
    let svg = diagram.svg();
    format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
}

fn paragraph(line: &str) -> String {
    match line.trim() {
        "" => String::new(),
        words => format!("<p>{}</p>\n", escaped(words)),
    }
}

/// As text of HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        let text = "<b>&\"x\"\u{7}</b>";
        assert_eq!(
            paragraph(text),
            "<p>&lt;b&gt;&amp;&quot;x&quot; &lt;/b&gt;</p>\n"
        );
        assert_eq!(paragraph("  \t"), "");
    }
}
