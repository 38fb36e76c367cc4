//! The options of an engine from outside.

use crate::options::MACHINE;
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use peasant::Rules;

use super::proof::ProofArgs;
use crate::Failure;
use crate::host::fault::Fault;
use crate::outside::engine::{Settings, Uci};

/// Whom to ask about what is not proved.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Ask this UCI engine what to play where nothing is proved; it never changes what is proved
    #[arg(long, value_name = "PATH", help_heading = MACHINE)]
    pub engine: Option<OsString>,
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
        let settings = Settings::new(proof.syzygy.clone());
        Ok(Some(Uci::start(path, settings, cancelled)?))
    }
}
