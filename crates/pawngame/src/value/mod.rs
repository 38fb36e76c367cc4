//! Values of islands of pawns: combinatorial ones, and how firmly an island is won.
//!
//! A position without kings falls into islands that never touch. If a player who cannot move loses (*normal play*), an island is
//! a game in Conway's sense, with White as Left, and a position is the sum of its islands: Elkies, "On numbers and endgames"
//! (1996); Berlekamp, Conway and Guy, *Winning Ways*. A promotion wins the whole sum at once. Taking all of the enemy's pawns
//! wins nothing by itself here: the opponent is merely left without moves on that island.
//!
//! ```
//! use peasant::limits::Limits;
//! use pawngame::value::{Island, Value, evaluate};
//! use pawngame::{Preset, RuleSet, parse};
//!
//! let rules = RuleSet::of(Preset::PawnGame).validate()?;
//! let position = parse("a2 b2 h3/a6 b7 h7", rules)?;
//! let evaluation = evaluate(&position, &Limits::default(), &());
//! let names = |island: &Island| island.value.as_ref().map(Value::to_string);
//! assert_eq!(evaluation.value.map(|value| value.to_string()).as_deref(), Some("down + *"));
//! let islands: Vec<String> = evaluation.islands.iter().filter_map(names).collect();
//! assert_eq!(islands, ["up", "double down + *"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dyadic;
mod game;
mod island;
mod meter;
mod notation;
mod strength;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use super::board::{Board, Geometry};
use super::position::Position;
use game::{Game, Games};
use island::Valuer;
use meter::Meter;
use notation::Namer;
use peasant::board::Color;
use peasant::limits::{Limits, Observer, Stop, Watch};
use peasant::value::Wdl;
use strength::Referee;

pub use strength::Strength;

/// The combinatorial value of a position in normal play, White being Left, by its name in ASCII: `1/2`, `double up + *`,
/// `{1|0}`. `oo` is a promotion, after which nothing else matters; `oo in 2` a promotion two moves away that only a
/// faster one elsewhere can forestall, greater than all values without promotions. A name that is not cut short (`...`) stands for one value only, and two values
/// without `oo` that are equal have one name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value(String);

/// The winner in normal play.
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

/// Values of a position, in normal play and under its own rules. Whatever was not found before a
/// limit was met, or the observer cancelled, is `None`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The value in normal play. It is the sum of the islands' values.
    pub value: Option<Value>,
    /// The winner in normal play.
    pub outcome: Option<Outcome>,
    /// The parts between files without pawns, from the a-file on, and what each is worth. They are
    /// known at once; what they are worth may not be.
    pub islands: Vec<Island>,
    /// True if it matters somewhere whether a pawn may be taken en passant. The right to do so is stored with the position,
    /// although in a sum it is lost when its owner moves elsewhere: only if this is false are values exact when islands are
    /// added.
    pub en_passant: Option<bool>,
    /// The value if nobody may take en passant, as in the literature; absent if [`Evaluation::en_passant`] is false. Such values
    /// are exact for that game.
    pub without_en_passant: Option<Value>,
    /// The result for White with White to move, under the game's own rules.
    pub white_to_move: Option<Wdl>,
    /// The result for Black with Black to move, under the game's own rules.
    pub black_to_move: Option<Wdl>,
    /// The strength of the win under the game's own rules.
    pub strength: Option<Strength>,
    /// The number of different games that the islands and their sum led to.
    pub games: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// The reason why something is not known, if it is not: what ended the search for values or, if that was
    /// finished, for results.
    pub stopped: Option<Stop>,
}

/// A part of a position that never meets the rest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Island {
    /// Its pawns alone, on the same board.
    pub position: Position,
    /// The value in normal play.
    pub value: Option<Value>,
    /// The strength of the win under the game's own rules, if it were all there is.
    pub strength: Option<Strength>,
}

