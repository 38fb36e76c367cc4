//! The command line of `peasant study`.

use crate::options::{MACHINE, OUTPUT};
use peasant::board::Color;
use peasant::{Limits, Rules};

use crate::Failure;
use crate::host::fault::Fault;
use crate::options::proof::{ProofArgs, default_time};
use crate::options::{one_of, parse_threads};

#[derive(clap::Args)]
#[command(
    mut_arg("time", default_time),
    after_help = "Examples: peasant study \"7K/8/k1P5/7p/8/8/8/8 w - -\" --moves \"1.Kg7 h4 2.Kf6 Kb6 3.Ke5 h3 4.Kd6\"\n          \
    peasant study games.pgn\n          \
    peasant study \"8/8/5K2/3p4/1k1P4/8/8/8 w - -\" --win --tries --moves \"1.Ke6 Kc4 2.Ke5\"\n\n\
    In a file [FEN] is the position, the main line the solution, and variations beside moves of the side that does not solve are \
    part of it. The result is the stipulation: 1-0 White wins, 0-1 Black wins, 1/2-1/2 the side to move draws.\n\
    A cook is another way from the first move on, a dual another way later; what the other side can force back into the solution \
    is a minor dual (waste of time, transposition).\n\
    Exit status: 5 if tables or the store contradict a proof, else 2 if one could not be read, else 1 if a study is not sound, \
    else 4 if something is open on which it hangs, else 0.\n\
    Ctrl-C stops the work and tells what is proved so far; a second one ends the program."
)]
pub struct StudyArgs {
    /// The position, or a file of studies (PGN); - reads the file from standard input
    #[arg(required = true, num_args = 1.., value_name = "FEN|FILE.pgn")]
    pub study: Vec<String>,
    /// The solution, as in "1.Kg7 h4 2.Kf6"; without it the program's own line is judged
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// The solver is to win, whatever the file says
    #[arg(long, conflicts_with = "draw")]
    pub win: bool,
    /// The solver is to draw
    #[arg(long)]
    pub draw: bool,
    /// The side that solves it: white or black [default: the side to move, or that of the file's result]
    #[arg(long, value_name = "SIDE", value_parser = one_of(["white", "black"], parse_side), hide_possible_values = true)]
    pub solver: Option<Color>,
    /// Show what refutes the moves that fail at every move of the solver's, not only at the first
    #[arg(long)]
    pub tries: bool,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Threads that work on a study [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: Option<usize>,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

impl StudyArgs {
    /// The limits of each study.
    pub fn limits(&self) -> Limits {
        self.proof.limits(1)
    }

    /// Options that do not go together.
    pub fn check(&self) -> Result<(), Failure> {
        if self.proof.rules != Rules::Chess {
            let fault = Fault::new("studies are judged by the rules of chess")
                .and_cure(": ", "leave out --rules");
            return Err(fault.about("--rules").into());
        }
        Ok(())
    }
}

fn parse_side(text: &str) -> Result<Color, String> {
    match text {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err("give white or black".to_owned()),
    }
}
