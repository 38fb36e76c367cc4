//! What is known of exercises, and when they come again: a file with one object, written anew after every answer.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use peasant::board::Position;
use peasant::notation::fen;
use peasant::store;
use rs_fsrs::{FSRS, Rating};
use serde::{Deserialize, Serialize};
use verbs::Failure;
use verbs::host::fault::Fault;
use verbs::tell::drawing;

use super::exercise::Exercise;
use super::training::Training;

/// The version of the file.
const SCHEMA: u32 = 1;

/// All that is known, and where it is kept.
pub struct Progress {
    path: PathBuf,
    kept: Kept,
}

/// What the file holds.
#[derive(Serialize, Deserialize)]
struct Kept {
    schema: u32,
    exercises: Vec<Known>,
}

/// What is known of an exercise.
#[derive(Serialize, Deserialize)]
struct Known {
    /// Its position; FEN.
    fen: String,
    name: String,
    #[serde(flatten)]
    training: Training,
}

/// How an exercise was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Right,
    RightAfterHint,
    Wrong,
}

impl Progress {
    /// What the file says, if it is there.
    ///
    /// # Errors
    /// It is there and is something else.
    pub fn open(path: PathBuf) -> Result<Progress, Failure> {
        let refused = |what: &str| {
            let fault = Fault::new(&format!("`{}` {what}", path.display()));
            fault.and_cure(": ", "name another file with --progress, or delete it")
        };
        let kept = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| refused(&format!("is no file of progress ({error})")))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kept {
                schema: SCHEMA,
                exercises: Vec::new(),
            },
            Err(error) => return Err(refused(&format!("cannot be read ({error})")).into()),
        };
        if kept.schema != SCHEMA {
            return Err(refused(&format!("is of version {}", kept.schema)).into());
        }
        Ok(Progress { path, kept })
    }

    fn known(&self, position: &Position) -> Option<&Known> {
        let fen = fen::format(position);
        self.kept.exercises.iter().find(|known| known.fen == fen)
    }

    /// What to ask now: first what is to come again, the easier first; then what is new, with fewer men first.
    pub fn choose(&self, all: Vec<Exercise>, count: usize, now: DateTime<Utc>) -> Vec<Exercise> {
        let training = |one: &Exercise| self.known(&one.position).map(|known| &known.training);
        let (mut old, mut new): (Vec<Exercise>, Vec<Exercise>) =
            all.into_iter().partition(|one| training(one).is_some());
        old.retain(|one| training(one).is_some_and(|training| training.card.due <= now));
        old.sort_by_key(|one| {
            training(one).map(|training| (training.difficulty, training.card.due))
        });
        new.sort_by_key(|one| one.position.occupied().count());
        old.into_iter().chain(new).take(count).collect()
    }

    /// When the first of these comes again that is not due.
    pub fn next(&self, all: &[Exercise]) -> Option<DateTime<Utc>> {
        let known = all.iter().filter_map(|one| self.known(&one.position));
        known.map(|known| known.training.card.due).min()
    }

    /// How it went so far.
    pub fn of(&self, position: &Position) -> Option<&Training> {
        Some(&self.known(position)?.training)
    }

    /// Notes how an exercise was answered: when does it come again?
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note(
        &mut self,
        exercise: &Exercise,
        answer: Answer,
        difficulty: Option<usize>,
        now: DateTime<Utc>,
    ) -> Result<DateTime<Utc>, Failure> {
        let training = &mut self.entry(exercise, now).training;
        let rating = match answer {
            Answer::Right => Rating::Good,
            Answer::RightAfterHint => Rating::Hard,
            Answer::Wrong => Rating::Again,
        };
        training.asked += 1;
        training.missed += u32::from(answer == Answer::Wrong);
        training.difficulty = difficulty.or(training.difficulty);
        training.card = FSRS::default()
            .next(training.card.clone(), now, rating)
            .card;
        let due = training.card.due;
        self.write()?;
        Ok(due)
    }

    /// What is known of an exercise, made if it is nothing.
    fn entry(&mut self, exercise: &Exercise, now: DateTime<Utc>) -> &mut Known {
        let fen = fen::format(&exercise.position);
        let all = &mut self.kept.exercises;
        let number = all.iter().position(|known| known.fen == fen);
        let number = number.unwrap_or_else(|| {
            all.push(Known {
                fen,
                name: exercise.name.clone(),
                training: Training::new(now),
            });
            all.len() - 1
        });
        &mut all[number]
    }

    /// Takes over what files say was answered elsewhere, where that is later than what is known here: of how many exercises?
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn import(&mut self, all: &[Exercise], now: DateTime<Utc>) -> Result<usize, Failure> {
        let mut taken = 0;
        for exercise in all {
            let Some(training) = &exercise.training else {
                continue;
            };
            let known = &mut self.entry(exercise, now).training;
            if known.asked == 0 || training.card.last_review > known.card.last_review {
                *known = training.clone();
                taken += 1;
            }
        }
        self.write()?;
        Ok(taken)
    }

    /// As a whole: a run that is killed loses nothing.
    fn write(&self) -> Result<(), Failure> {
        let made = match self.path.parent() {
            Some(directory) => fs::create_dir_all(directory),
            None => Ok(()),
        };
        let text = made.and_then(|()| Ok(serde_json::to_string(&self.kept)? + "\n"));
        let written = text.and_then(|text| store::save(&self.path, text.as_bytes()));
        written.map_err(|error| drawing::unwritten(&self.path, error))
    }

    /// All of it as EPD or PGN, which `peasant train` and the page read again.
    pub fn export(&self, form: Form, out: &mut dyn Write) -> io::Result<()> {
        for known in &self.kept.exercises {
            let (name, words) = (known.name.replace('"', "'"), known.training.words());
            let training = known.training.format();
            match form {
                Form::Epd => {
                    let fields: Vec<&str> = known.fen.split(' ').take(4).collect();
                    let fen = fields.join(" ");
                    writeln!(
                        out,
                        "{fen} id \"{name}\"; c5 \"{words}\"; c6 \"{training}\";"
                    )?;
                }
                Form::Pgn => writeln!(
                    out,
                    "[Event \"{name}\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n[Training \"{training}\"]\n\n{{{words}}} *\n",
                    known.fen
                )?,
            }
        }
        Ok(())
    }
}

/// How a file holds exercises.
#[derive(Clone, Copy)]
pub enum Form {
    Epd,
    Pgn,
}

impl Form {
    /// By the name of the file.
    pub fn of(file: &Path) -> Form {
        let is_pgn = |ending: &OsStr| ending.eq_ignore_ascii_case("pgn");
        match file.extension().is_some_and(is_pgn) {
            true => Form::Pgn,
            false => Form::Epd,
        }
    }
}

/// Where progress is kept if nobody says otherwise.
pub fn default_path() -> Option<PathBuf> {
    Some(
        dirs::data_dir()?
            .join("peasant")
            .join(Path::new("train.json")),
    )
}
