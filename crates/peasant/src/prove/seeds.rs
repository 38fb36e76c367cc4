//! First bounds: what can be said of a structure before any exit is looked at.

use super::structure::Side;
use crate::board::Pawns;
use crate::slice::Wins;
use crate::slice::frame::Frame;

/// For both sides the first lower and upper bound; `None` where the attacker cannot win at all.
pub(crate) fn seed(pawns: Pawns) -> [Option<[Wins; 2]>; 2] {
    Side::BOTH.map(|side| {
        let view = side.view(pawns);
        (!view.white.is_empty()).then(|| [Wins::NONE, all(&Frame::new(view))])
    })
}

/// Every legal placement.
fn all(frame: &Frame) -> Wins {
    let mut wins = Wins::NONE;
    for w in 0..64 {
        wins.to_move.0[w] = frame.legal_to_move(w);
        wins.waiting.0[w] = frame.legal_waiting(w);
    }
    wins
}
