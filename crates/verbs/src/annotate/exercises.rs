//! Exercises from games: the positions in which a result was thrown away.

use std::path::Path;

use peasant::store;

use super::event::{Event, Kind, Report};
use crate::Failure;
use crate::pgn::game::Heading;
use crate::tell::drawing;

/// Those of a game, a line of EPD each: the position, the move that was an error (`am`), players, date and the move's number (`id`).
pub fn of(report: &Report) -> Vec<String> {
    let errors = report.moments.iter().filter(|one| one.kind == Kind::Error);
    let lines = errors.filter_map(|event| {
        let played = &event.r#move.as_ref()?.san;
        let fields: Vec<&str> = event.fen.split(' ').take(4).collect();
        let name = name(&report.heading, event).replace('"', "'");
        Some(format!("{} am {played}; id \"{name}\";", fields.join(" ")))
    });
    lines.collect()
}

/// `Réti – Tartakower, 1925, move 34`
fn name(heading: &Heading, event: &Event) -> String {
    let unknown = || "?".to_owned();
    let white = heading.white.clone().unwrap_or_else(unknown);
    let black = heading.black.clone().unwrap_or_else(unknown);
    let date = heading.date.as_deref();
    let date = date.map_or(String::new(), |date| format!(", {date}"));
    format!("{white} – {black}{date}, move {}", event.move_number)
}

/// Writes them into a file.
pub fn save(path: &Path, exercises: &[String]) -> Result<(), Failure> {
    let lines = exercises.iter().map(|line| format!("{line}\n"));
    let text: String = lines.collect();
    let saved = store::save(path, text.as_bytes());
    saved.map_err(|error| drawing::unwritten(path, error))
}
