//! `peasant explain`: one position, and why it ends as it does.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use peasant::{Analysis, Explanation, Request};
use serde::Serialize;

use crate::args::explain::ExplainArgs;
use crate::fault::Fault;
use crate::helpers::Helpers;
use crate::page::Page;
use crate::progress::{self, Spinner};
use crate::words::explain::Told;
use crate::words::story::PhaseAnswer;
use crate::words::tries::TryAnswer;
use crate::{Failure, Outcome, drawing, json, picture, words};

/// The library's data with the words that are made from it.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    idea: &'a str,
    phases: Vec<PhaseAnswer>,
    longest_defence: Vec<PhaseAnswer>,
    tries: Vec<TryAnswer>,
    text: String,
}

pub fn run(args: &ExplainArgs) -> Result<Outcome, Failure> {
    check(args)?;
    let position = super::position(&args.fen)?;
    let cancelled: &'static AtomicBool = progress::catch_interrupt()?;
    let helpers = Helpers::new(&args.proof)?.with_engine(&args.engine, &args.proof, cancelled)?;
    let threads = args.threads.unwrap_or_else(progress::processors);
    let spinner = Arc::new(Spinner::new(cancelled));
    let builder = helpers.builder(&args.proof).threads(threads);
    let mut prover = builder.build().expect("the options were checked");
    let request = Request::new(position).observer(Arc::clone(&spinner));
    let analysis = prover.analyse(&request);
    spinner.clear();
    let refused = |error| super::unanswered(&error, &position);
    let mut analysis = analysis.map_err(refused)?;
    analysis.stopped = super::stopped(analysis.stopped);
    let idea = words::verdict(&analysis, helpers.engine_name());
    let idea = idea.trim_end();
    let mut out = io::stdout().lock();
    if !args.proof.json {
        // What is known comes first: the rest may take as long again.
        print_verdict(&mut out, &analysis, idea, args)?;
    }
    spinner.again();
    let explanation = prover.explain(&request, analysis);
    spinner.clear();
    helpers.warn();
    let mut explanation = explanation.map_err(refused)?;
    explanation.stopped = super::stopped(explanation.stopped);
    let told = Told::new(&explanation);
    let text = told.text();
    let files = files(args, &explanation, idea, &told);
    if args.proof.json {
        write_all(&files)?;
        let answer = Answer {
            idea: told.idea.as_deref().unwrap_or(idea),
            phases: words::story::phases(&explanation),
            longest_defence: words::story::longest_defence(&explanation),
            tries: words::tries::tries(&explanation),
            text: format!("{idea}\n{text}").trim_end().to_owned(),
            explanation: &explanation,
        };
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        if !text.is_empty() {
            writeln!(out, "{text}")?;
        }
        let mut whole = explanation.analysis;
        (whole.statistics, whole.stopped) = (explanation.statistics, explanation.stopped);
        writeln!(out, "{}", words::proof(&whole, args.proof.eager))?;
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
fn files<'a>(
    args: &'a ExplainArgs,
    explanation: &Explanation,
    idea: &str,
    told: &Told,
) -> Vec<Named<'a>> {
    let svg = args.svg.iter().map(|path| {
        let picture = drawing::explained(explanation);
        (&**path, picture.svg())
    });
    let html = args.html.iter().map(|path| {
        let page = Page {
            explanation,
            idea,
            told,
            eager: args.proof.eager,
        };
        (&**path, page.html())
    });
    svg.chain(html).collect()
}

fn write_all(files: &[Named]) -> Result<(), Failure> {
    let mut files = files.iter();
    files.try_for_each(|(path, text)| drawing::write(path, text.as_bytes()))
}

fn print_verdict(
    out: &mut impl Write,
    analysis: &Analysis,
    idea: &str,
    args: &ExplainArgs,
) -> io::Result<()> {
    let board = picture::board(&analysis.position, args.ascii);
    writeln!(out, "{board}\n{idea}\n")?;
    out.flush()
}
