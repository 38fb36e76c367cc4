//! What proofs use besides time and memory: Syzygy tables, endings kept on disk; and an engine, whose word proves nothing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use peasant::{Builder, Cache};

use crate::args::ProofArgs;
use crate::args::engine::EngineArgs;
use crate::engine::Uci;
use crate::syzygy::Tables;
use crate::{Failure, stderr};

/// The helpers that the command line asks for.
pub struct Helpers {
    tables: Option<Arc<Tables>>,
    cache: Option<Arc<Cache>>,
    engine: Option<Arc<Uci>>,
}

impl Helpers {
    pub fn new(args: &ProofArgs) -> Result<Helpers, Failure> {
        args.check()?;
        let chosen = args.cache.clone();
        let directory = chosen.or_else(|| Some(dirs::cache_dir()?.join("peasant")));
        let directory = directory.filter(|_| !args.no_cache);
        Ok(Helpers {
            tables: args.tables(directory.clone())?.map(Arc::new),
            cache: directory.map(|directory| Arc::new(Cache::new(directory))),
            engine: None,
        })
    }

    /// With the engine that the command line asks for, if it does; it runs from now on.
    pub fn with_engine(
        self,
        args: &EngineArgs,
        proof: &ProofArgs,
        cancelled: &'static AtomicBool,
    ) -> Result<Helpers, Failure> {
        let engine = args.start(proof, cancelled)?.map(Arc::new);
        Ok(Helpers { engine, ..self })
    }

    /// What the engine is called, if there is one.
    pub fn engine_name(&self) -> Option<&str> {
        self.engine.as_deref().map(Uci::name)
    }

    /// The prover that the command line asks for.
    pub fn builder(&self, args: &ProofArgs) -> Builder {
        let mut builder = args.builder();
        if let Some(tables) = &self.tables {
            builder = builder.tablebase(Arc::clone(tables) as _);
        }
        if let Some(cache) = &self.cache {
            builder = builder.cache(Arc::clone(cache));
        }
        if let Some(engine) = &self.engine {
            builder = builder.engine(Arc::clone(engine) as _);
        }
        builder
    }

    /// Says on standard error what went wrong with them.
    pub fn warn(&self) {
        let tables = self
            .tables
            .as_ref()
            .map_or(Vec::new(), |tables| tables.warnings());
        let cache = self
            .cache
            .as_ref()
            .map_or(Vec::new(), |cache| cache.warnings());
        let engine = self
            .engine
            .as_ref()
            .map_or(Vec::new(), |engine| engine.warnings());
        for warning in tables.iter().chain(&cache).chain(&engine) {
            stderr::warn(warning);
        }
    }
}
