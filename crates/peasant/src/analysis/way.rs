//! The next move of a win that is proved: it leads on, whatever else there is no time to count.

use std::cmp::Reverse;

use super::inquiry::{Crossed, Inquiry};
use super::line::{kind, winner};
use crate::board::{Move, Position};
use crate::prove::Measure;
use crate::value::Wdl;

/// Of the moves that are known to win, the one after which the next capture or pawn move that keeps the win comes first, by ways that
/// are known, and of those as near a queen before a rook. Whoever plays such moves never goes in a circle: each makes the way shorter.
/// `None` where no way is known.
pub(crate) fn winning_move(
    inquiry: &mut Inquiry,
    here: &Position,
) -> Result<Option<Move>, Crossed> {
    let mut nearest = None;
    for m in inquiry.rules.moves(here) {
        let next = here.play(m);
        if inquiry.known(&next)?.exact() != Some(Wdl::Loss) {
            continue;
        }
        let searched = winner(here, Wdl::Win)
            .and_then(|winner| inquiry.proof.searched_way(&next, winner))
            .map(|plies| plies + 1);
        let proved = inquiry
            .distance(here, m, Wdl::Win, Measure::Proved)
            .map(|distance| distance.plies());
        let plies = proved.into_iter().chain(searched).min();
        let rank = plies.map(|plies| (plies, kind(here, m), Reverse(m.promotion), m));
        nearest = rank.into_iter().chain(nearest).min();
    }
    Ok(nearest.map(|(.., m)| m))
}
