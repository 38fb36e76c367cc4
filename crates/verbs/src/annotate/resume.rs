//! A run over a file of games that was stopped, and goes on: what it has done stands in a file, a line for every second or so.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use peasant::clock::Instant;
use peasant::store;
use serde::{Deserialize, Serialize};

use super::annotator::{Answer, What};
use super::exercises;
use super::options::AnnotateArgs;
use super::summary::Summary;
use crate::Failure;
use crate::host::fault::Fault;
use crate::host::input::Input;
use crate::host::journal::{Journal, Wrong};
use crate::host::plain::plain;
use crate::pgn::stream::Place;
use crate::table::Format;
use crate::table::row::Row;
use crate::table::write::Writer;
use crate::tell::{drawing, json};

/// A line is written so often: a run that is killed loses no more, and the games in work.
const EVERY: u64 = 1;

/// And at the latest after so many rows.
const MOST_ROWS: usize = 4096;

/// So many bytes of a file tell whether it is the same.
const HEAD: usize = 1024;

/// What a run has done, in its file.
pub(super) struct Record {
    path: PathBuf,
    journal: Journal,
    /// How far it has come.
    place: Place,
    /// Bytes of games with comments.
    written: u64,
    /// What all lines come to.
    summary: Summary,
    /// The next line.
    step: Step,
    last: Instant,
}

/// The first line: the run that the file belongs to.
#[derive(PartialEq, Serialize, Deserialize)]
struct Run {
    /// The options that matter.
    options: String,
    /// Bytes of the file of games.
    bytes: Option<u64>,
    /// The first of them.
    begins: String,
}

/// What was done since the line before.
#[derive(Default, Serialize, Deserialize)]
struct Step {
    /// Behind it.
    place: Place,
    /// Bytes of games with comments, from the beginning.
    written: u64,
    summary: Summary,
    rows: Vec<Row>,
    exercises: Vec<String>,
}

impl Record {
    /// Opens the file, or makes it.
    pub fn open(path: &Path, args: &AnnotateArgs, input: &mut Input) -> Result<Record, Failure> {
        let name = args.file.display().to_string();
        let unread = |error| super::unread(&name, &error);
        let run = Run {
            options: args.run(),
            bytes: input.bytes,
            begins: begins(input).map_err(unread)?,
        };
        let (mut place, mut written, mut summary) = (Place::BEGIN, 0, Summary::default());
        let journal = Journal::open(path, "record of a run of `annotate`", |number, line| {
            if number == 1 {
                let head: Run = serde_json::from_slice(line).map_err(|_| Wrong::Line)?;
                return match head == run {
                    true => Ok(()),
                    false => Err(Wrong::File(
                        "it belongs to another file of games, or to other options",
                    )),
                };
            }
            let step: Step = serde_json::from_slice(line).map_err(|_| Wrong::Line)?;
            (place, written) = (step.place, step.written);
            summary.add_all(&step.summary);
            Ok(())
        })?;
        if journal.is_new() {
            journal.add(&json::line(&run))?;
        }
        Ok(Record {
            path: path.to_owned(),
            journal,
            place,
            written,
            summary,
            step: Step::default(),
            last: Instant::now(),
        })
    }

    /// Goes to where the last run ended; what there is so far.
    pub fn go_on(&mut self, input: &mut Input) -> Result<(Place, Summary), Failure> {
        let skipped = io::copy(
            &mut input.text.by_ref().take(self.place.bytes),
            &mut io::sink(),
        );
        if skipped.ok() != Some(self.place.bytes) {
            let name = self.path.display().to_string();
            let fault = Fault::new(&format!(
                "the file of games ends before the place that `{}` names",
                plain(&name)
            ));
            return Err(fault
                .and_cure("; ", "remove it to begin anew")
                .about(&name)
                .into());
        }
        Ok((self.place, std::mem::take(&mut self.summary)))
    }

