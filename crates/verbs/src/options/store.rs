//! Where what is proved is kept.

use crate::options::MACHINE;
use std::path::PathBuf;
use std::sync::Arc;

use peasant::{Builder, Store};

use super::parse_memory;

/// The options for that, which all verbs share.
#[derive(Clone, clap::Args)]
#[group(skip)]
pub struct StoreArgs {
    /// Keep what is proved in this directory, for all later proofs [default: the platform's cache directory]
    #[arg(long, alias = "cache", value_name = "DIR", conflicts_with = "no_store", help_heading = MACHINE)]
    pub store: Option<PathBuf>,
    /// Keep nothing on disk, and use nothing that was kept
    #[arg(long, alias = "no-cache", help_heading = MACHINE)]
    pub no_store: bool,
    /// Keep so much of what is proved at most; what is cheapest to prove again goes first [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub store_size: Option<u64>,
}

/// The default of `--store-size`, in bytes.
pub const SIZE: u64 = 1 << 30;

impl StoreArgs {
    /// The directory that was chosen, or the platform's for caches; none if nothing is to be kept.
    pub fn directory(&self) -> Option<PathBuf> {
        directory(self.store.as_ref()).filter(|_| !self.no_store)
    }

    /// What is kept there.
    pub fn open(&self) -> Kept {
        Kept(
            self.directory()
                .map(|directory| Arc::new(Store::new(&directory, self.store_size.unwrap_or(SIZE)))),
        )
    }
}

/// The directory that was chosen, or the platform's for caches.
pub fn directory(chosen: Option<&PathBuf>) -> Option<PathBuf> {
    chosen
        .cloned()
        .or_else(|| Some(dirs::cache_dir()?.join("peasant")))
}

/// A store that provers share, if there is one.
#[derive(Clone, Default)]
pub struct Kept(Option<Arc<Store>>);

impl Kept {
    /// A prover that uses it.
    pub fn used_by(&self, builder: Builder) -> Builder {
        match &self.0 {
            Some(store) => builder.store(Arc::clone(store)),
            None => builder,
        }
    }

    /// What has gone wrong with it.
    pub fn warnings(&self) -> Vec<String> {
        let store = self.0.as_ref();
        store.map(|store| store.warnings()).unwrap_or_default()
    }
}
