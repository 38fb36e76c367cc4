//! FEN is accepted where shakmaty accepts it, except for the differences that are stated here.

use oracle::{random_en_passant, random_position, random_setup, random_square};
use peasant::board::{Color, Position, Role, Setup, Square};
use peasant::notation::fen;
use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionErrorKinds};
use specification::Dice;

/// What shakmaty holds against a set-up; `None` if it is a position.
fn complaints(setup: &shakmaty::Setup) -> PositionErrorKinds {
    use shakmaty::FromSetup;
    match Chess::from_setup(setup.clone(), CastlingMode::Standard) {
        Ok(_) => PositionErrorKinds::empty(),
        Err(error) => error.kinds(),
    }
}

/// Ours is a legal position exactly if shakmaty has no complaint, but
/// 1. checks that no move can have given are accepted;
/// 2. before the double step of a pawn that can be taken en passant, the side to move now must not
///    have been in check (shakmaty looks only at pieces that give check now).
fn is_legal(setup: &shakmaty::Setup) -> bool {
    let ignored = PositionErrorKinds::IMPOSSIBLE_CHECK;
    complaints(setup).difference(ignored).is_empty() && was_legal_before_double_step(setup)
}

fn was_legal_before_double_step(setup: &shakmaty::Setup) -> bool {
    let Some(passed) = setup.ep_square else {
        return true;
    };
    let forward = setup.turn.fold_wb(8, -8);
    let mut before = setup.clone();
    before.ep_square = None;
    before.turn = !setup.turn;
    let (Some(start), Some(landing)) = (passed.offset(forward), passed.offset(-forward)) else {
        return false;
    };
    let Some(pawn) = before.board.remove_piece_at(landing) else {
        return false;
    };
    before.board.set_piece_at(start, pawn);
    !complaints(&before).contains(PositionErrorKinds::OPPOSITE_CHECK)
}

/// The text of a set-up that may be illegal.
fn text_of(setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            text.push(letter_at(setup, Square::at(file, rank)));
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(if setup.turn == Color::White { 'w' } else { 'b' });
    match setup.en_passant {
        Some(square) => format!("{text} - {square}"),
        None => format!("{text} - -"),
    }
}

fn letter_at(setup: &Setup, square: Square) -> char {
    for role in Role::ALL {
        if setup.pieces(Color::White, role).contains(square) {
            return role.letter().to_ascii_uppercase();
        }
        if setup.pieces(Color::Black, role).contains(square) {
            return role.letter();
        }
    }
    '1'
}

/// Both read the text the same way. How many were accepted is counted.
fn assert_same_verdict(text: &str, accepted: &mut u32) {
    let theirs: Fen = text.parse().expect("only the position is in doubt");
    let ours = fen::parse(text);
    assert_eq!(
        ours.is_ok(),
        is_legal(theirs.as_setup()),
        "{text}: {ours:?}"
    );
    if let Ok(position) = ours {
        *accepted += 1;
        let canonical = fen::format_epd(&position);
        let theirs = theirs
            .into_position::<Chess>(CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .expect("only such checks are in doubt");
        assert_eq!(
            canonical,
            Epd::from_position(&theirs, EnPassantMode::Legal).to_string()
        );
        assert_round_trip(&position);
    }
}

fn assert_round_trip(position: &Position) {
    for text in [fen::format(position), fen::format_epd(position)] {
        let again = fen::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again, *position, "{text}");
        assert_eq!(fen::format(&again), fen::format(position));
    }
}

#[test]
fn random_setups() {
    let mut random = Dice(7);
    let mut accepted = 0;
    for n in 0..60_000 {
        let pieces = [0, 0, 1, 2, 9][n / 19 % 5];
        let mut setup = random_setup(&mut random, n % 19, pieces);
        // Sometimes one man stands where, or is what, it should not.
        match random.roll(8) {
            0 => setup.put(Color::White, Role::Pawn, free_square(&mut random, &setup)),
            1 => setup.put(Color::Black, Role::King, free_square(&mut random, &setup)),
            _ => {}
        }
        assert_same_verdict(&text_of(&setup), &mut accepted);
    }
    assert!(accepted > 10_000, "{accepted}");
}

#[test]
fn random_en_passant_squares() {
    let mut random = Dice(8);
    let mut accepted = 0;
    for n in 0..60_000 {
        let mut setup = random_setup(&mut random, n % 12, [0, 1, 2, 4][n / 12 % 4]);
        let pushed = if setup.turn == Color::White { 4 } else { 3 };
        let file = random.roll(8) as u32;
        let landing = Square::at(file, pushed);
        if letter_at(&setup, landing) == '1' {
            setup.put(!setup.turn, Role::Pawn, landing);
        }
        let passed = if setup.turn == Color::White { 5 } else { 2 };
        let anywhere = random.roll(64) as u32;
        setup.en_passant = Some(match random.roll(10) {
            0 => Square::new(anywhere),
            _ => Square::at(file, passed),
        });
        assert_same_verdict(&text_of(&setup), &mut accepted);
    }
    assert!(accepted > 10_000, "{accepted}");
}

fn free_square(random: &mut Dice, setup: &Setup) -> Square {
    loop {
        let square = random_square(random);
        if letter_at(setup, square) == '1' {
            return square;
        }
    }
}

/// Whatever we accept, shakmaty reads, and sees the same position.
#[test]
fn mutilated_text() {
    let mut random = Dice(9);
    let letters: Vec<char> = "12345678/KkPpQqRrBbNn w-_e36 0".chars().collect();
    let mut accepted = 0;
    for n in 0..100_000 {
        let position = if n % 4 == 0 {
            random_en_passant(&mut random, 4, n % 3)
        } else {
            random_position(&mut random, n % 9, n % 3)
        };
        let mut text: Vec<char> = fen::format(&position).chars().collect();
        for _ in 0..=random.roll(2) {
            let place = random.roll(text.len());
            match random.roll(3) {
                0 => drop(text.remove(place)),
                1 => text[place] = random.pick(&letters),
                _ => text.insert(place, random.pick(&letters)),
            }
        }
        let text: String = text.into_iter().collect();
        if fen::parse(&text).is_ok() {
            assert_same_verdict(&text, &mut accepted);
        } else if let Ok(theirs) = text.parse::<Fen>() {
            assert!(
                !is_legal(theirs.as_setup()) || !is_strict(&text),
                "{text}: {:?}",
                fen::parse(&text)
            );
        }
    }
    assert!(accepted > 2_000, "{accepted}");
}

/// shakmaty also reads FENs with fields left out, with castling rights that the position does not
/// bear out, and with more than the eight ranks (Crazyhouse pockets): we do not.
fn is_strict(text: &str) -> bool {
    let fields: Vec<&str> = text
        .split([' ', '_'])
        .filter(|field| !field.is_empty())
        .collect();
    matches!(fields.len(), 4 | 6)
        && fields[0].split('/').count() == 8
        && fields[2] == "-"
        && fields[4..].iter().all(|counter| counter.len() <= 4)
}
