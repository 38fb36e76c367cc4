//! Checks of the specification of chess: published counts and positions of the literature.

use std::cell::{RefCell, RefMut};

use super::Chess;
use super::position::ChessPosition;
use crate::endings::board::{Man, Side};
use crate::endings::moves::{Kind, NaiveMove};
use crate::endings::position::name;
use crate::endings::{Wdl, sample};
use crate::{Dice, cases, is_thorough, rounds};

/// What a test solves it keeps to itself: to wait for others takes longer. Whoever reads it stays until the end.
fn chess() -> RefMut<'static, Chess> {
    thread_local! {
        static CHESS: &'static RefCell<Chess> = Box::leak(Box::default());
    }
    CHESS.with(|chess| chess.borrow_mut())
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

/// Numbers of move sequences.
#[test]
fn moves_are_counted_right() {
    cases("moves_are_counted_right", |case| {
        let position = ChessPosition::parse(&case.text);
        for depth in 1..=4 {
            let count = case.read(&format!("D{depth}"));
            assert_eq!(position.perft(depth), count, "depth {depth}");
        }
        assert_eq!(position.fen(), format!("{} - - 0 1", case.text));
    });
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

#[test]
#[ignore = "solves every class of what two pawns become: some minutes"]
fn values_are_those_of_the_books() {
    cases("values_are_those_of_the_books", |case| {
        assert_eq!(format!("{:?}", value(&case.text)), case.get("value"));
    });
}

#[test]
fn best_moves_are_those_of_the_books() {
    cases("best_moves_are_those_of_the_books", |case| {
        let (value, moves) = best_moves(&case.text);
        assert_eq!(format!("{value:?}"), case.get("value"));
        match case.find("only") {
            Some(only) => assert_eq!(moves, [only]),
            None => assert!(moves.contains(&case.get("among").to_owned()), "{moves:?}"),
        }
        if let Some(not) = case.find("not") {
            assert!(!moves.contains(&not.to_owned()), "{moves:?}");
        }
    });
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
    let all = [b"Qr", b"Rr", b"Br", b"Nr", b"Rq", b"Rb", b"Rn", b"qR"];
    let apart = if is_thorough() { 1 } else { 3 };
    for men in all.into_iter().step_by(apart) {
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
    for _ in 0..rounds(2, 20) {
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
