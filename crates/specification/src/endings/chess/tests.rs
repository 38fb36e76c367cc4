//! Checks of the specification of chess: published counts and positions of the literature.

use std::sync::{LazyLock, Mutex, MutexGuard};

use super::Chess;
use super::position::ChessPosition;
use crate::Dice;
use crate::endings::board::{Man, Side};
use crate::endings::moves::{Kind, NaiveMove};
use crate::endings::position::name;
use crate::endings::{Wdl, sample};

/// The tests share what they solve.
fn chess() -> MutexGuard<'static, Chess> {
    static CHESS: LazyLock<Mutex<Chess>> = LazyLock::new(Mutex::default);
    CHESS.lock().unwrap_or_else(|failed| failed.into_inner())
}

fn value(fen: &str) -> Wdl {
    chess().value(&ChessPosition::parse(fen))
}

/// A move as UCI writes it.
fn text(played: &NaiveMove) -> String {
    let promotion = match played.kind {
        Kind::Promotion(Man::Queen) => "q",
        Kind::Promotion(Man::Rook) => "r",
        Kind::Promotion(Man::Bishop) => "b",
        Kind::Promotion(Man::Knight) => "n",
        _ => "",
    };
    name(played.from) + &name(played.to) + promotion
}

/// The value of a position and the moves that reach it.
fn best_moves(fen: &str) -> (Wdl, Vec<String>) {
    let mut moves = chess().moves(&ChessPosition::parse(fen));
    let best = moves.iter().map(|&(_, value)| value).max();
    let best = best.expect("there is a legal move");
    moves.retain(|&(_, value)| value == best);
    (best, moves.iter().map(|(played, _)| text(played)).collect())
}

/// Numbers of move sequences: the third position of the Chess Programming Wiki's page "Perft Results", and one with
/// many promotions.
#[test]
fn moves_are_counted_right() {
    let counts: [(&str, [u64; 4]); 2] = [
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w", [14, 191, 2812, 43_238]),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b", [24, 496, 9483, 182_838]),
    ];
    for (fen, expected) in counts {
        let position = ChessPosition::parse(fen);
        let found = [1, 2, 3, 4].map(|depth| position.perft(depth));
        assert_eq!(found, expected, "{fen}");
        assert_eq!(position.fen(), format!("{fen} - - 0 1"));
    }
}

/// Every legal position of the two kings and a white piece.
fn piece_against_king(letter: u8, to_move: Side) -> impl Iterator<Item = ChessPosition> {
    (0..64 * 64 * 64)
        .map(|number| [number / 64 / 64, number / 64 % 64, number % 64])
        .filter(|[white, black, piece]| white != black && white != piece && black != piece)
        .map(move |[white, black, piece]| {
            ChessPosition::of(&[(b'K', white), (b'k', black), (letter, piece)], to_move)
        })
        .filter(|position| !position.board.in_check(position.to_move.other()))
}

#[test]
fn a_queen_or_rook_to_move_always_wins() {
    for (letter, expected) in [(b'Q', 144_508), (b'R', 175_168)] {
        let mut chess = chess();
        let positions = piece_against_king(letter, Side::White);
        let values: Vec<Wdl> = positions.map(|position| chess.value(&position)).collect();
        assert_eq!(values.len(), expected);
        assert!(values.iter().all(|&value| value == Wdl::Win));
    }
}

/// With the bare king to move a position is drawn if it can take the piece or is stalemated, and else lost.
#[test]
fn a_bare_king_to_move_draws_only_at_once() {
    for letter in [b'Q', b'R'] {
        let mut chess = chess();
        for position in piece_against_king(letter, Side::Black) {
            let moves = position.legal_moves();
            let takes = moves.iter().any(|(played, _)| played.kind == Kind::Capture);
            let stalemate = moves.is_empty() && !position.in_check();
            let expected = match takes || stalemate {
                true => Wdl::Draw,
                false => Wdl::Loss,
            };
            assert_eq!(chess.value(&position), expected, "{}", position.fen());
        }
    }
}

#[test]
fn a_bishop_or_knight_never_wins() {
    for letter in [b'B', b'N'] {
        for side in Side::BOTH {
            let mut chess = chess();
            let mut positions = piece_against_king(letter, side);
            assert!(positions.all(|position| chess.value(&position) == Wdl::Draw));
        }
    }
}

#[test]
fn pawn_against_king_has_the_published_totals() {
    let mut totals = [[0; 3]; 2];
    for structure in sample::one_pawn() {
        for (position, value) in chess().values(&structure) {
            totals[position.to_move as usize][value as usize] += 1;
        }
    }
    let white = [0, 163_328 - 124_960, 124_960];
    let black = [97_604, 168_024 - 97_604, 0];
    assert_eq!(totals, [white, black]);
}

/// Where a queen would stalemate and nothing else wins. (The four positions not listed are mirror images or have the
/// king a square lower.)
#[test]
fn a_rook_wins_where_a_queen_stalemates() {
    let only = |played: &str| (Wdl::Win, vec![played.to_owned()]);
    assert_eq!(best_moves("8/k1P5/8/K7/8/8/8/8 w"), only("c7c8r"));
    assert_eq!(best_moves("8/1P6/k7/8/1K6/8/8/8 w"), only("b7b8r"));
}

