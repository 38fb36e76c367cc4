//! Exercises: positions with a name.

use std::fs;
use std::path::{Path, PathBuf};

use peasant::board::Position;
use verbs::Failure;
use verbs::epd::record::Record;
use verbs::host::fault::Fault;

/// Endings from books, with their sources.
const BOOKS: &str = include_str!("../../../../../data/positions/classics.epd");

/// A position whose best move, or result, is asked for.
pub struct Exercise {
    pub name: String,
    pub position: Position,
}

impl Exercise {
    /// Those of these files, or of the books if none is named; each position once.
    ///
    /// # Errors
    /// What cannot be read, with its line.
    pub fn all(files: &[PathBuf]) -> Result<Vec<Exercise>, Failure> {
        let mut all: Vec<Exercise> = Vec::new();
        if files.is_empty() {
            all = read(BOOKS, Path::new("the books"))?;
        }
        for file in files {
            let text = fs::read_to_string(file).map_err(|error| {
                let fault = Fault::new(&format!("`{}` cannot be read ({error})", file.display()));
                fault.and_cure(": ", "name a file with positions (EPD)")
            })?;
            for exercise in read(&text, file)? {
                if !all.iter().any(|one| one.position == exercise.position) {
                    all.push(exercise);
                }
            }
        }
        Ok(all)
    }
}

fn read(text: &str, file: &Path) -> Result<Vec<Exercise>, Failure> {
    let mut exercises = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let record = Record::parse(number + 1, line).map_err(|fault| {
            let place = format!("`{}`, line {}: ", file.display(), number + 1);
            Fault::new(&format!("{place}{}", fault.words()))
        })?;
        exercises.extend(record.map(|record| Exercise {
            name: record.id,
            position: record.position,
        }));
    }
    Ok(exercises)
}
