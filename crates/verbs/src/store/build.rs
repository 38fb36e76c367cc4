//! `peasant store build`: small endings solved ahead of proofs.

use peasant::clock::Instant;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use peasant::{Holding, Limits, Material, Store};

use super::options::BuildArgs;
use super::{size, total};
use crate::host::line::Line;
use crate::options::store::SIZE;
use crate::tell::progress;
use crate::{Face, Failure, Outcome};

pub fn run(args: &BuildArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let wanted = match args.materials.as_slice() {
        [] if args.all => Material::all(),
        [] => Material::usual(),
        materials => materials.to_vec(),
    };
    let look = super::open(&args.place, SIZE)?;
    let holdings = Material::with_needs(&wanted)
        .into_iter()
        .map(|material| look.holding(material));
    let (there, missing): (Vec<Holding>, Vec<Holding>) =
        holdings.partition(|holding| holding.built);
    let to_build = total(&missing).0;
    let store = super::open(&args.place, args.store_size.unwrap_or(SIZE + to_build))?;
    say_costs(&mut face.out(), &there, &missing, args.threads)?;
    face.out().flush()?;
    let (start, cancelled) = (Instant::now(), face.cancelled()?);
    let work = Work {
        store: &store,
        cancelled,
        line: progress::endings(missing.len()),
        built: Mutex::default(),
    };
    // Those that others need come first; of one kind several are solved side by side.
    let kind = |holding: &Holding| (holding.material.has_pawn(), holding.material.size());
    for group in missing.chunk_by(|one, next| kind(one) == kind(next)) {
        work.solve(group, args.threads);
    }
    let Work { line, built, .. } = work;
    drop(line);
    super::warn(&store);
    let built = built.into_inner().unwrap_or_else(PoisonError::into_inner);
    let holdings = built.iter().map(|built| store.holding(built.material));
    let kept: Vec<Holding> = holdings.filter(|holding| holding.built).collect();
    let (bytes, seconds) = (total(&kept).0, start.elapsed().as_secs_f64());
    let (count, of) = (kept.len(), missing.len());
    let out = face.out();
    if of > 0 {
        let stopped = if built.len() < of { "Stopped: " } else { "" };
        writeln!(
            out,
            "{stopped}{count} of {of} built, {}, in {seconds:.1} s.",
            size(bytes)
        )?;
    }
    out.flush()?;
    Ok(if count < built.len() {
        Outcome::NoOutput
    } else {
        Outcome::Answered
    })
}

/// Says beforehand what is to be done.
fn say_costs(
    out: &mut impl Write,
    there: &[Holding],
    missing: &[Holding],
    threads: usize,
) -> io::Result<()> {
    let is_there = format!("{} there, {}", there.len(), size(total(there).0));
    if missing.is_empty() {
        return writeln!(out, "Nothing to build: {is_there}.");
    }
    let (bytes, took) = total(missing);
    let seconds = took.as_secs_f64() / threads.min(progress::processors()) as f64;
    let (count, size) = (missing.len(), size(bytes));
    writeln!(
        out,
        "To build: {count} materials, about {size}, about {seconds:.0} s ({is_there})."
    )
}

/// What the threads share.
struct Work<'a> {
    store: &'a Arc<Store>,
    cancelled: &'static AtomicBool,
    line: Line,
    built: Mutex<Vec<Holding>>,
}

impl Work<'_> {
    /// Solves materials that do not need each other.
    fn solve(&self, group: &[Holding], threads: usize) {
        let next = AtomicUsize::new(0);
        let reports = self.line.reports();
        let work = || {
            while let Some(holding) = group.get(next.fetch_add(1, Ordering::Relaxed)) {
                reports.say(|| holding.material.to_string());
                let observer = Arc::new(self.cancelled);
                let Ok(built) = self.store.build(holding.material, Limits::NONE, observer) else {
                    return; // Ctrl-C
                };
                reports.one_more();
                self.built
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(built);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.min(group.len()) {
                scope.spawn(work);
            }
        });
    }
}
