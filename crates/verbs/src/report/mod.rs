//! `peasant report`: what a table of endings tells, as a page.

mod answer;
mod card;
mod chance;
mod chart;
mod missed;
pub mod options;
mod page;
mod rate;
#[cfg(test)]
mod samples;
mod table;
mod tally;

use std::io;
use std::path::Path;

pub use answer::Answer;

use crate::host::fault::Fault;
use crate::host::plain::plain;
use crate::table::{Format, read};
use crate::tell::{drawing, json};
use crate::{Face, Failure, Outcome};
use options::ReportArgs;
use tally::Tally;

pub fn run(args: &ReportArgs, face: &mut Face) -> Result<Outcome, Failure> {
    face.write_for_programs();
    check(args)?;
    let answer = read(&args.file)?.answer(args.top);
    let file = args.output.as_ref().filter(|path| path.as_os_str() != "-");
    if let Some(path) = file {
        drawing::write(path, page::html(&answer).as_bytes())?;
    }
    let text = match (args.json, file) {
        (true, _) => json::line(&answer) + "\n",
        (false, None) => page::html(&answer),
        (false, Some(_)) => return Ok(Outcome::Answered),
    };
    let out = face.out();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Answered)
}

/// Standard output takes one of them.
fn check(args: &ReportArgs) -> Result<(), Fault> {
    if args.json && args.output.as_deref() == Some(Path::new("-")) {
        let fault = Fault::new("--output: `-` is standard output, where the JSON goes");
        return Err(fault.and_cure(": ", "name a file").about("-"));
    }
    Ok(())
}

/// Reads and counts a table.
fn read(file: &Path) -> Result<Tally, Fault> {
    let name = file.display().to_string();
    let format = Format::of(file)?;
    let rows = read::rows(file, format).map_err(|error| unread(&name, &error))?;
    let mut tally = Tally::default();
    for (number, row) in (1..).zip(rows) {
        let row = row.map_err(|error| bad_row(&name, number, &error.to_string()))?;
        let added = tally.add(&row);
        added.map_err(|fault| bad_row(&name, number, fault.words()))?;
    }
    Ok(tally)
}

fn unread(name: &str, error: &io::Error) -> Fault {
    match error.raw_os_error() {
        Some(_) => {
            let message = format!("cannot read `{}`: {error}", plain(name));
            Fault::of_file(&message, name, error)
        }
        None => no_table(name, &error.to_string()),
    }
}

fn bad_row(name: &str, number: u64, why: &str) -> Fault {
    no_table(name, &format!("row {number}: {why}"))
}

fn no_table(name: &str, why: &str) -> Fault {
    let message = format!("`{}` is no table of endings: {why}", plain(name));
    let cure = "give a file that `peasant annotate --table` has written";
    Fault::new(&message).and_cure("; ", cure).about(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is no table is told with its row and the cure.
    #[test]
    fn a_file_that_is_no_table_is_refused() {
        let directory = std::env::temp_dir().join(format!("peasant-report-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let good = serde_json::to_string(&samples::rows()[0]).expect("a row");
        let lines = format!("{good}\n{{\"game\":1}}\n");
        for (file, text, part) in [
            ("a.csv", "name,points\nx,3\n", "row 1: "),
            ("a.jsonl", &lines, "row 2: "),
            ("a.txt", "", "its end tells no format"),
        ] {
            let path = directory.join(file);
            std::fs::write(&path, text).expect("a file");
            let fault = read(&path).err().expect(file);
            assert!(fault.words().contains(part), "{}", fault.words());
        }
        let missing = read(&directory.join("none.csv")).err().expect("no file");
        assert!(missing.words().contains("cannot read"));
        std::fs::remove_dir_all(&directory).expect("the directory");
    }
}
