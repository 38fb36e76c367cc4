//! The command line of `peasant uci`.

use std::ffi::OsString;

use verbs::options::store::StoreArgs;

#[derive(clap::Args)]
#[command(after_help = "Example: peasant uci --engine stockfish\n\
    Graphical programs start it as any other engine; the rest is set there: Threads, Hash, MultiPV, SyzygyPath, UCI_ShowWDL, \
    Rules, Engine, Store, Scratch. What is proved is told as such; the guide says how.")]
pub struct UciArgs {
    /// Pass on everything that is no pawn ending to this UCI engine; its options stand among ours as `Engine.NAME`
    #[arg(long, value_name = "PATH")]
    pub engine: Option<OsString>,
    /// Directories of Syzygy tables (.rtbw files); on Windows `;` stands between them
    #[arg(
        long,
        value_name = "DIR[:DIR...]",
        env = "PEASANT_SYZYGY",
        hide_env_values = true
    )]
    pub syzygy: Option<OsString>,
    #[command(flatten)]
    pub store: StoreArgs,
}
