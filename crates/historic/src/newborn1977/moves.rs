//! PEASANT's moves, and the order in which it looks at them.

use super::board::{Board, Man, STEPS, beside, forward, rank_for};
use peasant::board::{Color, Move, Role, Square};

/// Eight steps of a king, and four moves of each of eight pawns.
const MAX_MOVES: usize = 40;

/// The moves of a position, legal but for the safety of the king, in the order in which they are looked at.
pub(super) struct Moves {
    moves: [Move; MAX_MOVES],
    len: usize,
}

impl Moves {
    /// The moves of the kings and pawns. Pawns promote to queens only. Queens do not move: by Newborn's rules the game is over
    /// before one could.
    pub fn of(board: &Board) -> Moves {
        let mut moves = Moves {
            moves: [Move::new(Square::new(0), Square::new(0)); MAX_MOVES],
            len: 0,
        };
        for from in board.pawns(board.turn()) {
            moves.add_pawn(board, from);
        }
        moves.add_king(board);
        moves
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Sorts by a number for each move, the least first; equal ones stay as they are.
    pub fn sort_by_key(&mut self, key: impl Fn(Move) -> u8) {
        let mut keys = [0; MAX_MOVES];
        for (key_of, &r#move) in keys.iter_mut().zip(&self.moves[..self.len]) {
            *key_of = key(r#move);
        }
        for sorted in 1..self.len {
            let mut at = sorted;
            while at > 0 && keys[at - 1] > keys[at] {
                keys.swap(at - 1, at);
                self.moves.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    fn add(&mut self, r#move: Move) {
        self.moves[self.len] = r#move;
        self.len += 1;
    }

    fn add_pawn(&mut self, board: &Board, from: Square) {
        let color = board.turn();
        let ahead = forward(color);
        if let Some(to) = beside(from, 0, ahead).filter(|&to| board.man(to).is_none()) {
            self.add_pawn_move(color, from, to);
            let double = beside(to, 0, ahead).filter(|&to| board.man(to).is_none());
            if let Some(to) = double.filter(|_| rank_for(color, from) == 1) {
                self.add(Move::new(from, to));
            }
        }
        for side in [-1, 1] {
            let Some(to) = beside(from, side, ahead) else {
                continue;
            };
            let takes = board.man(to).is_some_and(|man| is_prey(man, color));
            if takes || board.en_passant() == Some(to) {
                self.add_pawn_move(color, from, to);
            }
        }
    }

    fn add_pawn_move(&mut self, color: Color, from: Square, to: Square) {
        if rank_for(color, to) == 7 {
            self.add(Move::promoting(from, to, Role::Queen));
        } else {
            self.add(Move::new(from, to));
        }
    }

    fn add_king(&mut self, board: &Board) {
        let from = board.king(board.turn());
        let steps = STEPS.into_iter().filter_map(|(f, r)| beside(from, f, r));
        for to in steps {
            if board.man(to).is_none_or(|man| is_prey(man, board.turn())) {
                self.add(Move::new(from, to));
            }
        }
    }
}

/// Can a side take the man?
fn is_prey(man: Man, by: Color) -> bool {
    man.color != by && man.role != Role::King
}

/// The killers of a ply: the last two quiet moves that refuted something there.
#[derive(Clone, Copy, Default)]
pub(super) struct Killers([Option<Move>; 2]);

impl Killers {
    /// Behind every place that [`Killers::rank`] gives.
    pub const LAST: u8 = 4;

    pub fn add(&mut self, r#move: Move) {
        if self.0[0] != Some(r#move) {
            self.0 = [Some(r#move), self.0[0]];
        }
    }

    /// Where a move stands in the order: captures and promotions first, then the killers, then the rest.
    pub fn rank(&self, board: &Board, r#move: Move) -> u8 {
        if r#move.promotion.is_some() || board.is_capture(r#move) {
            return 0;
        }
        let killer = self.0.iter().position(|&killer| killer == Some(r#move));
        killer.map_or(3, |index| 1 + index as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peasant::board::Position;
    use peasant::notation::fen;
    use peasant::rules::Rules;

    fn legal(board: &mut Board) -> Vec<Move> {
        let moves = Moves::of(board);
        let is_legal = |&&m: &&Move| {
            let undo = board.play(m);
            let legal = !board.in_check(!board.turn());
            board.undo(m, undo);
            legal
        };
        moves.as_slice().iter().filter(is_legal).copied().collect()
    }

    /// Walks both boards side by side: the same moves everywhere, and every move is taken back whole.
    fn compare(board: &mut Board, position: &Position, depth: u32) -> u64 {
        let mut expected = Rules::Newborn.moves(position);
        let mut found = legal(board);
        // Queens do not move here, and their replies end the game.
        expected.retain(|m| {
            position
                .piece_at(m.from)
                .is_some_and(|(_, r)| r != Role::Queen)
        });
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{position:?}");
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for m in found {
            let before = board.clone();
            let undo = board.play(m);
            count += compare(board, &position.play(m), depth - 1);
            board.undo(m, undo);
            assert_eq!(*board, before, "{m} in {position:?}");
        }
        count
    }

    #[test]
    fn the_moves_are_those_of_the_library() {
        let fens = [
            ("8/8/3k4/3p4/3P4/3K4/8/8 w - -", 5),
            ("4k3/2p2p2/8/1P2P1P1/1p2p1p1/8/2P2P2/4K3 w - -", 3),
            ("4k3/2p2p2/8/1P2P1P1/1p2p1p1/8/2P2P2/4K3 b - -", 3),
            ("8/1P3k2/8/8/8/8/1p3K2/8 w - -", 4),
            ("2k5/1P5P/8/8/8/8/p5p1/4K3 b - -", 4),
            ("8/8/8/1kpP4/8/8/8/4K3 w - c6", 4),
        ];
        for (text, depth) in fens {
            let Ok(position) = fen::parse(text) else {
                panic!("{text} is a position");
            };
            compare(&mut Board::new(&position), &position, depth);
        }
    }

    #[test]
    fn sorting_keeps_the_order_of_equals() {
        let position = fen::parse("8/8/3k4/3p4/2P1P3/3K4/8/8 w - -").expect("a position");
        let board = Board::new(&position);
        let mut moves = Moves::of(&board);
        let quiet = moves.as_slice().to_vec();
        moves.sort_by_key(|m| Killers::default().rank(&board, m));
        let names: Vec<String> = moves.as_slice().iter().map(Move::to_string).collect();
        assert_eq!(names[..2], ["c4d5", "e4d5"]);
        assert_eq!(moves.len(), quiet.len());
        let rest: Vec<Move> = quiet
            .into_iter()
            .filter(|&m| !board.is_capture(m))
            .collect();
        assert_eq!(moves.as_slice()[2..], rest);
    }
}
