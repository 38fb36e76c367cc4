//! Many positions: reading them, and working on several at once.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::epd_record::Record;
use crate::fault::Fault;
use crate::plain::plain;
use crate::{Failure, json, stderr};

/// The records of a file.
pub struct Batch {
    pub records: Vec<Record>,
    /// Lines that could not be read.
    pub bad: Vec<BadLine>,
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
    /// Reads a file, or standard input if it is called `-`, and reports the lines that it cannot
    /// read.
    pub fn read(file: &Path, out: &mut impl Write, as_json: bool) -> Result<Batch, Failure> {
        let batch = Batch::parse(&text(file)?);
        for line in &batch.bad {
            line.report(out, as_json)?;
        }
        Ok(batch)
    }

    fn parse(text: &str) -> Batch {
        let mut batch = Batch {
            records: Vec::new(),
            bad: Vec::new(),
        };
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match Record::parse(index + 1, line) {
                Ok(record) => batch.records.push(record),
                Err(fault) => batch.bad.push(BadLine {
                    line_number: index + 1,
                    fault,
                }),
            }
        }
        batch
    }
}

fn text(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let name = file.display().to_string();
    let read = if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| {
        let message = format!("cannot read `{}`: {error}", plain(&name));
        Fault::new(&message).about(&name)
    })?;
    // A line that is not text is refused like any other bad line.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Works on the records, several at once, and shows what comes of them in the order of the file. Once cancelled, no record is begun.
pub fn run<'r, T: Send>(
    records: &'r [Record],
    threads: usize,
    cancelled: &AtomicBool,
    work: impl Fn(&'r Record) -> T + Sync,
    mut show: impl FnMut(T) -> io::Result<()>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    let work = |send: mpsc::Sender<(usize, T)>| {
        while !cancelled.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(record) = records.get(index) else {
                break;
            };
            if send.send((index, work(record))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let work = &work;
            scope.spawn(move || work(send));
        }
        drop(send);
        let (mut waiting, mut shown) = (BTreeMap::new(), 0);
        for (index, row) in receive {
            waiting.insert(index, row);
            while let Some(row) = waiting.remove(&shown) {
                if let Err(error) = show(row) {
                    cancelled.store(true, Ordering::Relaxed);
                    return Err(Failure::Output(error));
                }
                shown += 1;
            }
        }
        Ok(())
    })
}
