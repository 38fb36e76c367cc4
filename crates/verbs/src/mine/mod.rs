//! `peasant mine`: what composers look for, in families of structures.

pub mod options;
pub mod rendered;
pub mod stored;
pub mod summary;
mod yields;

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use peasant::mine::{Best, Family, Kind, Search, Structure};
use peasant::{ProveError, Prover};

use crate::host::memory;
use crate::host::queue::{self, Trouble};
use crate::options::helpers::Helpers;
use crate::tell::json;
use crate::tell::progress::{Bar, Cancelled};
use crate::{Face, Failure, Outcome};
use options::MineArgs;
use rendered::Rendered;
use stored::{Run, Stored};
use summary::Summary;
use yields::Yield;

pub fn run(args: &MineArgs, face: &mut Face) -> Result<Outcome, Failure> {
    face.write_for_programs();
    let (family, mut search) = (args.family()?, args.search()?);
    let kinds = args.kinds()?;
    let cancelled = face.cancelled()?;
    let helpers = Helpers::new(&args.proof)?;
    search.observer = Arc::new(Cancelled(cancelled));
    let miner = Miner {
        name: family.to_string(),
        prover: helpers
            .builder(&args.proof)
            .limits(args.proof.limits(args.threads))
            .build(),
        search,
        family: &family,
    };
    let mut report = Report::new(args, &kinds, face);
    let mut numbers = numbers(args, &family);
    let mut kept = None;
    if let Some(path) = &args.resume {
        let run = description(args, &miner, &kinds, &numbers);
        kept = Some(Stored::open(path, &run, |found| {
            numbers.start = found.structure + 1;
            report.add(found)
        })?);
    }
    let refused = dig(args, &miner, numbers, cancelled, &mut kept, &mut report)?;
    report.bar.end();
    helpers.warn();
    if let Some(error) = refused {
        return Err(contradiction(&error));
    }
    report.summary.is_cancelled = cancelled.load(Ordering::Relaxed);
    report.finish(&miner.name, family.len())
}

/// Works on all structures with these numbers. What is returned contradicted itself.
fn dig(
    args: &MineArgs,
    miner: &Miner,
    numbers: Range<u64>,
    cancelled: &'static AtomicBool,
    kept: &mut Option<Stored>,
    report: &mut Report,
) -> Result<Option<ProveError>, Failure> {
    let mut refused = None;
    let (family, mut numbers) = (miner.family.clone(), numbers);
    let next = move || {
        let structure = numbers.find_map(|number| family.structure(number));
        Ok(structure.map(|structure| vec![structure]))
    };
    let work = |structure| miner.work(structure);
    let ended = queue::run(
        next,
        args.threads,
        cancelled,
        work,
        None,
        |found| match found {
            Ok(found) => {
                if found.is_cancelled() {
                    // What comes behind a gap is not kept.
                    *kept = None;
                }
                if let Some(kept) = kept {
                    kept.add(&found)?;
                }
                report.add(found)
            }
            Err(error) => {
                refused = Some(error);
                Err(io::ErrorKind::Other.into())
            }
        },
    );
    match ended {
        _ if refused.is_some() => Ok(refused),
        Err(Trouble::Output(error) | Trouble::Input(error)) => Err(Failure::Output(error)),
        Ok(()) => Ok(None),
    }
}

/// The numbers that are asked for.
fn numbers(args: &MineArgs, family: &Family) -> Range<u64> {
    let all = 0..family.len();
    let range = args.range.clone().unwrap_or(all.clone());
    range.start.min(all.end)..range.end.min(all.end)
}

fn description(args: &MineArgs, miner: &Miner, kinds: &[Kind], numbers: &Range<u64>) -> Run {
    Run {
        family: miner.name.clone(),
        rules: args.proof.rules.to_string(),
        find: kinds.iter().map(ToString::to_string).collect(),
        measure: miner.search.measure.to_string(),
        keep: args.keep,
        from: numbers.start,
        to: numbers.end,
    }
}

fn contradiction(error: &ProveError) -> Failure {
    match error {
        ProveError::Contradiction { position, .. } => {
            crate::tell::refusal::unanswered(error, position)
        }
        _ => unreachable!("there are no pieces in a structure: {error}"),
    }
}

/// What the work needs.
struct Miner<'f> {
    name: String,
    family: &'f Family,
    prover: Prover,
    search: Search,
}

impl Miner<'_> {
    fn work(&self, structure: Structure) -> Result<Yield, ProveError> {
        let mined = self.prover.mine(self.family, structure, &self.search)?;
        let stopped = memory::stopped(mined.stopped);
        memory::reserve();
        Ok(Yield::new(structure.number, &self.name, &mined, stopped))
    }
}

/// What is printed.
struct Report<'f> {
    face: &'f mut Face,
    as_json: bool,
    summary: Summary,
    /// The longest wins, and the longest chains.
    best: [(Kind, Best<Rendered>); 2],
    bar: Bar,
}

impl Report<'_> {
    fn new<'f>(args: &MineArgs, kinds: &[Kind], face: &'f mut Face) -> Report<'f> {
        Report {
            face,
            as_json: args.proof.json,
            summary: Summary::new(kinds),
            best: [Kind::Longest, Kind::OnlyMoves].map(|kind| (kind, Best::new(args.keep))),
            bar: Bar::new(None),
        }
    }

    /// One more structure is done.
    fn add(&mut self, found: Yield) -> io::Result<()> {
        self.summary.add(&found);
        self.bar.add(!found.open.has_positions(), found.is_stored);
        for told in found.told {
            match (
                told.rank,
                self.best.iter_mut().find(|(kind, _)| *kind == told.kind),
            ) {
                (Some(rank), Some((_, best))) => best.add(rank, told),
                _ => self.print(&told)?,
            }
        }
        Ok(())
    }

    fn print(&mut self, told: &Rendered) -> io::Result<()> {
        self.summary.tell(told.kind);
        let line = match self.as_json {
            true => crate::tell::json::line(&told.object),
            false => told.epd().to_owned(),
        };
        self.bar.above(|| {
            let out = self.face.out();
            writeln!(out, "{line}")?;
            out.flush()
        })
    }

    /// What is told at the end.
    fn finish(mut self, family: &str, numbers: u64) -> Result<Outcome, Failure> {
        let best = std::mem::replace(
            &mut self.best,
            [Kind::Longest, Kind::OnlyMoves].map(|kind| (kind, Best::new(0))),
        );
        for (_, best) in best {
            for told in best {
                self.print(&told)?;
            }
        }
        if self.as_json {
            let out = self.face.out();
            let answer = self.summary.answer(family, numbers);
            writeln!(out, "{}", json::summary(&answer))?;
            out.flush()?;
        } else {
            _ = io::stderr()
                .lock()
                .write_all(self.summary.text().as_bytes());
        }
        Ok(self.summary.outcome())
    }
}
