//! Tables of endings, a row for each position that was judged: written by `annotate --table`, read by `report`. Parquet, CSV and
//! JSON lines hold the same columns.

#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod parquet;
pub mod read;
pub mod row;
pub mod write;

use std::path::Path;

use crate::host::fault::Fault;
use crate::host::plain::plain;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Parquet,
    Csv,
    JsonLines,
}

impl Format {
    /// The format that the end of a file's name tells.
    ///
    /// # Errors
    /// It tells none, or one that this program was built without.
    pub fn of(file: &Path) -> Result<Format, Fault> {
        let name = file.display().to_string();
        let end = file.extension().map(|end| end.to_ascii_lowercase());
        match end.as_deref().and_then(|end| end.to_str()) {
            Some("parquet") if cfg!(feature = "parquet") => Ok(Format::Parquet),
            Some("csv") => Ok(Format::Csv),
            Some("jsonl" | "ndjson") => Ok(Format::JsonLines),
            Some("parquet") => Err(refused(
                &name,
                "this program was built without Parquet",
                "use .csv or .jsonl",
            )),
            _ => Err(refused(
                &name,
                "its end tells no format of a table",
                "use .parquet, .csv or .jsonl",
            )),
        }
    }
}

fn refused(name: &str, why: &str, cure: &str) -> Fault {
    let fault = Fault::new(&format!("`{}`: {why}", plain(name)));
    fault.and_cure(": ", cure).about(name)
}
