//! Exercises: positions with a name.

use std::fs;
use std::path::{Path, PathBuf};

use peasant::board::Position;
use peasant::notation::{fen, lenient};
use verbs::Failure;
use verbs::epd::record::Record;
use verbs::host::fault::Fault;
use verbs::pgn::game::Game;
use verbs::pgn::read::{self, Found};
use verbs::pgn::stream::Stream;

use super::training::Training;

/// Endings from books, with their sources.
pub const BOOKS: &str = include_str!("../../../books.epd");

/// A position whose best move, or result, is asked for.
pub struct Exercise {
    pub name: String,
    pub position: Position,
    /// What its file says of how it went.
    pub training: Option<Training>,
}

impl Exercise {
    /// Those of these files, or of the books if none is named; each position once.
    ///
    /// # Errors
    /// What cannot be read, with its line.
    pub fn all(files: &[PathBuf]) -> Result<Vec<Exercise>, Failure> {
        let mut all: Vec<Exercise> = Vec::new();
        if files.is_empty() {
            all = records(BOOKS, Path::new("the books"), true)?;
        }
        for file in files {
            let text = fs::read_to_string(file).map_err(|error| {
                let fault = Fault::new(&format!("`{}` cannot be read ({error})", file.display()));
                fault.and_cure(": ", "name a file with positions (EPD) or games (PGN)")
            })?;
            let found = match text.trim_start().starts_with('[') {
                true => games(&text, file)?,
                false => records(&text, file, false)?,
            };
            for exercise in found {
                if !all.iter().any(|one| one.position == exercise.position) {
                    all.push(exercise);
                }
            }
        }
        Ok(all)
    }
}

/// The records of an EPD file. Ours have their source in `c1`; elsewhere that may tell the answer.
fn records(text: &str, file: &Path, are_ours: bool) -> Result<Vec<Exercise>, Failure> {
    let mut exercises = Vec::new();
    for (number, line) in lenient::lines(text).enumerate() {
        let record = Record::parse(number + 1, line).map_err(|fault| {
            let place = format!("`{}`, line {}: ", file.display(), number + 1);
            Fault::new(&format!("{place}{}", fault.words()))
        })?;
        exercises.extend(record.map(|record| {
            let [_, source, _, _, _, _, training, ..] = record.comments;
            // Where it is from, without how it came here.
            let source = source
                .filter(|_| are_ours)
                .map(|source| match source.split_once(" (") {
                    Some((source, _)) => source.to_owned(),
                    None => source,
                });
            Exercise {
                name: source.unwrap_or(record.id),
                position: record.position,
                training: training.as_deref().and_then(Training::parse),
            }
        }));
    }
    Ok(exercises)
}

/// The starts of games, where these are pawn endings.
fn games(text: &str, file: &Path) -> Result<Vec<Exercise>, Failure> {
    let mut stream = Stream::new(text.as_bytes());
    let mut exercises = Vec::new();
    while let Some(text) = stream.text()? {
        if let Found::Game(game) = read::read(&text.bytes) {
            exercises.extend(start(&game));
        }
    }
    if exercises.is_empty() {
        let fault = Fault::new(&format!(
            "no game of `{}` begins with a pawn ending",
            file.display()
        ));
        let cure =
            "write positions as EPD, or take those of games with `peasant annotate --exercises`";
        return Err(fault.and_cure(": ", cure).into());
    }
    Ok(exercises)
}

fn start(game: &Game) -> Option<Exercise> {
    let position = fen::parse(&game.tag("FEN")?).ok()?;
    Some(Exercise {
        name: game.tag("Event").unwrap_or_else(|| "a game".to_owned()),
        position: position.is_pawn_ending().then_some(position)?,
        training: game.tag("Training").and_then(|text| Training::parse(&text)),
    })
}
