//! Captures and promotions alone, until a position is at rest.

use peasant::board::{Bitboard, Role};
use peasant::{Color, Move, Position};

use crate::evaluate::{WORTH, evaluate};
use crate::order::is_loud;
use crate::score::MATE;
use crate::thinking::{LONGEST, Node, Thinking};

/// A capture that leaves the side so much short is not looked at.
const MARGIN: i32 = 200;

impl Thinking<'_> {
    /// The score of a position once nothing more is to be taken; `None` if the search is to end.
    pub fn quiet(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        self.count()?;
        let position = &node.position;
        let stand = evaluate(position);
        if ply >= LONGEST {
            return Some(stand);
        }
        let mut best = i32::MIN;
        if !node.in_check {
            if stand >= beta {
                return Some(if is_stuck(position) { 0 } else { stand });
            }
            best = stand;
            alpha = alpha.max(best);
        }
        let moves = if node.in_check {
            position.legal_moves()
        } else {
            loud_moves(position)
        };
        if moves.is_empty() {
            return Some(match node.in_check {
                true => ply as i32 - MATE,
                false if is_stuck(position) => 0,
                false => stand,
            });
        }
        for mv in self.order.moves(position, &moves, None, ply) {
            if !node.in_check && stand + promise(position, mv) + MARGIN <= alpha {
                continue;
            }
            let child = self.after(node, mv);
            let score = -self.quiet(&child, -beta, -alpha, ply + 1)?;
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// Legal captures, queens made, and pawns that come to the seventh rank.
fn loud_moves(position: &Position) -> Vec<Move> {
    let us = position.turn();
    let far = (Bitboard::rank(6) | Bitboard::rank(7)).seen_by(us);
    let advanced = (Bitboard::rank(5) | Bitboard::rank(6)).seen_by(us);
    let runners = position.pieces(us, Role::Pawn) & advanced;
    let pushes = if runners.is_empty() {
        Bitboard::EMPTY
    } else {
        far
    };
    let prey = position.men(!us) | position.en_passant().map_or(Bitboard::EMPTY, Into::into);
    let mut moves = position.legal_moves_to(prey | pushes);
    moves
        .retain(|&mv| is_loud(position, mv) || mv.promotion.is_none() && runners.contains(mv.from));
    moves
}

/// Nothing is to be taken: has the side no move at all? It is only looked at where that is likely.
fn is_stuck(position: &Position) -> bool {
    let us = position.turn();
    let pawns = position.pieces(us, Role::Pawn);
    let ahead = match us {
        Color::White => pawns.up(),
        Color::Black => pawns.down(),
    };
    let has_pieces = position.men(us) - pawns != position.pieces(us, Role::King);
    !has_pieces && (ahead - position.occupied()).is_empty() && position.is_stalemate()
}

/// What a move can gain at once.
fn promise(position: &Position, mv: Move) -> i32 {
    let taken = position
        .piece_at(mv.to)
        .map_or(100, |(_, role)| WORTH[role as usize]);
    taken
        + if position
            .pieces(position.turn(), Role::Pawn)
            .contains(mv.from)
        {
            900
        } else {
            0
        }
}
