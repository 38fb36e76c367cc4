//! `peasant explain`: one position, and why it ends as it does.

pub mod explained;
pub mod options;
pub mod page;
pub mod prose;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use peasant::Request;

use crate::host::fault::Fault;
use crate::opinion;
use crate::options::helpers::Helpers;
use crate::tell::live::{Shown, Way};
use crate::tell::progress::{self, Spinner};
use crate::tell::{drawing, picture, words};
use crate::{Face, Failure, Outcome};
use explained::Explained;
use options::ExplainArgs;

pub fn run(args: &ExplainArgs, face: &mut Face) -> Result<Outcome, Failure> {
    check(args)?;
    args.gone.warn();
    let position = crate::options::position::position(&args.fen, face)?;
    let cancelled: &'static AtomicBool = face.cancelled()?;
    let helpers = Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    let threads = args.threads.unwrap_or_else(progress::processors);
    let limits = helpers.left(args.proof.limits(1));
    let spinner = Spinner::new(cancelled, limits.time);
    let prover = helpers.builder(&args.proof).threads(threads).build();
    let request = Request::new(position).observer(spinner.watcher());
    let refused = |error| crate::tell::refusal::unanswered(&error, &position);
    let way = Way::of(face, args.proof.json);
    let mut shown = Shown::new(&spinner, args.ascii, way);
    let proof = opinion::before_reasons(limits);
    let (prover, analysis) = shown.analyse(prover, helpers.thinker(), &request, proof, face);
    let is_told = shown.is_told;
    drop(spinner);
    let mut analysis = analysis?;
    analysis.stopped = crate::host::memory::stopped(analysis.stopped);
    let verdict = words::headlines(&analysis).join("\n");
    let out = face.out();
    if !args.proof.json {
        // What is known comes first: the rest may take as long again.
        if !is_told {
            writeln!(out, "{}", picture::board(&position, args.ascii))?;
        }
        writeln!(out, "{verdict}\n")?;
        out.flush()?;
    }
    let spinner = Spinner::new(cancelled, None);
    spinner.know("looking for the reasons".to_owned());
    let explanation = prover.explain(&request.observer(spinner.watcher()), analysis);
    drop(spinner);
    helpers.warn();
    let mut explanation = explanation.map_err(refused)?;
    explanation.stopped = crate::host::memory::stopped(explanation.stopped);
    let explained = Explained::new(explanation, verdict);
    let files = files(args, &explained);
    if args.proof.json {
        write_all(&files)?;
        writeln!(out, "{}", explained.json())?;
    } else {
        let text = explained.text();
        if !text.is_empty() {
            writeln!(out, "{text}")?;
        }
        writeln!(out, "{}", explained.proof())?;
        if args.verbose {
            writeln!(out, "{}", explained.effort())?;
        }
        out.flush()?;
        // One of them may be standard output.
        write_all(&files)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// A file that is asked for, and what belongs in it.
type Named<'a> = (&'a Path, String);

/// `-` means standard output elsewhere; here the text goes there.
fn check(args: &ExplainArgs) -> Result<(), Fault> {
    for (option, file) in [("--svg", &args.svg), ("--html", &args.html)] {
        if file.as_deref() == Some(Path::new("-")) {
            let fault = Fault::new(&format!(
                "{option}: `-` is no file, and the text goes to standard output"
            ));
            return Err(fault.and_cure(": ", "name a file").about("-"));
        }
    }
    Ok(())
}

/// The files that are asked for.
fn files<'a>(args: &'a ExplainArgs, explained: &Explained) -> Vec<Named<'a>> {
    let svg = args.svg.iter().map(|path| (&**path, explained.svg()));
    let html = args.html.iter();
    let html = html.map(|path| (&**path, explained.html()));
    svg.chain(html).collect()
}

fn write_all(files: &[Named]) -> Result<(), Failure> {
    let mut files = files.iter();
    files.try_for_each(|(path, text)| drawing::write(path, text.as_bytes()))
}
