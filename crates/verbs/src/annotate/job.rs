//! A run over a file of games: what it writes, and what it says.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::annotator::{self, Annotator, Answer, Bad, Trouble as Why, What};
use super::event::{Report, Unread};
use super::exercises;
use super::options::AnnotateArgs;
use super::resume::Record;
use super::shown::Shown;
use super::summary::Summary;
use crate::host::fault::Fault;
use crate::host::line::Line;
use crate::host::memory;
use crate::host::plain::plain;
use crate::host::queue::{self, Trouble};
use crate::host::stderr;
use crate::pgn::stream::{Stream, Text};
use crate::table::write::Writer;
use crate::tell::json;
use crate::{Failure, Outcome};

/// A run over a file.
pub(super) struct Job<'a> {
    pub args: &'a AnnotateArgs,
    pub cancelled: &'static AtomicBool,
    pub out: &'a mut (dyn Write + Send),
    pub summary: Summary,
    /// Lines of EPD.
    pub exercises: Vec<String>,
    /// As long as the work goes on.
    pub line: Option<Line>,
    pub shown: Arc<Shown>,
    /// There are words that belong to no game.
    pub has_prose: bool,
}

/// Where a run writes to, beside standard output.
#[derive(Default)]
pub(super) struct Outputs<'o, 't> {
    /// The games.
    pub games: Option<&'o mut (dyn Write + Send)>,
    pub table: Option<Writer<'t>>,
    /// What another run goes on from.
    pub record: Option<&'o mut Record>,
}

impl Job<'_> {
    /// Works on all games, and writes them.
    pub fn run(
        &mut self,
        annotator: &Annotator,
        mut stream: Stream<Box<dyn io::BufRead + Send>>,
        outputs: &mut Outputs,
    ) -> Result<(), Trouble<io::Error>> {
        let work = |text: Text| {
            let answer = annotator.annotate(text);
            memory::reserve();
            answer
        };
        let next = move || stream.texts();
        let pass: fn(Text) -> Answer = annotator::copied;
        // What is left when the run is stopped is copied, or is for the next run.
        let pass = Some(pass).filter(|_| outputs.record.is_none());
        let threads = self.args.threads;
        queue::run(next, threads, self.cancelled, work, pass, |answer| {
            self.hand_on(answer, outputs)
        })
    }

    /// Writes a game, and says what is to be said of it.
    fn hand_on(&mut self, answer: Answer, outputs: &mut Outputs) -> io::Result<()> {
        if self.is_stopped() && outputs.record.is_some() {
            // It is judged with what was proved by then: the next run may prove more.
            return Ok(());
        }
        self.summary.add(&answer);
        let first = answer.text.trim_ascii_start().first();
        self.has_prose |=
            matches!(answer.found, What::Nothing) && first.is_some_and(u8::is_ascii_alphanumeric);
        self.shown.found(&self.summary);
        let is_written = !self.args.only_endings || answer.has_ending();
        let written = if is_written { answer.text.len() } else { 0 };
        let (as_json, writes_games) = (self.args.proof.json, self.args.prints_games());
        let out = &mut *self.out;
        let mut told = || {
            match &mut outputs.games {
                _ if !is_written => {}
                Some(games) => games.write_all(&answer.text)?,
                None if writes_games => out.write_all(&answer.text)?,
                None => {}
            }
            match &answer.found {
                What::Bad(bad) if !as_json => tell(bad),
                What::Game(report) if !as_json => tell_unread(report),
                _ if as_json && (is_written || matches!(answer.found, What::Bad(_))) => {
                    answer.json().map_or(Ok(()), |line| say(out, &line))?;
                }
                _ => {}
            }
            io::Result::Ok(())
        };
        match &self.line {
            Some(line) => line.above(told)?,
            None => told()?,
        }
        self.keep(answer, written, outputs)
    }

    /// Keeps rows and exercises, or has them recorded.
    fn keep(&mut self, answer: Answer, written: usize, outputs: &mut Outputs) -> io::Result<()> {
        let exercises = match &answer.found {
            What::Game(report) if self.args.exercises.is_some() => exercises::of(report),
            _ => Vec::new(),
        };
        if let Some(record) = &mut outputs.record {
            return record.add(answer, exercises, written, &mut outputs.games);
        }
        self.exercises.extend(exercises);
        if let (Some(table), What::Game(report)) = (&mut outputs.table, &answer.found) {
            report.rows.iter().try_for_each(|row| table.add(row))?;
        }
        Ok(())
    }

    /// Was it stopped?
    pub fn is_stopped(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Up to where the games are judged.
    fn stopped(&self) -> String {
        let is_written = self.args.output.is_some() || self.args.prints_games();
        match self.summary.first_copied {
            _ if self.args.resume.is_some() => {
                let games = self.summary.games();
                format!("stopped after {games} games: the same command goes on from there")
            }
            Some(game) if is_written => {
                format!("stopped: from game {game} on the games are copied as they are, not judged")
            }
            Some(game) => format!("stopped: from game {game} on the games are not judged"),
            None => "stopped: the last games are judged with what was proved by then".to_owned(),
        }
    }

    /// Tells what it comes to, and how it ended.
    pub fn finish(self, ended: Result<(), Trouble<io::Error>>) -> Result<Outcome, Failure> {
        if let Err(Trouble::Output(error)) = ended {
            return Err(Failure::Output(error));
        }
        if self.is_stopped() {
            stderr::warn(self.stopped());
        }
        if let Some(path) = self
            .args
            .exercises
            .as_ref()
            .filter(|_| self.args.resume.is_none())
        {
            exercises::save(path, &self.exercises)?;
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
            say(self.out, &json::summary(&self.summary.answer()))?;
        } else if !self.args.prints_games() {
            self.out.write_all(self.summary.text().as_bytes())?;
        } else {
            self.out.flush()?;
            _ = io::stderr()
                .lock()
                .write_all(self.summary.text().as_bytes());
        }
        if let Err(Trouble::Input(error)) = ended {
            return Err(super::unread(&self.args.file.display().to_string(), &error).into());
        }
        Ok(Outcome::first([
            (self.summary.is_contradicted(), Outcome::Contradiction),
            (self.summary.is_broken(), Outcome::BadInput),
        ]))
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
