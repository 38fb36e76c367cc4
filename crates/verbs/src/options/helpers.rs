//! What helps every proof of a command: tables, and small endings kept on disk.

use std::ffi::OsString;
use std::path::PathBuf;

use peasant::Rules;

use super::proof::ProofArgs;
use super::store::StoreArgs;

/// The options of `peasant solve` for that, in brief.
#[derive(clap::Args)]
#[group(skip)]
pub struct HelperArgs {
    /// Put what memory has no room for into a file in this directory; `none` does without [default: the system's directory for
    /// temporary files]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// Directories of Syzygy tables, as for `peasant solve`
    #[arg(
        long,
        value_name = "DIR[:DIR...]",
        env = "PEASANT_SYZYGY",
        hide_env_values = true
    )]
    syzygy: Option<OsString>,
    /// Use Syzygy tables without checking them
    #[arg(long)]
    trust_syzygy: bool,
    #[command(flatten)]
    store: StoreArgs,
}

impl HelperArgs {
    /// The options of a proof by these rules, without limits.
    pub fn proof(&self, rules: Rules) -> ProofArgs {
        ProofArgs {
            rules,
            json: false,
            time: None,
            memory: None,
            scratch: self.scratch.clone(),
            structures: None,
            eager: false,
            syzygy: self.syzygy.clone(),
            trust_syzygy: self.trust_syzygy,
            store: self.store.clone(),
        }
    }
}
