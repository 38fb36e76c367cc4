//! Mutual zugzwangs: the same placement with White to move and with Black to move, both legal, and each side does better if the other
//! has to move.

use super::family::{Family, Structure};
use super::finding::{Finding, What};
use super::kind::Kind;
use super::results::{Results, combine, count, placements};
use super::search::Search;
use crate::board::Color::{Black, White};
use crate::slice::Relation;
use crate::value::Wdl;

/// White's result with White to move, and Black's with Black to move. White is better off with Black to move in all of them.
const KINDS: [(Wdl, Wdl); 3] = [
    (Wdl::Loss, Wdl::Loss),
    (Wdl::Draw, Wdl::Loss),
    (Wdl::Loss, Wdl::Draw),
];

/// Which are proved; and how many more there may be, or of what kind is not known.
pub(super) fn zugzwangs(
    results: &Results,
    family: &Family,
    structure: Structure,
    search: &Search,
) -> (Vec<Finding>, u64) {
    let mut found = Vec::new();
    for (white, black) in KINDS {
        let kind = match (white, black) {
            (Wdl::Loss, Wdl::Loss) => Kind::FullPoint,
            _ => Kind::Zugzwang,
        };
        if !search.wants(kind) {
            continue;
        }
        // A side that loses is to move.
        let turn = if white == Wdl::Loss { White } else { Black };
        for kings in placements(&proved(results, white, black)) {
            let position = results.position(kings, turn);
            if family.represents(&position, false) {
                found.push(Finding {
                    structure: structure.number,
                    position,
                    result: Wdl::Loss,
                    what: What::Zugzwang {
                        white_to_move: white,
                        black_to_move: black,
                    },
                });
            }
        }
    }
    (found, count(&open(results)))
}

/// Where both results are proved.
fn proved(results: &Results, white: Wdl, black: Wdl) -> Relation {
    let with = |turn, result| match result {
        Wdl::Draw => results.turn(turn).drawn(),
        _ => *results.turn(turn).won(!turn),
    };
    let sets = [&with(White, white), &with(Black, black)];
    combine(sets, |[white, black]| white & black)
}

/// Where there may be a zugzwang, and not both results are known. Without a draw on either side it may be any of the three kinds.
fn open(results: &Results) -> Relation {
    let [white, black] = &results.turns;
    let sets = [
        &combine([&white.open(), &black.open()], |[white, black]| {
            white | black
        }),
        &white.may_draw(),
        &white.may_win(Black),
        &black.may_draw(),
        &black.may_win(White),
        &white.legal,
        &black.legal,
    ];
    combine(
        sets,
        |[
            open,
            white_draws,
            white_loses,
            black_draws,
            black_loses,
            here,
            there,
        ]| {
            let worse = white_loses & (black_loses | black_draws) | white_draws & black_loses;
            open & worse & here & there
        },
    )
}
