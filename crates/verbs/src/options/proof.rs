//! The options of a proof, which most verbs share.
#![allow(
    rustdoc::bare_urls,
    reason = "what stands there is help, for terminals"
)]

use crate::options::{MACHINE, OUTPUT};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Arg;
use peasant::{Builder, Limits, Prover, Rules};

use super::store::StoreArgs;
use super::{one_of, parse_memory, parse_name, parse_seconds, parse_structures};
use crate::Failure;
use crate::host::fault::Fault;
use crate::host::machine;
use crate::outside::syzygy::{Checks, Tables};

/// What solve and epd share.
#[derive(clap::Args)]
pub struct ProofArgs {
    /// What a promotion is worth
    #[arg(long, default_value = "chess", value_parser = one_of(Rules::ALL.map(Rules::name), parse_name::<Rules>))]
    pub rules: Rules,
    /// Print JSON, one object a line
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Stop after so many seconds for each position; `none` sets no limit
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub time: Option<TimeLimit>,
    /// Stop before the proofs take more memory, all of them together [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
    /// Directory of the file for what memory has no room for; `none` does without [default: the system's for temporary files]
    #[arg(long, value_name = "DIR", help_heading = MACHINE)]
    pub scratch: Option<PathBuf>,
    /// Stop after so many structures
    #[arg(long, value_name = "N", value_parser = parse_structures)]
    pub structures: Option<u64>,
    /// Directories of Syzygy tables (.rtbw files); on Windows `;` stands between them
    #[arg(
        long,
        value_name = "DIR[:DIR...]",
        env = "PEASANT_SYZYGY",
        hide_env_values = true,
        help_heading = MACHINE
    )]
    pub syzygy: Option<OsString>,
    /// Trust Syzygy tables: do not read each whole and compare its checksum at its first use
    #[arg(long, help_heading = MACHINE)]
    pub trust_syzygy: bool,
    #[command(flatten)]
    pub store: StoreArgs,
}

impl ProofArgs {
    /// The prover's settings, without tables and store.
    pub fn builder(&self) -> Builder {
        Prover::builder().rules(self.rules).limits(self.limits(1))
    }

    /// The time for each position, if it is limited.
    pub fn time(&self) -> Option<Duration> {
        self.time.and_then(|TimeLimit(limit)| limit)
    }

    /// The limits of each of so many positions side by side.
    pub fn limits(&self, side_by_side: usize) -> Limits {
        let memory = machine::memory(self.memory, side_by_side);
        self.limits_asked(side_by_side).memory(memory)
    }

    /// The same, but memory only if the user has set it: otherwise it depends on the machine.
    pub fn limits_asked(&self, side_by_side: usize) -> Limits {
        let mut limits = Limits::NONE;
        limits.time = self.time();
        limits.structures = self.structures;
        limits.memory = self
            .memory
            .map(|memory| machine::memory(Some(memory), side_by_side));
        limits
    }

    /// The Syzygy tables, if any are asked for. A directory remembers which large ones were checked.
    pub fn tables(&self) -> Result<Option<Tables>, Failure> {
        let open = |directories: &OsString| {
            let checks = match self.store.directory() {
                _ if self.trust_syzygy => Checks::Trust,
                Some(directory) => Checks::Remembered(directory),
                None => Checks::FirstUse,
            };
            Tables::open(directories, checks).map_err(|error| {
                let text = directories.display().to_string();
                let fault = Fault::from_sentence(&error.to_string(), ": ");
                Failure::from(fault.perhaps_of_file(&text, std::fs::read_dir(directories)))
            })
        };
        self.syzygy.as_ref().map(open).transpose()
    }
}

/// One position is given a minute.
pub fn default_time(time: Arg) -> Arg {
    time.default_value(DEFAULT_TIME)
        .hide_default_value(true)
        .help("Stop after so many seconds and show what is proved; `none` sets no limit [default: 60, with --resume or --certificate none]")
}

/// In seconds.
const DEFAULT_TIME: &str = "60";

/// A limit on time that somebody has set, if only to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Option<Duration>);

fn parse_time(text: &str) -> Result<TimeLimit, String> {
    if text == "none" {
        return Ok(TimeLimit(None));
    }
    let limit = parse_seconds(text).map_err(|error| error + "; none for no limit")?;
    Ok(TimeLimit(Some(limit)))
}
