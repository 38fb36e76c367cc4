//! `peasant solve`: one position.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use peasant::analysis::{Analysis, analyse_with};

use crate::args::SolveArgs;
use crate::helpers::Helpers;
use crate::progress::{self, Spinner};
use crate::{Failure, Outcome, json, picture, words};

pub fn run(args: &SolveArgs) -> Result<Outcome, Failure> {
    let position = super::position(&args.fen)?;
    let helpers = Helpers::new(&args.proof)?;
    args.proof.note_unused();
    let cancelled: &'static AtomicBool = progress::catch_interrupt()?;
    let threads = args.threads.unwrap_or_else(progress::processors);
    let spinner = Spinner::new(cancelled);
    let analysis = analyse_with(
        &position,
        &args.proof.request(threads),
        &args.proof.limits(),
        &spinner,
        &helpers.resources(),
    )
    .map_err(|error| super::no_pawn_ending(error, &position))?;
    spinner.clear();
    helpers.warn();
    let mut out = io::stdout().lock();
    if args.proof.json {
        writeln!(out, "{}", json::line(&json::Answer::new(&analysis)))?;
    } else {
        print(&mut out, &analysis, args)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

fn print(out: &mut impl Write, analysis: &Analysis, args: &SolveArgs) -> io::Result<()> {
    writeln!(out, "{}", picture::board(&analysis.position, args.ascii))?;
    writeln!(out, "{}\n", words::verdict(analysis))?;
    if !analysis.moves.is_empty() {
        writeln!(out, "{}", words::table(analysis))?;
    }
    if !analysis.line.is_empty() {
        writeln!(out, "Line: {}\n", words::line(analysis))?;
    }
    if !analysis.reasons.is_empty() {
        writeln!(out, "{}", words::reasons(analysis))?;
    }
    writeln!(out, "{}", words::proof(analysis, args.proof.solves_all()))
}
