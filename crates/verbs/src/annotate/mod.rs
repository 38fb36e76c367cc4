//! `peasant annotate`: games with comments on their pawn endings.

pub mod annotator;
pub mod comment;
pub mod course;
pub mod event;
mod exercises;
pub mod judge;
pub mod judged;
pub mod marks;
mod mistake;
pub mod options;
pub mod remark;
pub mod summary;
pub mod trade;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use peasant::notation::lenient;
use peasant::store;

use crate::host::fault::Fault;
use crate::host::line::{Line, Reports};
use crate::host::plain::plain;
use crate::host::queue::{self, Trouble};
use crate::host::{memory, stderr};
use crate::options::helpers::Helpers;
use crate::pgn::stream::{Stream, Text};
use crate::tell::progress::{self, Cancelled};
use crate::tell::{drawing, json};
use crate::{Face, Failure, Outcome};
use annotator::{Annotator, Answer, Bad, Told, Trouble as Why, What};
use event::{Report, Unread};
use options::AnnotateArgs;
use summary::Summary;

/// What is read at a time.
const BLOCK: usize = 1 << 16;

pub fn run(args: &AnnotateArgs, face: &mut Face) -> Result<Outcome, Failure> {
    args.check()?;
    args.gone.warn();
    if args.output.is_none() || args.proof.json {
        face.write_for_programs();
    }
    let cancelled: &'static AtomicBool = face.cancelled()?;
    let helpers = Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    let (input, bytes) = open(args, face)?;
    let line = progress::games(bytes);
    let shown = Arc::new(Shown::new(line.reports()));
    let annotator = Annotator {
        builder: helpers.builder(&args.proof).limits(args.limits()),
        limits: args.limits(),
        is_likely: args.is_likely(),
        engine: helpers.engine(),
        observer: Arc::new(Cancelled(cancelled)),
        told: shown.at(),
    };
    let mut job = Job {
        args,
        cancelled,
        out: face.out(),
        summary: Summary::default(),
        exercises: Vec::new(),
        line: Some(line),
        shown,
        has_prose: false,
    };
    let ended = match &args.output {
        None => job.run(&annotator, input, None),
        Some(path) => {
            let mut ended = Ok(());
            let saved = store::save_with(path, |file| {
                ended = job.run(&annotator, input, Some(file));
                match &mut ended {
                    // What could be read is kept.
                    Ok(()) | Err(Trouble::Input(_)) => Ok(()),
                    Err(Trouble::Output(error)) => {
                        Err(std::mem::replace(error, io::ErrorKind::Other.into()))
                    }
                }
            });
            saved.map_err(|error| drawing::unwritten(path, error))?;
            ended
        }
    };
    job.line = None;
    helpers.warn();
    job.finish(ended)
}

/// A run over a file.
struct Job<'a> {
    args: &'a AnnotateArgs,
    cancelled: &'static AtomicBool,
    out: &'a mut (dyn Write + Send),
    summary: Summary,
    /// Lines of EPD.
    exercises: Vec<String>,
    /// As long as the work goes on.
    line: Option<Line>,
    shown: Arc<Shown>,
    /// There are words that belong to no game.
    has_prose: bool,
}

impl Job<'_> {
    /// Works on all games, and writes them.
    fn run(
        &mut self,
        annotator: &Annotator,
        input: Input,
        mut games: Option<&mut dyn Write>,
    ) -> Result<(), Trouble<io::Error>> {
        let (mut stream, threads) = (Stream::new(input), self.args.threads);
        let work = |text| {
            let answer = annotator.annotate(text);
            memory::reserve();
            answer
        };
        let next = move || stream.text();
        let pass: fn(Text) -> Answer = annotator::copied;
        queue::run(
            next,
            threads,
            self.cancelled,
            work,
            Some(pass),
            |answer| match &mut games {
                Some(games) => self.hand_on(&answer, Some(&mut **games)),
                None => self.hand_on(&answer, None),
            },
        )
    }

    /// Writes a game, and says what is to be said of it.
    fn hand_on(&mut self, answer: &Answer, games: Option<&mut dyn Write>) -> io::Result<()> {
        self.summary.add(answer);
        let first = answer.text.trim_ascii_start().first();
        self.has_prose |=
            matches!(answer.found, What::Nothing) && first.is_some_and(u8::is_ascii_alphanumeric);
        if let What::Game(report) = &answer.found {
            self.exercises.extend(exercises::of(report));
        }
        self.shown.done(answer.end, &self.summary);
        let as_json = self.args.proof.json;
        let out = &mut *self.out;
        let told = || {
            match games {
                Some(games) => games.write_all(&answer.text)?,
                None if as_json => {}
                None => out.write_all(&answer.text)?,
            }
            match (answer.json(), &answer.found) {
                (Some(line), _) if as_json => say(out, &line)?,
                (_, What::Bad(bad)) => tell(bad),
                (_, What::Game(report)) => tell_unread(report),
                _ => {}
            }
            Ok(())
        };
        match &self.line {
            Some(line) => line.above(told),
            None => told(),
        }
    }

    /// Up to where the games are judged.
    fn stopped(&self) -> String {
        let is_written = self.args.output.is_some() || !self.args.proof.json;
        match self.summary.first_copied {
            Some(game) if is_written => {
                format!("stopped: from game {game} on the games are copied as they are, not judged")
            }
            Some(game) => format!("stopped: from game {game} on the games are not judged"),
            None => "stopped: the last games are judged with what was proved by then".to_owned(),
        }
    }

    /// Tells what it comes to, and how it ended.
    fn finish(self, ended: Result<(), Trouble<io::Error>>) -> Result<Outcome, Failure> {
        if let Err(Trouble::Output(error)) = ended {
            return Err(Failure::Output(error));
        }
        if self.cancelled.load(Ordering::Relaxed) {
            stderr::warn(self.stopped());
        }
        if let Some(path) = &self.args.exercises {
            let lines = self.exercises.iter().map(|line| format!("{line}\n"));
            let text: String = lines.collect();
            let saved = store::save(path, text.as_bytes());
            saved.map_err(|error| drawing::unwritten(path, error))?;
        }
        if self.has_prose && !self.summary.has_games() {
            let name = self.args.file.display().to_string();
            let fault = Fault::new(&format!("`{}` holds no games", plain(&name)));
            return Err(fault
                .and_cure(": ", "games are read as PGN")
                .about(&name)
                .into());
        }
        if self.args.proof.json {
            say(self.out, &json::summary(&self.summary))?;
        } else if self.args.output.is_some() {
            self.out.write_all(self.summary.text().as_bytes())?;
        } else {
            self.out.flush()?;
            _ = io::stderr()
                .lock()
                .write_all(self.summary.text().as_bytes());
        }
        if let Err(Trouble::Input(error)) = ended {
            return Err(unread(&self.args.file.display().to_string(), &error).into());
        }
        Ok(Outcome::first([
            (self.summary.is_contradicted(), Outcome::Contradiction),
            (self.summary.is_broken(), Outcome::BadInput),
        ]))
    }
}

