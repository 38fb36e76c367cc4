//! `peasant epd`: many positions, compared with what their records say.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use peasant::{Analysis, Builder, Request};
use serde::Serialize;

use crate::args::EpdArgs;
use crate::batch::{self, BadLine, Batch};
use crate::epd_record::{self, Record, Row, Verdict};
use crate::helpers::Helpers;
use crate::plain::plain;
use crate::summary::Summary;
use crate::words::{self, conditional};
use crate::{Failure, Outcome, json, progress};

/// A row as other programs read it.
#[derive(Serialize)]
struct RowAnswer<'r> {
    id: &'r str,
    line_number: usize,
    verdict: Verdict,
    claims: Vec<ClaimAnswer<'r>>,
    #[serde(flatten)]
    answer: &'r Analysis,
}

#[derive(Serialize)]
struct ClaimAnswer<'r> {
    claim: &'r str,
    verdict: Verdict,
}

pub fn run(args: &EpdArgs) -> Result<Outcome, Failure> {
    let cancelled = progress::catch_interrupt()?;
    let helpers = Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    let mut out = io::stdout().lock();
    let Batch { records, bad } = Batch::read(&args.file, &mut out, args.proof.json)?;
    let mut summary = Summary::new(bad.len());
    let bar = progress::bar(records.len());
    let builder = helpers.builder(&args.proof);
    let builder = builder.limits(args.proof.limits(args.threads));
    let work = |record| solve(builder.clone(), record, cancelled);
    batch::run(&records, args.threads, cancelled, work, |row| {
        summary.add(&row);
        bar.suspend(|| print(&mut out, &row, args.proof.json))?;
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    helpers.warn();
    if args.proof.json {
        writeln!(out, "{}", json::line(&summary.answer()))?;
    } else {
        write!(out, "{}", summary.text())?;
    }
    out.flush()?;
    Ok(summary.outcome())
}

/// Every position has a prover of its own, so that what it takes does not depend on the others.
fn solve<'r>(builder: Builder, record: &'r Record, cancelled: &'static AtomicBool) -> Row<'r> {
    let request = Request::new(record.position).observer(cancelled);
    let mut prover = builder.build().expect("the options were checked");
    let analysis = prover.analyse(&request);
    match analysis {
        Ok(analysis) => {
            let claims = record.judge(&analysis);
            let verdicts: Vec<Verdict> = claims.iter().map(|(_, verdict)| *verdict).collect();
            Row {
                record,
                if_so: record.judge_if_so(&analysis),
                analysis: Ok(analysis),
                claims,
                verdict: epd_record::sum(&verdicts),
            }
        }
        Err(error) => Row {
            record,
            analysis: Err(error),
            claims: Vec::new(),
            if_so: Vec::new(),
            verdict: Verdict::Unsolved,
        },
    }
}

fn print(out: &mut impl Write, row: &Row, as_json: bool) -> io::Result<()> {
    let analysis = match &row.analysis {
        Ok(analysis) => analysis,
        Err(error) => {
            let fault = super::refused(error, &row.record.position);
            let line_number = row.record.line_number;
            return BadLine { line_number, fault }.report(out, as_json);
        }
    };
    if as_json {
        let claims = row.claims.iter().map(|(claim, verdict)| ClaimAnswer {
            claim,
            verdict: *verdict,
        });
        let answer = RowAnswer {
            id: &row.record.id,
            line_number: row.record.line_number,
            verdict: row.verdict,
            claims: claims.collect(),
            answer: analysis,
        };
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        print_words(out, row, analysis)?;
    }
    out.flush()
}

/// A line of the table. What is not proved has a question mark.
fn print_words(out: &mut impl Write, row: &Row, analysis: &Analysis) -> io::Result<()> {
    let conditional = analysis.conditional.as_ref();
    let conditional = conditional.filter(|_| analysis.bounds.exact().is_none());
    let best = match conditional {
        Some(_) => {
            let name = |&m| words::moves(analysis, &[m]) + "?";
            let names: Vec<String> = analysis.best.iter().map(name).collect();
            names.join(" ")
        }
        None => words::moves(analysis, &analysis.best),
    };
    let brief = conditional.map(conditional::brief);
    let remarks: Vec<String> = brief.into_iter().chain(row.claims_in_words()).collect();
    writeln!(
        out,
        "{:<24} {:<9} {:<12} {:<9} {:>9.3} s {:>8}  {}",
        plain(&row.record.id),
        analysis.bounds.to_string(),
        best,
        row.verdict.name(),
        analysis.statistics.time.as_secs_f64(),
        analysis.statistics.structures,
        remarks.join(", ")
    )
}
