//! What the page and other programs ask, of a server or in the browser: parameters of a request, read as the command line reads its options: they have the same names, the same values and the same
//! errors.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use clap::Arg;
use peasant::board::Position;
use peasant::notation::{fen, lenient};
use schemars::JsonSchema;
use serde::Serialize;

use crate::host::fault::{Fault, Layout};
use crate::host::plain::excerpt;
use crate::options;
use crate::tell::refusal;
use crate::verb::{self, Verb};

/// Names and values, as they come.
pub type Query = Vec<(String, String)>;

/// A verb of the program. A request may say what it could of itself: no file, no means of the machine, nothing about the output.
pub struct Form {
    pub words: &'static [&'static str],
    /// What the argument without a name is called here.
    pub argument: &'static str,
    /// Must it be there?
    pub is_needed: bool,
}

/// As `peasant solve`.
pub const SOLVE: Form = Form {
    words: &["solve"],
    argument: "fen",
    is_needed: true,
};

/// As `peasant explain`.
pub const EXPLAIN: Form = Form {
    words: &["explain"],
    argument: "fen",
    is_needed: true,
};

/// As `peasant annotate`.
pub const ANNOTATE: Form = Form {
    words: &["annotate"],
    argument: "file",
    is_needed: true,
};

/// With this parameter, lines hold the judged games as well.
pub const WITH_TEXT: &str = "pgn";

/// As `peasant diagram`.
pub const DIAGRAM: Form = Form {
    words: &["diagram"],
    argument: "fen",
    is_needed: true,
};

/// What the name of the file says on the command line of `diagram`.
pub const FORMAT: &str = "format";

/// As `peasant pawngame solve`.
pub const PAWNGAME: Form = Form {
    words: &["pawngame", "solve"],
    argument: "position",
    is_needed: false,
};

/// What was pasted, read as a position.
#[derive(Serialize, JsonSchema)]
pub struct Pasted {
    /// The position.
    fen: String,
    /// What was supposed, a sentence each.
    notes: Vec<String>,
    /// Kings and pawns alone, and nobody may castle?
    pawn_ending: bool,
    /// How many men are neither.
    pieces: usize,
    /// Castling rights that stand.
    castling: String,
}

impl Pasted {
    /// Reads a FEN, or what people paste instead.
    ///
    /// # Errors
    /// Why it is no position.
    pub fn read(text: &str) -> Result<Pasted, Fault> {
        let reading = reading(text)?;
        let position = reading.position;
        Ok(Pasted {
            fen: fen::format(&position),
            notes: reading.notes.iter().map(ToString::to_string).collect(),
            pawn_ending: position.is_pawn_ending() && reading.castles.is_empty(),
            pieces: refusal::pieces(&position),
            castling: reading.castles,
        })
    }
}

/// The position of a FEN, or of what people paste instead.
///
/// # Errors
/// Why it is none.
pub fn position(text: &str) -> Result<Position, Fault> {
    Ok(reading(text)?.position)
}

/// The same where nobody may castle.
///
/// # Errors
/// Why it is none, or who may castle.
pub fn pawn_ending(words: &[String]) -> Result<Position, Fault> {
    let text = words.join(" ");
    let reading = reading(&text)?;
    match refusal::castling(&reading.castles, &reading.position) {
        Some(fault) => Err(fault.about(&text)),
        None => Ok(reading.position),
    }
}

fn reading(text: &str) -> Result<lenient::Reading, Fault> {
    lenient::position(text).map_err(|refused| refusal::fault(&refused, text, Layout::Lines))
}

/// The value that a parameter has, which may be given once.
pub fn one<'q>(query: &'q Query, name: &str) -> Result<Option<&'q str>, Fault> {
    let mut values = query.iter().filter(|(known, _)| known == name);
    let first = values.next();
    if values.next().is_some() {
        let fault = Fault::new(&format!("`{name}` is given more than once"));
        return Err(fault.and_cure(": ", "give it once").about(name));
    }
    Ok(first.map(|(_, value)| value.as_str()))
}

/// One that must be there.
pub fn needed<'q>(query: &'q Query, name: &str) -> Result<&'q str, Fault> {
    one(query, name)?.ok_or_else(|| {
        let fault = Fault::new(&format!("`{name}` is missing"));
        fault.and_cure(": ", &format!("add `{name}=`…"))
    })
}

