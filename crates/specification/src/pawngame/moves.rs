//! The moves, what they do, and when a game is over.

use super::game::{NoMove, Outcome};
use super::position::NaivePosition;
use super::square::Square;
use crate::endings::Side;

/// A pawn's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaiveMove {
    /// Where it stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl NaiveMove {
    /// `b4` or `axb5`.
    pub fn name(self) -> String {
        if self.from.file == self.to.file {
            return self.to.name();
        }
        format!("{}x{}", &self.from.name()[..1], self.to.name())
    }
}

impl NaivePosition {
    /// What the pawns of a side could do if it were that side's turn and the right to take en passant were this.
    fn pawn_moves(&self, side: Side, stepped_over: Option<Square>) -> Vec<NaiveMove> {
        let mut moves = Vec::new();
        for from in self.pawns(side) {
            let one = from.ahead(side);
            let two = one.ahead(side);
            if self.is_empty(one) {
                moves.push(NaiveMove { from, to: one });
                let may_double = self.game.double_step && from.rank == self.game.home_of(side);
                if may_double && self.is_empty(two) {
                    moves.push(NaiveMove { from, to: two });
                }
            }
            for file in [from.file - 1, from.file + 1] {
                let to = Square { file, ..one };
                if self.at(to) == Some(side.other()) || Some(to) == stepped_over {
                    moves.push(NaiveMove { from, to });
                }
            }
        }
        moves
    }

    /// The moves, from the first square to the last; none if the game is over.
    pub fn moves(&self) -> Vec<NaiveMove> {
        if self.ended().is_some() {
            return Vec::new();
        }
        let mut moves = self.pawn_moves(self.to_move, self.stepped_over);
        moves.sort_by_key(|played| {
            let order = |square: Square| (square.rank, square.file);
            (order(played.from), order(played.to))
        });
        moves
    }

    /// The square on which somebody can take en passant.
    pub fn right(&self) -> Option<Square> {
        let square = self.stepped_over?;
        let moves = self.pawn_moves(self.to_move, self.stepped_over);
        let takes = |played: &NaiveMove| played.to == square && played.from.file != square.file;
        moves.iter().any(takes).then_some(square)
    }

    /// The position after a move. Whether it is legal is not looked at.
    pub fn after(&self, played: NaiveMove) -> NaivePosition {
        let mut after = self.clone();
        let NaiveMove { from, to } = played;
        if from.file != to.file && self.is_empty(to) {
            let passed = Square {
                rank: from.rank,
                ..to
            };
            after.put(passed, None);
        }
        after.put(from, None);
        after.put(to, Some(self.to_move));
        let is_double = (to.rank - from.rank).abs() == 2;
        after.stepped_over =
            (is_double && self.game.en_passant).then_some(from.ahead(self.to_move));
        after.to_move = self.to_move.other();
        after
    }

    /// How the game has ended; `None` if it goes on.
    pub fn ended(&self) -> Option<Outcome> {
        let (mover, opponent) = (self.to_move, self.to_move.other());
        for side in Side::BOTH {
            let has_arrived = |pawn: &Square| pawn.rank == self.game.goal_of(side);
            if self.pawns(side).iter().any(has_arrived) {
                return Some(Outcome::won_by(side));
            }
        }
        // Whose turn it is matters only where nobody has a pawn, which no game leads to.
        for side in [mover, opponent] {
            if self.pawns(side).is_empty() {
                return Some(Outcome::won_by(side.other()));
            }
        }
        if !self.pawn_moves(mover, self.stepped_over).is_empty() {
            return None;
        }
        let opponent_is_blocked = self.pawn_moves(opponent, None).is_empty();
        Some(match self.game.no_move {
            NoMove::Draw => Outcome::Draw,
            NoMove::LossUnlessBothAreBlocked if opponent_is_blocked => Outcome::Draw,
            NoMove::Loss | NoMove::LossUnlessBothAreBlocked => Outcome::won_by(opponent),
        })
    }

    /// How many lines of so many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves().into_iter();
        moves
            .map(|played| self.after(played).perft(depth - 1))
            .sum()
    }
}
