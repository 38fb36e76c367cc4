//! `peasant solve`: one position.

pub mod certified;
pub mod options;
pub mod watched;

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peasant::wire::EventAnswer;
use peasant::{Analysis, Limits, ProveError, Prover, Request, ResumeError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::prose::idea;
use crate::host::fault::Fault;
use crate::host::stderr;
use crate::options::helpers::Helpers;
use crate::tell::live::{Shown, Way};
use crate::tell::progress::{self, Spinner};
use crate::tell::{json, picture, words};
use crate::{Face, Failure, Outcome};
use certified::Certified;
use options::SolveArgs;

pub fn run(args: &SolveArgs, face: &mut Face) -> Result<Outcome, Failure> {
    args.gone.warn();
    if args.events {
        face.write_for_programs();
    }
    let position = crate::options::position::position(&args.fen, face)?;
    if let Some(file) = &args.certificate {
        certified::check(file, args.proof.rules)?;
    }
    let cancelled: &'static AtomicBool = face.cancelled()?;
    let mut helpers =
        Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    if args.certificate.is_some() {
        // What a store says has no moves, of which a certificate is made.
        helpers = helpers.without_store();
    }
    let threads = args.threads.unwrap_or_else(progress::processors);
    let limits = helpers.left(args.proof.limits(1));
    let spinner = Spinner::new(cancelled, limits.time);
    let builder = helpers.builder(&args.proof).threads(threads);
    let mut prover = builder.build();
    if let Some(file) = &args.resume {
        let refused = |error: ResumeError| {
            let fault = Fault::from_sentence(&error.to_string(), ": ");
            let tried = std::fs::OpenOptions::new().append(true).open(file);
            Failure::from(fault.perhaps_of_file(&file.display().to_string(), tried))
        };
        prover.resume(file).map_err(refused)?;
    }
    let request = args.request(position).observer(spinner.watcher());
    let request = face.question(request);
    let way = match args.events {
        true => Way::Events,
        false => Way::of(face, args.proof.json),
    };
    let mut shown = Shown::new(&spinner, args.ascii, way);
    let mut for_answer = limits;
    if args.certificate.is_some() {
        // Half of the time is left for the certificate.
        for_answer.time = limits.time.map(|time| time / 2);
    }
    let (prover, analysis) = shown.analyse(prover, helpers.thinker(), &request, for_answer, face);
    let is_told = shown.is_told;
    drop(spinner);
    helpers.warn();
    if let Some(trouble) = prover.unsaved() {
        stderr::warn(&trouble);
    }
    let mut analysis = analysis?;
    analysis.stopped = crate::host::memory::stopped(analysis.stopped);
    let mut out = face.out();
    if args.events {
        let seconds = analysis.statistics.time.as_secs_f64();
        writeln!(
            out,
            "{}",
            json::line(&EventAnswer::done(&analysis, seconds))
        )?;
    } else if !args.proof.json {
        let idea = reason(&prover, &request, &analysis, limits, cancelled);
        let idea = idea.map_err(|error| crate::tell::refusal::unanswered(&error, &position))?;
        if !is_told {
            writeln!(out, "{}", picture::board(&position, args.ascii))?;
        }
        print(&mut out, args, &analysis, idea)?;
        out.flush()?;
    }
    // What is proved is told whatever becomes of its certificate.
    let mut failure = None;
    let certificate = args.certificate.as_deref().map(|file| {
        let spinner = Spinner::new(cancelled, None);
        let request = request.clone().limits(limits);
        let request = request.observer(spinner.watcher());
        let certified = Certified::write(&prover, &request, &analysis, file);
        certified.unwrap_or_else(|error| {
            let none = Certified::none(file, &error);
            failure = Some(error);
            none
        })
    });
    match &certificate {
        certificate if args.proof.json && !args.events => {
            let (analysis, certificate) = (&analysis, certificate.as_ref());
            let answer = Answer {
                analysis,
                certificate,
            };
            writeln!(out, "{}", json::line(&answer))?;
        }
        Some(certified) if !args.proof.json => writeln!(out, "\n{certified}")?,
        _ => {}
    }
    out.flush()?;
    match (certificate, failure) {
        (_, Some(failure)) => Err(failure),
        (Some(certified), _) if !certified.is_written() => Ok(Outcome::NothingProved),
        _ => Ok(Outcome::Answered),
    }
}

/// What is proved of a position.
#[derive(Serialize, JsonSchema)]
pub struct Answer<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis,
    /// What became of the file of `--certificate`; left out without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a Certified>,
}

/// A reason may take so long. Its work is bounded; that the clock ends it, on a busy machine, would change what a certificate is made of.
const REASON: Duration = Duration::from_secs(10);

/// The same where a limit has stopped the answer.
const LATE_REASON: Duration = Duration::from_millis(250);

/// Why an exact result is one, in a sentence: what `explain` says.
fn reason(
    prover: &Prover,
    request: &Request,
    analysis: &Analysis,
    mut limits: Limits,
    cancelled: &'static AtomicBool,
) -> Result<Option<String>, ProveError> {
    if analysis.bounds.exact().is_none() {
        return Ok(None);
    }
    let most = match analysis.stopped {
        Some(_) => LATE_REASON,
        None => REASON,
    };
    limits.time = Some(analysis.statistics.time + most);
    let spinner = Spinner::new(cancelled, None);
    let request = request.clone().limits(limits).observer(spinner.watcher());
    let explanation = prover.explain(&request, analysis.clone())?;
    // What is not found in time is left out, not replaced by a worse reason.
    let is_whole = explanation.stopped == analysis.stopped;
    Ok(idea::idea_of(&explanation).filter(|_| is_whole))
}

fn print(
    out: &mut impl Write,
    args: &SolveArgs,
    analysis: &Analysis,
    idea: Option<String>,
) -> io::Result<()> {
    for line in words::headlines(analysis) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", idea.map_or(String::new(), |idea| idea + "\n"))?;
    if !analysis.moves.is_empty() {
        writeln!(out, "{}", words::table(analysis))?;
    }
    if !analysis.line.is_empty() {
        writeln!(out, "Line: {}\n", words::line(analysis))?;
    }
    for variation in &analysis.variations {
        writeln!(out, "{}\n", words::variation(analysis, variation))?;
    }
    if !analysis.reasons.is_empty() {
        writeln!(
            out,
            "{}",
            words::reasons(analysis, args.proof.syzygy.is_some())
        )?;
    }
    writeln!(out, "{}", words::proof(analysis))?;
    match args.verbose {
        true => writeln!(out, "{}", words::effort(analysis)),
        false => Ok(()),
    }
}
