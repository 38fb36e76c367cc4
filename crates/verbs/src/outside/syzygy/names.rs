//! Names: of directories, of their files, of the table that a position belongs to.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use peasant::board::{Color, Position, Role};

use super::NoTables;

/// The directories of a list.
pub fn split(list: &OsStr) -> Result<Vec<PathBuf>, NoTables> {
    let directories: Vec<PathBuf> = std::env::split_paths(list)
        .filter(|directory| !directory.as_os_str().is_empty())
        .collect();
    if directories.is_empty() {
        let list = list.display();
        return Err(NoTables(format!(
            "--syzygy: `{list}` names no directory: give the one that holds the tables, or leave out --syzygy (and PEASANT_SYZYGY)"
        )));
    }
    Ok(directories)
}

/// The files of a directory that are tables of results by name, in order.
pub fn files(directory: &Path) -> Result<Vec<PathBuf>, NoTables> {
    let read = || -> io::Result<Vec<PathBuf>> {
        std::fs::read_dir(directory)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    let name = directory.display();
    let mut files = read().map_err(|error| {
        NoTables(match error.kind() {
            io::ErrorKind::NotFound => format!(
                "--syzygy: there is no directory `{name}`: name the one that holds the tables, or leave out --syzygy"
            ),
            io::ErrorKind::NotADirectory => format!(
                "--syzygy: `{name}` is no directory: name the one that holds the tables, or leave out --syzygy"
            ),
            _ => format!(
                "--syzygy: cannot read `{name}` ({error}): allow it to be read, or leave out --syzygy"
            ),
        })
    })?;
    files.retain(|file| file.extension() == Some(OsStr::new("rtbw")));
    files.sort();
    Ok(files)
}

/// The first names of a long list.
pub fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The name of the table that a position belongs to, such as `KQPvKP`: the side with more, then dearer, men first.
pub fn material(position: &Position) -> String {
    let side = |color| {
        let roles = Role::ALL.into_iter().rev();
        roles
            .flat_map(|role| std::iter::repeat_n(role, position.pieces(color, role).len()))
            .collect::<Vec<Role>>()
    };
    let mut sides = Color::BOTH.map(side);
    sides.sort_by(|a, b| (b.len(), b).cmp(&(a.len(), a)));
    let name = |side: &Vec<Role>| -> String {
        side.iter()
            .map(|role| role.letter().to_ascii_uppercase())
            .collect()
    };
    sides.each_ref().map(name).join("v")
}
