//! The command line of `peasant classic`.

use crate::options::{MACHINE, OUTPUT};
use std::time::Duration;

use historic::newborn1977::{Condition, Conditions, MAXIMUM_DEPTH, Options};
use peasant::limits::Limits;

use crate::host::machine;
use crate::options::{one_of, parse_memory, parse_seconds};

#[derive(clap::Args)]
#[command(
    after_help = "Example: peasant classic \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\" --depth 12\n\
    The scores are PEASANT's, and its claims are no proofs: `peasant solve --rules newborn` proves.\n\
    Ctrl-C stops the search and prints the best move so far; a second one ends the program."
)]
pub struct ClassicArgs {
    /// The position, as FEN or as books list the men (`Kg5, a2; Kf3, h3 w`); `-` reads it from standard input
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// The maximum depth in plies, 1 to 60
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_depth)]
    pub depth: u32,
    /// Condition 6 as Church said it should have been: the same position at any depth
    #[arg(long)]
    pub church: bool,
    /// Conditions for terminal nodes to switch off, by number (2 to 9); 1, the maximum depth, stays
    #[arg(
        long,
        value_name = "N[,N...]",
        value_delimiter = ',',
        value_parser = one_of(["2", "3", "4", "5", "6", "7", "8", "9"], parse_condition),
        hide_possible_values = true
    )]
    pub without: Vec<Condition>,
    /// Look at every king move near the tips
    #[arg(long)]
    pub no_pruning: bool,
    /// Do not look first at moves that refuted something before
    #[arg(long)]
    pub no_killers: bool,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Stop before the positions remembered take more memory [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

impl ClassicArgs {
    pub fn options(&self) -> Options {
        let all = Conditions::ALL;
        Options {
            depth: self.depth,
            church: self.church,
            conditions: self.without.iter().fold(all, |on, &c| on.without(c)),
            king_pruning: !self.no_pruning,
            killers: !self.no_killers,
        }
    }

    pub fn limits(&self) -> Limits {
        let limits = Limits::NONE.memory(machine::memory(self.memory, 1));
        self.time.map_or(limits, |time| limits.time(time))
    }
}

fn parse_depth(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| (1..=MAXIMUM_DEPTH).contains(depth))
        .ok_or_else(|| format!("give a number of plies from 1 to {MAXIMUM_DEPTH}"))
}

fn parse_condition(text: &str) -> Result<Condition, String> {
    let number: Option<usize> = text.parse().ok();
    let condition = Condition::ALL
        .into_iter()
        .find(|c| Some(c.number()) == number);
    match condition {
        Some(Condition::MaximumDepth) => Err(
            "condition 1 is the maximum depth, without which no search ends: use --depth"
                .to_owned(),
        ),
        Some(condition) => Ok(condition),
        None => Err("give numbers of conditions from 2 to 9, such as 4 or 4,5".to_owned()),
    }
}
