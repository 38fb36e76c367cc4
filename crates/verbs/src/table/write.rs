//! Rows into a file.

use std::io::{self, Write};

use super::Format;
#[cfg(feature = "parquet")]
use super::parquet;
use super::row::Row;

/// A table in the making.
pub enum Writer<'w> {
    Csv(Box<csv::Writer<Output<'w>>>),
    JsonLines(Output<'w>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Writer<Output<'w>>>),
}

/// Where it goes.
pub type Output<'w> = &'w mut (dyn Write + Send);

impl<'w> Writer<'w> {
    pub fn new(format: Format, output: Output<'w>) -> io::Result<Writer<'w>> {
        Ok(match format {
            Format::Csv => Writer::Csv(Box::new(csv::Writer::from_writer(output))),
            Format::JsonLines => Writer::JsonLines(output),
            #[cfg(feature = "parquet")]
            Format::Parquet => Writer::Parquet(Box::new(parquet::Writer::new(output)?)),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => return Err(io::ErrorKind::Unsupported.into()),
        })
    }

    pub fn add(&mut self, row: &Row) -> io::Result<()> {
        match self {
            Writer::Csv(table) => table.serialize(row).map_err(io::Error::other),
            Writer::JsonLines(output) => {
                serde_json::to_writer(&mut **output, row)?;
                output.write_all(b"\n")
            }
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.add(row),
        }
    }

    /// Rows that stand in JSON, one behind the other.
    pub fn add_json(&mut self, rows: &[u8]) -> io::Result<()> {
        let mut rows = serde_json::Deserializer::from_slice(rows).into_iter();
        rows.try_for_each(|row| self.add(&row?))
    }

    /// Writes what is left; a table without rows has its columns all the same.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Writer::Csv(mut table) => table.flush(),
            Writer::JsonLines(output) => output.flush(),
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.finish(),
        }
    }
}
