//! `peasant annotate`: games with comments on their pawn endings.

pub mod annotator;
pub mod comment;
pub mod course;
pub mod endings;
pub mod event;
mod exercises;
pub mod filter;
mod job;
pub mod judge;
pub mod judged;
pub mod marks;
mod mistake;
pub mod options;
pub mod remark;
mod resume;
mod rows;
mod shown;
pub mod summary;
pub mod trade;

use std::cell::Cell;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use peasant::notation::lenient;
use peasant::store;

use crate::host::fault::Fault;
use crate::host::input::Input;
use crate::host::plain::plain;
use crate::host::queue::Trouble;
use crate::options::helpers::Helpers;
use crate::pgn::stream::{Place, Stream};
use crate::table::Format;
use crate::table::write::{Output, Writer};
use crate::tell::drawing;
use crate::tell::progress::{self, Cancelled};
use crate::{Face, Failure, Outcome};
use annotator::Annotator;
use job::{Job, Outputs};
use options::AnnotateArgs;
use resume::Record;
use shown::Shown;
use summary::Summary;

/// How the work on a file ended.
type Ended = Result<(), Trouble<io::Error>>;

pub fn run(args: &AnnotateArgs, face: &mut Face) -> Result<Outcome, Failure> {
    args.check()?;
    args.gone.warn();
    if args.prints_games() || args.proof.json {
        face.write_for_programs();
    }
    let cancelled: &'static AtomicBool = face.cancelled()?;
    let helpers = Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    let mut input = open(args, face)?;
    let record = args.record();
    let record = record.map(|path| Record::open(&path, args, &mut input));
    let mut record = record.transpose()?;
    let (place, summary) = match &mut record {
        Some(record) => record.go_on(&mut input)?,
        None => (Place::BEGIN, Summary::default()),
    };
    let line = progress::games(input.bytes, input.read());
    let shown = Arc::new(Shown::new(line.reports(), Arc::clone(&input.read)));
    let annotator = Annotator {
        builder: helpers.builder(&args.proof).limits(args.limits()),
        limits: args.limits(),
        is_likely: args.is_likely(),
        engine: helpers.engine(),
        filter: args.filter.clone(),
        observer: Arc::new(Cancelled(cancelled)),
        told: shown.at(),
    };
    let mut job = Job {
        args,
        cancelled,
        out: face.out(),
        summary,
        exercises: Vec::new(),
        line: Some(line),
        shown,
        has_prose: false,
    };
    let stream = Stream::from(place, input.text);
    let ended = match &mut record {
        Some(record) => go_on(&mut job, record, &annotator, stream)?,
        None => write(&mut job, &annotator, stream)?,
    };
    job.line = None;
    helpers.warn();
    if let Some(record) = record {
        record.finish(args, ended.is_ok() && !job.is_stopped())?;
    }
    job.finish(ended)
}

/// Works on all games, and writes the files that are asked for.
fn write(
    job: &mut Job,
    annotator: &Annotator,
    stream: Stream<Box<dyn BufRead + Send>>,
) -> Result<Ended, Failure> {
    let (output, table) = (job.args.output.as_deref(), job.args.table.as_deref());
    let format = table.map(Format::of).transpose()?;
    // The file that could not be written.
    let blamed = Cell::new(None);
    let ended = with_file(table, &blamed, |table| {
        with_file(output, &blamed, |games| {
            let table = table.zip(format);
            let table = table.map(|(file, format)| Writer::new(format, file));
            let mut outputs = Outputs {
                games,
                table: table.transpose()?,
                record: None,
            };
            let ended = job.run(annotator, stream, &mut outputs);
            match ended {
                Err(Trouble::Output(error)) => Err(error),
                // What could be read is kept.
                ended => {
                    outputs.table.map_or(Ok(()), Writer::finish)?;
                    Ok(ended)
                }
            }
        })
    });
    ended.map_err(|error| match blamed.get() {
        Some(path) => drawing::unwritten(path, error),
        None => Failure::Output(error),
    })
}

/// Works on the games that are left, and records what is done.
fn go_on(
    job: &mut Job,
    record: &mut Record,
    annotator: &Annotator,
    stream: Stream<Box<dyn BufRead + Send>>,
) -> Result<Ended, Failure> {
    let part = job.args.output.as_deref().map(resume::part);
    let file = part.as_deref().map(|part| record.open_part(part));
    let mut file = file.transpose()?;
    let mut outputs = Outputs {
        games: file.as_mut().map(|file| file as _),
        table: None,
        record: Some(record),
    };
    let ended = job.run(annotator, stream, &mut outputs);
    let Outputs {
        mut games, record, ..
    } = outputs;
    let written = record.map_or(Ok(()), |record| record.write(&mut games));
    written.map_err(|error| match &part {
        Some(part) => drawing::unwritten(part, error),
        None => Failure::Output(error),
    })?;
    Ok(ended)
}

/// Writes a file, if one is asked for; `blamed` is the first that could not be written.
fn with_file<'p, T>(
    path: Option<&'p Path>,
    blamed: &Cell<Option<&'p Path>>,
    write: impl FnOnce(Option<Output>) -> io::Result<T>,
) -> io::Result<T> {
    let Some(path) = path else {
        return write(None);
    };
    let mut written = None;
    let saved = store::save_with(path, |file| {
        written = Some(write(Some(file))?);
        Ok(())
    });
    if saved.is_err() && blamed.get().is_none() {
        blamed.set(Some(path));
    }
    saved?;
    written.ok_or_else(|| io::Error::other("nothing was written"))
}

/// The file. What cannot be games is refused by its first bytes.
fn open(args: &AnnotateArgs, face: &mut Face) -> Result<Input, Failure> {
    let name = args.file.display().to_string();
    let unread = |error| unread(&name, &error);
    let mut input = Input::open(&args.file, face).map_err(unread)?;
    let first = input.text.fill_buf().map_err(unread)?;
    if let Some((what, cure)) = no_games(first) {
        let fault = Fault::new(&format!("`{}` {what}", plain(&name))).and_cure(": ", cure);
        return Err(fault.about(&name).into());
    }
    Ok(input)
}

pub(super) fn unread(name: &str, error: &io::Error) -> Fault {
    let message = format!("cannot read `{}`: {error}", plain(name));
    Fault::of_file(&message, name, error)
}

/// What a file is that begins so, if it holds no games, and what to do about it.
fn no_games(first: &[u8]) -> Option<(&'static str, &'static str)> {
    const PACKED: [&[u8]; 2] = [b"PK\x03\x04", b"\xfd7zXZ"];
    if PACKED.iter().any(|magic| first.starts_with(magic)) {
        Some((
            "is packed in a way that is not read here",
            "unpack it, or pipe it in: xzcat FILE | peasant annotate - (.zst, .gz and .bz2 are read as they are)",
        ))
    } else if first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff") {
        Some(("is in UTF-16", "save it as UTF-8"))
    } else if lenient::is_binary(first) {
        Some(("is no text", "games are read as PGN"))
    } else {
        None
    }
}