/// The study of Barbier and Saavedra (1895), to its last point.
#[test]
fn saavedra_makes_a_rook() {
    // The king may go about it in other ways too.
    let line = [
        ("8/8/1KP5/3r4/8/8/8/k7 w", "c6c7"),
        ("8/2P5/1K1r4/8/8/8/8/k7 w", "b6b5"),
        ("8/2P5/8/1K1r4/8/8/8/k7 w", "b5b4"),
        ("8/2P5/8/8/1K1r4/8/8/k7 w", "b4b3"),
        ("8/2P5/8/8/8/1K1r4/8/k7 w", "b3c2"),
        ("8/2P5/8/8/3r4/8/2K5/k7 w", "c7c8r"),
    ];
    for (fen, played) in line {
        let (value, moves) = best_moves(fen);
        assert_eq!(value, Wdl::Win, "{fen}");
        assert!(moves.contains(&played.to_owned()), "{fen}: {moves:?}");
    }
    let (_, moves) = best_moves("8/2P5/8/8/3r4/8/2K5/k7 w");
    assert!(!moves.contains(&"c7c8q".to_owned()));
    // Rc4+ takes the new queen, or stalemate.
    assert_eq!(value("2Q5/8/8/8/2r5/8/2K5/k7 w"), Wdl::Draw);
}

/// A new queen is lost to the skewer Rc1+; the knight comes with check and holds against the rook.
#[test]
fn a_knight_draws_where_a_queen_is_skewered() {
    let fen = "8/2P5/1k6/8/8/2K5/8/r7 w";
    assert_eq!(best_moves(fen), (Wdl::Draw, vec!["c7c8n".to_owned()]));
}

/// With the queen's king far away, a pawn on the seventh rank saves itself only on the files of rook and bishop.
#[test]
fn a_queen_against_a_pawn_on_the_seventh_rank() {
    let cases = [
        ("6QK/8/8/8/8/8/pk6/8 w", Wdl::Draw),
        ("6QK/8/8/8/8/8/1pk5/8 w", Wdl::Win),
        ("6QK/8/8/8/8/8/1kp5/8 w", Wdl::Draw),
        ("6QK/8/8/8/8/8/3pk3/8 w", Wdl::Win),
        ("KQ6/8/8/8/8/8/3kp3/8 w", Wdl::Win),
        ("KQ6/8/8/8/8/8/5pk1/8 w", Wdl::Draw),
        ("KQ6/8/8/8/8/8/5kp1/8 w", Wdl::Win),
        ("KQ6/8/8/8/8/8/6kp/8 w", Wdl::Draw),
        // In check, but the king comes back to b2.
        ("8/8/8/8/8/8/p6K/k4Q2 b", Wdl::Draw),
    ];
    for (fen, expected) in cases {
        assert_eq!(value(fen), expected, "{fen}");
    }
}

/// Without the right both pawns run and it is a draw. With it Black wins: a4xb3+, and after Kb1 b2 Kc2 Ka2.
#[test]
fn en_passant_can_decide() {
    assert_eq!(value("8/8/8/8/pP6/k7/2K5/8 b - -"), Wdl::Draw);
    assert_eq!(value("8/8/8/8/pP6/k7/2K5/8 b - b3"), Wdl::Win);
}

/// A random legal position of the kings and these men.
fn random_position(dice: &mut Dice, men: &[u8]) -> ChessPosition {
    loop {
        let squares: Vec<_> = (0..men.len() + 2).map(|_| dice.roll(64)).collect();
        let letters = [b"Kk", men].concat();
        let placed: Vec<_> = letters.into_iter().zip(squares.iter().copied()).collect();
        let position = ChessPosition::of(&placed, Side::BOTH[dice.roll(2)]);
        let apart = position.board.men().count() == squares.len();
        if apart && !position.board.in_check(position.to_move.other()) {
            return position;
        }
    }
}

/// The same with the board turned upside down and the colours exchanged, or mirrored along the diagonal from a1 to h8.
fn turned(position: &ChessPosition, diagonal: bool) -> ChessPosition {
    let men = position.board.men().map(|(square, piece)| match diagonal {
        true => (piece.letter(), square % 8 * 8 + square / 8),
        false => (piece.exchanged().letter(), 56 - square / 8 * 8 + square % 8),
    });
    let to_move = match diagonal {
        true => position.to_move,
        false => position.to_move.other(),
    };
    ChessPosition::of(&men.collect::<Vec<_>>(), to_move)
}

/// A value is that of the best move, also where the tables are used mirrored or with colours exchanged.
#[test]
fn values_follow_from_moves() {
    let mut dice = Dice(5);
    for men in [b"Qr", b"Rr", b"Br", b"Nr", b"Rq", b"Rb", b"Rn", b"qR"] {
        for _ in 0..20_000 {
            let position = random_position(&mut dice, men);
            let value = chess().value(&position);
            let best = chess()
                .moves(&position)
                .iter()
                .map(|&(_, value)| value)
                .max();
            let expected = match best {
                Some(best) => best,
                None if position.in_check() => Wdl::Loss,
                None => Wdl::Draw,
            };
            assert_eq!(value, expected, "{}", position.fen());
            for diagonal in [false, true] {
                let turned = turned(&position, diagonal);
                assert_eq!(chess().value(&turned), value, "{}", turned.fen());
            }
        }
    }
}

/// What holds for one side holds for the other, and left to right.
#[test]
fn neither_colour_nor_wing_matters() {
    let mut dice = Dice(3);
    for _ in 0..20 {
        let structure = sample::random_for_chess(&mut dice, [1, 1], 1);
        for position in structure.positions() {
            let [value, mirrored, flipped] = [&position, &position.mirrored(), &position.flipped()]
                .map(|position| chess().value(&ChessPosition::of_pawns(position)));
            let fen = position.fen();
            assert_eq!((value, value), (mirrored, flipped), "{fen}");
        }
    }
}

#[test]
#[should_panic(expected = "more than two promoted pieces")]
fn three_promotions_are_refused() {
    value("k7/8/8/8/8/8/PPP5/K7 w");
}
