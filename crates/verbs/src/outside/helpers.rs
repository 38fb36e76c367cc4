//! What proofs use besides time and memory: Syzygy tables, endings kept on disk; and an engine, whose word proves nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peasant::clock::Instant;
use peasant::{Base, Builder, Limits};

use super::engine::Uci;
use super::syzygy::Tables;
use crate::Failure;
use crate::host::stderr;
use crate::opinion::Thinker;
use crate::options::engine::EngineArgs;
use crate::options::proof::ProofArgs;

/// The directory that was chosen, or the platform's for caches.
pub fn directory(chosen: Option<&PathBuf>) -> Option<PathBuf> {
    chosen
        .cloned()
        .or_else(|| Some(dirs::cache_dir()?.join("peasant")))
}

/// The helpers that the command line asks for.
pub struct Helpers {
    tables: Option<Arc<Tables>>,
    base: Option<Arc<Base>>,
    engine: Option<Arc<Uci>>,
    /// How long the engine took to start.
    starting: Duration,
}

impl Helpers {
    pub fn new(args: &ProofArgs) -> Result<Helpers, Failure> {
        args.check()?;
        let directory = directory(args.cache.as_ref()).filter(|_| !args.no_cache);
        Ok(Helpers {
            tables: args.tables(directory.clone())?.map(Arc::new),
            base: directory.map(|directory| Arc::new(Base::new(directory))),
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
        if let Some(base) = &self.base {
            builder = builder.base(Arc::clone(base));
        }
        builder
    }

    /// Says on standard error what went wrong with them.
    pub fn warn(&self) {
        self.warnings().iter().for_each(stderr::warn);
    }

    /// What has gone wrong with them.
    pub fn warnings(&self) -> Vec<String> {
        let tables = self.tables.as_ref().map(|tables| tables.warnings());
        let base = self.base.as_ref().map(|base| base.warnings());
        let engine = self.engine.as_ref().map(|engine| engine.warnings());
        let all = [tables, base, engine];
        all.into_iter().flatten().flatten().collect()
    }
}
