//! Positions to try.

use super::game::Game;
use super::position::NaivePosition;
use super::solve::descendants;
use crate::dice::Dice;
use crate::endings::Side;

/// Every position that can be set up, with either side to move and every right to take en passant.
pub fn every_set_up(game: Game) -> Vec<NaivePosition> {
    let mut all: Vec<NaivePosition> = Side::BOTH
        .map(|to_move| NaivePosition::empty(game, to_move))
        .into();
    for square in game.squares() {
        for side in Side::BOTH {
            let others: Vec<NaivePosition> = all
                .iter()
                .filter(|position| game.can_stand(side, square) && position.is_empty(square))
                .map(|position| {
                    let mut with = position.clone();
                    with.put(square, Some(side));
                    with
                })
                .collect();
            all.extend(others);
        }
    }
    // The first two have no pawns, and are no positions.
    all.drain(..2);
    let with_right: Vec<NaivePosition> = all.iter().flat_map(with_rights).collect();
    all.extend(with_right);
    all
}

/// The same with each right to take en passant that the opponent's last move may have given.
fn with_rights(position: &NaivePosition) -> Vec<NaivePosition> {
    let rights = position.possible_rights().into_iter();
    let with = |square| position.with_stepped_over(Some(square));
    rights.map(with).collect()
}

/// So many pawns anywhere, mostly with a right to take en passant where there can be one.
pub fn random_position(dice: &mut Dice, game: Game, pawns: usize) -> NaivePosition {
    let mut position = NaivePosition::empty(game, Side::BOTH[dice.roll(2)]);
    let mut squares: Vec<_> = game.squares().collect();
    let mut placed = 0;
    while placed < pawns && !squares.is_empty() {
        let square = squares.swap_remove(dice.roll(squares.len()));
        let side = Side::BOTH[dice.roll(2)];
        if game.can_stand(side, square) {
            position.put(square, Some(side));
            placed += 1;
        }
    }
    let rights = with_rights(&position);
    if !rights.is_empty() && dice.roll(8) > 0 {
        return rights[dice.roll(rights.len())].clone();
    }
    position
}

/// A random position from which no more than `limit` can come, and all those. What the limit lets through has few pawns or
/// blocked ones.
pub fn random_family(
    dice: &mut Dice,
    game: Game,
    pawns: usize,
    limit: usize,
) -> Vec<NaivePosition> {
    loop {
        let position = random_position(dice, game, pawns);
        if let Some(family) = descendants(&position, limit) {
            return family;
        }
    }
}

/// A position that so many random moves lead to, or fewer if the game ends.
pub fn random_play(dice: &mut Dice, start: NaivePosition, moves: usize) -> NaivePosition {
    let mut position = start;
    for _ in 0..moves {
        let choice = position.moves();
        if choice.is_empty() {
            break;
        }
        let after = position.after(choice[dice.roll(choice.len())]);
        if after.ended().is_some() {
            break;
        }
        position = after;
    }
    position
}
