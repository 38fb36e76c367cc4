//! Tests only: random positions, and the translation to shakmaty's types.

use peasant::board::{Color, Position, Role, Setup, Square};
use peasant::notation::fen;
use shakmaty::CastlingMode;
use specification::Dice;

/// A random square.
pub fn random_square(dice: &mut Dice) -> Square {
    Square::new(dice.roll(64) as u32)
}

/// Two kings, so many pawns, and so many pieces that pawns have become, anywhere and of any colour:
/// often illegal, but never two men on one square and no pawn on an edge.
pub fn random_setup(dice: &mut Dice, pawns: usize, pieces: usize) -> Setup {
    let mut setup = Setup::empty(dice.pick(&Color::BOTH));
    let mut free: Vec<Square> = Square::all().collect();
    for color in Color::BOTH {
        let king = free.swap_remove(dice.roll(free.len()));
        setup.put(color, Role::King, king);
    }
    for _ in 0..pieces {
        let square = free.swap_remove(dice.roll(free.len()));
        let role = dice.pick(&Role::PROMOTIONS);
        setup.put(dice.pick(&Color::BOTH), role, square);
    }
    free.retain(|square| (1..7).contains(&square.rank()));
    let white = random_share(dice, pawns);
    for n in 0..pawns {
        let square = free.swap_remove(dice.roll(free.len()));
        let color = Color::BOTH[usize::from(n >= white)];
        setup.put(color, Role::Pawn, square);
    }
    setup
}

/// How many of the pawns are White's: half of them or, as often, any number that leaves no side
/// with more than eight if that is possible.
fn random_share(dice: &mut Dice, pawns: usize) -> usize {
    if dice.roll(2) == 0 {
        return (pawns + dice.roll(2)) / 2;
    }
    let least = pawns.saturating_sub(8).min(8);
    least + dice.roll(pawns.min(8) - least + 1)
}

/// A legal position with so many pawns and promoted pawns, divided at dice.
pub fn random_position(dice: &mut Dice, pawns: usize, pieces: usize) -> Position {
    loop {
        if let Ok(position) = random_setup(dice, pawns, pieces).validate() {
            return position;
        }
    }
}

/// A legal position in which an en passant capture is legal, with so many pawns and pieces more
/// than the two pawns that this takes.
pub fn random_en_passant(dice: &mut Dice, pawns: usize, pieces: usize) -> Position {
    loop {
        let mut setup = random_setup(dice, pawns, pieces);
        setup.turn = Color::White;
        let file = dice.roll(7) as u32;
        let (own, other) = dice.pick(&[(file, file + 1), (file + 1, file)]);
        setup.put(Color::White, Role::Pawn, Square::at(own, 4));
        setup.put(Color::Black, Role::Pawn, Square::at(other, 4));
        setup.en_passant = Some(Square::at(other, 5));
        let Ok(position) = setup.validate() else {
            continue;
        };
        if position.en_passant().is_some() {
            return dice.pick(&[position, position.flip()]);
        }
    }
}

/// shakmaty's form of a position.
///
/// # Panics
/// If shakmaty does not accept the position even with checks that no move can have given.
#[must_use]
pub fn to_shakmaty(position: &Position) -> shakmaty::Chess {
    let text = fen::format(position);
    let setup: shakmaty::fen::Fen = text.parse().expect("our FEN is read");
    setup
        .into_position(CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
