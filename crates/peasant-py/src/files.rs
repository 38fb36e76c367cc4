//! Files cut into what is worked on apart, where the verbs cut them too.

use std::io;

use peasant::notation::{fen, lenient};
use pyo3::prelude::*;
use verbs::pgn::stream::Stream;

/// The positions of an EPD file: the line's number, its name, and the position; or the line as it is, where that is none.
#[pyfunction]
pub fn records(file: &[u8]) -> Vec<(usize, String, String)> {
    let text = String::from_utf8_lossy(file);
    let record = |(number, line): (usize, &str)| {
        let name = format!("line {number}");
        match lenient::line(line) {
            Ok(None) => None,
            Ok(Some(read)) if read.castles.is_empty() => {
                let position = fen::format_epd(&read.epd.position);
                Some((number, read.epd.id.unwrap_or(name), position))
            }
            _ => Some((number, name, line.trim().to_owned())),
        }
    };
    (1..)
        .zip(lenient::lines(&text))
        .filter_map(record)
        .collect()
}

/// Does a line hold a position, with or without operations of EPD?
#[pyfunction]
pub fn is_record(line: &str) -> bool {
    matches!(lenient::line(line), Ok(Some(_)))
}

/// The games of a PGN text. A comment between games is one.
#[pyfunction]
pub fn games(text: &str) -> io::Result<Vec<String>> {
    let (mut stream, mut games) = (Stream::new(text.as_bytes()), Vec::<Vec<u8>>::new());
    while let Some(part) = stream.text()? {
        match games.last_mut() {
            Some(game) if part.is_rest => game.extend(part.bytes),
            _ if part.bytes.trim_ascii().is_empty() => {}
            _ => games.push(part.bytes),
        }
    }
    let text = |game: &Vec<u8>| String::from_utf8_lossy(game).into_owned();
    Ok(games.iter().map(text).collect())
}
