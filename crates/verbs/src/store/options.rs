//! The command line of the store.

use crate::options::{MACHINE, OUTPUT};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use peasant::Material;

use crate::options::{parse_memory, parse_name, parse_threads};

#[derive(Args)]
#[command(after_help = "Examples: peasant store list\n          \
    peasant store build KQvK\n\n\
    The store keeps what is proved on disk, for later proofs and other programs: bounds of pawn structures, and small endings. Proofs add \
    to it; these commands fill it ahead, say what is there, look for damage and empty it.")]
pub struct StoreVerbArgs {
    #[command(subcommand)]
    pub command: StoreCommand,
}

#[derive(Subcommand)]
pub enum StoreCommand {
    /// Solve small endings ahead of proofs
    Build(BuildArgs),
    /// Say what is there, and what small endings would take
    List(ListArgs),
    /// Read everything, and remove what is damaged
    Check(CheckArgs),
    /// Forget everything
    Clear(ClearArgs),
}

#[derive(Args)]
#[command(after_help = "Examples: peasant store build\n          \
    peasant store build KQPvKQ KQvKQP\n\n\
    A material is named with the side first that is to win: KQvKQP is not KQPvKQ. What is there already is skipped.\n\
    Ctrl-C stops; every ending that was finished by then stays.")]
pub struct BuildArgs {
    /// What to solve, such as KQPvKQ [default: what pawn endings ask for most]
    #[arg(value_name = "MATERIAL", value_parser = parse_name::<Material>)]
    pub materials: Vec<Material>,
    /// Solve every small ending: up to three pieces without pawns, two with one pawn
    #[arg(long, conflicts_with = "materials")]
    pub all: bool,
    /// Endings solved side by side; each takes up to 256 MiB
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: usize,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Let the store take so much at most [default: 1024, and what is to be built]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub store_size: Option<u64>,
}

#[derive(Args)]
#[command(after_help = "Example: peasant store list --json")]
pub struct ListArgs {
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example: peasant store check\n\nExit status: 1 if something was damaged.")]
pub struct CheckArgs {
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example: peasant store clear")]
pub struct ClearArgs {
    #[command(flatten)]
    pub place: PlaceArgs,
}

/// Where the store is.
#[derive(Args)]
pub struct PlaceArgs {
    /// The directory of the store [default: the platform's cache directory]
    #[arg(long, alias = "cache", value_name = "DIR", help_heading = MACHINE)]
    pub store: Option<PathBuf>,
}
