//! `peasant base`: small endings on disk.

mod build;
pub mod list;
pub mod options;

use std::sync::Arc;
use std::time::Duration;

use peasant::{Base, Holding};

use crate::host::fault::Fault;
use crate::host::stderr;
use crate::options::store;
use crate::{Face, Failure, Outcome};
use options::{BaseArgs, BaseCommand, PlaceArgs};

pub fn run(args: &BaseArgs, face: &mut Face) -> Result<Outcome, Failure> {
    match &args.command {
        BaseCommand::Build(args) => build::run(args, face),
        BaseCommand::List(args) => list::run(args, face),
    }
}

/// The base that the command line names.
fn open(args: &PlaceArgs) -> Result<Arc<Base>, Failure> {
    let directory = store::directory(args.store.as_ref()).ok_or_else(|| {
        Fault::new("the platform has no directory for a base")
            .and_cure(": ", "name one with --store")
    })?;
    Ok(Arc::new(Base::new(directory)))
}

/// Says on standard error what went wrong with it.
fn warn(base: &Base) {
    base.warnings().iter().for_each(stderr::warn);
}

/// What some materials take together.
fn total<'h>(holdings: impl IntoIterator<Item = &'h Holding>) -> (u64, Duration) {
    let each = holdings
        .into_iter()
        .map(|holding| (holding.bytes, holding.took));
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
