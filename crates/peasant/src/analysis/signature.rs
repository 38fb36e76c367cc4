//! The signature of the prover: what it answers, and what that takes, for fixed positions (`data/positions/prover-signature.txt`).
//! Every number is deterministic, so that a change of any of them is a change of what the prover does.

use super::*;
use crate::board::{Color, Position, Setup, Square};
use crate::limits::{Limits, Watch};
use crate::notation::fen;
use crate::prove::{Proof, Resources};
use crate::rules::Rules;
use crate::slice::simd::{Width, with_width};
use crate::store::durable::Checksum;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../data/positions/prover-signature.txt"
);

/// A line of the file without what is computed: rules, limit on structures, position.
fn question(line: &str) -> (Rules, u64, Position) {
    let mut fields = line.split(';').map(str::trim);
    let mut next = || fields.next().expect("rules; structures; FEN; …");
    (
        next().parse().expect("rules"),
        next().parse().expect("a number of structures"),
        fen::parse(next()).expect("a FEN"),
    )
}

/// The whole line.
fn line(rules: Rules, structures: u64, position: &Position) -> String {
    let watch = Watch::new(
        Limits::NONE.structures(structures),
        std::sync::Arc::new(()) as _,
    );
    let mut proof = Proof::new(rules, Resources::default());
    proof.begin(&watch);
    let mut inquiry = Inquiry {
        rules,
        proof: &mut proof,
    };
    let request = Request::new(*position);
    let analysis = analyse(&mut inquiry, &request, &watch).expect("nothing comes from outside");
    let slice = fingerprint(&mut inquiry, position);
    let r#move = |m: &MoveAnalysis| {
        let distance = m.distance.map_or("-".to_owned(), |d| d.plies().to_string());
        format!("{} {} {distance}", m.r#move, m.bounds)
    };
    let mut moves: Vec<String> = analysis.moves.iter().map(r#move).collect();
    moves.sort();
    let [none, one, two] = analysis.statistics.by_pieces;
    format!(
        "{rules}; {structures}; {}; {}; {}; {none} {one} {two}; {slice:016x}",
        fen::format(position),
        analysis.bounds,
        moves.join(", "),
    )
}

/// What is known of every placement of the kings in the position's structure.
fn fingerprint(inquiry: &mut Inquiry, position: &Position) -> u64 {
    let mut sum = Checksum::new(1);
    for setup in placements(position) {
        let Ok(there) = setup.validate() else {
            continue;
        };
        let bounds = inquiry.known(&there).expect("nothing comes from outside");
        sum.add(&[bounds.lower() as u8, bounds.upper() as u8]);
    }
    sum.get()
}

/// The same pawns with the kings anywhere, and either side to move.
fn placements(position: &Position) -> impl Iterator<Item = Setup> {
    let pawns = position.pawns();
    let squares = move || Square::all().filter(move |&square| !pawns.occupied().contains(square));
    squares().flat_map(move |white| {
        squares().flat_map(move |black| {
            Color::BOTH.map(|turn| Setup::pawn_ending(white, black, pawns, turn))
        })
    })
}

/// The file as it should be.
fn renewed(file: &str) -> String {
    let line = |line: &str| {
        if line.starts_with('#') {
            return format!("{line}\n");
        }
        let (rules, structures, position) = question(line);
        format!("{}\n", self::line(rules, structures, &position))
    };
    file.lines().map(line).collect()
}

fn read() -> String {
    std::fs::read_to_string(FILE).expect("the file belongs to the repository")
}

#[test]
fn the_signature_is_kept() {
    let (old, new) = (read(), renewed(&read()));
    for (old, new) in old.lines().zip(new.lines()) {
        assert_eq!(old, new);
    }
    assert!(old.lines().filter(|line| !line.starts_with('#')).count() >= 40);
}

/// One line in six, with each width of vector that the processor has.
#[test]
fn every_width_of_vector_keeps_the_signature() {
    for width in Width::ALL {
        if !width.is_available() {
            specification::skip(&format!("vectors of {width:?}: this processor has none"));
            continue;
        }
        let file = read();
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        for old in lines.step_by(6) {
            let (rules, structures, position) = question(old);
            let new = with_width(width, || line(rules, structures, &position));
            assert_eq!(old, new, "{width:?}");
        }
    }
}

#[test]
#[ignore = "writes the file anew"]
fn renew_the_signature() {
    std::fs::write(FILE, renewed(&read())).expect("writable");
}
