//! `peasant store`: what is proved, kept on disk.

mod build;
pub mod check;
mod clear;
pub mod list;
pub mod options;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use peasant::{Holding, Store};

use crate::host::fault::Fault;
use crate::host::stderr;
use crate::options::store;
use crate::{Face, Failure, Outcome};
use options::{PlaceArgs, StoreCommand, StoreVerbArgs};

pub fn run(args: &StoreVerbArgs, face: &mut Face) -> Result<Outcome, Failure> {
    match &args.command {
        StoreCommand::Build(args) => build::run(args, face),
        StoreCommand::List(args) => list::run(args, face),
        StoreCommand::Check(args) => check::run(args, face),
        StoreCommand::Clear(args) => clear::run(args, face),
    }
}

/// The directory that the command line names.
fn directory(args: &PlaceArgs) -> Result<PathBuf, Failure> {
    let directory = store::directory(args.store.as_ref()).ok_or_else(|| {
        Fault::new("the platform has no directory for a store")
            .and_cure(": ", "name one with --store")
    })?;
    Ok(directory)
}

/// The store there, which may take so many bytes.
fn open(args: &PlaceArgs, most: u64) -> Result<Arc<Store>, Failure> {
    Ok(Arc::new(Store::new(&directory(args)?, most)))
}

/// Says on standard error what went wrong with it.
fn warn(store: &Store) {
    store.warnings().iter().for_each(stderr::warn);
}

/// What some materials take together.
fn total<'h>(holdings: impl IntoIterator<Item = &'h Holding>) -> (u64, Duration) {
    let each = holdings
        .into_iter()
        .map(|holding| (holding.bytes, holding.takes));
    each.fold((0, Duration::ZERO), |sum, one| {
        (sum.0 + one.0, sum.1 + one.1)
    })
}

/// Bytes as people read them.
fn size(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        _ => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
    }
}
