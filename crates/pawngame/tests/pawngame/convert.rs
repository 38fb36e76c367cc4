//! What the specification says, in the words of the library.

use pawngame::{Move, NoMove as LibraryNoMove, Position, Raw, Rules};
use peasant::board::{Color, Square as LibrarySquare};
use peasant::value::Wdl;

use specification::pawngame::{Game, NaiveMove, NaivePosition, NoMove, Outcome, Side, Square};

pub fn game(rules: Rules) -> Game {
    let set = rules.get();
    Game {
        files: set.files as i32,
        ranks: set.ranks as i32,
        rows: set.rows as i32,
        home_rank: set.home_rank as i32,
        double_step: set.double_step,
        en_passant: set.en_passant,
        no_move: match set.no_move {
            LibraryNoMove::Draw => NoMove::Draw,
            LibraryNoMove::Loss => NoMove::Loss,
            LibraryNoMove::Alburt => NoMove::LossUnlessBothAreBlocked,
        },
    }
}

pub fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

pub fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

pub fn square(square: Square) -> LibrarySquare {
    LibrarySquare::at(square.file as u32 - 1, square.rank as u32 - 1)
}

pub fn naive_square(square: LibrarySquare) -> Square {
    Square {
        file: square.file() as i32 + 1,
        rank: square.rank() as i32 + 1,
    }
}

pub fn library_move(played: NaiveMove) -> Move {
    Move {
        from: square(played.from),
        to: square(played.to),
    }
}

pub fn raw(position: &NaivePosition) -> Raw {
    let pawns = |side| position.pawns(side).into_iter().map(square).collect();
    Raw {
        files: position.game.files as u32,
        ranks: position.game.ranks as u32,
        white: pawns(Side::White),
        black: pawns(Side::Black),
        turn: color(position.to_move),
        en_passant: position.stepped_over.map(square),
    }
}

/// The library's position, if no pawn has arrived.
pub fn position(naive: &NaivePosition, rules: Rules) -> Position {
    raw(naive).validate(rules).unwrap_or_else(|problems| {
        panic!("{} is refused: {problems:?}", naive.fen());
    })
}

/// The specification's position, read square by square.
pub fn naive(position: &Position) -> NaivePosition {
    let game = game(position.rules());
    let mut naive = NaivePosition::empty(game, side(position.turn()));
    for here in game.squares() {
        naive.put(here, position.pawn_at(square(here)).map(side));
    }
    naive.stepped_over = position.en_passant().map(naive_square);
    naive
}

/// An outcome as one side sees it.
pub fn wdl(outcome: Outcome, side: Side) -> Wdl {
    if outcome == Outcome::Draw {
        Wdl::Draw
    } else if outcome == Outcome::won_by(side) {
        Wdl::Win
    } else {
        Wdl::Loss
    }
}
