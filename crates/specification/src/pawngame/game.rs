//! The rules of a game as data.

use super::square::Square;
use crate::endings::Side;

/// How a game ends, in the order of White's preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Black wins.
    BlackWins,
    /// Nobody does.
    Draw,
    /// White wins.
    WhiteWins,
}

impl Outcome {
    /// The outcome if this side wins.
    pub fn won_by(side: Side) -> Outcome {
        match side {
            Side::White => Outcome::WhiteWins,
            Side::Black => Outcome::BlackWins,
        }
    }

    /// The same with the colours exchanged.
    pub fn flipped(self) -> Outcome {
        match self {
            Outcome::WhiteWins => Outcome::BlackWins,
            Outcome::Draw => Outcome::Draw,
            Outcome::BlackWins => Outcome::WhiteWins,
        }
    }
}

/// What happens to a player who must move and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The game is drawn.
    Draw,
    /// The player has lost.
    Loss,
    /// The player has lost, unless the opponent could not move either.
    LossUnlessBothAreBlocked,
}

/// Files, ranks and rows are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Files of the board.
    pub files: i32,
    /// Ranks of the board.
    pub ranks: i32,
    /// Rows of pawns each side begins with.
    pub rows: i32,
    /// The rank of White's hindmost row.
    pub home_rank: i32,
    /// May a pawn go two squares from its hindmost row?
    pub double_step: bool,
    /// May such a pawn be taken as if it had gone one?
    pub en_passant: bool,
    /// What happens to a player without a move.
    pub no_move: NoMove,
}

impl Game {
    /// Where the pawns of a side may go two squares from.
    pub fn home_of(&self, side: Side) -> i32 {
        match side {
            Side::White => self.home_rank,
            Side::Black => self.ranks + 1 - self.home_rank,
        }
    }

    /// The rank that wins.
    pub fn goal_of(&self, side: Side) -> i32 {
        match side {
            Side::White => self.ranks,
            Side::Black => 1,
        }
    }

    /// Every square, a1 first, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        (1..=ranks).flat_map(move |rank| (1..=files).map(move |file| Square { file, rank }))
    }

    /// Can a pawn of this side stand there while the game goes on?
    pub fn can_stand(&self, side: Side, square: Square) -> bool {
        let from_home = (square.rank - self.home_of(side)) * side.forward();
        from_home >= 0 && square.rank != self.goal_of(side)
    }
}
