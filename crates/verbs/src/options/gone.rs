//! Options of the conditional verdict, which is gone. For one release they are accepted and do nothing.

use crate::host::stderr;

/// Why there is nothing left for them to do.
const WHY: &str = "it belonged to the conditional verdict, which was wrong too often";

/// Those of every verb that had the verdict.
#[derive(clap::Args)]
pub struct GoneArgs {
    /// Gone; does nothing
    #[arg(long, hide = true)]
    assumptions: bool,
    /// Gone; does nothing
    #[arg(long, hide = true, value_name = "N")]
    engine_nodes: Option<String>,
}

impl GoneArgs {
    /// Says on standard error which of them were given.
    pub fn warn(&self) {
        let given = [
            ("--assumptions", self.assumptions),
            ("--engine-nodes", self.engine_nodes.is_some()),
        ];
        for (option, _) in given.into_iter().filter(|(_, given)| *given) {
            gone(option);
        }
    }
}

/// Says that an option is gone.
pub fn gone(option: &str) {
    stderr::warn(format!("{option} is gone and does nothing: {WHY}"));
}
