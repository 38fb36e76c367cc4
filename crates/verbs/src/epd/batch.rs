//! Many positions: read as they come, worked on several at once, shown in the order of the file.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use peasant::notation::lenient::{self, Foreign};

use super::record::Record;
use crate::host::fault::Fault;
use crate::host::stderr;
use crate::tell::json;
use crate::tell::plain::plain;
use crate::{Face, Failure};

/// Of a line so many bytes are kept: far more than any record has.
const LONGEST: usize = 1 << 20;

/// So many lines for each thread are read ahead of those that are shown.
const AHEAD: usize = 8;

/// How soon a cancelled run is seen to be one while it waits for input.
const PATIENCE: Duration = Duration::from_millis(100);

/// Longer files are not read twice to say how many positions there are.
const COUNTED: u64 = 256 << 20;

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
        if file.as_os_str() == "-" {
            return Ok(Batch {
                input: Box::new(BufReader::new(face.input())),
                name,
                positions: None,
            });
        }
        let positions = count(file).map_err(|error| unreadable(&name, &error))?;
        let input = File::open(file).map_err(|error| unreadable(&name, &error))?;
        Ok(Batch {
            input: Box::new(BufReader::new(input)),
            name,
            positions,
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
        let queue = Arc::new(Queue::new(threads * AHEAD));
        let filled = Arc::clone(&queue);
        // Reading may block for ever: nobody waits for this thread.
        std::thread::spawn(move || self.read(&filled));
        let (send, receive) = mpsc::channel();
        let shown = std::thread::scope(|scope| {
            for _ in 0..threads {
                let (send, queue, work) = (send.clone(), &queue, &work);
                scope.spawn(move || {
                    let _alarm = Alarm(cancelled);
                    while let Some((index, item)) = queue.take(cancelled) {
                        if send.send((index, item.map(work))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let shown = in_order(&receive, |item| {
                let shown = match item {
                    Item::Record(answer) => show(Ok(answer)).map_err(Failure::Output),
                    Item::Bad(line) => show(Err(line)).map_err(Failure::Output),
                    Item::Fault(fault) => Err(Failure::Input(fault)),
                };
                queue.one_is_shown();
                shown
            });
            if shown.is_err() {
                cancelled.store(true, Ordering::Relaxed);
            }
            shown
        });
        queue.close();
        shown
    }

    /// Fills the queue with what the lines hold.
    fn read(mut self, queue: &Queue) {
        let (mut bytes, mut is_first) = (Vec::new(), true);
        for line_number in 1.. {
            let item = match line(&mut self.input, &mut bytes) {
                Ok(false) => break,
                Ok(true) if is_silent(&bytes) => continue,
                Ok(true) => match foreign(&self.name, &bytes).filter(|_| is_first) {
                    Some(fault) => Some(Item::Fault(fault)),
                    None => item(line_number, &bytes),
                },
                Err(error) => Some(Item::Fault(unreadable(&self.name, &error))),
            };
            let Some(item) = item else {
                continue;
            };
            is_first = false;
            let is_last = matches!(item, Item::Fault(_));
            if !queue.add(item) || is_last {
                break;
            }
        }
        queue.end();
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

/// Shows what comes, by its number, from 0 on.
fn in_order<T>(
    receive: &mpsc::Receiver<(usize, T)>,
    mut show: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut waiting, mut shown) = (BTreeMap::new(), 0);
    for (index, item) in receive {
        waiting.insert(index, item);
        while let Some(item) = waiting.remove(&shown) {
            show(item)?;
            shown += 1;
        }
    }
    Ok(())
}

fn unreadable(name: &str, error: &io::Error) -> Fault {
    let message = format!("cannot read `{}`: {error}", plain(name));
    Fault::new(&message).about(name)
}

/// Reads a line, of a very long one its beginning. `false` at the end of the file.
fn line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let read = Read::take(&mut *input, LONGEST as u64).read_until(b'\n', bytes)?;
    if read == LONGEST && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    Ok(read > 0)
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}

/// How many positions a file seems to hold, if it is one that can be read twice.
fn count(file: &Path) -> io::Result<Option<u64>> {
    let about = std::fs::metadata(file)?;
    if !about.is_file() || about.len() > COUNTED {
        return Ok(None);
    }
    let mut input = BufReader::new(File::open(file)?);
    let (mut bytes, mut count) = (Vec::new(), 0);
    while line(&mut input, &mut bytes)? {
        count += u64::from(!is_silent(&bytes));
    }
    Ok(Some(count))
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

/// Lines that have been read and wait for a thread; never more than a few beyond those that are shown.
struct Queue {
    ahead: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    items: VecDeque<(usize, Item<Record>)>,
    read: usize,
    shown: usize,
    /// Nothing more will come.
    ended: bool,
    /// Nothing more is wanted.
    closed: bool,
}

/// A thread that panics leaves a gap that nobody fills: the others must not wait for it.
struct Alarm<'c>(&'c AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Queue {
    fn new(ahead: usize) -> Queue {
        Queue {
            ahead,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item when there is room. `false`: nobody wants it any more.
    fn add(&self, item: Item<Record>) -> bool {
        let state = self.state();
        let is_full = |state: &mut State| !state.closed && state.read >= state.shown + self.ahead;
        let waited = self.changed.wait_while(state, is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return false;
        }
        let index = state.read;
        state.items.push_back((index, item));
        state.read += 1;
        self.changed.notify_all();
        true
    }

    /// The next item and its number. `None`: there is none any more, or the run is cancelled.
    fn take(&self, cancelled: &AtomicBool) -> Option<(usize, Item<Record>)> {
        let mut state = self.state();
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            if state.ended {
                return None;
            }
            let waited = self.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn one_is_shown(&self) {
        self.state().shown += 1;
        self.changed.notify_all();
    }

    fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }

    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const RECORD: &str = "7k/8/8/8/8/8/8/K7 w - -";

    fn batch(text: String) -> Batch {
        Batch {
            input: Box::new(io::Cursor::new(text)),
            name: "x".to_owned(),
            positions: None,
        }
    }

    /// Rows come in the order of the file, whoever is done first, and no more lines are begun than may wait.
    #[test]
    fn rows_come_in_order_and_few_wait() {
        let text = format!("{RECORD}\n\n# silent\n").repeat(200);
        let (begun, shown) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |record: Record| {
            let ahead = begun.fetch_add(1, Ordering::SeqCst) - shown.load(Ordering::SeqCst);
            assert!(ahead <= 3 * AHEAD, "{ahead}");
            if record.line_number % 7 == 1 {
                std::thread::sleep(Duration::from_millis(2));
            }
            record.line_number
        };
        let mut numbers = Vec::new();
        let run = batch(text).run(3, &AtomicBool::new(false), work, |row| {
            shown.fetch_add(1, Ordering::SeqCst);
            numbers.push(row.unwrap_or_else(|bad| panic!("line {}", bad.line_number)));
            Ok(())
        });
        assert!(run.is_ok());
        assert_eq!(numbers, (0..200).map(|n| 3 * n + 1).collect::<Vec<_>>());
    }

    /// A fault of the program is not a standstill.
    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_run() {
        let text = format!("{RECORD}\n").repeat(1000);
        let work = |record: Record| assert_ne!(record.line_number, 3, "a fault");
        _ = batch(text).run(3, &AtomicBool::new(false), work, |_| Ok(()));
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
