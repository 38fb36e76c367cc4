//! How far the end of the matter is, for positions: en passant, and what the end is like.

use std::fmt;

use super::inquiry::Inquiry;
use crate::board::{Color, Position, Role};
use crate::prove::{Aim, EndIn};

/// The end of the matter: mate, or a promotion after which nothing is left to fight for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct End {
    /// How many moves the winner needs.
    pub moves: u16,
    /// The winner cannot do it in fewer, nor the loser hold out longer. Else the winner needs no more.
    pub exact: bool,
    /// The kind of end.
    pub kind: EndKind,
}

/// Kinds of the end of the matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndKind {
    /// Checkmate.
    Mate,
    /// The winner has a queen or rook against the bare king.
    BareKing,
    /// The winner has a queen or rook, and the loser's pawns cannot get through: each promotion is prevented, or the new
    /// piece taken at once. That is proved.
    PawnsStopped,
}

impl EndKind {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EndKind::Mate => "mate",
            EndKind::BareKing => "bare king",
            EndKind::PawnsStopped => "pawns stopped",
        }
    }

    /// What a position that is the end is like.
    fn of(here: &Position, winner: Color) -> EndKind {
        if here.is_checkmate() {
            EndKind::Mate
        } else if here.men(!winner).count() == 1 {
            EndKind::BareKing
        } else {
            EndKind::PawnsStopped
        }
    }
}

impl fmt::Display for EndKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Is a win that is proved one with a queen or a rook against the bare king?
pub(super) fn is_plain(here: &Position, winner: Color) -> bool {
    let has = |role| !here.pieces(winner, role).is_empty();
    here.men(!winner).count() == 1 && (has(Role::Queen) || has(Role::Rook))
}

/// Whose pawns hold a draw against a queen or a rook, if that is what is left.
pub(super) fn holder(here: &Position) -> Option<Color> {
    let holds = |defender: Color| {
        let attacker = here.men(!defender);
        let decides = [Role::Queen, Role::Rook];
        let one = attacker.count() == 2
            && decides
                .iter()
                .any(|&role| !here.pieces(!defender, role).is_empty());
        let pawns = here.men(defender).count() - 1 == here.pieces(defender, Role::Pawn).count();
        one && pawns && here.men(defender).count() > 1
    };
    Color::BOTH.into_iter().find(|&defender| holds(defender))
}

/// In how many plies the end comes if the winner takes what the loser has promoted, by so many checks at most.
pub(super) fn by_checks(
    inquiry: &mut Inquiry,
    here: &Position,
    winner: Color,
    checks: u8,
) -> Option<u16> {
    if here.is_checkmate() {
        return Some(0);
    }
    if !has_piece(here, !winner) {
        return inquiry
            .end_in(here, winner, Aim::Promotion)
            .map(|end| end.plies);
    }
    let moves = inquiry.rules.moves(here).into_iter();
    if here.turn() == winner {
        let forcing = moves.filter_map(|m| {
            let next = here.play(m);
            let forces = here.is_capture(m) || checks > 0 && next.in_check();
            forces.then(|| by_checks(inquiry, &next, winner, checks.saturating_sub(1)))?
        });
        Some(forcing.min()? + 1)
    } else {
        let ends: Option<Vec<u16>> = moves
            .map(|m| by_checks(inquiry, &here.play(m), winner, checks))
            .collect();
        Some(ends?.into_iter().max()? + 1)
    }
}

/// Does a side have more than king and pawns?
pub(super) fn has_piece(here: &Position, side: Color) -> bool {
    (here.men(side) - here.pieces(side, Role::Pawn)).count() > 1
}

impl Inquiry<'_> {
    /// What counts as the end of a position that `winner` is proved to win. With promoted pieces from the beginning it is mate, where
    /// that can be counted.
    pub fn aim(&mut self, start: &Position, winner: Color) -> Aim {
        if start.is_pawn_ending() {
            Aim::Promotion
        } else if is_plain(start, winner) || self.end_in(start, winner, Aim::Mate).is_some() {
            Aim::Mate
        } else {
            Aim::BareKing
        }
    }

    /// In how many plies the end comes in a position that `winner` is proved to win. `None` where it cannot be told.
    pub fn end_in(&mut self, here: &Position, winner: Color, aim: Aim) -> Option<EndIn> {
        if here.en_passant().is_none() {
            return self.proof.end_in(here, winner, aim);
        }
        let moves = here.legal_moves();
        let (takes, others): (Vec<_>, Vec<_>) = moves.iter().partition(|m| here.is_en_passant(**m));
        let mut choices = Vec::with_capacity(takes.len() + 1);
        if !others.is_empty() {
            choices.push(self.proof.end_in(here, winner, aim));
        }
        for &m in takes {
            let next = self.proof.end_in(&here.play(m), winner, aim);
            choices.push(next.map(|end| EndIn {
                plies: end.plies + 1,
                ..end
            }));
        }
        let all_known = choices.iter().all(Option::is_some);
        let known = choices.into_iter().flatten();
        let best = if here.turn() == winner {
            known.min_by_key(|end| end.plies)
        } else {
            known.max_by_key(|end| end.plies).filter(|_| all_known)
        }?;
        let exact = best.exact && all_known;
        Some(EndIn { exact, ..best })
    }

    /// The end of a position that `winner` is proved to win.
    pub fn end(&mut self, here: &Position, winner: Color, aim: Aim) -> Option<End> {
        let EndIn { plies, exact } = self.end_in(here, winner, aim)?;
        let to_move = usize::from(here.turn() == winner);
        let last = self.walk(here, winner, aim, plies)?;
        Some(End {
            moves: (plies + to_move as u16) / 2,
            exact,
            kind: EndKind::of(&last, winner),
        })
    }

    /// The position in which a way ends that is as long as this.
    fn walk(&mut self, here: &Position, winner: Color, aim: Aim, plies: u16) -> Option<Position> {
        let mut here = *here;
        for left in (0..plies).rev() {
            let mut moves = self.rules.moves(&here).into_iter().map(|m| here.play(m));
            here = moves.find(|next| {
                let end = self.end_in(next, winner, aim);
                end.is_some_and(|end| end.plies == left)
            })?;
        }
        Some(here)
    }
}
