//! At most three men, solved here: two kings and a queen, a rook or a pawn. With anything else nobody wins.

use crate::board::{BISHOP, BLACK, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Which positions the side that is ahead wins, found when they are first asked for.
#[derive(Default)]
pub struct Small {
    queen: Option<Wins>,
    rook: Option<Wins>,
    pawn: Option<Wins>,
}

/// By number: is the position won for the side with the third man, which plays White?
type Wins = Vec<bool>;

const DRAWN: u32 = u32::MAX;
const WON: u32 = u32::MAX - 1;

impl Small {
    /// Does a side win a legal position of at most three men?
    pub fn wins(&mut self, board: &Board, side: u8) -> bool {
        let third = board.men.iter().find(|&&man| man != 0 && man & 7 != KING);
        let Some(&man) = third.filter(|&&man| man & BLACK == side) else {
            return false;
        };
        let seen = if side == 0 { *board } else { flipped(board) };
        self.table(man & 7).is_some_and(|wins| wins[number(&seen)])
    }

    fn table(&mut self, kind: u8) -> Option<&Wins> {
        if kind == PAWN {
            self.table(QUEEN);
            self.table(ROOK);
        }
        let (queen, rook) = (self.queen.as_ref(), self.rook.as_ref());
        match kind {
            QUEEN if queen.is_none() => self.queen = Some(solve(kind, None, None)),
            ROOK if rook.is_none() => self.rook = Some(solve(kind, None, None)),
            PAWN if self.pawn.is_none() => self.pawn = Some(solve(kind, queen, rook)),
            _ => {}
        }
        match kind {
            QUEEN => self.queen.as_ref(),
            ROOK => self.rook.as_ref(),
            PAWN => self.pawn.as_ref(),
            _ => None,
        }
    }
}

/// The board turned over, colours exchanged. En passant cannot be among three men.
fn flipped(board: &Board) -> Board {
    let mut seen = Board { men: [0; 64], turn: board.turn ^ BLACK, en_passant: 0 };
    for (square, &man) in board.men.iter().enumerate() {
        seen.men[square ^ 56] = if man == 0 { 0 } else { man ^ BLACK };
    }
    seen
}

/// The number of a position: White's king, Black's, the third man, Black's turn.
fn number(board: &Board) -> usize {
    let find = |wanted: &dyn Fn(u8) -> bool| board.men.iter().position(|&man| wanted(man));
    let white = find(&|man| man == KING).unwrap_or(0);
    let black = find(&|man| man == BLACK | KING).unwrap_or(0);
    let third = find(&|man| man != 0 && man & 7 != KING).unwrap_or(0);
    usize::from(board.turn != 0) << 18 | white << 12 | black << 6 | third
}

fn position(number: usize, kind: u8) -> Option<Board> {
    let [white, black, third] = [number >> 12 & 63, number >> 6 & 63, number & 63];
    let turn = if number >> 18 == 0 { 0 } else { BLACK };
    let mut board = Board { men: [0; 64], turn, en_passant: 0 };
    board.men[white] = KING;
    board.men[black] = BLACK | KING;
    board.men[third] = kind;
    (board.count() == 3 && board.fault().is_none()).then_some(board)
}

/// What follows every position; then wins are found, one move longer each time, until there are no more.
fn solve(kind: u8, queen: Option<&Wins>, rook: Option<&Wins>) -> Wins {
    let mut follows: Vec<Vec<u32>> = vec![Vec::new(); 1 << 19];
    let mut wins = vec![false; 1 << 19];
    for (number, follows) in follows.iter_mut().enumerate() {
        let Some(board) = position(number, kind) else {
            continue;
        };
        let moves = board.legal_moves();
        wins[number] = moves.is_empty() && board.turn == BLACK && board.in_check(BLACK);
        let after = |m| follower(&board.play(m), kind, queen, rook);
        *follows = moves.into_iter().map(after).collect();
    }
    loop {
        let mut found = false;
        for number in 0..wins.len() {
            let (good, next) = (
                |&next: &u32| next == WON || next != DRAWN && wins[next as usize],
                &follows[number],
            );
            let white = number >> 18 == 0;
            if !wins[number]
                && !next.is_empty()
                && (white && next.iter().any(good) || !white && next.iter().all(good))
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
fn follower(board: &Board, kind: u8, queen: Option<&Wins>, rook: Option<&Wins>) -> u32 {
    let third = board.men.iter().find(|&&man| man != 0 && man & 7 != KING);
    let table = match third {
        Some(&man) if man == kind => return number(board) as u32,
        Some(&QUEEN) => queen,
        Some(&ROOK) => rook,
        Some(&(KNIGHT | BISHOP)) | None | Some(_) => None,
    };
    if table.is_some_and(|wins| wins[number(board)]) { WON } else { DRAWN }
}