/// Evaluates a position: first the values, then, from the start, the results under the game's own
/// rules. Who is to move plays no part, except that only that player may take en passant.
///
/// The limit on structures is the number of positions, games, sums and comparisons that may be
/// remembered for the values, and of positions for the results; the limit on memory is for what is
/// remembered at one time, in about so many bytes. What is found before a limit is met is the answer.
pub fn evaluate(position: &Position, limits: &Limits, observer: &dyn Observer) -> Evaluation {
    let watch = Watch::new(*limits, observer);
    let meter = Meter::new(&watch);
    let mut evaluation = Evaluation::unknown(position);
    let values = evaluation.find_values(position, &meter);
    meter.begin_again();
    let results = evaluation.find_results(position, &meter);
    evaluation.stopped = values.and(results).err();
    evaluation.elapsed = watch.elapsed();
    evaluation
}

impl Evaluation {
    /// Nothing is known but the islands.
    fn unknown(position: &Position) -> Evaluation {
        let islands = island::islands(position).into_iter();
        let unknown = |position| Island {
            position,
            value: None,
            strength: None,
        };
        Evaluation {
            value: None,
            outcome: None,
            islands: islands.map(unknown).collect(),
            en_passant: None,
            without_en_passant: None,
            white_to_move: None,
            black_to_move: None,
            strength: None,
            games: 0,
            elapsed: Duration::ZERO,
            stopped: None,
        }
    }

    fn find_values(&mut self, position: &Position, meter: &Meter) -> Result<(), Stop> {
        let mut valuer = Valuer::new(position.rules(), meter);
        let found = self.value_with(&mut valuer, meter);
        self.games = valuer.games.count();
        found
    }

    /// The islands' values one by one, their sum, and the same without en passant if that matters.
    fn value_with(&mut self, valuer: &mut Valuer, meter: &Meter) -> Result<(), Stop> {
        let mut parts = Vec::new();
        for island in &mut self.islands {
            let game = valuer.position(&island.position)?;
            island.value = Some(named(&valuer.games, game, meter)?);
            parts.push(game);
        }
        let total = sum(&mut valuer.games, &parts)?;
        self.outcome = Some(outcome(&mut valuer.games, total)?);
        self.value = Some(named(&valuer.games, total, meter)?);
        self.en_passant = Some(valuer.en_passant);
        if valuer.en_passant {
            valuer.forbid_en_passant();
            let islands = self.islands.iter();
            let parts = islands.map(|island| valuer.position(&island.position));
            let parts = parts.collect::<Result<Vec<Game>, Stop>>()?;
            let total = sum(&mut valuer.games, &parts)?;
            self.without_en_passant = Some(named(&valuer.games, total, meter)?);
        }
        Ok(())
    }

    /// The results under the game's own rules.
    fn find_results(&mut self, position: &Position, meter: &Meter) -> Result<(), Stop> {
        let mut referee = Referee::new(position.rules(), meter);
        for island in &mut self.islands {
            let [white, black] = Color::BOTH.map(|color| seen_by(&island.position, color));
            island.strength = Some(referee.strength(white, black)?);
        }
        let [white, black] = Color::BOTH.map(|color| seen_by(position, color));
        self.white_to_move = Some(referee.result(white)?);
        self.black_to_move = Some(referee.result(black)?);
        self.strength = Some(referee.strength(white, black)?);
        Ok(())
    }
}

/// The value with its name. The names of the games inside it are forgotten.
fn named(games: &Games, game: Game, meter: &Meter) -> Result<Value, Stop> {
    let before = meter.bytes();
    let name = Namer::new(games, meter).name(game)?;
    meter.release(before);
    Ok(Value(name))
}

fn sum(games: &mut Games, parts: &[Game]) -> Result<Game, Stop> {
    let mut parts = parts.iter();
    parts.try_fold(Game::ZERO, |sum, &part| games.sum(sum, part))
}

/// The position as a player sees it who is to move.
fn seen_by(position: &Position, color: Color) -> Board {
    if color == position.turn() {
        position.board()
    } else {
        island::turned(position.board(), &Geometry::new(position.rules()))
    }
}

fn outcome(games: &mut Games, game: Game) -> Result<Outcome, Stop> {
    let at_least = games.at_least(game, Game::ZERO)?;
    let at_most = games.at_least(Game::ZERO, game)?;
    Ok(match (at_least, at_most) {
        (true, true) => Outcome::Second,
        (true, false) => Outcome::White,
        (false, true) => Outcome::Black,
        (false, false) => Outcome::First,
    })
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
