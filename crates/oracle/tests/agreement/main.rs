//! The library against other hands: shakmaty's rules and FEN, and Syzygy tables.

mod fen;
mod kpk;
mod mine;
mod moves;
mod perft;
mod refinement;
mod roots;
mod san;
mod symmetry;
mod syzygy;

// The program's own reader of tables: its answers are on trial here too.
use verbs::outside::syzygy as reader;

/// The tables to four men; without them, says that this is not tested.
fn tables(what: &str) -> Option<reader::Tables> {
    let Some(directory) = specification::syzygy_directory() else {
        specification::skip(&format!("{what}: there are no Syzygy tables"));
        return None;
    };
    let tables = reader::Tables::open(directory.as_os_str(), reader::Checks::FirstUse);
    Some(tables.unwrap_or_else(|error| panic!("{error}")))
}
