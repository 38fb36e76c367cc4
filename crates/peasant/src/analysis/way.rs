//! The next move of a win that is proved: it leads on, whatever else there is no time to count.

use std::cmp::Reverse;

use super::inquiry::{Crossed, Inquiry};
use super::line::{kind, pieces};
use crate::board::{Move, Pawns, Position};
use crate::prove::{Aim, MAX_PIECES, Measure};
use crate::value::Wdl;

/// Of the moves that are known to win, the one after which the next capture or pawn move that keeps the win comes first, by ways that
/// are known, and of those as near a queen before a rook; without pawns the one after which mate comes first. Whoever plays such moves
/// never goes in a circle: each makes the way shorter. `None` where no way is known.
pub(crate) fn winning_move(
    inquiry: &mut Inquiry,
    here: &Position,
) -> Result<Option<Move>, Crossed> {
    let mut wins = Vec::new();
    for m in inquiry.rules.moves(here) {
        if inquiry.known(&here.play(m))?.exact() == Some(Wdl::Loss) {
            wins.push(m);
        }
    }
    let nearest = |inquiry: &mut Inquiry, measure| {
        let ways = wins.iter().filter_map(|&m| {
            let plies = plies(inquiry, here, m, measure)?;
            Some((plies, kind(here, m), Reverse(m.promotion), m))
        });
        ways.min().map(|(.., m)| m)
    };
    // With most pieces the tables of ways take more than all the rest: only if there is no other way.
    Ok(match pieces(here) {
        MAX_PIECES => {
            nearest(inquiry, Measure::AtSight).or_else(|| nearest(inquiry, Measure::Proved))
        }
        _ => nearest(inquiry, Measure::Proved),
    })
}

/// The plies of the shortest way that begins with a winning move: to mate where no pawn is left.
fn plies(inquiry: &mut Inquiry, here: &Position, m: Move, measure: Measure) -> Option<u16> {
    if here.pawns() == Pawns::NONE {
        let mate = inquiry.end_in(&here.play(m), here.turn(), Aim::Mate)?;
        return Some(mate.plies + 1);
    }
    let searched = inquiry
        .proof
        .searched_way(&here.play(m), here.turn())
        .map(|plies| plies + 1);
    let proved = inquiry.distance(here, m, Wdl::Win, measure);
    let proved = proved.map(|distance| distance.plies());
    proved.into_iter().chain(searched).min()
}
