//! `peasant store clear`: everything forgotten.

use std::fs;
use std::path::Path;

use peasant::Material;

use super::options::ClearArgs;
use crate::options::store::SIZE;
use crate::{Face, Failure, Outcome};

pub fn run(args: &ClearArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let directory = super::directory(&args.place)?;
    let store = super::open(&args.place, SIZE)?;
    let before = store.contents().map_or(0, |contents| contents.bytes);
    let is_clear = store.clear();
    let old = remove_old_files(&directory);
    super::warn(&store);
    let out = face.out();
    let file = store.path().display();
    if is_clear {
        writeln!(
            out,
            "`{file}` is empty, {} are free.",
            super::size(before + old)
        )?;
    }
    out.flush()?;
    Ok(if is_clear {
        Outcome::Answered
    } else {
        Outcome::NoOutput
    })
}

/// Removes the small endings that earlier versions kept, a file each. How many bytes were they?
fn remove_old_files(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let old = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_suffix(".base"));
        let material = name.map(|name| name.split('-').next().unwrap_or_default());
        material.is_some_and(|material| material.parse::<Material>().is_ok())
    });
    let bytes = old.filter_map(|entry| {
        let length = entry.metadata().ok()?.len();
        fs::remove_file(entry.path()).ok()?;
        Some(length)
    });
    bytes.sum()
}