/// What the line of progress says: where the work is, and what it has found.
struct Shown {
    reports: Reports,
    place: Mutex<String>,
    found: Mutex<String>,
}

impl Shown {
    fn new(reports: Reports) -> Shown {
        let shown = Shown {
            reports,
            place: Mutex::new("reading".to_owned()),
            found: Mutex::default(),
        };
        shown.show();
        shown
    }

    /// Hears where somebody works.
    fn at(self: &Arc<Shown>) -> Arc<Told> {
        let shown = Arc::clone(self);
        Arc::new(move |game, ply| {
            let place = format!("game {game}, move {}", ply / 2 + 1);
            *shown.place.lock().unwrap_or_else(PoisonError::into_inner) = place;
            shown.show();
        })
    }

    /// So many bytes are done, with this.
    fn done(&self, bytes: u64, summary: &Summary) {
        self.reports.done(bytes);
        let found = format!("; {}", summary.so_far());
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = found;
        self.show();
    }

    fn show(&self) {
        let text =
            |text: &Mutex<String>| text.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.reports.say(|| text(&self.place) + &text(&self.found));
    }
}

fn say(out: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}

/// A game that is passed over.
fn tell(bad: &Bad) {
    let copied = match bad.trouble {
        Why::Broken => "the game is copied as it is",
        Why::Contradiction => "the game is copied without comments",
    };
    let (line, fault) = (bad.line, bad.fault());
    stderr::error(format!("line {line}: {}; {copied}", fault.words()));
}

/// A game of which the last moves cannot be read.
fn tell_unread(report: &Report) {
    if let Some(Unread {
        line_number,
        sentence,
    }) = &report.unread
    {
        let judged = "the moves before it are judged, all is copied";
        stderr::warn(format!("line {line_number}: {sentence}; {judged}"));
    }
}

type Input = Box<dyn BufRead + Send>;

/// The file, and how many bytes it has if that is known. What cannot be games is refused by its first bytes.
fn open(args: &AnnotateArgs, face: &mut Face) -> Result<(Input, Option<u64>), Failure> {
    let name = args.file.display().to_string();
    let unread = |error| unread(&name, &error);
    let (input, bytes): (Box<dyn Read + Send>, _) = if name == "-" {
        (face.input(), None)
    } else {
        let file = File::open(&args.file).map_err(unread)?;
        let about = file.metadata().map_err(unread)?;
        (
            Box::new(file),
            Some(about.len()).filter(|_| about.is_file()),
        )
    };
    let mut input = BufReader::with_capacity(BLOCK, input);
    let first = input.fill_buf().map_err(unread)?;
    if let Some((what, cure)) = no_games(first) {
        let fault = Fault::new(&format!("`{}` {what}", plain(&name))).and_cure(": ", cure);
        return Err(fault.about(&name).into());
    }
    Ok((Box::new(input), bytes))
}

fn unread(name: &str, error: &io::Error) -> Fault {
    let message = format!("cannot read `{}`: {error}", plain(name));
    Fault::of_file(&message, name, error)
}

/// What a file is that begins so, if it holds no games, and what to do about it.
fn no_games(first: &[u8]) -> Option<(&'static str, &'static str)> {
    const PACKED: [&[u8]; 5] = [
        b"\x1f\x8b",
        b"PK\x03\x04",
        b"BZh",
        b"\x28\xb5\x2f\xfd",
        b"\xfd7zXZ",
    ];
    if PACKED.iter().any(|magic| first.starts_with(magic)) {
        Some((
            "is compressed",
            "unpack it, or pipe it in: zcat FILE | peasant annotate -",
        ))
    } else if first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff") {
        Some(("is in UTF-16", "save it as UTF-8"))
    } else if lenient::is_binary(first) {
        Some(("is no text", "games are read as PGN"))
    } else {
        None
    }
}
