//! Few men: against published counts, against studies, and against what the moves of a slow board lead to.

use checker::board::{BISHOP, BLACK, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use checker::small::{Small, Worth};

use crate::another;
use crate::mutations::Random;

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

/// Positions of books: what they are worth for the side to move.
#[test]
fn books() {
    let cases = [
        // Saavedra 1895: the pawn becomes a rook.
        ("8/8/1KP5/3r4/8/8/8/k7 w - -", Worth::Win),
        // Réti 1921.
        ("7K/8/k1P5/7p/8/8/8/8 w - -", Worth::Draw),
        // A rook's pawn on its last square but one holds against a queen, unless her king is near; a knight's pawn does not.
        ("8/8/8/8/5K2/8/p6Q/1k6 w - -", Worth::Draw),
        ("8/8/8/8/1K6/8/p6Q/1k6 w - -", Worth::Win),
        ("8/8/8/8/5K2/8/1p5Q/k7 w - -", Worth::Win),
        // Two knights do not win, bishop and knight do.
        ("6k1/8/6K1/8/8/8/8/NN6 w - -", Worth::Draw),
        ("6k1/8/6K1/8/8/8/8/BN6 b - -", Worth::Loss),
        // Philidor 1777: a rook that stands by its king loses against a queen.
        ("8/8/8/8/4Q3/2K5/1r6/k7 b - -", Worth::Loss),
        // En passant wins, and nothing else.
        ("8/8/8/8/k1pP4/8/K7/8 b - d3", Worth::Win),
        ("8/8/8/8/k1pP4/8/K7/8 b - -", Worth::Draw),
    ];
    let mut small = Small::default();
    for (fen, worth) in cases {
        let board = another::board(&another::chess(&format!("{fen} 0 1")));
        assert_eq!(small.worth(&board), Some(worth), "{fen}");
    }
}

/// Positions as they come: what they are worth is what the moves of the slow board make of them. So draws are draws: play need
/// never leave them.
#[test]
fn moves_agree() {
    let mut small = Small::default();
    let mut random = Random(4);
    let (e5, d5, d4) = (Some(36), Some(35), Some(27));
    let endings = [
        [(QUEEN, None), (BLACK | ROOK, None)],
        [(ROOK, None), (BLACK | KNIGHT, None)],
        [(KNIGHT, None), (KNIGHT, None)],
        [(ROOK, None), (BLACK | PAWN, d4)],
        [(PAWN, e5), (BLACK | PAWN, d5)],
    ];
    for men in endings {
        let mut counts = [0; 3];
        while counts.iter().sum::<u32>() < 1_000 {
            let turn = BLACK * random.below(2) as u8;
            let mut board = Board { men: [0; 64], turn, en_passant: 0 };
            for (man, square) in [[(KING, None), (KING | BLACK, None)], men].concat() {
                board.men[square.unwrap_or_else(|| random.below(64))] = man;
            }
            if men == endings[4] && random.below(2) == 0 {
                board.en_passant = 4;
            }
            if board.count() < 4 || board.fault().is_some() {
                continue;
            }
            let worth = small.worth(&board).expect("it is legal");
            let next = |m| small.worth(&board.play(m)).expect("it is legal");
            let expected = match board.legal_moves().into_iter().map(next).min() {
                Some(Worth::Loss) => Worth::Win,
                Some(Worth::Win) => Worth::Loss,
                None if board.in_check(board.turn) => Worth::Loss,
                _ => Worth::Draw,
            };
            assert_eq!(worth, expected, "{}", board.fen());
            counts[worth as usize] += 1;
        }
        assert!(counts[2] > 100 || men[0] == men[1], "{counts:?}");
    }
}
