//! The bitbase of king and pawn against king is that of the Syzygy table KPvK, for every legal position, with the pawn on
//! either side. Only win, draw and loss are compared: with three men no win is spoiled by the 50-move rule.
//!
//! The table is outside the repository; without it the test says so and passes.

use std::path::Path;

use peasant::kpk::{self, Placement, Side};
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;

/// The program's own reader of tables.
#[allow(dead_code)]
#[path = "../../peasant-cli/src/syzygy/mod.rs"]
mod syzygy;

use syzygy::{Checks, Tables};

/// The tables, if the one that is needed is there.
fn tables() -> Option<Tables> {
    let directory = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/syzygy"
    ));
    if !directory.join("KPvK.rtbw").exists() {
        println!(
            "not tested: there is no KPvK.rtbw in {}",
            directory.display()
        );
        return None;
    }
    Some(
        Tables::open(directory.as_os_str(), Checks::FirstUse)
            .unwrap_or_else(|error| panic!("{error}")),
    )
}

#[test]
fn every_position_is_that_of_the_table() {
    let Some(tables) = tables() else { return };
    for (turn, legal) in [(Side::Attacker, 163_328), (Side::Defender, 168_024)] {
        let mut compared = 0;
        for placement in Placement::all(turn) {
            let ours = kpk::bitbase().probe(placement).for_side(turn);
            let position = placement.to_position();
            for position in [position, position.flip()] {
                let theirs: Option<Wdl> = tables.probe(&position);
                assert_eq!(Some(ours), theirs, "{placement}: {:?}", tables.warnings());
            }
            compared += 1;
        }
        assert_eq!(compared, legal);
    }
}
