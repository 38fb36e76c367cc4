//! Rows out of a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::Format;
#[cfg(feature = "parquet")]
use super::parquet;
use super::row::Row;

/// The rows of a table.
pub type Rows = Box<dyn Iterator<Item = io::Result<Row>>>;

/// Opens a table.
///
/// # Errors
/// Those of the system; what is no row is an error in its place.
pub fn rows(file: &Path, format: Format) -> io::Result<Rows> {
    let file = File::open(file)?;
    Ok(match format {
        Format::Csv => {
            let rows = csv::Reader::from_reader(BufReader::new(file)).into_deserialize();
            Box::new(rows.map(|row| row.map_err(io::Error::other)))
        }
        Format::JsonLines => {
            let lines = BufReader::new(file).lines();
            Box::new(lines.map(|line| Ok(serde_json::from_str(&line?)?)))
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(parquet::read(file)?),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => return Err(io::ErrorKind::Unsupported.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::write::Writer;
    use super::*;

    /// What is written is read again, in every format.
    #[test]
    fn tables_hold_what_was_written() {
        let first = Row {
            white: Some("Réti, \"the\" player".to_owned()),
            white_elo: Some(2500),
            game: 7,
            fen: "7K/8/k1P5/7p/8/8/8/8 w - - 0 1".to_owned(),
            result: Some("draw".to_owned()),
            only_move: true,
            seconds: 0.25,
            ..Row::default()
        };
        let rows = [first, Row::default()];
        let directory = std::env::temp_dir().join(format!("peasant-table-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        for name in ["t.csv", "t.jsonl", "t.parquet"] {
            let path = directory.join(name);
            let format = match Format::of(&path) {
                Ok(format) => format,
                Err(fault) => {
                    assert!(
                        fault.words().contains("without Parquet"),
                        "{}",
                        fault.words()
                    );
                    continue;
                }
            };
            for rows in [&rows[..], &[]] {
                let mut file = File::create(&path).expect("a file");
                let mut table = Writer::new(format, &mut file).expect("a table");
                rows.iter().for_each(|row| table.add(row).expect("room"));
                table.finish().expect("room");
                let read: io::Result<Vec<Row>> =
                    super::rows(&path, format).expect("a table").collect();
                assert_eq!(read.expect("rows"), rows, "{name}");
            }
        }
        std::fs::remove_dir_all(&directory).expect("the directory");
        assert!(Format::of(Path::new("t.txt")).is_err());
    }
}
