//! Rows in Parquet, packed by Zstandard.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::SerializedFileReader;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row as Record};
use parquet::schema::types::Type;
use serde_json::{Map, Value};

use super::columns::{Column, Kind, columns};
use super::row::Row;

/// So many rows are written as one group.
const GROUP: usize = 1 << 15;

/// A table in the making.
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    /// Rows that wait for their group to be full.
    rows: Vec<Value>,
}

impl<W: Write + Send> Writer<W> {
    pub fn new(output: W) -> io::Result<Writer<W>> {
        let columns = columns();
        let schema = Arc::new(schema(&columns)?);
        let packing = Compression::ZSTD(ZstdLevel::default());
        let properties = WriterProperties::builder().set_compression(packing).build();
        let file = SerializedFileWriter::new(output, schema, Arc::new(properties))?;
        Ok(Writer {
            file,
            columns,
            rows: Vec::new(),
        })
    }

    pub fn add(&mut self, row: &Row) -> io::Result<()> {
        self.rows.push(serde_json::to_value(row)?);
        match self.rows.len() < GROUP {
            true => Ok(()),
            false => self.write_group(),
        }
    }

    pub fn finish(mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.file.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.file.next_row_group()?;
        for column in &self.columns {
            let values: Vec<&Value> = self.rows.iter().map(|row| &row[&column.name]).collect();
            write_column(&mut group, column, &values)?;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

fn schema(columns: &[Column]) -> Result<Type, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Integer => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
            Kind::Truth => (Physical::BOOLEAN, None),
        };
        let repetition = match column.is_optional {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        let field = Type::primitive_type_builder(&column.name, physical);
        let field = field.with_repetition(repetition).with_logical_type(logical);
        field.build().map(Arc::new)
    };
    let fields: Result<Vec<_>, _> = columns.iter().map(field).collect();
    Type::group_type_builder("endings")
        .with_fields(fields?)
        .build()
}

/// Writes the values of a column, those that are there, and which are.
fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: &Column,
    values: &[&Value],
) -> Result<(), ParquetError> {
    let Some(mut writer) = group.next_column()? else {
        return Err(ParquetError::General("a column too many".to_owned()));
    };
    let there: Vec<i16> = values
        .iter()
        .map(|value| i16::from(!value.is_null()))
        .collect();
    let there = Some(&there[..]).filter(|_| column.is_optional);
    let values = values.iter().filter(|value| !value.is_null());
    match writer.untyped() {
        ColumnWriter::ByteArrayColumnWriter(writer) => {
            let text = |value: &&Value| ByteArray::from(value.as_str().unwrap_or_default());
            writer.write_batch(&values.map(text).collect::<Vec<_>>(), there, None)?
        }
        ColumnWriter::Int64ColumnWriter(writer) => {
            let number = |value: &&Value| value.as_i64().unwrap_or_default();
            writer.write_batch(&values.map(number).collect::<Vec<_>>(), there, None)?
        }
        ColumnWriter::DoubleColumnWriter(writer) => {
            let number = |value: &&Value| value.as_f64().unwrap_or_default();
            writer.write_batch(&values.map(number).collect::<Vec<_>>(), there, None)?
        }
        ColumnWriter::BoolColumnWriter(writer) => {
            let truth = |value: &&Value| value.as_bool().unwrap_or_default();
            writer.write_batch(&values.map(truth).collect::<Vec<_>>(), there, None)?
        }
        _ => return Err(ParquetError::General("a column of another kind".to_owned())),
    };
    writer.close()
}

/// The rows of a file.
pub fn read(file: File) -> io::Result<impl Iterator<Item = io::Result<Row>>> {
    let reader = SerializedFileReader::new(file)?;
    let rows = RowIter::from_file_into(Box::new(reader));
    Ok(rows.map(|record| row(&record?)))
}

fn row(record: &Record) -> io::Result<Row> {
    let fields = record.get_column_iter();
    let fields = fields.map(|(name, field)| Ok((name.clone(), value(field)?)));
    let fields: io::Result<Map<String, Value>> = fields.collect();
    Ok(serde_json::from_value(Value::Object(fields?))?)
}

fn value(field: &Field) -> io::Result<Value> {
    Ok(match field {
        Field::Null => Value::Null,
        Field::Bool(truth) => (*truth).into(),
        Field::Int(number) => (*number).into(),
        Field::UInt(number) => (*number).into(),
        Field::Long(number) => (*number).into(),
        Field::ULong(number) => (*number).into(),
        Field::Float(number) => (*number).into(),
        Field::Double(number) => (*number).into(),
        Field::Str(text) => text.clone().into(),
        other => {
            return Err(io::Error::other(format!(
                "`{other}` stands where a table of endings has none such"
            )));
        }
    })
}
