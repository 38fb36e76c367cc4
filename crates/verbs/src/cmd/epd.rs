//! `peasant epd`: many positions, compared with what their records say.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use peasant::limits::Stop;
use peasant::{Analysis, Builder, Limits, ProveError, Request};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::EpdArgs;
use crate::batch::{BadLine, Batch};
use crate::epd_record::{Record, Row, Verdict};
use crate::findings::Findings;
use crate::helpers::Helpers;
use crate::kept::{Answer, Kept};
use crate::progress::{Bar, Cancelled};
use crate::summary::Summary;
use crate::{Face, Failure, Outcome, epd_table, json, memory};

/// A row as other programs read it.
#[derive(Serialize)]
struct RowAnswer<'r> {
    id: &'r str,
    line_number: usize,
    verdict: Verdict,
    claims: Vec<ClaimAnswer<'r>>,
    kept: bool,
    limits: Limits,
    #[serde(flatten)]
    answer: Content<'r>,
}

#[derive(Serialize)]
struct ClaimAnswer<'r> {
    claim: &'r str,
    verdict: Verdict,
}

/// An answer, as it was made or as it stood in a file.
#[derive(Serialize)]
#[serde(untagged)]
enum Content<'r> {
    Made(&'r Analysis),
    Kept(&'r Map<String, Value>),
}

/// What the work on a position needs.
struct Run<'a> {
    args: &'a EpdArgs,
    builder: Builder,
    /// The limits of each position, memory only if the user has set it.
    limits: Limits,
    kept: Option<Kept>,
    cancelled: &'static AtomicBool,
}

/// What came of a record.
struct Done {
    row: Row,
    /// The row as other programs read it; none if there is no answer.
    json: Option<String>,
    /// Why it could not be kept.
    unsaved: Option<io::Error>,
}

pub fn run(args: &EpdArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let cancelled = face.cancelled()?;
    let helpers = Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    let as_json = args.proof.json;
    let batch = Batch::open(&args.file, face)?;
    let open = |file: &std::path::PathBuf| Kept::open(file, args.proof.rules);
    let run = Run {
        args,
        builder: helpers
            .builder(&args.proof)
            .limits(args.proof.limits(args.threads)),
        limits: args.proof.limits_asked(args.threads),
        kept: args.resume.as_ref().map(open).transpose()?,
        cancelled,
    };
    let mut summary = Summary::default();
    let mut out = face.out();
    let mut has_head = as_json;
    let bar = Bar::new(batch.positions);
    let work = |record| run.solve(record);
    batch.run(args.threads, cancelled, work, |line| match line {
        Ok(done) => {
            summary.add(&done.row);
            bar.above(|| done.print(&mut out, as_json, &mut has_head))?;
            let is_exact = done.row.findings.as_ref().is_ok_and(Findings::is_exact);
            bar.add(is_exact, done.row.kept);
            done.unsaved.map_or(Ok(()), Err)
        }
        Err(line) => {
            summary.add_bad_line();
            bar.above(|| line.report(&mut out, as_json))?;
            bar.add(false, true);
            Ok(())
        }
    })?;
    bar.clear();
    helpers.warn();
    if as_json {
        writeln!(out, "{}", json::line(&summary.answer()))?;
    } else {
        head(&mut out, &mut has_head)?;
        write!(out, "{}", summary.text())?;
    }
    out.flush()?;
    Ok(summary.outcome())
}

impl Run<'_> {
    /// The answer that stands in the file, if it will do; else one is made, and kept there.
    fn solve(&self, record: Record) -> Done {
        let known = self.known(&record);
        if let Some(answer) = known.filter(|answer| self.serves(answer)) {
            return Done::kept(record, answer);
        }
        let made = match self.prove(&record) {
            Ok(made) => made,
            Err(error) => return Done::without_answer(record, error),
        };
        let findings = Findings::of(&made);
        // What was better before stays.
        if let Some(answer) = known.filter(|answer| answer.findings.width() < findings.width()) {
            return Done::kept(record, answer);
        }
        let mut done = Done::made(record, findings, &made, self.limits);
        if made.stopped != Some(Stop::Cancelled) {
            let added = self.kept.as_ref().zip(done.json.as_ref());
            done.unsaved = added.and_then(|(kept, line)| kept.add(line).err());
        }
        done
    }

    fn known(&self, record: &Record) -> Option<&Answer> {
        self.kept.as_ref()?.answer(&record.position)
    }

    fn serves(&self, answer: &Answer) -> bool {
        match self.args.only_open {
            true => answer.findings.is_exact(),
            false => answer.is_enough(&self.limits),
        }
    }

    /// Every position has a prover of its own, so that what it takes does not depend on the others.
    fn prove(&self, record: &Record) -> Result<Analysis, ProveError> {
        let request = Request::new(record.position).observer(Cancelled(self.cancelled));
        let builder = self.builder.clone();
        let mut prover = builder.build();
        let mut analysis = prover.analyse(&request)?;
        analysis.stopped = super::stopped(analysis.stopped);
        drop(prover);
        // What this position took is free again.
        memory::reserve();
        Ok(analysis)
    }
}

impl Done {
    fn made(record: Record, findings: Findings, made: &Analysis, limits: Limits) -> Done {
        let row = Row::new(record, Ok(findings));
        let json = answer(&row, limits, Content::Made(made));
        Done {
            row,
            json: Some(json),
            unsaved: None,
        }
    }

    fn kept(record: Record, kept: &Answer) -> Done {
        let mut row = Row::new(record, Ok(kept.findings.clone()));
        row.kept = true;
        let json = answer(&row, kept.limits, Content::Kept(&kept.content));
        Done {
            row,
            json: Some(json),
            unsaved: None,
        }
    }

    fn without_answer(record: Record, error: ProveError) -> Done {
        Done {
            row: Row::new(record, Err(error)),
            json: None,
            unsaved: None,
        }
    }

    fn print(&self, out: &mut impl Write, as_json: bool, has_head: &mut bool) -> io::Result<()> {
        let row = &self.row;
        row.record.warn();
        match (&row.findings, &self.json) {
            (Err(error), _) => {
                let fault = super::refused(error, &row.record.position);
                let line_number = row.record.line_number;
                return BadLine { line_number, fault }.report(out, as_json);
            }
            (Ok(_), Some(json)) if as_json => writeln!(out, "{json}")?,
            (Ok(findings), _) => {
                head(out, has_head)?;
                writeln!(out, "{}", epd_table::row(row, findings))?;
            }
        }
        out.flush()
    }
}

/// Writes the head of the table, if it is not there yet: only where something stands below it.
fn head(out: &mut impl Write, has_head: &mut bool) -> io::Result<()> {
    if !std::mem::replace(has_head, true) {
        writeln!(out, "{}", epd_table::head())?;
    }
    Ok(())
}

/// The row as other programs read it.
fn answer(row: &Row, limits: Limits, answer: Content) -> String {
    let claims = row.claims.iter().map(|(claim, verdict)| ClaimAnswer {
        claim,
        verdict: *verdict,
    });
    json::line(&RowAnswer {
        id: &row.record.id,
        line_number: row.record.line_number,
        verdict: row.verdict,
        claims: claims.collect(),
        kept: row.kept,
        limits,
        answer,
    })
}