    /// The file of games so far, without what was written behind the last line.
    pub fn open_part(&self, part: &Path) -> Result<BufWriter<File>, Failure> {
        let unwritten = |error| drawing::unwritten(part, error);
        let mut options = OpenOptions::new();
        let file = options
            .append(true)
            .create(true)
            .open(part)
            .map_err(unwritten)?;
        if file.metadata().map_err(unwritten)?.len() < self.written {
            let (name, record) = (part.display().to_string(), self.path.display().to_string());
            let fault = Fault::new(&format!(
                "`{}` is shorter than `{}` says",
                plain(&name),
                plain(&record)
            ));
            return Err(fault
                .and_cure("; ", "remove both to begin anew")
                .about(&name)
                .into());
        }
        file.set_len(self.written).map_err(unwritten)?;
        Ok(BufWriter::new(file))
    }

    /// One more game is done, of which so many bytes were written.
    pub fn add(
        &mut self,
        answer: Answer,
        exercises: Vec<String>,
        written: usize,
        games: &mut Option<&mut (dyn Write + Send)>,
    ) -> io::Result<()> {
        self.step.summary.add(&answer);
        self.step.exercises.extend(exercises);
        self.written += written as u64;
        if let What::Game(report) = answer.found {
            self.step.rows.extend(report.rows);
        }
        // In the middle of a game that is too long nobody can go on.
        let Some(place) = answer.end else {
            return Ok(());
        };
        self.step.place = place;
        let is_due = self.last.elapsed().as_secs() >= EVERY || self.step.rows.len() >= MOST_ROWS;
        if is_due { self.write(games) } else { Ok(()) }
    }

    /// Writes the next line, behind the games of which it tells.
    pub fn write(&mut self, games: &mut Option<&mut (dyn Write + Send)>) -> io::Result<()> {
        self.last = Instant::now();
        let step = std::mem::take(&mut self.step);
        if step.place == Place::default() {
            return Ok(());
        }
        games.as_mut().map_or(Ok(()), |games| games.flush())?;
        let written = self.written;
        self.journal.add(&json::line(&Step { written, ..step }))
    }

    /// Writes the table and the exercises of all runs; when everything is done the games have their name, and the file goes.
    pub fn finish(self, args: &AnnotateArgs, is_done: bool) -> Result<(), Failure> {
        if let Some(path) = &args.table {
            let format = Format::of(path)?;
            let saved = store::save_with(path, |file| {
                let mut table = Writer::new(format, file)?;
                self.steps(|step| step.rows.iter().try_for_each(|row| table.add(row)))?;
                table.finish()
            });
            saved.map_err(|error| drawing::unwritten(path, error))?;
        }
        if let Some(path) = &args.exercises {
            let mut all = Vec::new();
            let read = self.steps(|step| {
                all.extend(step.exercises);
                Ok(())
            });
            read.map_err(|error| super::unread(&self.path.display().to_string(), &error))?;
            exercises::save(path, &all)?;
        }
        if !is_done {
            return Ok(());
        }
        if let Some(output) = &args.output {
            let named = fs::rename(part(output), output);
            named.map_err(|error| drawing::unwritten(output, error))?;
        }
        let removed = fs::remove_file(&self.path);
        removed.map_err(|error| drawing::unwritten(&self.path, error))
    }

    /// Every line but the first.
    fn steps(&self, mut hand_on: impl FnMut(Step) -> io::Result<()>) -> io::Result<()> {
        let lines = BufReader::new(File::open(&self.path)?).lines();
        for line in lines.skip(1) {
            hand_on(serde_json::from_str(&line?)?)?;
        }
        Ok(())
    }
}

/// Where the games stand until all are done.
pub(super) fn part(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// The first bytes of a file of games, as text.
fn begins(input: &mut Input) -> io::Result<String> {
    let first = input.text.fill_buf()?;
    let first = first.get(..HEAD).unwrap_or(first);
    Ok(String::from_utf8_lossy(first).into_owned())
}
