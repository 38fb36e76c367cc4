//! Moves commute with the left-right mirror and with the exchange of colours.

use oracle::{random_en_passant, random_position};
use peasant::board::{Move, Position};
use specification::Dice;

fn assert_commutes(
    position: &Position,
    of_position: fn(Position) -> Position,
    of_move: fn(Move) -> Move,
) {
    let image = of_position(*position);
    assert_eq!(of_position(image), *position);
    assert_eq!(image.in_check(), position.in_check(), "{position:?}");
    let moves = position.legal_moves();
    let mut expected: Vec<Move> = moves.iter().copied().map(of_move).collect();
    let mut images = image.legal_moves();
    expected.sort();
    images.sort();
    assert_eq!(images, expected, "{position:?}");
    for mv in moves {
        let after = of_position(position.play(mv));
        assert_eq!(image.play(of_move(mv)), after, "{position:?} {mv}");
    }
}

#[test]
fn mirror_and_flip_commute_with_moves() {
    let mut random = Dice(10);
    for n in 0..10_000 {
        let (pawns, pieces) = (n % 13, n / 13 % 4);
        let position = match n % 3 {
            0 => random_en_passant(&mut random, pawns, pieces),
            _ => random_position(&mut random, pawns, pieces),
        };
        assert_commutes(&position, Position::mirror, Move::mirror);
        assert_commutes(&position, Position::flip, Move::flip);
    }
}
