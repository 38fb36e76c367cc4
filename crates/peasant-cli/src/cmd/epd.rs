//! `peasant epd`: many positions, compared with what their records say.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use peasant::analysis::analyse_with;
use serde::Serialize;

use crate::args::EpdArgs;
use crate::helpers::Helpers;
use crate::json::Answer;
use crate::record::{self, Record, Row, Verdict};
use crate::summary::Summary;
use crate::{Failure, Outcome, json, progress, words};

/// A row as other programs read it.
#[derive(Serialize)]
struct RowAnswer<'r> {
    id: &'r str,
    line_number: usize,
    verdict: Verdict,
    claims: Vec<ClaimAnswer<'r>>,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(Serialize)]
struct ClaimAnswer<'r> {
    claim: &'r str,
    verdict: Verdict,
}

pub fn run(args: &EpdArgs) -> Result<Outcome, Failure> {
    let helpers = Helpers::new(&args.proof)?;
    args.proof.note_unused();
    let text = read(&args.file)?;
    let cancelled = progress::catch_interrupt()?;
    let mut summary = Summary::default();
    let records = parse(&text, &mut summary);
    let bar = progress::bar(records.len());
    let mut out = io::stdout().lock();
    solve_all(args, &records, &helpers, cancelled, |row| {
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

fn read(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let name = file.display();
    let read = if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::Input(format!("cannot read `{name}`: {error}")))?;
    // A line that is not text is refused like any other bad line.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The records of a file; what cannot be read is reported and counted.
fn parse(text: &str, summary: &mut Summary) -> Vec<Record> {
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match Record::parse(index + 1, line) {
            Ok(record) => records.push(record),
            Err(error) => {
                eprintln!("peasant: line {}: {error}", index + 1);
                summary.bad_lines += 1;
            }
        }
    }
    records
}

/// Solves the records, several at once, and shows them in the order of the file.
fn solve_all<'r>(
    args: &EpdArgs,
    records: &'r [Record],
    helpers: &Helpers,
    cancelled: &'static AtomicBool,
    mut show: impl FnMut(Row<'r>) -> io::Result<()>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    let work = |send: mpsc::Sender<(usize, Row<'r>)>| {
        while !cancelled.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(record) = records.get(index) else {
                break;
            };
            if send
                .send((index, solve(args, record, helpers, cancelled)))
                .is_err()
            {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            let send = send.clone();
            let work = &work;
            scope.spawn(move || work(send));
        }
        drop(send);
        let (mut waiting, mut shown) = (BTreeMap::new(), 0);
        for (index, row) in receive {
            waiting.insert(index, row);
            while let Some(row) = waiting.remove(&shown) {
                if let Err(error) = show(row) {
                    cancelled.store(true, Ordering::Relaxed);
                    return Err(Failure::Output(error));
                }
                shown += 1;
            }
        }
        Ok(())
    })
}

fn solve<'r>(
    args: &EpdArgs,
    record: &'r Record,
    helpers: &Helpers,
    cancelled: &'static AtomicBool,
) -> Row<'r> {
    let analysis = analyse_with(
        &record.position,
        &args.proof.request(1),
        &args.proof.limits(),
        cancelled,
        &helpers.resources(),
    );
    match analysis {
        Ok(analysis) => {
            let claims = record.judge(&analysis);
            let verdict = record::sum(&claims);
            Row {
                record,
                analysis: Ok(analysis),
                claims,
                verdict,
            }
        }
        Err(error) => Row {
            record,
            analysis: Err(error.to_string()),
            claims: Vec::new(),
            verdict: Verdict::Unsolved,
        },
    }
}

fn print(out: &mut impl Write, row: &Row, as_json: bool) -> io::Result<()> {
    let analysis = match &row.analysis {
        Ok(analysis) => analysis,
        Err(error) => {
            eprintln!("peasant: line {}: {error}", row.record.line_number);
            return Ok(());
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
            answer: Answer::new(analysis),
        };
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        let claims: Vec<String> = row
            .claims
            .iter()
            .map(|(claim, verdict)| format!("{claim}: {}", verdict.name()))
            .collect();
        writeln!(
            out,
            "{:<24} {:<9} {:<12} {:<9} {:>9.3} s {:>8}  {}",
            row.record.id,
            analysis.bounds.to_string(),
            words::moves(analysis, &analysis.best),
            row.verdict.name(),
            analysis.statistics.time.as_secs_f64(),
            analysis.statistics.structures,
            claims.join(", ")
        )?;
    }
    out.flush()
}
