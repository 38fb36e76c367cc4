//! What is known of exercises, and when they come again: a file with one object, written anew after every answer.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use peasant::board::Position;
use peasant::notation::fen;
use peasant::store;
use rs_fsrs::{Card, FSRS, Rating};
use serde::{Deserialize, Serialize};
use verbs::Failure;
use verbs::host::fault::Fault;
use verbs::tell::drawing;

use super::exercise::Exercise;

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
    asked: u32,
    missed: u32,
    /// After so many plies of its refutation a player sees why the most natural error is one.
    difficulty: Option<usize>,
    card: Card,
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

    /// What to ask now: first what is to come again, what is due longest first; then what is new, in its order.
    pub fn choose(&self, all: Vec<Exercise>, count: usize, now: DateTime<Utc>) -> Vec<Exercise> {
        let (old, new): (Vec<Exercise>, Vec<Exercise>) = all
            .into_iter()
            .partition(|one| self.known(&one.position).is_some());
        let due = |one: &Exercise| self.known(&one.position).map(|known| known.card.due);
        let mut old: Vec<Exercise> = old
            .into_iter()
            .filter(|one| due(one).is_some_and(|due| due <= now))
            .collect();
        old.sort_by_key(due);
        old.into_iter().chain(new).take(count).collect()
    }

    /// When the first of these comes again that is not due.
    pub fn next(&self, all: &[Exercise]) -> Option<DateTime<Utc>> {
        let known = all.iter().filter_map(|one| self.known(&one.position));
        known.map(|known| known.card.due).min()
    }

    /// How often it was asked, how often missed, and how hard it is.
    pub fn of(&self, position: &Position) -> Option<(u32, u32, Option<usize>)> {
        let known = self.known(position)?;
        Some((known.asked, known.missed, known.difficulty))
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
        let fen = fen::format(&exercise.position);
        let all = &mut self.kept.exercises;
        let number = all.iter().position(|known| known.fen == fen);
        let number = number.unwrap_or_else(|| {
            let card = Card {
                due: now,
                last_review: now,
                ..Card::default()
            };
            all.push(Known {
                fen,
                name: exercise.name.clone(),
                asked: 0,
                missed: 0,
                difficulty: None,
                card,
            });
            all.len() - 1
        });
        let known = &mut all[number];
        let rating = match answer {
            Answer::Right => Rating::Good,
            Answer::RightAfterHint => Rating::Hard,
            Answer::Wrong => Rating::Again,
        };
        known.asked += 1;
        known.missed += u32::from(answer == Answer::Wrong);
        known.difficulty = difficulty.or(known.difficulty);
        known.card = FSRS::default().next(known.card.clone(), now, rating).card;
        let due = known.card.due;
        self.write()?;
        Ok(due)
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

    /// All of it as EPD, which `peasant train` reads again as exercises.
    pub fn export(&self, out: &mut dyn Write) -> io::Result<()> {
        for known in &self.kept.exercises {
            let fields: Vec<&str> = known.fen.split(' ').take(4).collect();
            let day = known.card.due.format("%Y-%m-%d");
            writeln!(
                out,
                "{} id \"{}\"; c5 \"asked {}, missed {}, due {day}\";",
                fields.join(" "),
                known.name.replace('"', "'"),
                known.asked,
                known.missed
            )?;
        }
        Ok(())
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
