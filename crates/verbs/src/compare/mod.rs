//! `peasant compare`: the historic programs, right or wrong against the exact prover.

pub mod options;
pub mod program;
pub mod row;
pub mod table;
mod verdict;

use std::io::{self, Write};
use std::iter::zip;
use std::sync::atomic::AtomicBool;

use peasant::{Analysis, Builder, ProveError, Request};

use crate::epd::batch::{BadLine, Batch};
use crate::epd::record::Record;
use crate::options::helpers::Helpers;
use crate::tell::json;
use crate::tell::progress::Bar;
use crate::tell::refusal::refused;
use crate::{Face, Failure, Outcome};
use options::CompareArgs;
use program::{Opinion, Program};
use row::Row;
use table::Table;

/// What the work on a position needs.
struct Setting<'a> {
    args: &'a CompareArgs,
    programs: Vec<Program>,
    helpers: Helpers,
    builder: Builder,
    cancelled: &'static AtomicBool,
}

pub fn run(args: &CompareArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let helpers = Helpers::new(&args.proof)?;
    let setting = Setting {
        args,
        programs: args.programs(),
        builder: helpers
            .builder(&args.proof)
            .limits(args.proof.limits(args.threads)),
        helpers,
        cancelled: face.cancelled()?,
    };
    let batch = Batch::open(&args.file, face)?;
    let mut out = face.out();
    let mut table = Table::new(&setting.programs);
    let bar = Bar::new(batch.positions);
    let work = |record| setting.compare(record);
    batch.run(args.threads, setting.cancelled, work, |row| {
        bar.above(|| setting.take(&mut table, &mut out, &row))?;
        let is_exact = matches!(&row, Ok(Row { answer: Ok((found, _)), .. }) if found.bounds.exact().is_some());
        bar.add(is_exact, false);
        Ok(())
    })?;
    drop(bar);
    setting.helpers.warn();
    if args.proof.json {
        writeln!(out, "{}", json::summary(&table.answer()))?;
    } else {
        write!(out, "{}", table.text())?;
    }
    out.flush()?;
    Ok(table.outcome())
}

impl Setting<'_> {
    fn compare(&self, record: Record) -> Row {
        let answer = self.answer(&record);
        Row { record, answer }
    }

    /// The programs know kings and pawns only.
    fn answer(&self, record: &Record) -> Result<(Analysis, Vec<Opinion>), ProveError> {
        if !record.position.is_pawn_ending() {
            return Err(ProveError::NotAPawnEnding);
        }
        // Programs are judged by what is proved.
        let request = Request::new(record.position).observer(self.cancelled);
        let builder = self.builder.clone();
        let prover = builder.build();
        let analysis = prover.analyse(&request)?;
        let limits = self.args.program_limits();
        let run = |program: &Program| program.run(&record.position, &limits, self.cancelled);
        let opinions = self.programs.iter().map(run).collect::<Result<_, _>>()?;
        Ok((analysis, opinions))
    }

    /// Counts a row, or a line that could not be read, and shows it.
    fn take(
        &self,
        table: &mut Table,
        out: &mut impl Write,
        row: &Result<Row, BadLine>,
    ) -> io::Result<()> {
        let row = match row {
            Ok(row) => row,
            Err(line) => {
                table.add_bad_line();
                return line.report(out, self.args.proof.json);
            }
        };
        match &row.answer {
            Ok((analysis, opinions)) => table.add(analysis, opinions),
            Err(error) => table.add_error(error),
        }
        self.print(out, row)
    }

    fn print(&self, out: &mut impl Write, row: &Row) -> io::Result<()> {
        let (record, as_json) = (&row.record, self.args.proof.json);
        record.warn();
        let (analysis, opinions) = match &row.answer {
            Ok(answer) => answer,
            Err(error) => {
                let fault = refused(error, &record.position);
                let line_number = record.line_number;
                return BadLine { line_number, fault }.report(out, as_json);
            }
        };
        let said: Vec<(&Program, &Opinion)> = zip(&self.programs, opinions).collect();
        if as_json {
            writeln!(out, "{}", row::json(record, analysis, &said))?;
        } else {
            writeln!(out, "{}", row::text(record, analysis, &said))?;
        }
        out.flush()
    }
}
