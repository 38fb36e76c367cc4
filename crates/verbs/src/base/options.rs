//! The command line of the base of small endings.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use peasant::Material;

use crate::options::{parse_name, parse_threads};

#[derive(Args)]
#[command(after_help = "Examples: peasant base list\n          \
    peasant base build KQvK\n\n\
    The base keeps small endings on disk, so that proofs need not solve them: up to three pieces without pawns, and two \
    with one pawn. Proofs add what they need; these commands make it ahead and say what is there. It may be deleted at any time.")]
pub struct BaseArgs {
    #[command(subcommand)]
    pub command: BaseCommand,
}

#[derive(Subcommand)]
pub enum BaseCommand {
    /// Solve small endings ahead of proofs
    Build(BuildArgs),
    /// Say what is there, and what the rest would take
    List(ListArgs),
}

#[derive(Args)]
#[command(after_help = "Examples: peasant base build\n          \
    peasant base build KQPvKQ KQvKQP\n\n\
    A material is named with the side first that is to win: KQvKQP is not KQPvKQ. What is there already is skipped.\n\
    Ctrl-C stops; every ending that was finished by then stays.")]
pub struct BuildArgs {
    /// What to solve, such as KQPvKQ [default: what pawn endings ask for most]
    #[arg(value_name = "MATERIAL", value_parser = parse_name::<Material>)]
    pub materials: Vec<Material>,
    /// Solve everything that the base can hold
    #[arg(long, conflicts_with = "materials")]
    pub all: bool,
    /// Endings solved side by side; each takes up to 256 MiB
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub threads: usize,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
#[command(after_help = "Example: peasant base list --json")]
pub struct ListArgs {
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Where the base is.
#[derive(Args)]
pub struct PlaceArgs {
    /// The directory of the base [default: the platform's cache directory]
    #[arg(long, alias = "cache", value_name = "DIR")]
    pub store: Option<PathBuf>,
}
