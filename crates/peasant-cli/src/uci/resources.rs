//! What proofs use: memory and threads, tables, the store.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use peasant::{Limits, Prover, Rules, Scratch};

use super::options::Options;
use verbs::options::helpers;
use verbs::options::store::{Kept, StoreArgs};
use verbs::outside::syzygy::{Checks, Tables};

/// The means of a prover.
#[derive(Clone)]
pub struct Resources {
    rules: Rules,
    threads: usize,
    memory: u64,
    tables: Option<Arc<Tables>>,
    kept: Kept,
    scratch: Option<Arc<Scratch>>,
    /// What has been told already.
    told: Arc<Mutex<BTreeSet<String>>>,
}

impl Resources {
    /// What the options name. What cannot be had is left out, and named in a sentence each.
    pub fn open(options: &Options, store: &StoreArgs) -> (Resources, Vec<String>) {
        let mut troubles = Vec::new();
        let tables = tables(options, store).unwrap_or_else(|trouble| {
            troubles.push(trouble);
            None
        });
        let scratch = scratch(options).unwrap_or_else(|trouble| {
            troubles.push(trouble);
            None
        });
        let resources = Resources {
            rules: options.rules,
            threads: options.threads,
            memory: options.memory,
            tables,
            kept: store.open(),
            scratch,
            told: Arc::default(),
        };
        (resources, troubles)
    }

    /// Bytes for proofs.
    pub const fn memory(&self) -> u64 {
        self.memory
    }

    /// A prover that knows nothing yet.
    pub fn prover(&self) -> Prover {
        let mut builder = Prover::builder()
            .rules(self.rules)
            .threads(self.threads)
            .limits(Limits::NONE.memory(self.memory));
        if let Some(tables) = &self.tables {
            builder = builder.tablebase(Arc::clone(tables) as _);
        }
        if let Some(scratch) = &self.scratch {
            builder = builder.scratch(Arc::clone(scratch));
        }
        self.kept.used_by(builder).build()
    }

    /// How many may work at once.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// What went wrong with them since it was asked last.
    pub fn warnings(&self) -> Vec<String> {
        let tables = self.tables.as_ref().map(|tables| tables.warnings());
        let kept = Some(self.kept.warnings());
        let scratch = self.scratch.as_ref().map(|scratch| scratch.warnings());
        let all = tables.into_iter().chain(kept).chain(scratch).flatten();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        all.filter(|warning| told.insert(warning.clone())).collect()
    }
}

fn scratch(options: &Options) -> Result<Option<Arc<Scratch>>, String> {
    helpers::scratch(options.scratch.as_ref().map(Path::new))
        .map_err(|fault| fault.words().replace("--scratch", "Scratch"))
}

fn tables(options: &Options, store: &StoreArgs) -> Result<Option<Arc<Tables>>, String> {
    let Some(directories) = &options.syzygy else {
        return Ok(None);
    };
    let checks = match store.directory() {
        Some(directory) => Checks::Remembered(directory.clone()),
        None => Checks::FirstUse,
    };
    let tables = Tables::open(directories, checks);
    tables
        .map(|tables| Some(Arc::new(tables)))
        .map_err(|error| error.to_string().replace("--syzygy", "SyzygyPath"))
}
