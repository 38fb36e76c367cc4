//! Positions of the literature under Newborn's rules. The data: `data/positions/classics.epd`.

use peasant::notation::epd;
use specification::data;

use crate::support;

/// Where Newborn's rules and chess part, because queens go on moving. Each has been looked at: see
/// DESIGN.md, "Where Newborn's rules are wrong".
const QUEEN_ENDINGS: [&str; 10] = [
    "PCE.025",
    "PCE.055",
    "PCE.057",
    "PCE.061",
    "PCE.077",
    "CPW.Szen",
    "CPW.Szen.mirror",
    "CPW.KPKP.w3exception",
    "CPW.zugzwang003",
    "CCC.Katz339306",
];

/// Takes too long for a test.
const TOO_SLOW: &str = "PCE.085";

/// Take nine tenths of the time together: left to `scripts/check-thoroughly`.
const SLOW: [&str; 5] = [
    "Elkies.EH87.w",
    "Elkies.EH87.b",
    "CSE.1484",
    "CPW.Szen",
    "CPW.Szen.mirror",
];

/// Is a position, by its name, asked about in this run?
fn is_asked(id: &str) -> bool {
    id != TOO_SLOW && (specification::is_thorough() || !SLOW.contains(&id))
}

#[test]
fn results_agree_with_the_literature_but_for_queen_endings() {
    let text = data("classics.epd");
    let mut differ = Vec::new();
    for line in text.lines() {
        let record = epd::parse_line(line).expect("the file is right");
        let id = record.id.expect("every record has a name");
        if !is_asked(&id) {
            continue;
        }
        let analysis = support::prove(&record.position, 1);
        let result = analysis.bounds.exact().expect("there are no limits");
        let claim = record.comments[0].as_deref().unwrap_or("unknown");
        if claim != "unknown" && claim != result.to_string() {
            differ.push(id);
        }
    }
    let expected: Vec<&str> = QUEEN_ENDINGS
        .into_iter()
        .filter(|&id| id != "CPW.zugzwang003" && is_asked(id))
        .collect();
    assert_eq!(differ, expected);
}
