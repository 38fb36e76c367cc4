//! What proofs use besides time and memory: Syzygy tables, endings kept on disk.

use std::sync::Arc;

use peasant::{Builder, Cache};

use crate::args::ProofArgs;
use crate::syzygy::Tables;
use crate::{Failure, stderr};

/// The helpers that the command line asks for.
pub struct Helpers {
    tables: Option<Arc<Tables>>,
    cache: Option<Arc<Cache>>,
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
        })
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
        for warning in tables.iter().chain(&cache) {
            stderr::warn(warning);
        }
    }
}
