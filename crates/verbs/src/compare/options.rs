//! The command line of `peasant compare`.

use crate::options::MACHINE;
use std::path::PathBuf;
use std::time::Duration;

use peasant::limits::Limits;

use super::program::Program;
use crate::host::machine;
use crate::options::proof::ProofArgs;
use crate::options::{parse_seconds, parse_threads};

#[derive(clap::Args)]
#[command(
    mut_arg("time", |time| time.default_value("5").help("Stop the exact prover after so many seconds for each position; `none`: \
    no limit")),
    after_help = "Programs: exact (always run: the others are judged by it); peasant[:DEPTH], Newborn's PEASANT, and church[:DEPTH], the \
    same with Church's correction of condition 6 (depth 10 unless given); pawnking[:HOW], Horacek's PAWNKING with HOW one of never, careful \
    (unless given), sensitive (how far the value of a position stands for the same pawns with other kings), selective (careful, and moves \
    without a plan only where all others lose) and glance (no search: its judgement, and the first move of its plans); kpk, the \
    recogniser of king and pawn against king.\n\n\
    Claims are those for the side to move; a move is right if it keeps the exact result. PEASANT and PAWNKING promote by \
    Newborn's rules, whatever --rules says for the exact prover, so that they can be wrong for chess and right by their own rules.\n\n\
    Example: peasant compare positions.epd --programs peasant:8,church:8,pawnking:glance\n\
    Ctrl-C stops the work and prints the summary; a second one ends the program. Exit status 2 if a line could not be read."
)]
pub struct CompareArgs {
    /// The file, one position a line; - reads standard input
    pub file: PathBuf,
    /// The programs to compare, in this order; one named twice is run once
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "peasant:6,peasant:10,church:10,pawnking,pawnking:glance,kpk"
    )]
    pub programs: Vec<Program>,
    /// Stop each of the other programs after so many seconds for each position
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "1",
        value_parser = parse_seconds,
        allow_negative_numbers = true
    )]
    pub program_time: Duration,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Positions worked on side by side
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: usize,
}

impl CompareArgs {
    /// The programs that are judged, each once.
    pub fn programs(&self) -> Vec<Program> {
        let mut programs: Vec<Program> = Vec::new();
        for program in &self.programs {
            let is_known = programs.iter().any(|other| other.kind == program.kind);
            if !is_known && !program.is_yardstick() {
                programs.push(program.clone());
            }
        }
        programs
    }

    /// The limits of every program but the exact prover.
    pub fn program_limits(&self) -> Limits {
        Limits::NONE
            .time(self.program_time)
            .memory(machine::memory(self.proof.memory, self.threads))
    }
}
