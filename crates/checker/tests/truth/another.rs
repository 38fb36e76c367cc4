//! Positions by `shakmaty`, and a certificate followed by its rules: from the position down, one line after the other.

use std::collections::{HashMap, HashSet};

use checker::board::{BLACK, Board, Move};
use checker::certificate::{Certificate, Strategy};
use checker::small::{MOST, Small};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, Role, Square};

/// A position as `shakmaty` has it.
pub fn chess(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

/// The same as the checker has it.
pub fn board(position: &Chess) -> Board {
    let mut men = [0; 64];
    for (square, piece) in position.board().clone() {
        let color = if piece.color == Color::White { 0 } else { BLACK };
        men[usize::from(square)] = color | piece.role as u8;
    }
    let turn = if position.turn() == Color::White { 0 } else { BLACK };
    let passed = position.ep_square(EnPassantMode::Legal);
    let en_passant = passed.map_or(0, |square| 1 + square.file() as u8);
    Board { men, turn, en_passant }
}

/// A move as the checker has it.
pub fn short(m: &shakmaty::Move) -> Move {
    let from = m.from().expect("no drops");
    Move { from: from as u8, to: m.to() as u8, becomes: m.promotion().map_or(0, |role| role as u8) }
}

/// Does the certificate show what it claims? Only what play comes to is looked at, and ends of at most four men are left to
/// the checker's tables, which have a test of their own.
pub fn shows(certificate: &Certificate, small: &mut Small) -> bool {
    let root = chess(&certificate.root.fen());
    let [lower, upper] = certificate.bounds;
    let mover = certificate.root.turn;
    let mut claims = Vec::new();
    if lower > 0 {
        claims.push((mover, lower == 2));
    }
    if upper < 2 {
        claims.push((mover ^ BLACK, upper == 0));
    }
    claims.into_iter().all(|(side, wins)| {
        let mut strategies = certificate.strategies.iter();
        let strategy = strategies.find(|one| one.side == side && one.wins == wins);
        strategy.is_some_and(|strategy| {
            Follower { certificate, strategy, small, path: HashSet::new(), good: HashMap::new() }
                .reaches(&root)
        })
    })
}

struct Follower<'c> {
    certificate: &'c Certificate,
    strategy: &'c Strategy,
    small: &'c mut Small,
    /// Positions on the way here: a win must not come back to one.
    path: HashSet<[u8; 33]>,
    good: HashMap<[u8; 33], bool>,
}

impl Follower<'_> {
    /// Does play that has come here end as claimed, whatever the other side does?
    fn reaches(&mut self, here: &Chess) -> bool {
        let (board, wins) = (board(here), self.strategy.wins);
        let key = board.key();
        if let Some(&good) = self.good.get(&key) {
            return good;
        }
        if !self.path.insert(key) {
            // Round in circles: nobody wins, and nobody loses.
            return !wins;
        }
        let good = self.is_good(here, &board);
        self.path.remove(&key);
        // For who holds a circle is good only if all of it is; the first that fails is found anyway, since it fails the whole.
        self.good.insert(key, good);
        good
    }

    fn is_good(&mut self, here: &Chess, board: &Board) -> bool {
        let Strategy { side, wins, .. } = *self.strategy;
        let other = side ^ BLACK;
        let kings = here.board().kings().count();
        if here.board().occupied().count() <= MOST {
            return if wins {
                self.small.wins(board, side)
            } else {
                !self.small.wins(board, other)
            };
        }
        let theirs = here.board().by_color(if other == 0 { Color::White } else { Color::Black });
        if !wins && theirs.count() == 1 && kings == 2 {
            return true;
        }
        if let Some(&[lower, upper, _]) = self.certificate.trusted.get(&board.key()) {
            let enough = if board.turn == side {
                lower > u8::from(wins)
            } else {
                upper < 2 - u8::from(wins)
            };
            if enough {
                return true;
            }
        }
        let moves = here.legal_moves();
        if moves.is_empty() {
            let mated = here.is_check();
            return if wins {
                mated && board.turn == other
            } else {
                !(mated && board.turn == side)
            };
        }
        let next = |m: &shakmaty::Move| here.clone().play(*m).expect("legal");
        if board.turn == side {
            let step = self.strategy.moves.get(&board.key());
            let chosen = step.and_then(|(m, _)| moves.iter().find(|legal| short(legal) == *m));
            return chosen.is_some_and(|m| self.reaches(&next(m)));
        }
        moves.iter().all(|m| self.reaches(&next(m)))
    }
}

/// Names, for messages.
pub fn square(index: u8) -> String {
    Square::new(u32::from(index)).to_string()
}

/// The kinds are numbered alike.
#[test]
fn kinds_have_the_same_numbers() {
    use checker::board::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
    let ours = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
    assert_eq!(Role::ALL.map(|role| role as u8), ours);
    assert_eq!(square(63), "h8");
}
