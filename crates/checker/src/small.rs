//! Endings of at most three men, solved: two kings and a queen, a rook or a pawn. With anything else nobody wins.

use crate::board::{BLACK, Board, KING, PAWN, QUEEN, ROOK};

/// By number: is the position won for the side with the third man, which plays White?
type Wins = Vec<bool>;

/// The tables of queen, rook and pawn, each found when it is first needed.
#[derive(Default)]
pub struct Small([Option<Wins>; 3]);

const DRAWN: u32 = u32::MAX;
const WON: u32 = u32::MAX - 1;
const POSITIONS: usize = 1 << 19;

impl Small {
    /// True if a side wins a legal position of at most three men.
    pub fn wins(&mut self, board: &Board, side: u8) -> bool {
        let man = third(board).filter(|man| man & BLACK == side);
        let seen = if side == 0 { *board } else { flipped(board) };
        man.is_some_and(|man| self.table(man & 7).is_some_and(|wins| wins[number(&seen)]))
    }

    fn table(&mut self, kind: u8) -> Option<&Wins> {
        let index = [QUEEN, ROOK, PAWN].iter().position(|&known| known == kind)?;
        if self.0[index].is_none() {
            let wins = self.solve(kind);
            self.0[index] = Some(wins);
        }
        self.0[index].as_ref()
    }

    /// What follows every position; then wins are found, one move longer each time, until there are no more.
    fn solve(&mut self, kind: u8) -> Wins {
        let mut follows: Vec<Vec<u32>> = vec![Vec::new(); POSITIONS];
        let mut wins = vec![false; POSITIONS];
        for (number, follows) in follows.iter_mut().enumerate() {
            let Some(board) = position(number, kind) else { continue };
            let moves = board.legal_moves();
            wins[number] = moves.is_empty() && board.turn == BLACK && board.in_check(BLACK);
            follows.extend(moves.iter().map(|&m| self.follower(&board.play(m), kind)));
        }
        loop {
            let mut found = false;
            for (number, next) in follows.iter().enumerate().filter(|(_, next)| !next.is_empty()) {
                let good = |&next: &u32| next == WON || next != DRAWN && wins[next as usize];
                let is_white = number < POSITIONS / 2;
                if !wins[number]
                    && (is_white && next.iter().any(good) || !is_white && next.iter().all(good))
                {
                    wins[number] = true;
                    found = true;
                }
            }
            if !found {
                return wins;
            }
        }
    }

    /// A position that follows: its number, or what it is worth if its men are others.
    fn follower(&mut self, board: &Board, kind: u8) -> u32 {
        match third(board) {
            Some(man) if man == kind => number(board) as u32,
            _ if self.wins(board, 0) => WON,
            _ => DRAWN,
        }
    }
}

/// The man that is no king.
fn third(board: &Board) -> Option<u8> {
    board.men.iter().copied().find(|&man| man != 0 && man & 7 != KING)
}

/// The board turned over, colours exchanged. Nothing can be taken en passant among three men.
fn flipped(board: &Board) -> Board {
    let mut seen = Board { men: [0; 64], turn: board.turn ^ BLACK, en_passant: 0 };
    for (square, &man) in board.men.iter().enumerate() {
        seen.men[square ^ 56] = if man == 0 { 0 } else { man ^ BLACK };
    }
    seen
}

/// The number of a position, up to symmetry: White's king, Black's, the third man, Black's turn.
fn number(board: &Board) -> usize {
    let find = |wanted: u8| board.men.iter().position(|&man| man == wanted).unwrap_or(0);
    let man = third(board).unwrap_or(0);
    let mut squares = [find(KING), find(BLACK | KING), find(man)];
    if squares[0] % 8 > 3 {
        squares = squares.map(|square| square ^ 7);
    }
    if man != PAWN && squares[0] / 8 > 3 {
        squares = squares.map(|square| square ^ 56);
    }
    if man != PAWN && squares[0] / 8 > squares[0] % 8 {
        squares = squares.map(|square| square % 8 * 8 + square / 8);
    }
    usize::from(board.turn != 0) << 18 | squares[0] << 12 | squares[1] << 6 | squares[2]
}

/// The position of a number; `None` if that is none, or an image of another.
fn position(wanted: usize, kind: u8) -> Option<Board> {
    let turn = if wanted < POSITIONS / 2 { 0 } else { BLACK };
    let mut board = Board { men: [0; 64], turn, en_passant: 0 };
    board.men[wanted >> 12 & 63] = KING;
    board.men[wanted >> 6 & 63] = BLACK | KING;
    board.men[wanted & 63] = kind;
    (board.count() == 3 && number(&board) == wanted && board.fault().is_none()).then_some(board)
}
