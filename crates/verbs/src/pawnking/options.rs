//! The command line of `peasant pawnking`.

use crate::options::{MACHINE, OUTPUT};
use std::time::Duration;

use historic::pawnking::{Options, Reuse};
use peasant::limits::Limits;

use crate::host::machine;
use crate::options::{one_of, parse_memory, parse_seconds};

#[derive(clap::Args)]
#[command(
    after_help = "Example: peasant pawnking \"7K/8/k1P5/7p/8/8/8/8 w - -\"\n\
    Grades name the side they favour. The values are PAWNKING's opinion: `peasant solve` proves.\n\
    Nothing but time and memory bounds the search. Ctrl-C stops it and prints what it has found; a second one ends the program."
)]
pub struct PawnkingArgs {
    /// The position, as FEN or as books list the men (`Kg5, a2; Kf3, h3 w`); `-` reads it from standard input
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// When a win may stand for the same pawns with other kings: never, careful or sensitive
    #[arg(long, value_name = "WHEN", default_value = "careful", value_parser = one_of(Reuse::ALL.map(Reuse::name), parse_reuse), hide_possible_values = true)]
    pub reuse: Reuse,
    /// Look at moves without a plan only where all others lose
    #[arg(long)]
    pub selective: bool,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Duration,
    /// Stop before the table of positions takes more memory [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

impl PawnkingArgs {
    pub fn options(&self) -> Options {
        Options {
            reuse: self.reuse,
            selective: self.selective,
        }
    }

    pub fn limits(&self) -> Limits {
        Limits::NONE
            .time(self.time)
            .memory(machine::memory(self.memory, 1))
    }
}

fn parse_reuse(text: &str) -> Result<Reuse, String> {
    let named = Reuse::ALL.into_iter().find(|reuse| reuse.name() == text);
    named.ok_or_else(|| "use never, careful or sensitive".to_owned())
}
