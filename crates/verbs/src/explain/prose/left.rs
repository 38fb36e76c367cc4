//! What is left at the end of a drawn line: one pawn that is held, or a king without a move.

use peasant::Analysis;
use peasant::board::{Color, Pawns, Position, Square};
use peasant::kpk::Placement;

use crate::kpk::words::Facts;
use crate::tell::words::file_letter;

/// After so many plies of the line one pawn is left on the board, where there were more.
pub fn until_one_left(analysis: &Analysis) -> Option<usize> {
    let all = positions(analysis);
    let is_one = |here: &Position| here.is_pawn_ending() && here.pawns().occupied().count() == 1;
    all.iter().position(is_one).filter(|&ply| ply > 0)
}

/// One pawn is left, and is held: by what the other king does in the line.
pub fn one_left(analysis: &Analysis) -> Option<String> {
    let rest = positions(analysis).split_off(until_one_left(analysis)?);
    let pawn = rest[0].pawns().occupied().first()?;
    let side = match rest[0].pawns().white.is_empty() {
        true => Color::Black,
        false => Color::White,
    };
    if rest.last().is_some_and(|last| last.pawns() == Pawns::NONE) {
        return None;
    }
    let corner = Square::at(pawn.file(), 7).seen_by(side);
    let is_rooks = matches!(pawn.file(), 0 | 7);
    let gets_there = |here: &Position| is_rooks && here.king(!side).distance(corner) <= 1;
    let opposes = |here: &Position| {
        let facts = Placement::from_position(here).map(|placement| Facts::new(here, placement));
        let opposition = facts.and_then(|facts| facts.opposition());
        opposition.is_some_and(|(holder, _)| holder != side)
    };
    let holds = match &rest {
        _ if rest.iter().any(gets_there) => format!("gets to the corner {corner}"),
        _ if rest.iter().any(opposes) => "takes the opposition".to_owned(),
        _ => "holds it".to_owned(),
    };
    Some(format!(
        "{} draws because only the {}-pawn is left in the end, and its king {holds}.",
        !side,
        file_letter(pawn)
    ))
}

/// The positions of the line, the first and the last included.
pub fn positions(analysis: &Analysis) -> Vec<Position> {
    let mut all = vec![analysis.position];
    for &m in &analysis.line {
        all.extend(all.last().map(|here| here.play(m)));
    }
    all
}

/// The last side to move of the line is stalemated.
pub fn by_stalemate(analysis: &Analysis) -> Option<String> {
    let last = *positions(analysis).last()?;
    let king = last.king(last.turn());
    let corner = match (king.file(), king.rank()) {
        (0 | 7, 0 | 7) => format!(" in the corner {king}"),
        _ => String::new(),
    };
    last.is_stalemate().then(|| {
        format!(
            "The draw comes by stalemate{corner}: {} is left without a move.",
            last.turn()
        )
    })
}
