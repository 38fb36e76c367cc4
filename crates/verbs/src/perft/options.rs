//! The options of `peasant perft`.

use crate::options::OUTPUT;
use crate::options::parse_plies;

#[derive(clap::Args)]
#[command(after_help = "Example: peasant perft \"7K/8/k1P5/7p/8/8/8/8 w - -\" --depth 6")]
pub struct PerftArgs {
    /// The position, `-` for that on standard input; promoted pieces are welcome
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// Plies to count, 0 to 100
    #[arg(long, value_name = "N", value_parser = parse_plies)]
    pub depth: u32,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
