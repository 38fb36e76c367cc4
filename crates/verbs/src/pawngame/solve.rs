//! `peasant pawngame solve`: one position.

use std::io::{self, Write};

use pawngame::Solution;
use peasant::limits::Limits;

use super::answer::Answer;
use super::options::PawngameSolveArgs;
use super::words;
use crate::host::stderr;
use crate::tell::progress::Spinner;
use crate::tell::{json, picture};
use crate::{Face, Failure, Outcome};

pub fn run(args: &PawngameSolveArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let position = super::position(&args.game)?;
    // Before the tables are built, which takes a moment: an interrupt then is not lost.
    let spinner = Spinner::of_moves(Some(face.cancelled()?));
    let mut solver = super::solver(&position, &args.solver)?;
    if let Some(checkpoint) = args.checkpoint() {
        solver = solver.with_checkpoint(checkpoint).map_err(super::input)?;
    }
    let mut limits = Limits::NONE;
    limits.time = args.time;
    let solution = solver.solve(&position, &limits, &spinner.watcher());
    drop(spinner);
    for warning in &solution.warnings {
        stderr::warn(warning);
    }
    let mut out = face.out();
    if args.json {
        writeln!(out, "{}", json::line(&Answer::new(&solution)))?;
    } else {
        print(&mut out, &solution, args.ascii)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

fn print(out: &mut impl Write, solution: &Solution, ascii: bool) -> io::Result<()> {
    writeln!(out, "{}", picture::pawns(&solution.position, ascii))?;
    writeln!(out, "{}\n", words::verdict(solution))?;
    if !solution.moves.is_empty() {
        writeln!(out, "{}", words::table(solution))?;
    }
    if !solution.line.is_empty() {
        writeln!(out, "Line: {}\n", words::line(solution))?;
    }
    if let Some(promising) = solution.promising {
        writeln!(out, "Looks best, without proof: {promising}\n")?;
    }
    writeln!(out, "{}", words::effort(solution))
}
