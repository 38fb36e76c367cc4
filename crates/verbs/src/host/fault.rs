//! What is wrong with the user's input: in a sentence for people, in parts for other programs.

use std::io;

use schemars::JsonSchema;
use serde::Serialize;

use crate::host::plain::{cut, plain};

/// So many reasons for one refusal are told to programs.
const MOST_REASONS: usize = 8;

/// And to people: with the head three lines at most.
const MOST_LINES: usize = 2;

/// No sentence needs more characters than this.
const LONGEST: usize = 500;

/// A fault of the input. It is serialised as other programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// What is wrong.
    message: String,
    /// The text that is at fault, cut after 60 characters.
    text: Option<Box<str>>,
    /// What to do about it.
    cure: Option<String>,
    /// What kind of fault it is: of a position `fen`, `men` (listed as books do), `epd`, `pieces`, `castling`, `game` (PGN where a
    /// position should be), `file`, `address`; `option` of what is asked; `path` of a file that cannot be read or written;
    /// `contradiction` of tables or the store; `input` of all else.
    kind: &'static str,
    /// The file that cannot be read or written, and the system's number for why.
    #[serde(skip)]
    file: Option<Box<(String, i32)>>,
    /// The message and the cure, as people read them.
    #[serde(skip)]
    words: String,
}

/// How several reasons are told to people.
#[derive(Clone, Copy)]
pub enum Layout {
    /// Each in a line of its own.
    Lines,
    /// One after the other, with semicolons between them.
    Sentence,
}

impl Fault {
    /// A fault without a cure.
    pub fn new(message: &str) -> Fault {
        let message = short(&plain(message));
        Fault {
            words: message.clone(),
            message,
            text: None,
            cure: None,
            kind: "input",
            file: None,
        }
    }

    /// A file, by its name, that cannot be read or written.
    pub fn of_file(message: &str, name: &str, error: &io::Error) -> Fault {
        Fault::new(message).caused_by(name, error)
    }

    /// The same of a fault that is told in other words.
    pub fn caused_by(self, name: &str, error: &io::Error) -> Fault {
        let number = error.raw_os_error();
        let file = number.map(|number| Box::new((name.to_owned(), number)));
        let fault = self.about(name).of_kind("path");
        Fault { file, ..fault }
    }

    /// The same where only the system can say whether it is the file's: by what it answers to this.
    pub fn perhaps_of_file<T>(self, name: &str, tried: io::Result<T>) -> Fault {
        match tried {
            Ok(_) => self.about(name),
            Err(error) => self.caused_by(name, &error),
        }
    }

    /// A sentence that says what is wrong and then, after the last of these separators, the cure.
    /// That is how the library tells its errors.
    pub fn from_sentence(sentence: &str, separator: &str) -> Fault {
        let fault = Fault::new(sentence);
        let Some((message, cure)) = fault.words.rsplit_once(separator) else {
            return fault;
        };
        Fault {
            message: message.to_owned(),
            cure: Some(cure.to_owned()),
            ..fault
        }
    }

    /// Several reasons, each of which may end with `: ` and its cure.
    pub fn list(head: &str, reasons: &[String], layout: Layout) -> Fault {
        let head = plain(head);
        let shown = reasons.iter().take(MOST_REASONS);
        let parts: Vec<Fault> = shown
            .map(|reason| Fault::from_sentence(reason, ": "))
            .collect();
        let join = |parts: Vec<&str>, more: &str| parts.join("; ") + more;
        let more = match reasons.len() - parts.len() {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let lines = &parts[..parts.len().min(MOST_LINES)];
        let untold = match reasons.len() - lines.len() {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let words = lines.iter().map(|part| part.words.as_str());
        let told = match layout {
            Layout::Lines => {
                let line = |words: &str| format!("\n  {words}");
                words.map(line).collect::<String>() + &untold
            }
            Layout::Sentence => format!(" {}", join(words.collect(), &untold)),
        };
        let messages = parts.iter().map(|part| part.message.as_str());
        let mut cures: Vec<&str> = parts.iter().filter_map(|p| p.cure.as_deref()).collect();
        cures.dedup();
        Fault {
            message: format!("{head}: {}", join(messages.collect(), &more)),
            text: None,
            cure: (!cures.is_empty()).then(|| join(cures, "")),
            kind: "input",
            file: None,
            words: format!("{head}:{told}"),
        }
    }

    /// A fault of this kind.
    pub fn of_kind(self, kind: &'static str) -> Fault {
        Fault { kind, ..self }
    }

    /// The text that is at fault.
    pub fn about(self, text: &str) -> Fault {
        let text = Some(cut(text).into());
        Fault { text, ..self }
    }

    /// One more cure, which follows on what was said before.
    pub fn and_cure(self, separator: &str, cure: &str) -> Fault {
        let before = self.cure.map_or(String::new(), |before| before + "; ");
        Fault {
            cure: Some(before + cure),
            words: self.words + separator + cure,
            ..self
        }
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The text that is at fault, cut after 60 characters.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What to do about it.
    pub fn cure(&self) -> Option<&str> {
        self.cure.as_deref()
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The file that cannot be read or written, and the system's number for why.
    pub fn file(&self) -> Option<&(String, i32)> {
        self.file.as_deref()
    }

    /// The whole for people, without a newline at its end.
    pub fn words(&self) -> &str {
        &self.words
    }
}

/// The sentence, unless it is longer than anybody would read.
fn short(sentence: &str) -> String {
    match sentence.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &sentence[..end]),
        None => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_parted_at_its_end() {
        let fault = Fault::from_sentence("2 errors: `a` is bad: use b", ": ").about("a");
        let json = serde_json::to_value(&fault).expect("JSON");
        let parts = serde_json::json!({ "message": "2 errors: `a` is bad", "text": "a", "cure": "use b", "kind": "input" });
        assert_eq!(json, parts);
        assert_eq!(fault.words(), "2 errors: `a` is bad: use b");
        assert_eq!(
            Fault::from_sentence("it is so", ": "),
            Fault::new("it is so")
        );
    }

    #[test]
    fn reasons_are_told_in_lines_or_in_a_row() {
        let reasons = ["one: cure it".to_owned(), "two".to_owned()];
        let lines = Fault::list("bad", &reasons, Layout::Lines);
        assert_eq!(lines.words(), "bad:\n  one: cure it\n  two");
        let row = Fault::list("bad", &reasons, Layout::Sentence).and_cure("; ", "go home");
        assert_eq!(row.words(), "bad: one: cure it; two; go home");
        assert_eq!(
            (row.message.as_str(), row.cure.as_deref()),
            ("bad: one; two", Some("cure it; go home"))
        );
        let many = vec!["x".to_owned(); 300];
        let many = Fault::list("bad", &many, Layout::Lines);
        assert!(many.words().ends_with(":\n  x\n  x; and 298 more"));
    }

    #[test]
    fn nothing_is_told_at_length() {
        let fault = Fault::new(&"x".repeat(120_000)).about(&"y".repeat(120_000));
        let json = serde_json::to_string(&fault).expect("JSON");
        assert!(json.len() < 700 && fault.words().len() < 600);
    }
}
