//! `peasant uci`: the prover as an engine.

use std::io;
use std::time::Duration;

use peasant::Rules;

use crate::args::uci::UciArgs;
use crate::uci::{self, Options, Session};
use verbs::host::machine;
use verbs::outside::engine::end_all;
use verbs::tell::progress;
use verbs::{Failure, Outcome};

/// What a GUI and the way to it may take, unless it says otherwise.
const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

pub fn run(args: &UciArgs) -> Result<Outcome, Failure> {
    let options = Options {
        threads: progress::processors(),
        // Whole MiB, as GUIs set it.
        memory: machine::memory(None, 1) >> 20 << 20,
        lines: 1,
        syzygy: args.syzygy.clone(),
        show_wdl: false,
        rules: Rules::Chess,
        move_overhead: MOVE_OVERHEAD,
        engine: args.engine.clone(),
        scratch: None,
        store: None,
    };
    let ended = uci::obey(
        Session::new(options, args.store.clone()),
        io::stdin().lock(),
    );
    end_all();
    ended?;
    Ok(Outcome::Answered)
}
