//! What islands of pawns are worth: combinatorial values, and how firmly an island is won.
//!
//! A position without kings falls into islands that never touch. If a player who cannot move loses (*normal play*), an island is
//! a game in Conway's sense, with White as Left, and a position is the sum of its islands: Elkies, "On numbers and endgames"
//! (1996); Berlekamp, Conway and Guy, *Winning Ways*. A promotion wins the whole sum at once. Taking all of the enemy's pawns
//! wins nothing by itself here: the opponent is merely left without moves on that island.
//!
//! ```
//! use peasant::pawngame::{Preset, RuleSet, parse, value::evaluate};
//!
//! let rules = RuleSet::of(Preset::PawnGame).validate()?;
//! let position = parse("a2 b2 h3/a6 b7 h7", rules)?;
//! let evaluation = evaluate(&position, 100_000)?;
//! assert_eq!(evaluation.value.to_string(), "down + *");
//! let islands: Vec<String> = evaluation.islands.iter().map(|i| i.value.to_string()).collect();
//! assert_eq!(islands, ["up", "double down + *"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dyadic;
mod game;
mod island;
mod notation;
mod strength;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;

use super::board::{Board, Geometry};
use super::position::Position;
use crate::board::Color;
use crate::value::Wdl;
use game::{Game, Games};
use island::Valuer;
use notation::Namer;
use strength::Referee;

pub use strength::Strength;

/// The combinatorial value of a position in normal play, White being Left, by its name in ASCII: `1/2`, `double up + *`,
/// `{1|0}`. `oo` is a promotion, after which nothing else matters; `oo in 2` a promotion two moves away that only a
/// faster one elsewhere can forestall, greater than all values without promotions. A name that is not cut short (`...`) stands for one value only, and two values
/// without `oo` that are equal have one name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value(String);

/// Who wins in normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White, whoever moves first: the value is positive.
    White,
    /// Black, whoever moves first: the value is negative.
    Black,
    /// Whoever moves first: the value is confused with zero.
    First,
    /// Whoever moves second: the value is zero.
    Second,
}

/// What a position is worth, in normal play and under its own rules.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value in normal play. It is the sum of the islands' values.
    pub value: Value,
    /// Who wins in normal play.
    pub outcome: Outcome,
    /// The parts between files without pawns, from the a-file on, and what each is worth.
    pub islands: Vec<Island>,
    /// Does it matter somewhere whether a pawn may be taken en passant? The right to do so is kept with the position, although in
    /// a sum it is lost when its owner moves elsewhere: only if this is false are values exact when islands are added.
    pub en_passant: bool,
    /// The value if nobody may take en passant, as in the literature; absent if [`Evaluation::en_passant`] is false. Such values
    /// are exact for that game.
    pub without_en_passant: Option<Value>,
    /// The result for White with White to move, under the game's own rules.
    pub white_to_move: Wdl,
    /// The result for Black with Black to move, under the game's own rules.
    pub black_to_move: Wdl,
    /// How firmly the position is won under the game's own rules.
    pub strength: Strength,
    /// How many different games the islands and their sum led to.
    pub games: u64,
}

/// A part of a position that never meets the rest.
#[derive(Clone, Debug)]
pub struct Island {
    /// Its pawns alone, on the same board.
    pub position: Position,
    /// What it is worth in normal play.
    pub value: Value,
    /// How firmly it is won under the game's own rules, if it were all there is.
    pub strength: Strength,
}

/// Why there is no evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// More than so many positions, games, sums and comparisons would have to be remembered.
    TooLarge(u64),
}

/// What may be remembered still.
#[derive(Clone, Copy, Debug)]
struct Budget {
    left: u64,
    limit: u64,
}

/// Evaluates a position. Who is to move plays no part, except that only that player may take en passant. At most `limit`
/// positions, games, sums and comparisons are remembered for the values, and as many positions for the results.
///
/// # Errors
/// The position is too large for the limit.
pub fn evaluate(position: &Position, limit: u64) -> Result<Evaluation, ValueError> {
    let budget = Budget { left: limit, limit };
    let [white, black] = Color::BOTH.map(|color| seen_by(position, color));
    let mut referee = Referee::new(position.rules(), budget);
    let mut valuer = Valuer::new(position.rules(), budget);
    let islands = island::islands(position);
    let parts = values(&mut valuer, &islands)?;
    let sum = sum(&mut valuer.games, &parts)?;
    let outcome = outcome(&mut valuer.games, sum)?;
    let without = if valuer.en_passant {
        valuer.forbid_en_passant();
        let parts = values(&mut valuer, &islands)?;
        Some(self::sum(&mut valuer.games, &parts)?)
    } else {
        None
    };
    let mut namer = Namer::new(&valuer.games);
    let mut value = |game| Value(namer.name(game));
    let mut described = |(position, game): (Position, Game)| {
        let [white, black] = Color::BOTH.map(|color| seen_by(&position, color));
        Ok(Island {
            position,
            value: value(game),
            strength: referee.strength(white, black)?,
        })
    };
    Ok(Evaluation {
        islands: (islands.into_iter().zip(parts))
            .map(&mut described)
            .collect::<Result<_, ValueError>>()?,
        value: value(sum),
        outcome,
        en_passant: valuer.en_passant,
        without_en_passant: without.map(value),
        white_to_move: referee.result(white)?,
        black_to_move: referee.result(black)?,
        strength: referee.strength(white, black)?,
        games: valuer.games.count(),
    })
}

fn values(valuer: &mut Valuer, islands: &[Position]) -> Result<Vec<Game>, ValueError> {
    islands
        .iter()
        .map(|island| valuer.position(island))
        .collect()
}

fn sum(games: &mut Games, parts: &[Game]) -> Result<Game, ValueError> {
    let mut parts = parts.iter();
    parts.try_fold(Game::ZERO, |sum, &part| games.sum(sum, part))
}

/// The position as a player sees it who is to move.
fn seen_by(position: &Position, color: Color) -> Board {
    if color == position.side_to_move() {
        position.board()
    } else {
        island::turned(position.board(), &Geometry::new(position.rules()))
    }
}

fn outcome(games: &mut Games, game: Game) -> Result<Outcome, ValueError> {
    let at_least = games.at_least(game, Game::ZERO)?;
    let at_most = games.at_least(Game::ZERO, game)?;
    Ok(match (at_least, at_most) {
        (true, true) => Outcome::Second,
        (true, false) => Outcome::White,
        (false, true) => Outcome::Black,
        (false, false) => Outcome::First,
    })
}

impl Budget {
    const fn spend(&mut self) -> Result<(), ValueError> {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => return Err(ValueError::TooLarge(self.limit)),
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::White => "White wins",
            Outcome::Black => "Black wins",
            Outcome::First => "whoever moves first wins",
            Outcome::Second => "whoever moves second wins",
        })
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::TooLarge(limit) => write!(
                f,
                "the islands lead to more than {limit} positions, games and comparisons: allow more, or take fewer pawns"
            ),
        }
    }
}

impl Error for ValueError {}
