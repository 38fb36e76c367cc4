//! What proofs use besides time and memory: Syzygy tables, endings kept on disk.

use peasant::prove::{Cache, Resources};
use peasant::tablebase::Tablebase;

use crate::Failure;
use crate::args::ProofArgs;
use crate::syzygy::Tables;

/// The helpers that the command line asks for.
pub struct Helpers {
    tables: Option<Tables>,
    cache: Option<Cache>,
}

impl Helpers {
    pub fn new(args: &ProofArgs) -> Result<Helpers, Failure> {
        let chosen = args.cache.clone();
        let directory = chosen.or_else(|| Some(dirs::cache_dir()?.join("peasant")));
        let directory = directory.filter(|_| !args.no_cache);
        Ok(Helpers {
            tables: args.tables(directory.clone())?,
            cache: directory.map(Cache::new),
        })
    }

    pub fn resources(&self) -> Resources<'_> {
        Resources {
            tablebase: self.tables.as_ref().map(|tables| tables as &dyn Tablebase),
            cache: self.cache.as_ref(),
        }
    }

    /// Says on standard error what went wrong with them.
    pub fn warn(&self) {
        let tables = self.tables.as_ref().map_or(Vec::new(), Tables::warnings);
        let cache = self.cache.as_ref().map_or(Vec::new(), Cache::warnings);
        for warning in tables.iter().chain(&cache) {
            eprintln!("peasant: warning: {warning}");
        }
    }
}
