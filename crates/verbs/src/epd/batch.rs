//! Many positions: read as they come, worked on several at once, shown in the order of the file.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use peasant::notation::lenient::{self, Foreign};

use super::record::Record;
use crate::host::fault::Fault;
use crate::host::input::Input;
use crate::host::lines;
use crate::host::plain::plain;
use crate::host::queue::{self, Trouble};
use crate::host::stderr;
use crate::tell::json;
use crate::{Face, Failure};

/// Of a line so many bytes are kept: far more than any record has.
const LONGEST: usize = 1 << 20;

/// Longer files are not read twice to say how many positions there are.
const COUNTED: u64 = 64 << 20;

/// A file of positions that has been opened.
pub struct Batch {
    input: Box<dyn BufRead + Send>,
    name: String,
    /// How many positions the file seems to hold; `None` if nobody knows yet.
    pub positions: Option<u64>,
}

/// A line without an answer, and why.
pub struct BadLine {
    /// From 1.
    pub line_number: usize,
    pub fault: Fault,
}

impl BadLine {
    /// Says so: to people on standard error, to programs in place of the answer.
    pub fn report(&self, out: &mut impl Write, as_json: bool) -> io::Result<()> {
        let BadLine { line_number, fault } = self;
        if as_json {
            writeln!(out, "{}", json::error(fault, Some(*line_number)))?;
            return out.flush();
        }
        stderr::error(format!("line {line_number}: {}", fault.words()));
        Ok(())
    }
}

impl Batch {
    /// Opens a file, or standard input if it is called `-`.
    pub fn open(file: &Path, face: &mut Face) -> Result<Batch, Failure> {
        let name = file.display().to_string();
        let unreadable = |error| unreadable(&name, &error);
        let input = Input::open(file, face).map_err(unreadable)?;
        let is_counted = input.bytes.is_some_and(|bytes| bytes <= COUNTED);
        let positions = is_counted.then(|| Input::open(file, face).and_then(count));
        Ok(Batch {
            input: input.text,
            positions: positions.transpose().map_err(unreadable)?,
            name,
        })
    }

    /// Works on the records, several at once, and shows what comes of each line in the order of the file, as soon as it and
    /// those before it are there. Once cancelled, no record is begun.
    pub fn run<T: Send>(
        self,
        threads: usize,
        cancelled: &AtomicBool,
        work: impl Fn(Record) -> T + Sync,
        mut show: impl FnMut(Result<T, BadLine>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut lines = Lines {
            batch: self,
            bytes: Vec::new(),
            number: 0,
            is_first: true,
            has_ended: false,
        };
        let next = move || Ok(lines.item().map(|item| vec![item]));
        let work = |item: Item<Record>| item.map(&work);
        let ended = queue::run(next, threads, cancelled, work, None, |item| match item {
            Item::Record(answer) => show(Ok(answer)).map_err(Failure::Output),
            Item::Bad(line) => show(Err(line)).map_err(Failure::Output),
            Item::Fault(fault) => Err(Failure::Input(fault)),
        });
        ended.map_err(|trouble| match trouble {
            Trouble::Input(error) => Failure::Output(error),
            Trouble::Output(failure) => failure,
        })
    }
}

/// The lines of a file, as they are read.
struct Lines {
    batch: Batch,
    bytes: Vec<u8>,
    number: usize,
    /// Nothing has been found yet.
    is_first: bool,
    /// Nothing more can be read.
    has_ended: bool,
}

impl Lines {
    /// What the next line holds that says something.
    fn item(&mut self) -> Option<Item<Record>> {
        while !self.has_ended {
            self.number += 1;
            let item = match line(&mut self.batch.input, &mut self.bytes) {
                Ok(false) => return None,
                Ok(true) if is_silent(&self.bytes) => None,
                Ok(true) => {
                    match foreign(&self.batch.name, &self.bytes).filter(|_| self.is_first) {
                        Some(fault) => Some(Item::Fault(fault)),
                        None => item(self.number, &self.bytes),
                    }
                }
                Err(error) => Some(Item::Fault(unreadable(&self.batch.name, &error))),
            };
            if item.is_some() {
                self.is_first = false;
                self.has_ended = matches!(item, Some(Item::Fault(_)));
                return item;
            }
        }
        None
    }
}

/// What a line holds; nothing if it says nothing. A line that is not text is refused like any other bad line.
fn item(line_number: usize, bytes: &[u8]) -> Option<Item<Record>> {
    let text = String::from_utf8_lossy(bytes);
    match Record::parse(line_number, text.trim()) {
        Ok(record) => record.map(Item::Record),
        Err(fault) => Some(Item::Bad(BadLine { line_number, fault })),
    }
}

/// What a file is, by its first line, if it holds no positions.
fn foreign(name: &str, bytes: &[u8]) -> Option<Fault> {
    // A bad first line is no reason to read no more.
    let what = match lenient::foreign(bytes)? {
        Foreign::FileName(_) | Foreign::Address(_) => return None,
        what => what,
    };
    let fault = Fault::new(&format!("`{}`: {what}", plain(name)));
    Some(fault.and_cure(": ", &what.cure()).about(name))
}

/// Is the line blank, or a comment?
fn is_silent(bytes: &[u8]) -> bool {
    lenient::is_silent(&String::from_utf8_lossy(bytes))
}

fn unreadable(name: &str, error: &io::Error) -> Fault {
    let message = format!("cannot read `{}`: {error}", plain(name));
    Fault::of_file(&message, name, error)
}

/// Reads a line, of a very long one its beginning. `false` at the end of the file.
fn line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    lines::read(input, bytes, LONGEST)?;
    let mut rest = bytes.clone();
    while rest.len() == LONGEST && !lines::is_ended(&rest) {
        rest.clear();
        lines::read(input, &mut rest, LONGEST)?;
    }
    Ok(!bytes.is_empty())
}

