//! Counts how often ONEPAWN and TWOPAWN, PEASANT's static evaluators, are wrong, and prints it as JSON for `docs/then-and-now.md`.
//!
//! Usage: `cargo run --release -p peasant-historic --example static_errors`

use std::iter::zip;

use historic::kpk::published::Measure;
use historic::newborn1977::{onepawn, twopawn};
use peasant::board::{Pawns, Square};
use peasant::kpk::Side;
use peasant::prove::Solved;

/// Positions, and those wrongly called won and drawn.
#[derive(Clone, Copy, Default)]
struct Errors {
    positions: u64,
    wrongly_won: u64,
    wrongly_drawn: u64,
}

impl Errors {
    fn add(&mut self, measure: Measure) {
        self.positions += u64::from(measure.positions);
        self.wrongly_won += u64::from(measure.wrongly_won);
        self.wrongly_drawn += u64::from(measure.wrongly_drawn);
    }
}

/// Every pair of squares for pawns, mirror images once.
fn pairs() -> impl Iterator<Item = [Square; 2]> {
    let squares = || Square::all().filter(|square| (1..7).contains(&square.rank()));
    squares().flat_map(move |a| {
        squares().filter(move |&b| b > a).filter_map(move |b| {
            let image = [a.mirror().min(b.mirror()), a.mirror().max(b.mirror())];
            ([a, b] <= image).then_some([a, b])
        })
    })
}

fn main() {
    let mut one = [Errors::default(); 2];
    for (errors, side) in zip(&mut one, Side::BOTH) {
        errors.add(onepawn::measure(side));
    }
    let mut two = [Errors::default(); 2];
    for pair in pairs() {
        let structure = Pawns {
            white: pair.into_iter().collect(),
            ..Pawns::NONE
        };
        let solved = Solved::below(structure);
        let measures = twopawn::measure(structure, |position| solved.result(position));
        for (errors, measure) in zip(&mut two, measures) {
            errors.add(measure);
        }
    }
    for (program, counts) in [("ONEPAWN", one), ("TWOPAWN", two)] {
        for (turn, errors) in zip(["attacker", "defender"], counts) {
            let Errors {
                positions,
                wrongly_won,
                wrongly_drawn,
            } = errors;
            println!(
                "{{\"program\":\"{program}\",\"to_move\":\"{turn}\",\"positions\":{positions},\
                 \"wrongly_won\":{wrongly_won},\"wrongly_drawn\":{wrongly_drawn}}}"
            );
        }
    }
}
