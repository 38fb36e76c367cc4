//! Solving: classes when they are asked about, each after those that follow from it.

use std::collections::HashMap;

use super::class::Class;
use super::place::locate;
use super::position::ChessPosition;
use super::table::{Sweeper, Table};
use crate::endings::Wdl;
use crate::endings::board::{Board, Side, Square};
use crate::endings::moves::{Kind, NaiveMove, moves_of, play};
use crate::endings::position::{NaivePosition, Structure};

/// Solves classes and remembers them.
#[derive(Default)]
pub struct Chess {
    tables: HashMap<Class, Table>,
}

impl Chess {
    /// Nothing is solved yet.
    pub fn new() -> Chess {
        Chess::default()
    }

    /// How many classes have been solved so far.
    pub fn classes(&self) -> usize {
        self.tables.len()
    }

    /// The value for the side to move.
    ///
    /// # Panics
    /// If the position is not legal, or if a class with more than two promoted pieces can follow.
    pub fn value(&mut self, position: &ChessPosition) -> Wdl {
        let class = Class::of(&position.board);
        assert!(
            self.tables.contains_key(&class) || class.all_below().is_some(),
            "more than two promoted pieces can come from {}",
            position.fen()
        );
        let value = self.judge(&position.board, position.to_move, position.en_passant);
        value.unwrap_or_else(|| panic!("not legal: {}", position.fen()))
    }

    /// Every legal move with its value to the side that plays it.
    pub fn moves(&mut self, position: &ChessPosition) -> Vec<(NaiveMove, Wdl)> {
        let moves = position.legal_moves().into_iter();
        moves
            .map(|(played, after)| (played, self.value(&after).for_the_other()))
            .collect()
    }

    /// Every legal position of kings and these pawns, en-passant rights included, and its value.
    pub fn values(&mut self, structure: &Structure) -> Vec<(ChessPosition, Wdl)> {
        let positions = structure.positions();
        let positions = positions.iter().map(ChessPosition::of_pawns);
        positions
            .map(|position| {
                let value = self.value(&position);
                (position, value)
            })
            .collect()
    }

    /// The value of a position of kings and pawns for the side to move.
    ///
    /// # Panics
    /// As [`Chess::value`].
    pub fn value_of_pawns(&mut self, position: &NaivePosition) -> Wdl {
        self.value(&ChessPosition::of_pawns(position))
    }

    /// [`Chess::values`], as positions of kings and pawns.
    pub fn values_of_pawns(&mut self, structure: &Structure) -> Vec<(NaivePosition, Wdl)> {
        let positions = structure.positions().into_iter();
        positions
            .map(|position| {
                let value = self.value_of_pawns(&position);
                (position, value)
            })
            .collect()
    }

    /// The value for the side to move, if the position is legal. A position with an en-passant right is in no table: if
    /// the right can be used it is judged by its moves.
    fn judge(&mut self, board: &Board, to_move: Side, right: Option<Square>) -> Option<Wdl> {
        let quiet = self.quiet(board, to_move)?;
        if right.is_none() {
            return Some(quiet);
        }
        let position = ChessPosition {
            board: board.clone(),
            to_move,
            en_passant: right,
        };
        let moves = position.legal_moves();
        let usable = moves
            .iter()
            .any(|(played, _)| played.kind == Kind::EnPassant);
        if !usable {
            return Some(quiet);
        }
        let values = moves.iter().map(|(_, after)| {
            let value = self.judge(&after.board, after.to_move, after.en_passant);
            value.expect("the move is legal").for_the_other()
        });
        values.max()
    }

    /// The value in the table of the class, which is solved first if it is not yet.
    fn quiet(&mut self, board: &Board, to_move: Side) -> Option<Wdl> {
        let (class, place) = locate(board, to_move);
        if !self.tables.contains_key(&class) {
            let mut sweeper = Sweeper::new(&class);
            sweeper.note_zeroing_moves(|board, side| self.best_zeroing_move(board, side));
            self.tables.insert(class, sweeper.solve());
        }
        self.tables[&class].value(&place)
    }

    /// What the best legal pawn move, capture or promotion is worth to the side to move.
    fn best_zeroing_move(&mut self, board: &Board, side: Side) -> Option<Wdl> {
        let mut best = None;
        for (from, _) in board.men().filter(|(_, man)| man.side == side) {
            moves_of(board, from, None, &mut |played| {
                if played.kind != Kind::Walk {
                    let after = play(board, played);
                    let value = self.judge(&after, side.other(), played.right());
                    best = best.max(value.map(Wdl::for_the_other));
                }
            });
        }
        best
    }
}
