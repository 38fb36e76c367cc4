//! Three men, against published counts.

use checker::board::{BISHOP, BLACK, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use checker::small::Small;

/// Legal positions with White's third man on these files, and how many of them White wins: White to move, Black to move.
fn count(kind: u8, files: usize) -> [[u32; 2]; 2] {
    let mut small = Small::default();
    let mut counts = [[0; 2]; 2];
    for number in 0..1 << 19 {
        let [white, black, third] = [number >> 12 & 63, number >> 6 & 63, number & 63];
        let mut board = Board { men: [0; 64], turn: BLACK * (number >> 18) as u8, en_passant: 0 };
        board.men[white] = KING;
        board.men[black] = KING | BLACK;
        board.men[third] = kind;
        if board.count() == 3 && third % 8 < files && board.fault().is_none() {
            counts[number >> 18][0] += 1;
            counts[number >> 18][1] += u32::from(small.wins(&board, 0));
        }
    }
    counts
}

/// K+P v K: 163,328 positions with White to move, of which 124,960 are won, and 168,024 with
/// Black to move, of which 97,604 are lost (Edwards 1996, as the bitbase `pfkpk` is tested).
#[test]
fn king_and_pawn() {
    assert_eq!(count(PAWN, 8), [[163_328, 124_960], [168_024, 97_604]]);
}

/// White to move always wins with queen or rook; with a bishop or a knight nobody does.
#[test]
fn pieces() {
    for kind in [QUEEN, ROOK] {
        let [[all, won], _] = count(kind, 8);
        assert_eq!(all, won);
    }
    for kind in [BISHOP, KNIGHT] {
        assert_eq!(count(kind, 8).map(|[_, won]| won), [0, 0]);
    }
}

/// The same from Black's side, and who is behind wins nothing.
#[test]
fn colours() {
    let mut board = Board { men: [0; 64], turn: BLACK, en_passant: 0 };
    board.men[36] = KING | BLACK;
    board.men[28] = PAWN | BLACK;
    board.men[4] = KING;
    let mut small = Small::default();
    // Ke5, pawn e4 against Ke1, Black to move: the king is not before its pawn, and White draws.
    assert!(!small.wins(&board, BLACK));
    board.men.swap(36, 20);
    // Ke3: on the sixth rank before its pawn it always wins.
    assert!(small.wins(&board, BLACK));
    assert!(!small.wins(&board, 0));
}
