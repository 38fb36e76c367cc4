//! Positions of the literature under Newborn's rules. The data: `data/positions/classics.epd`.

use peasant::Analysis;
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
const SLOW: [&str; 1] = ["PCE.085"];

fn prove(line: &str) -> (String, Option<String>, Analysis) {
    let record = epd::parse_line(line).expect("the file is right");
    let analysis = support::prove(&record.position, 1);
    let id = record.id.expect("every record has a name");
    (id, record.comments[0].clone(), analysis)
}

#[test]
fn results_agree_with_the_literature_but_for_queen_endings() {
    let text = data("classics.epd");
    let mut differ = Vec::new();
    for line in text
        .lines()
        .filter(|line| !SLOW.iter().any(|id| line.contains(id)))
    {
        let (id, claim, analysis) = prove(line);
        let result = analysis
            .bounds
            .exact()
            .expect("there are no limits")
            .to_string();
        if claim.is_some_and(|claim| claim != "unknown" && claim != result) {
            differ.push(id);
        }
    }
    let expected: Vec<&str> = QUEEN_ENDINGS
        .into_iter()
        .filter(|id| *id != "CPW.zugzwang003")
        .collect();
    assert_eq!(differ, expected);
}
