//! What proofs use besides time and memory: Syzygy tables, the store, a scratch file; and an engine, whose word proves nothing.

use crate::options::MACHINE;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peasant::clock::Instant;
use peasant::{Builder, Limits, Rules, Scratch};

use super::engine::EngineArgs;
use super::proof::ProofArgs;
use super::store::{Kept, StoreArgs};
use crate::Failure;
use crate::host::fault::Fault;
use crate::host::stderr;
use crate::opinion::Thinker;
use crate::outside::engine::Uci;
use crate::outside::syzygy::Tables;

/// The options of `peasant solve` for that, in brief.
#[derive(clap::Args)]
#[group(skip)]
pub struct HelperArgs {
    /// Directory of the file for what memory has no room for; `none` does without [default: the system's for temporary files]
    #[arg(long, value_name = "DIR", help_heading = MACHINE)]
    scratch: Option<PathBuf>,
    /// Directories of Syzygy tables, as for `peasant solve`
    #[arg(
        long,
        value_name = "DIR[:DIR...]",
        env = "PEASANT_SYZYGY",
        hide_env_values = true,
        help_heading = MACHINE
    )]
    syzygy: Option<OsString>,
    /// Use Syzygy tables without checking them
    #[arg(long, help_heading = MACHINE)]
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
            syzygy: self.syzygy.clone(),
            trust_syzygy: self.trust_syzygy,
            store: self.store.clone(),
        }
    }
}

/// The scratch file in the directory that was chosen, or where the system has it; none if it is to be `none`.
pub fn scratch(chosen: Option<&Path>) -> Result<Option<Arc<Scratch>>, Fault> {
    let scratch = match chosen {
        None => return Ok(Scratch::temporary().map(Arc::new)),
        Some(directory) if directory == "none" => return Ok(None),
        Some(directory) => Scratch::new(directory.to_owned()),
    };
    let name = chosen.map_or_else(String::new, |directory| directory.display().to_string());
    scratch.check().map_err(|error| {
        let message = format!("cannot make a scratch file in `{name}`: {error}");
        let cure = "name another directory with --scratch, or none";
        Fault::of_file(&message, &name, &error).and_cure("; ", cure)
    })?;
    Ok(Some(Arc::new(scratch)))
}

/// The helpers that the command line asks for.
pub struct Helpers {
    tables: Option<Arc<Tables>>,
    kept: Kept,
    scratch: Option<Arc<Scratch>>,
    engine: Option<Arc<Uci>>,
    /// How long the engine took to start.
    starting: Duration,
}

impl Helpers {
    pub fn new(args: &ProofArgs) -> Result<Helpers, Failure> {
        Ok(Helpers {
            tables: args.tables()?.map(Arc::new),
            kept: args.store.open(),
            scratch: scratch(args.scratch.as_deref())?,
            engine: None,
            starting: Duration::ZERO,
        })
    }

    /// With the engine that the command line asks for, if it does; it runs from now on.
    pub fn with_engine(
        self,
        args: &EngineArgs,
        proof: &ProofArgs,
        cancelled: &'static AtomicBool,
    ) -> Result<Helpers, Failure> {
        let begun = Instant::now();
        let engine = args.start(proof, cancelled)?.map(Arc::new);
        let starting = engine.as_ref().map_or(Duration::ZERO, |_| begun.elapsed());
        Ok(Helpers {
            engine,
            starting,
            ..self
        })
    }

    /// The same, but nothing that was proved before is used, nor is anything kept.
    pub fn without_store(self) -> Helpers {
        Helpers {
            kept: Kept::default(),
            ..self
        }
    }

    /// The engine, if there is one.
    pub fn engine(&self) -> Option<Arc<Uci>> {
        self.engine.clone()
    }

    /// What the start of the engine has left of the limits of a position, half of the time at least.
    pub fn left(&self, mut limits: Limits) -> Limits {
        let left = |time: Duration| time.saturating_sub(self.starting).max(time / 2);
        limits.time = limits.time.map(left);
        limits
    }

    /// Whom to ask what stays open: that engine, or a search of our own by the rules of chess.
    pub fn thinker(&self) -> Thinker {
        Thinker::new(self.engine.clone())
    }

    /// The prover that the command line asks for.
    pub fn builder(&self, args: &ProofArgs) -> Builder {
        let mut builder = args.builder();
        if let Some(tables) = &self.tables {
            builder = builder.tablebase(Arc::clone(tables) as _);
        }
        if let Some(scratch) = &self.scratch {
            builder = builder.scratch(Arc::clone(scratch));
        }
        self.kept.used_by(builder)
    }

    /// Says on standard error what went wrong with them.
    pub fn warn(&self) {
        self.warnings().iter().for_each(stderr::warn);
    }

    /// What has gone wrong with them.
    pub fn warnings(&self) -> Vec<String> {
        let tables = self.tables.as_ref().map(|tables| tables.warnings());
        let scratch = self.scratch.as_ref().map(|scratch| scratch.warnings());
        let engine = self.engine.as_ref().map(|engine| engine.warnings());
        let all = [tables, Some(self.kept.warnings()), scratch, engine];
        all.into_iter().flatten().flatten().collect()
    }
}
