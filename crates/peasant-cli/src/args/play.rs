//! The command line of `peasant play`.

use std::path::PathBuf;
use std::time::Duration;
use verbs::options::{MACHINE, OUTPUT};

use pawngame::Strength;

use verbs::options::store::StoreArgs;
use verbs::options::{parse_memory, parse_seconds};
use verbs::pawngame::options::{Side, parse_seed, parse_strength};

#[derive(clap::Args)]
#[command(
    after_help = "Type moves (Kb1, e8=Q, a1b1) and commands (hint, moves, explain, undo, board, new, switch, help, quit), a line each. \
    After an error it says what was right and why, and punishes it. Input may come from a pipe; its end quits. Ctrl-C ends the \
    program.\n\n\
    Examples: peasant play\n          \
    peasant play --side black \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"\n          \
    peasant play --strength 6 \"7K/8/k1P5/7p/8/8/8/8 w - -\""
)]
pub struct PlayArgs {
    /// The position [default: one of the endings that everybody should know]
    #[arg(num_args = 0.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// Your side [default: the side to move]
    #[arg(long)]
    pub side: Option<Side>,
    /// How well the program plays, 0 to 10
    ///
    /// 10 keeps every result that it can prove, and takes the shortest way to a win. Below that, one move in so many is any
    /// legal move (at 7 three in ten). An error is punished at every strength.
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_strength)]
    pub strength: Strength,
    /// Think so many seconds at most about a move, a hint, or your move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Duration,
    /// Stop before the proof of a position takes more memory [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
    /// Directory of the file for what memory has no room for; `none` does without [default: the system's for temporary files]
    #[arg(long, value_name = "DIR", help_heading = MACHINE)]
    pub scratch: Option<PathBuf>,
    /// Choose by this number, the same way each time [default: another way each time]
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub store: StoreArgs,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}
