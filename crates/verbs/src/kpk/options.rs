//! The options of `peasant kpk` and `peasant kpk-rules`.

use crate::options::OUTPUT;
#[derive(clap::Args)]
#[command(after_help = "Example: peasant kpk \"4k3/8/4K3/4P3/8/8/8/8 w - -\"\n\
    `peasant kpk-rules` says how far each rule can be trusted.")]
pub struct KpkArgs {
    /// The position, of three men, `-` for that on standard input. Without it: how many positions there are and how many of them
    /// are won
    #[arg(num_args = 0.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Name the rule by its number in the list of `kpk-rules` as well
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Example: peasant kpk-rules")]
pub struct KpkRulesArgs {
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
