//! TWOPAWN: king and two pawns against king by rules. Our reconstruction: the rules of the original (Piasetski) are not published in what
//! we have.

use super::board::Board;
use super::onepawn;
use crate::kpk::published::Measure;
use peasant::board::{Bitboard, Color, Pawns, Position, Square};
use peasant::kpk::{Placement, Side, Verdict};
use peasant::value::Wdl;

/// King and two pawns against king; the pawns go up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoPawns {
    attacker: Square,
    defender: Square,
    /// The pawn with the lower square number first.
    pawns: [Square; 2],
    turn: Side,
}

impl TwoPawns {
    /// The position, if it is one of king and two pawns against king. Where the pawns are Black's, the board is turned over.
    #[must_use]
    pub fn from_position(position: &Position) -> Option<TwoPawns> {
        if !position.is_pawn_ending() {
            return None;
        }
        let is_white = position.pawns().black.is_empty();
        let position = if is_white { *position } else { position.flip() };
        let Pawns { mut white, black } = position.pawns();
        if white.count() != 2 || !black.is_empty() {
            return None;
        }
        let turn = match position.turn() {
            Color::White => Side::Attacker,
            Color::Black => Side::Defender,
        };
        Some(TwoPawns {
            attacker: position.king(Color::White),
            defender: position.king(Color::Black),
            pawns: [white.next()?, white.next()?],
            turn,
        })
    }

    fn of(board: &Board, attacker: Color) -> Option<TwoPawns> {
        let seen = |square: Square| match attacker {
            Color::White => square,
            Color::Black => square.flip(),
        };
        let mut pawns: Bitboard = board.pawns(attacker).map(seen).collect();
        let turn = if board.turn() == attacker {
            Side::Attacker
        } else {
            Side::Defender
        };
        Some(TwoPawns {
            attacker: seen(board.king(attacker)),
            defender: seen(board.king(!attacker)),
            pawns: [pawns.next()?, pawns.next()?],
            turn,
        })
    }

    /// Does ONEPAWN call it won with one of the pawns only?
    fn wins_with_only(self, pawn: Square, turn: Side) -> bool {
        Placement::new(self.attacker, self.defender, pawn, turn)
            .is_some_and(|one| onepawn::verdict(one) == Verdict::Won)
    }

    /// Can the defender, to move, take the pawn and then hold the other?
    fn holds_after_taking(self, pawn: Square, other: Square) -> bool {
        let guarded =
            pawn.set().black_pawn_attacks().contains(other) || self.attacker.distance(pawn) == 1;
        let left = || Placement::new(self.attacker, pawn, other, Side::Attacker);
        self.defender.distance(pawn) == 1
            && !guarded
            && left().is_none_or(|left| onepawn::verdict(left) == Verdict::Drawn)
    }
}

/// Gives the verdict of the rules.
#[must_use]
pub fn verdict(placement: TwoPawns) -> Verdict {
    let won = match placement.turn {
        Side::Attacker => wins_with_the_move(placement),
        Side::Defender => wins_without_the_move(placement),
    };
    if won { Verdict::Won } else { Verdict::Drawn }
}

pub(super) fn judge(board: &Board, attacker: Color) -> Verdict {
    TwoPawns::of(board, attacker).map_or(Verdict::Drawn, verdict)
}

/// Every position of White's two pawns, by the side to move (the attacker's turn first), against the results that `truth`
/// gives for the side to move: those of Newborn's rules. Positions of which it says nothing are left out.
#[must_use]
pub fn measure(structure: Pawns, truth: impl Fn(&Position) -> Option<Wdl>) -> [Measure; 2] {
    let mut measures = [Measure::default(); 2];
    for attacker in Square::all() {
        for defender in Square::all() {
            for (turn, measure) in Color::BOTH.into_iter().zip(&mut measures) {
                let position = Position::pawn_ending(attacker, defender, structure, turn).ok();
                let said = position.and_then(|p| Some((p, TwoPawns::from_position(&p)?)));
                let Some((position, placement)) = said else {
                    continue;
                };
                if let Some(result) = truth(&position) {
                    let truth = match result {
                        Wdl::Draw => Verdict::Drawn,
                        _ => Verdict::Won,
                    };
                    measure.add(Some(verdict(placement)), truth);
                }
            }
        }
    }
    measures
}

/// The attacker to move.
fn wins_with_the_move(p: TwoPawns) -> bool {
    alone_wins(p) || together_win(p)
}

/// The defender to move: it draws if it can take a pawn and holds the other.
fn wins_without_the_move(p: TwoPawns) -> bool {
    let [one, two] = p.pawns;
    if p.holds_after_taking(one, two) || p.holds_after_taking(two, one) {
        return false;
    }
    alone_wins(p) || together_win(p)
}

/// Does one of the pawns win without the other?
fn alone_wins(p: TwoPawns) -> bool {
    let mut pawns = p.pawns.into_iter();
    pawns.any(|pawn| p.wins_with_only(pawn, p.turn))
}

/// Two pawns that do not win alone. Doubled on a rook's file they draw; doubled elsewhere, the one behind has a move to lose, so that the one
/// before wins if it wins with either side to move. On two files they win: the king cannot hold both, and connected pawns guard each
/// other, since whoever takes one lets the other run.
fn together_win(p: TwoPawns) -> bool {
    let [behind, before] = p.pawns;
    match (behind.file() == before.file(), behind.file()) {
        (true, 0 | 7) => false,
        (true, _) => Side::BOTH
            .into_iter()
            .any(|turn| p.wins_with_only(before, turn)),
        (false, _) => true,
    }
}
