//! The repository's files of positions.

use std::path::Path;

/// The text of a file in `data/positions`.
///
/// # Panics
/// If there is no such file.
#[must_use]
pub fn data(name: &str) -> String {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/positions");
    let path = Path::new(directory).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fields of each line of such a file, which semicolons part. Empty lines and comments (`#`)
/// are left out.
///
/// # Panics
/// If there is no such file.
#[must_use]
pub fn records(name: &str) -> Vec<Vec<String>> {
    let text = data(name);
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            line.split(';')
                .map(|field| field.trim().to_owned())
                .collect()
        })
        .collect()
}
