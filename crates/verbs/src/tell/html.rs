//! Pages of HTML that need nothing from outside.

use peasant::diagram::Diagram;

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

/// The whole document: its title, as text of HTML, the page's own rules of style, and what it shows.
pub fn document(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Text under a heading; nothing if there is none.
pub fn section(heading: &str, text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("<h2>{heading}</h2>\n{text}"),
    }
}

/// A board with words below it.
pub fn figure(diagram: &Diagram, caption: &str) -> String {
    let caption = escaped(caption);
    let svg = diagram.svg();
    format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
}

/// A line as a paragraph; nothing if it is empty.
pub fn paragraph(line: &str) -> String {
    match line.trim() {
        "" => String::new(),
        words => format!("<p>{}</p>\n", escaped(words)),
    }
}

/// As text of HTML, and as the value of an attribute.
pub fn escaped(text: &str) -> String {
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
