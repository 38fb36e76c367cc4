//! Legal moves, and what they do, are shakmaty's.

use std::collections::BTreeSet;

use oracle::{random_en_passant, random_position, random_setup, to_shakmaty};
use peasant::board::{Color, Move, Position, Role, Square};
use peasant::notation::fen;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};
use specification::Dice;

/// Compares legal moves, captures, check, mate and stalemate, and the positions after each move.
fn assert_same_rules(position: &Position) {
    let theirs = to_shakmaty(position);
    let text = fen::format(position);
    let moves = position.legal_moves();
    let names: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), moves.len(), "{text}: a move twice");
    let mut expected = BTreeSet::new();
    for mv in theirs.legal_moves() {
        let name = mv.to_uci(CastlingMode::Standard).to_string();
        let ours = moves.iter().find(|ours| ours.to_string() == name);
        let ours = *ours.unwrap_or_else(|| panic!("{text}: {name} is missing"));
        assert!(position.is_legal(ours));
        assert_eq!(position.is_capture(ours), mv.is_capture(), "{text}: {name}");
        assert_eq!(
            position.is_en_passant(ours),
            mv.is_en_passant(),
            "{text}: {name}"
        );
        let mut after = theirs.clone();
        after.play_unchecked(mv);
        assert_eq!(
            fen::format_epd(&position.play(ours)),
            epd(&after),
            "{text}: {name}"
        );
        expected.insert(name);
    }
    assert_eq!(names, expected, "{text}");
    assert_eq!(position.in_check(), theirs.is_check(), "{text}");
    assert_eq!(position.is_checkmate(), theirs.is_checkmate(), "{text}");
    assert_eq!(position.is_stalemate(), theirs.is_stalemate(), "{text}");
}

/// The first four fields of shakmaty's FEN, with the en passant square if a capture is legal.
fn epd(position: &shakmaty::Chess) -> String {
    shakmaty::fen::Epd::from_position(position, EnPassantMode::Legal).to_string()
}

#[test]
fn random_positions() {
    let mut random = Dice(4);
    for n in 0..20_000 {
        let pawns = n % 17;
        let pieces = [0, 0, 1, 2, 5][n / 17 % 5].min(16 - pawns);
        assert_same_rules(&random_position(&mut random, pawns, pieces));
    }
}

/// The kinds of positions that can be built ahead: three pieces, or two and a pawn.
fn five_men(count: usize) {
    let mut random = Dice(12);
    for n in 0..count {
        let pawns = n % 2;
        assert_same_rules(&random_position(&mut random, pawns, 3 - pawns));
    }
}

#[test]
fn random_positions_of_five_men() {
    five_men(20_000);
}

#[test]
#[ignore = "takes minutes: a million positions"]
fn a_million_positions_of_five_men() {
    five_men(1_000_000);
}

#[test]
fn random_en_passant_positions() {
    let mut random = Dice(5);
    for n in 0..5_000 {
        let pawns = n % 15;
        let pieces = [0, 1, 3][n / 15 % 3].min(14 - pawns);
        assert_same_rules(&random_en_passant(&mut random, pawns, pieces));
    }
}

#[test]
fn random_games() {
    let mut random = Dice(6);
    for n in 0..400 {
        let mut position = random_position(&mut random, n % 17, 0);
        for _ in 0..60 {
            assert_same_rules(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(random.pick(&moves));
        }
    }
}

/// A move as both libraries can tell it: from, to, and what a pawn becomes.
type Bare = (u32, u32, Option<char>);

/// The legal moves, check, mate and stalemate.
fn assert_same_moves(position: &Position) {
    let theirs = to_shakmaty(position);
    let of_ours = |m: &Move| -> Bare {
        let becomes = m.promotion.map(|role| role.letter());
        (m.from.index() as u32, m.to.index() as u32, becomes)
    };
    let of_theirs = |m: &shakmaty::Move| -> Bare {
        let from = m.from().expect("no drops");
        (
            from.into(),
            m.to().into(),
            m.promotion().map(shakmaty::Role::char),
        )
    };
    let mut ours: Vec<Bare> = position.legal_moves().iter().map(of_ours).collect();
    let mut expected: Vec<Bare> = theirs.legal_moves().iter().map(of_theirs).collect();
    ours.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ours, expected, "{}", fen::format(position));
    assert_eq!(position.in_check(), theirs.is_check(), "{position:?}");
    assert_eq!(
        position.is_checkmate(),
        theirs.is_checkmate(),
        "{position:?}"
    );
    assert_eq!(
        position.is_stalemate(),
        theirs.is_stalemate(),
        "{position:?}"
    );
}

/// What the prover takes: pawns and at most two pieces. Every third time a pawn can be taken en passant.
#[test]
fn random_positions_with_at_most_two_pieces() {
    let mut random = Dice(17);
    for n in 0..250_000 {
        let (pawns, pieces) = (n % 15, n / 15 % 3);
        let position = match n % 3 {
            0 => random_en_passant(&mut random, pawns.min(14 - pieces), pieces),
            _ => random_position(&mut random, pawns, pieces),
        };
        assert_same_moves(&position);
    }
}

/// A captor may be pinned, and two pawns may leave a rank, file or diagonal at once: both see the same.
#[test]
fn double_steps_beside_a_pawn_with_pieces_about() {
    let mut random = Dice(18);
    let (mut kept, mut dropped) = (0, 0);
    while kept + dropped < 50_000 {
        let mut setup = random_setup(&mut random, (kept + dropped) % 4, 2);
        setup.turn = Color::White;
        let file = random.roll(7) as u32;
        setup.put(Color::White, Role::Pawn, Square::at(file, 4));
        setup.put(Color::Black, Role::Pawn, Square::at(file + 1, 4));
        setup.en_passant = Some(Square::at(file + 1, 5));
        let Ok(position) = setup.validate() else {
            continue;
        };
        assert_same_moves(&position);
        match position.en_passant() {
            Some(_) => kept += 1,
            None => dropped += 1,
        }
    }
    assert!(dropped > 500, "{dropped}");
}
