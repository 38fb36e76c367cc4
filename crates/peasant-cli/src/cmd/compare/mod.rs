//! `peasant compare`: the historic programs, right or wrong against the exact prover.

mod row;
mod table;
mod verdict;

use std::io::{self, Write};
use std::iter::zip;
use std::sync::atomic::AtomicBool;

use peasant::analysis::{Analysis, analyse_with};
use peasant::board::NotAPawnEnding;

use crate::args::compare::CompareArgs;
use crate::batch::{self, BadLine, Batch};
use crate::cmd::no_pawn_ending;
use crate::helpers::Helpers;
use crate::program::{Opinion, Program};
use crate::record::Record;
use crate::{Failure, Outcome, json, progress};
use row::Row;
use table::Table;

/// What the work on a position needs.
struct Setting<'a> {
    args: &'a CompareArgs,
    programs: Vec<Program>,
    helpers: Helpers,
    cancelled: &'static AtomicBool,
}

pub fn run(args: &CompareArgs) -> Result<Outcome, Failure> {
    let setting = Setting {
        args,
        programs: args.programs(),
        helpers: Helpers::new(&args.proof)?,
        cancelled: progress::catch_interrupt()?,
    };
    args.proof.note_unused();
    let mut out = io::stdout().lock();
    let Batch { records, bad } = Batch::read(&args.file, &mut out, args.proof.json)?;
    let mut table = Table::new(&setting.programs, bad.len());
    let bar = progress::bar(records.len());
    let work = |record| setting.compare(record);
    batch::run(&records, args.threads, setting.cancelled, work, |row| {
        match &row.answer {
            Ok((analysis, opinions)) => table.add(analysis, opinions),
            Err(_) => table.bad_lines += 1,
        }
        bar.suspend(|| setting.print(&mut out, &row))?;
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    setting.helpers.warn();
    if args.proof.json {
        writeln!(out, "{}", json::line(&table.answer()))?;
    } else {
        write!(out, "{}", table.text())?;
    }
    out.flush()?;
    Ok(table.outcome())
}

impl Setting<'_> {
    fn compare<'r>(&self, record: &'r Record) -> Row<'r> {
        let refuse = |error| no_pawn_ending(error, &record.position);
        let answer = self.answer(record).map_err(refuse);
        Row { record, answer }
    }

    fn answer(&self, record: &Record) -> Result<(Analysis, Vec<Opinion>), NotAPawnEnding> {
        let analysis = analyse_with(
            &record.position,
            &self.args.proof.request(1),
            &self.args.proof.limits(),
            self.cancelled,
            &self.helpers.resources(),
        )?;
        let limits = self.args.program_limits();
        let run = |program: &Program| program.run(&record.position, &limits, self.cancelled);
        let opinions = self.programs.iter().map(run).collect::<Result<_, _>>()?;
        Ok((analysis, opinions))
    }

    fn print(&self, out: &mut impl Write, row: &Row) -> io::Result<()> {
        let (record, as_json) = (row.record, self.args.proof.json);
        let (analysis, opinions) = match &row.answer {
            Ok(answer) => answer,
            Err(fault) => {
                let (line_number, fault) = (record.line_number, fault.clone());
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
