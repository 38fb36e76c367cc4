//! The options of an engine from outside.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use peasant::Rules;

use super::proof::ProofArgs;
use crate::Failure;
use crate::host::fault::Fault;
use crate::outside::engine::{Settings, Uci};

/// How many positions an engine looks at for each ending, unless the user says otherwise.
pub const NODES: u64 = 200_000;

/// Whom to ask about endings that are not proved.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Ask this UCI engine about endings with promoted pieces that are not proved, for a conditional verdict; it never
    /// changes what is proved
    #[arg(long, value_name = "PATH")]
    pub engine: Option<OsString>,
    /// How many positions the engine looks at for each ending
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = parse_nodes)]
    pub engine_nodes: u64,
}

impl EngineArgs {
    /// The engine, if one is asked for; it runs from now on.
    pub fn start(
        &self,
        proof: &ProofArgs,
        cancelled: &'static AtomicBool,
    ) -> Result<Option<Uci>, Failure> {
        let Some(path) = &self.engine else {
            return Ok(None);
        };
        if proof.rules != Rules::Chess {
            let fault = Fault::new("--engine is for the rules of chess")
                .and_cure(": ", "leave out --rules, or leave out --engine");
            return Err(fault.about("--engine").into());
        }
        let settings = Settings::new(self.engine_nodes, proof.time(), proof.syzygy.clone());
        Ok(Some(Uci::start(path, settings, cancelled)?))
    }
}

fn parse_nodes(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|nodes| (1..=1_000_000_000_000).contains(nodes))
        .ok_or_else(|| "give a number of nodes from 1 to 1000000000000".to_owned())
}
