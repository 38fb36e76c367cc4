//! A Syzygy table: with its checksum asked for, one that is damaged tells nothing; without, it may tell anything, and panics nowhere.
#![no_main]

mod scratch;

use libfuzzer_sys::fuzz_target;
use peasant::Position;
use peasant::tablebase::Tablebase;
use verbs::outside::syzygy::{Checks, Tables};

fuzz_target!(init: quiet(), |bytes: &[u8]| {
    let path = scratch::file("KPvK.rtbw", bytes);
    let directory = path.parent().expect("it is in one").as_os_str();
    let position: Position = "8/8/8/8/8/1k5P/8/2K5 w - - 0 1".parse().expect("a position");
    for checks in [Checks::Trust, Checks::FirstUse] {
        if let Ok(tables) = Tables::open(directory, checks) {
            _ = tables.probe(&position);
            _ = tables.warnings();
        }
    }
});

/// The panics of the decoder are caught, and told to nobody.
fn quiet() {
    std::panic::set_hook(Box::new(|_| {}));
}
