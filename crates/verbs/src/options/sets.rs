//! What of a map a diagram is to show, and what its proof may take.

use crate::options::MACHINE;
use std::time::Duration;

use clap::ArgGroup;
use peasant::Rules;

use super::helpers::HelperArgs;
use super::proof::{ProofArgs, TimeLimit};
use super::{one_of, parse_memory, parse_name, parse_seconds, parse_structures, parse_threads};

/// The sets of a proof, with the options of that proof which make sense for a picture.
#[derive(clap::Args)]
#[group(skip)]
#[command(group = ArgGroup::new("sets").multiple(true).args(["key_squares", "corresponding", "heat"]))]
pub struct SetArgs {
    /// Key squares of the attacker's king (the winner's; in a draw that of the side to move if it has pawns): a dot, a star where
    /// it wins whoever is to move. A proof finds them
    #[arg(long)]
    pub key_squares: bool,
    /// Corresponding squares: the same number for the attacker's king and the only square that holds against it. A proof finds
    /// them
    #[arg(long)]
    pub corresponding: bool,
    /// Where the defender's king may stand, the rest of the position as it is: blue and plus where the attacker wins, yellow and
    /// equals where it is a draw, red and minus where the attacker loses. A proof finds it
    #[arg(long)]
    pub heat: bool,
    /// What a promotion is worth [default: chess]
    #[arg(long, value_parser = one_of(Rules::ALL.map(Rules::name), parse_name::<Rules>), requires = "sets")]
    rules: Option<Rules>,
    /// Stop the proof after so many seconds, and draw what is proved
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true, requires = "sets")]
    time: Option<Duration>,
    /// Stop before the proof takes more memory [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, requires = "sets", help_heading = MACHINE)]
    memory: Option<u64>,
    /// Stop after so many structures
    #[arg(long, value_name = "N", value_parser = parse_structures, requires = "sets")]
    structures: Option<u64>,
    /// Threads that work on the proof [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads, requires = "sets", help_heading = MACHINE)]
    pub threads: Option<usize>,
    #[command(flatten)]
    helpers: HelperArgs,
}

impl SetArgs {
    /// Is there anything to prove?
    pub fn any(&self) -> bool {
        self.key_squares || self.corresponding || self.heat
    }

    /// The options of the proof.
    pub fn proof(&self) -> ProofArgs {
        ProofArgs {
            time: self.time.map(|time| TimeLimit(Some(time))),
            memory: self.memory,
            structures: self.structures,
            ..self.helpers.proof(self.rules.unwrap_or(Rules::Chess))
        }
    }
}
