//! A file of answers, one JSON object a line, that a long run over many positions adds to and goes on from.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::collections::HashMap;
use std::io;
use std::path::Path;

use peasant::Limits;
use peasant::board::Position;
use peasant::limits::Stop;
use peasant::notation::fen;
use peasant::rules::Rules;
use peasant::wire::Answer;
use serde::Deserialize;
use serde_json::Value;

use crate::Failure;
use crate::host::journal::{Journal, Wrong};
use crate::tell::findings::width;

/// The file, and what it said when the run began.
pub struct Stored {
    journal: Journal,
    answers: HashMap<String, StoredAnswer>,
}

/// An answer that stands in the file, a row of `epd`.
#[derive(Clone, Deserialize)]
pub struct StoredAnswer {
    #[serde(flatten)]
    pub answer: Answer,
    /// The limits of its proof; memory only if the user had set it.
    #[serde(default)]
    pub limits: Limits,
}

impl Stored {
    /// Opens the file, or makes it, and reads the answers by these rules.
    pub fn open(path: &Path, rules: Rules) -> Result<Stored, Failure> {
        let mut answers = HashMap::new();
        let journal = Journal::open(path, "file of answers", |_, line| {
            add(&mut answers, line, rules).ok_or(Wrong::Line)
        })?;
        Ok(Stored { journal, answers })
    }

    /// What the file says of a position.
    pub fn answer(&self, position: &Position) -> Option<&StoredAnswer> {
        self.answers.get(&fen::format(position))
    }

    /// Adds a line.
    pub fn add(&self, line: &str) -> io::Result<()> {
        self.journal.add(line)
    }
}

/// Adds what a line says to the best answer about each position, of several as good the last. `None`: it is no object of ours.
fn add(answers: &mut HashMap<String, StoredAnswer>, line: &[u8], rules: Rules) -> Option<()> {
    if line.trim_ascii().is_empty() {
        return Some(());
    }
    let object: Value = serde_json::from_slice(line).ok()?;
    object.get("schema")?;
    // Faults and summaries are objects too.
    let Ok(stored) = StoredAnswer::deserialize(object) else {
        return Some(());
    };
    let answer = &stored.answer;
    if answer.rules != rules || answer.stopped == Some(Stop::Cancelled) {
        return Some(());
    }
    let fen = fen::format(&answer.fen);
    match answers.get(&fen) {
        Some(other) if width(&other.answer) < width(answer) => {}
        _ => _ = answers.insert(fen, stored),
    }
    Some(())
}

impl StoredAnswer {
    /// Would a proof within these limits say no more? So it is if nothing is open, if nothing stopped the proof, or if what
    /// stopped it is not further away now.
    pub fn is_enough(&self, now: &Limits) -> bool {
        let then = &self.limits;
        match self.answer.stopped {
            _ if width(&self.answer) == (0, 0) => true,
            None => true,
            Some(Stop::Time) => is_as_much(then.time, now.time),
            Some(Stop::Structures) => is_as_much(then.structures, now.structures),
            // What the machine had is not known.
            Some(Stop::Memory) if now.memory.is_none() => then.memory.is_none(),
            Some(Stop::Memory) => is_as_much(then.memory, now.memory),
            Some(_) => false,
        }
    }
}

/// Was a limit that was reached as far away as the one of today? One that is not known may have been anything.
fn is_as_much<T: PartialOrd>(then: Option<T>, now: Option<T>) -> bool {
    then.zip(now).is_some_and(|(then, now)| then >= now)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::epd::record::tests::{open, record};
    use crate::tell::json;

    fn answer(stopped: Option<Stop>, limits: Limits) -> StoredAnswer {
        let mut analysis = open(&record());
        analysis.stopped = stopped;
        let stored = serde_json::from_str(&json::line(&analysis)).expect("an answer");
        StoredAnswer { limits, ..stored }
    }

    #[test]
    fn an_answer_serves_while_no_limit_is_larger() {
        let seconds = |time| Limits::NONE.time(Duration::from_secs(time));
        let ten = answer(Some(Stop::Time), seconds(10).memory(1 << 20));
        assert!(ten.is_enough(&seconds(10)) && ten.is_enough(&seconds(9).memory(1 << 30)));
        assert!(!ten.is_enough(&seconds(11)) && !ten.is_enough(&Limits::NONE));
        let memory = answer(Some(Stop::Memory), seconds(10).memory(1 << 20));
        assert!(memory.is_enough(&seconds(99).memory(1 << 20)));
        assert!(!memory.is_enough(&seconds(1).memory(1 << 21)));
        assert!(!memory.is_enough(&seconds(1)));
        let machine = answer(Some(Stop::Memory), seconds(10));
        assert!(machine.is_enough(&seconds(10)));
        assert!(answer(None, Limits::NONE).is_enough(&Limits::NONE));
        let structures = answer(Some(Stop::Structures), Limits::NONE);
        assert!(!structures.is_enough(&Limits::NONE.structures(1)));
        assert!(!answer(Some(Stop::Cancelled), seconds(10)).is_enough(&seconds(1)));
    }

    #[test]
    fn the_best_answer_is_read_and_other_objects_are_passed_over() {
        let line = |bounds: &str| {
            let mut analysis = open(&record());
            analysis.bounds = bounds.parse().expect("bounds");
            json::line(&analysis) + "\n"
        };
        let text = [
            &line("loss..draw")[..],
            &line("draw"),
            "{\"schema\":1,\"summary\":{}}\n\n",
            &line("loss..win"),
        ];
        let read = |text: &str, rules| {
            let mut answers = HashMap::new();
            let lines = text.lines().map(str::as_bytes);
            let read: Option<()> = lines.map(|line| add(&mut answers, line, rules)).collect();
            read.map(|()| answers)
        };
        let answers = read(&text.concat(), Rules::Chess).expect("objects");
        let [answer] = &answers.values().collect::<Vec<_>>()[..] else {
            panic!("one position");
        };
        assert_eq!(answer.answer.result.to_string(), "draw");
        let others = read(&text.concat(), Rules::Newborn).expect("objects");
        assert!(others.is_empty());
        assert!(read("{}\n", Rules::Chess).is_none());
        assert!(read("\n8/8/8/8/8/1k5P/8/2K5 w - -\n", Rules::Chess).is_none());
    }
}