/// Is it `true`? It need not be there.
pub fn flag(query: &Query, name: &str) -> Result<bool, Fault> {
    match one(query, name)? {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(other) => {
            let message = format!("`{name}` is `{}`", excerpt(other));
            let fault = Fault::new(&message).and_cure(": ", "give true or false");
            Err(fault.about(other))
        }
    }
}

/// Names that mean nothing here.
pub fn refuse_unknown(query: &Query, known: &[&str]) -> Result<(), Fault> {
    let unknown = query
        .iter()
        .find(|(name, _)| !known.contains(&name.as_str()));
    unknown.map_or(Ok(()), |(name, _)| {
        let fault = Fault::new(&format!("there is no parameter `{}`", excerpt(name)));
        let cure = match known {
            [] => "leave it out".to_owned(),
            known => format!("use {}", known.join(", ")),
        };
        Err(fault.and_cure(": ", &cure).about(name))
    })
}

impl Form {
    /// The options of the verb that a request may say, as parameters.
    pub fn options(&self) -> Vec<Arg> {
        let command = verb::command(self.words);
        let options = command
            .get_arguments()
            .filter(|arg| options::is_of_question(arg));
        options.cloned().collect()
    }

    /// Names that mean something here, but for the argument.
    pub fn names(&self) -> Vec<String> {
        let names = self.options().into_iter();
        names
            .filter_map(|arg| arg.get_long().map(str::to_owned))
            .collect()
    }

    /// The parameters as a command line.
    ///
    /// # Errors
    /// What is not understood, with its cure.
    pub fn read(&self, query: &Query) -> Result<Verb, Fault> {
        let names = self.names();
        let names = names.iter().map(String::as_str);
        refuse_unknown(
            query,
            &[self.argument].into_iter().chain(names).collect::<Vec<_>>(),
        )?;
        if self.is_needed {
            needed(query, self.argument)?;
        }
        let mut line: Vec<String> = self.words.iter().map(|&word| word.to_owned()).collect();
        for option in self.options() {
            let name = option.get_long().unwrap_or_default();
            if option.get_action().takes_values() {
                let value = one(query, name)?;
                line.extend(value.map(|value| format!("--{name}={value}")));
            } else if flag(query, name)? {
                line.push(format!("--{name}"));
            }
        }
        if let Some(argument) = one(query, self.argument)? {
            line.extend(["--".to_owned(), argument.to_owned()]);
        }
        verb::read(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    #[test]
    fn options_are_those_of_the_program() {
        let read = SOLVE.read(&query("fen=--resume x&time=5&lines=2&rules=newborn"));
        let Ok(Verb::Solve(args)) = read else {
            panic!("it is read");
        };
        assert_eq!(args.fen, ["--resume x"]);
        assert!(args.lines == 2 && args.resume.is_none());
        assert_eq!(args.proof.time().map(|time| time.as_secs()), Some(5));
        assert_eq!(args.proof.rules, peasant::Rules::Newborn);
    }

    /// The page about the server lists all parameters.
    #[test]
    fn parameters_are_documented() {
        let page = include_str!("../../../docs/api.md");
        for (path, form) in [
            ("/api/solve", SOLVE),
            ("/api/explain", EXPLAIN),
            ("/api/annotate", ANNOTATE),
            ("/api/diagram", DIAGRAM),
            ("/api/pawngame/solve", PAWNGAME),
        ] {
            let row = page
                .lines()
                .find(|line| line.contains(&format!("{path}` |")));
            let row = row.expect(path);
            for name in form.names() {
                assert!(row.contains(&format!("`{name}`")), "{path}: {name}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_named_with_the_cure() {
        for (text, part) in [
            ("time=5", "`fen` is missing: add `fen=`…"),
            ("fen=x&fen=y", "`fen` is given more than once: give it once"),
            (
                "fen=x&resume=/etc/passwd",
                "no parameter `resume`: use fen, rules, structures, lines, time",
            ),
            ("fen=x&time=soon", "number of seconds above 0"),
            ("fen=x&rules=draughts", "chess"),
            ("fen=x&ascii=true", "no parameter `ascii`"),
            ("fen=x&threads=9", "no parameter `threads`"),
        ] {
            let fault = SOLVE.read(&query(text)).err().expect(text);
            assert!(fault.words().contains(part), "{}", fault.words());
        }
        let fault = DIAGRAM.read(&query("fen=x&flip=1")).err().expect("a fault");
        let told = fault.words();
        assert!(told.contains("`flip` is `1`: give true or false"), "{told}");
    }
}