/// How many positions a file seems to hold.
fn count(mut input: Input) -> io::Result<u64> {
    let (mut bytes, mut count) = (Vec::new(), 0);
    while line(&mut input.text, &mut bytes)? {
        count += u64::from(!is_silent(&bytes));
    }
    Ok(count)
}

/// A line on its way: a record, or what came of it.
enum Item<T> {
    Record(T),
    Bad(BadLine),
    /// Nothing more can be read.
    Fault(Fault),
}

impl<T> Item<T> {
    fn map<U>(self, work: impl FnOnce(T) -> U) -> Item<U> {
        match self {
            Item::Record(record) => Item::Record(work(record)),
            Item::Bad(line) => Item::Bad(line),
            Item::Fault(fault) => Item::Fault(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    const RECORD: &str = "7k/8/8/8/8/8/8/K7 w - -";

    fn batch(text: String) -> Batch {
        Batch {
            input: Box::new(io::Cursor::new(text)),
            name: "x".to_owned(),
            positions: None,
        }
    }

    #[test]
    fn bad_lines_come_where_they_stand() {
        let text = format!("{RECORD}\nnonsense\n{RECORD}");
        let mut rows = Vec::new();
        let run = batch(text).run(
            2,
            &AtomicBool::new(false),
            |r| r.line_number,
            |row| {
                rows.push(row.map_err(|bad| bad.line_number));
                Ok(())
            },
        );
        assert!(run.is_ok());
        assert_eq!(rows, [Ok(1), Err(2), Ok(3)]);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let text = "x".repeat(3 * LONGEST) + "\nnext";
        let (mut input, mut bytes) = (io::Cursor::new(text), Vec::new());
        assert!(line(&mut input, &mut bytes).expect("memory"));
        assert_eq!(bytes.len(), LONGEST);
        assert!(line(&mut input, &mut bytes).expect("memory"));
        assert_eq!(bytes, b"next");
        assert!(!line(&mut input, &mut bytes).expect("memory"));
    }

    /// Whoever cannot write any more stops the work.
    #[test]
    fn a_row_that_cannot_be_shown_ends_the_run() {
        let text = format!("{RECORD}\n").repeat(1000);
        let cancelled = AtomicBool::new(false);
        let refuse = |_| Err(io::Error::other("full"));
        let run = batch(text).run(2, &cancelled, |_| (), refuse);
        assert!(matches!(run, Err(Failure::Output(_))));
        assert!(cancelled.load(Ordering::Relaxed));
    }
}
