//! What the tests share.

use peasant::Prover;
use peasant::mine::{Family, Finding, Kind, Mined, Search};

pub fn family(pawns: &str, files: &str, pattern: &str) -> Family {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let pawns = given(pawns).map(|text| text.parse().expect("pawns"));
    let files = given(files).map(|text| text.parse().expect("files"));
    let pattern = given(pattern).map(|text| text.parse().expect("a pattern"));
    Family::new(pawns, files, pattern).expect("a family")
}

/// Everything that is mined in a family; nothing may be open.
pub fn mined(family: &Family, search: &Search) -> Vec<Finding> {
    let prover = Prover::default();
    let mut found = Vec::new();
    for structure in family.structures(0..family.len()) {
        let Mined { findings, open, .. } = prover
            .mine(family, structure, search)
            .expect("nothing comes from outside");
        assert!(open.is_none(), "{structure:?}: {open:?}");
        found.extend(findings);
    }
    found
}

pub fn all(kinds: &[Kind]) -> Search {
    let mut search = Search::new(kinds.iter().copied());
    search.keep = usize::MAX;
    search
}
