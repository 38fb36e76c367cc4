//! Where the defender's king may stand.

use super::territory::Territory;
use crate::board::Square;
use crate::value::Wdl;

/// What the position would come to with the defender's king on each square, for the attacker; open squares are left out. The
/// attacker's king stays, the side to move is that of the position, and nobody may capture en passant.
pub(super) fn heat(territory: &Territory) -> Vec<(Square, Wdl)> {
    let squares = Square::all();
    squares
        .filter_map(|square| Some((square, result(territory, square)?)))
        .collect()
}

/// The result for the attacker with the defender's king there, if it is legal and proved.
fn result(territory: &Territory, defender: Square) -> Option<Wdl> {
    let (slice, counter) = (&territory.slice, &territory.counter);
    let attacker = territory.position.king(territory.attacker);
    let to_move = territory.position.turn() == territory.attacker;
    let of_slice = [&slice.legal, &slice.lower, &slice.upper];
    let [legal, won, may_win] = of_slice.map(|wins| {
        let relation = if to_move {
            &wins.to_move
        } else {
            &wins.waiting
        };
        relation.contains(attacker, defender)
    });
    // There the kings have exchanged their parts.
    let [lost, may_lose] = [&counter.lower, &counter.upper].map(|wins| {
        let relation = if to_move {
            &wins.waiting
        } else {
            &wins.to_move
        };
        relation.contains(defender, attacker)
    });
    match (won, lost) {
        _ if !legal => None,
        (true, _) => Some(Wdl::Win),
        (_, true) => Some(Wdl::Loss),
        _ if may_win || may_lose => None,
        _ => Some(Wdl::Draw),
    }
}
