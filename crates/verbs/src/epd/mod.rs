//! `peasant epd`: many positions, compared with what their records say.

pub mod batch;
pub mod options;
pub mod record;
pub mod stored;
pub mod summary;
pub mod table;

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use peasant::limits::Stop;
use peasant::{Analysis, Builder, Limits, ProveError, Request, wire};
use schemars::JsonSchema;
use serde::Serialize;

use crate::host::memory;
use crate::opinion::{self, Thinker};
use crate::options::gone::gone;
use crate::options::helpers::Helpers;
use crate::tell::findings::width;
use crate::tell::json;
use crate::tell::progress::{Bar, Cancelled};
use crate::{Face, Failure, Outcome};
use batch::{BadLine, Batch};
use options::EpdArgs;
use record::{Record, Row, Verdict};
use stored::{Stored, StoredAnswer};
use summary::Summary;

/// A row has every field of `peasant solve` too. Rows are what `--resume` adds to its file; there `kept` is false.
#[derive(Serialize, JsonSchema)]
pub struct RowAnswer<'r> {
    /// The record's `id`, or `line N`.
    id: &'r str,
    /// Its line, from 1.
    line_number: usize,
    /// For all claims together.
    verdict: Verdict,
    /// What the record says.
    claims: Vec<ClaimAnswer<'r>>,
    /// Did the answer stand in the file of `--resume`?
    kept: bool,
    /// What the proof of this position might take; all null in an answer that does not say.
    limits: Limits,
    #[serde(flatten)]
    answer: &'r wire::Answer,
}

#[derive(Serialize, JsonSchema)]
struct ClaimAnswer<'r> {
    /// Such as `bm Kb1`, `am Ka2` or `c0 win`.
    claim: &'r str,
    /// What the proof says of it.
    verdict: Verdict,
}

/// What the work on a position needs.
struct Run<'a> {
    args: &'a EpdArgs,
    builder: Builder,
    /// The limits of each position.
    each: Limits,
    /// The same, memory only if the user has set it.
    limits: Limits,
    kept: Option<Stored>,
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
    args.gone.warn();
    if args.engine.is_some() {
        gone("--engine");
    }
    let helpers = Helpers::new(&args.proof)?;
    let as_json = args.proof.json;
    let batch = Batch::open(&args.file, face)?;
    let open = |file: &std::path::PathBuf| Stored::open(file, args.proof.rules);
    let run = Run {
        args,
        builder: helpers.builder(&args.proof),
        each: args.proof.limits(args.threads),
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
            bar.above(|| done.print(&mut out, args, &mut has_head))?;
            let is_exact = done.row.findings.as_ref().is_ok_and(|answer| answer.exact);
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
    drop(bar);
    helpers.warn();
    if as_json {
        writeln!(out, "{}", json::summary(&summary.answer()))?;
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
        let answer = wire::Answer::from(&made);
        // What was better before stays.
        if let Some(better) = known.filter(|known| width(&known.answer) < width(&answer)) {
            return Done::kept(record, better);
        }
        let mut done = Done::answered(Row::new(record, Ok(answer)), self.limits);
        if made.stopped != Some(Stop::Cancelled) {
            let added = self.kept.as_ref().zip(done.json.as_ref());
            done.unsaved = added.and_then(|(kept, line)| kept.add(line).err());
        }
        done
    }

    fn known(&self, record: &Record) -> Option<&StoredAnswer> {
        self.kept.as_ref()?.answer(&record.position)
    }

    fn serves(&self, answer: &StoredAnswer) -> bool {
        match self.args.only_open {
            true => answer.answer.exact,
            false => answer.is_enough(&self.limits),
        }
    }

    /// Every position has a prover of its own, so that what it takes does not depend on the others.
    fn prove(&self, record: &Record) -> Result<Analysis, ProveError> {
        let request = Request::new(record.position).observer(Cancelled(self.cancelled));
        let (prover, mut thinker) = (self.builder.clone().build(), Thinker::new(None));
        // What counts in a file is what is proved: a look must do.
        let look = opinion::least(opinion::reserve(self.each.time));
        let mut analysis =
            opinion::analyse_within(&prover, &mut thinker, &request, self.each, look)?;
        analysis.stopped = crate::host::memory::stopped(analysis.stopped);
        // What this position took is free again.
        memory::reserve();
        Ok(analysis)
    }
}

impl Done {
    fn answered(row: Row, limits: Limits) -> Done {
        let json = row
            .findings
            .as_ref()
            .ok()
            .map(|answer| line(&row, limits, answer));
        Done {
            row,
            json,
            unsaved: None,
        }
    }

    fn kept(record: Record, kept: &StoredAnswer) -> Done {
        let mut row = Row::new(record, Ok(kept.answer.clone()));
        row.kept = true;
        Done::answered(row, kept.limits)
    }

    fn without_answer(record: Record, error: ProveError) -> Done {
        Done {
            row: Row::new(record, Err(error)),
            json: None,
            unsaved: None,
        }
    }

    fn print(&self, out: &mut impl Write, args: &EpdArgs, has_head: &mut bool) -> io::Result<()> {
        let (row, as_json) = (&self.row, args.proof.json);
        row.record.warn();
        match (&row.findings, &self.json) {
            (Err(error), _) => {
                let fault = crate::tell::refusal::refused(error, &row.record.position);
                let line_number = row.record.line_number;
                return BadLine { line_number, fault }.report(out, as_json);
            }
            (Ok(_), Some(json)) if as_json => writeln!(out, "{json}")?,
            (Ok(findings), _) => {
                head(out, has_head)?;
                writeln!(out, "{}", table::row(row, findings))?;
            }
        }
        out.flush()
    }
}

/// Writes the head of the table, if it is not there yet: only where something stands below it.
fn head(out: &mut impl Write, has_head: &mut bool) -> io::Result<()> {
    if !std::mem::replace(has_head, true) {
        writeln!(out, "{}", table::head())?;
    }
    Ok(())
}

/// The row as other programs read it.
fn line(row: &Row, limits: Limits, answer: &wire::Answer) -> String {
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
