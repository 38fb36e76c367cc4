//! A proved line, and what is asked of it and of the positions beside it.

use super::super::budget::Budget;
use crate::analysis::{Crossed, Inquiry};
use crate::board::{Color, Move, Position, Square};
use crate::value::Wdl;

/// A line with the position before each of its moves, and the one after the last.
pub(in crate::explain) struct Line<'a> {
    pub moves: &'a [Move],
    pub positions: Vec<Position>,
    pub key_squares: &'a [Square],
    /// Who wins, if anybody does.
    pub winner: Option<Color>,
}

/// Who is asked for results beside the line.
pub(in crate::explain) struct Judge<'a, 'p> {
    pub inquiry: &'a mut Inquiry<'p>,
    pub budget: &'a mut Budget,
}

impl Judge<'_, '_> {
    /// The result for the side to move, if it is proved, or can be with what is left to spend.
    pub fn result(&mut self, position: &Position) -> Result<Option<Wdl>, Crossed> {
        Ok(self.budget.settle(self.inquiry, position)?.exact())
    }

    /// Is a move proved to be worse than this for the side that makes it?
    pub fn is_worse(&mut self, here: &Position, m: Move, value: Wdl) -> Result<bool, Crossed> {
        let next = here.play(m);
        let known = -self.inquiry.known(&next)?;
        if known.upper() < value || known.lower() >= value {
            return Ok(known.upper() < value);
        }
        let settled = -self.budget.settle(self.inquiry, &next)?;
        Ok(settled.upper() < value)
    }

    /// Are all these moves proved to be worse?
    pub fn are_worse(
        &mut self,
        here: &Position,
        moves: impl IntoIterator<Item = Move>,
        value: Wdl,
    ) -> Result<bool, Crossed> {
        for m in moves {
            if !self.is_worse(here, m, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All legal moves.
    pub fn moves(&self, here: &Position) -> Vec<Move> {
        self.inquiry.rules.moves(here)
    }
}

/// Does the king move?
pub(super) fn is_king_move(here: &Position, m: Move) -> bool {
    here.king(here.turn()) == m.from
}

/// The positions of a line.
pub(in crate::explain) fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    let mut here = *start;
    for &m in moves {
        here = here.play(m);
        positions.push(here);
    }
    positions
}

impl<'a> Line<'a> {
    pub fn new(
        start: &Position,
        moves: &'a [Move],
        result: Wdl,
        key_squares: &'a [Square],
    ) -> Line<'a> {
        Line {
            moves,
            positions: positions(start, moves),
            key_squares,
            winner: match result {
                Wdl::Win => Some(start.turn()),
                Wdl::Draw => None,
                Wdl::Loss => Some(!start.turn()),
            },
        }
    }

    /// Whose move it is.
    pub fn mover(&self, ply: usize) -> Color {
        self.positions[ply].turn()
    }

    /// What the line comes to for the side that makes a move of it.
    pub fn value(&self, ply: usize) -> Wdl {
        match self.winner {
            Some(winner) if winner == self.mover(ply) => Wdl::Win,
            Some(_) => Wdl::Loss,
            None => Wdl::Draw,
        }
    }

    /// A king's move that takes nothing.
    pub fn king_walks(&self, ply: usize) -> Option<Move> {
        (self.is_king_move(ply) && self.is_quiet(ply)).then_some(self.moves[ply])
    }

    /// Does a side's king take something with this move?
    pub fn king_takes(&self, ply: usize) -> bool {
        self.is_king_move(ply) && self.positions[ply].is_capture(self.moves[ply])
    }

    /// Are the pawns those of another ply, and no pieces there?
    pub fn same_pawns(&self, ply: usize, other: usize) -> bool {
        let [one, two] = [ply, other].map(|ply| &self.positions[ply]);
        one.pawns() == two.pawns() && one.is_pawn_ending() && two.is_pawn_ending()
    }

    /// Does a king or a piece move without taking anything?
    pub fn is_quiet(&self, ply: usize) -> bool {
        let (here, m) = (&self.positions[ply], self.moves[ply]);
        !here.is_capture(m) && !self.is_pawn_move(ply)
    }

    pub fn is_pawn_move(&self, ply: usize) -> bool {
        let (here, m) = (&self.positions[ply], self.moves[ply]);
        here.pawns().occupied().contains(m.from)
    }

    pub fn is_king_move(&self, ply: usize) -> bool {
        is_king_move(&self.positions[ply], self.moves[ply])
    }
}
