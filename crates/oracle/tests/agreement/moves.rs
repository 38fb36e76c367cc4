//! Legal moves, and what they do, are shakmaty's.

use std::collections::BTreeSet;

use oracle::{Random, random_en_passant, random_position, to_shakmaty};
use peasant::board::Position;
use peasant::notation::fen;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

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
    let mut random = Random::new(4);
    for n in 0..20_000 {
        let pawns = n % 17;
        let pieces = [0, 0, 1, 2, 5][n / 17 % 5].min(16 - pawns);
        assert_same_rules(&random_position(&mut random, pawns, pieces));
    }
}

/// The kinds of positions that the base of small endings holds: three pieces, or two and a pawn.
fn five_men(count: usize) {
    let mut random = Random::new(12);
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
    let mut random = Random::new(5);
    for n in 0..5_000 {
        let pawns = n % 15;
        let pieces = [0, 1, 3][n / 15 % 3].min(14 - pawns);
        assert_same_rules(&random_en_passant(&mut random, pawns, pieces));
    }
}

#[test]
fn random_games() {
    let mut random = Random::new(6);
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
