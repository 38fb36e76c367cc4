//! The mutual zugzwangs of king and pawn against king and pawn are those of the Syzygy tables, placement by placement.

use std::collections::BTreeSet;

use peasant::Prover;
use peasant::board::{Color, Position, Setup, Square};
use peasant::mine::{Family, Kind, Search, Structure, What};
use peasant::notation::fen;
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;

use crate::reader::Tables;
use crate::tables;

/// Every so many structures one is compared; a number that has no factor in common with how they are ordered.
const SAMPLE: usize = 7;

type Zugzwang = (String, Wdl, Wdl);

/// The name of a placement, whatever its image: the position with White to move, or the one that it becomes.
fn name(position: &Position, results: [Wdl; 2]) -> Zugzwang {
    let of = |position: Position, [white, black]: [Wdl; 2]| {
        let kings = Color::BOTH.map(|color| position.king(color));
        let setup = Setup::pawn_ending(kings[0], kings[1], position.pawns(), Color::White);
        let shown = setup.validate().expect("legal with either side to move");
        (fen::format(&shown), white, black)
    };
    let flipped = (position.flip(), [results[1], results[0]]);
    let images = [(*position, results), (position.mirror(), results), flipped];
    let images = images.into_iter().chain([(flipped.0.mirror(), flipped.1)]);
    let least = images.map(|(image, results)| of(image, results)).min();
    least.expect("there are four")
}

/// By the tables, both placements of a pair of images.
fn expected(tables: &Tables, structure: Structure) -> BTreeSet<Zugzwang> {
    let mut found = BTreeSet::new();
    for white in Square::all() {
        for black in Square::all() {
            let positions = Color::BOTH.map(|turn| {
                let setup = Setup::pawn_ending(white, black, structure.pawns, turn);
                setup.validate().ok()
            });
            let [Some(first), Some(second)] = positions else {
                continue;
            };
            let result = |position| tables.probe(position).expect("a table");
            let (now, then) = (result(&first), result(&second));
            // White, to move, does worse than with Black to move.
            if now < -then {
                found.insert(name(&first, [now, then]));
            }
        }
    }
    found
}

#[test]
fn zugzwangs_are_those_of_the_tables() {
    let Some(tables) = tables("mutual zugzwangs") else {
        return;
    };
    let family = Family::new(Some("1v1".parse().expect("pawns")), None, None).expect("a family");
    let search = Search::new([Kind::FullPoint, Kind::Zugzwang]);
    let prover = Prover::default();
    let mut all = 0;
    for structure in family.structures(0..family.len()).step_by(SAMPLE) {
        let mined = prover.mine(&family, structure, &search);
        let mined = mined.expect("nothing comes from outside");
        assert!(mined.open.is_none());
        let found = mined.findings.iter().map(|found| match found.what {
            What::Zugzwang {
                white_to_move,
                black_to_move,
            } => name(&found.position, [white_to_move, black_to_move]),
            _ => panic!("{found:?}"),
        });
        let found: Vec<Zugzwang> = found.collect();
        all += found.len();
        let set: BTreeSet<Zugzwang> = found.iter().cloned().collect();
        assert_eq!(set.len(), found.len(), "each once: {structure:?}");
        assert_eq!(set, expected(&tables, structure), "{structure:?}");
    }
    assert!(all > 10, "{all}");
}
