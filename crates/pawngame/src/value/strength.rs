//! Who wins an island under the game's own rules, and how firmly.

use std::collections::HashMap;
use std::fmt;

use super::island::turned;
use super::meter::Meter;
use crate::board::{Board, Geometry};
use crate::rules::Rules;
use peasant::board::Color;
use peasant::limits::Stop;
use peasant::value::Wdl;

/// The strength of an island's win, under the game's own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// This player wins whoever moves first, even if the opponent may pass as often as he likes and the player may not.
    /// An opponent without a move passes. Such an island wins wherever else the opponent plays, if he does not win there first.
    Strong(Color),
    /// This player wins whoever moves first, but not if the opponent may pass.
    Weak(Color),
    /// Each player does worse moving first than moving second.
    MutualZugzwang,
    /// None of these.
    None,
}

/// Bytes that a result takes, about.
const RESULT_BYTES: u64 = 64;

/// Searches every position, and remembers them.
pub struct Referee<'m> {
    geometry: Geometry,
    results: HashMap<Board, Wdl>,
    strong: HashMap<Board, bool>,
    meter: &'m Meter<'m>,
}

impl<'m> Referee<'m> {
    pub fn new(rules: Rules, meter: &'m Meter<'m>) -> Referee<'m> {
        Referee {
            geometry: Geometry::new(rules),
            results: HashMap::new(),
            strong: HashMap::new(),
            meter,
        }
    }

    /// The result for the player to move.
    pub fn result(&mut self, board: Board) -> Result<Wdl, Stop> {
        if let Some(result) = board.ended(&self.geometry) {
            return Ok(result);
        }
        if let Some(&result) = self.results.get(&board) {
            return Ok(result);
        }
        let mut best = Wdl::Loss;
        for step in board.steps(&self.geometry) {
            let after = board.after(step, &self.geometry);
            best = best.max(-self.result(after)?);
            if best == Wdl::Win {
                break;
            }
        }
        self.meter.keep(RESULT_BYTES)?;
        self.results.insert(board, best);
        Ok(best)
    }

    /// How firmly the island is won that White sees as `white` when to move, Black as `black`.
    pub fn strength(&mut self, white: Board, black: Board) -> Result<Strength, Stop> {
        if white.us == 0 && white.them == 0 {
            return Ok(Strength::None);
        }
        if self.wins_waiting(black)? {
            return Ok(Strength::Strong(Color::White));
        }
        if self.wins_waiting(white)? {
            return Ok(Strength::Strong(Color::Black));
        }
        // Both for White.
        let (first, second) = (self.result(white)?, -self.result(black)?);
        Ok(match (first, second) {
            (Wdl::Win, Wdl::Win) => Strength::Weak(Color::White),
            (Wdl::Loss, Wdl::Loss) => Strength::Weak(Color::Black),
            _ if first < second => Strength::MutualZugzwang,
            _ => Strength::None,
        })
    }

    /// Do *they* win if we are to move, but may pass now and later?
    fn wins_waiting(&mut self, board: Board) -> Result<bool, Stop> {
        if let Some(we_win) = self.decided(board) {
            return Ok(!we_win);
        }
        if !self.wins_moving(turned(board, &self.geometry))? {
            return Ok(false);
        }
        for step in board.steps(&self.geometry) {
            if !self.wins_moving(board.after(step, &self.geometry))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Do we win if we must move, and the opponent may pass?
    fn wins_moving(&mut self, board: Board) -> Result<bool, Stop> {
        if let Some(we_win) = self.decided(board) {
            return Ok(we_win);
        }
        if let Some(&wins) = self.strong.get(&board) {
            return Ok(wins);
        }
        let mut wins = false;
        for step in board.steps(&self.geometry) {
            wins = wins || self.wins_waiting(board.after(step, &self.geometry))?;
        }
        self.meter.keep(RESULT_BYTES)?;
        self.strong.insert(board, wins);
        Ok(wins)
    }

    /// Has a player arrived or lost all pawns? True if it is us who have won.
    fn decided(&self, board: Board) -> Option<bool> {
        let we_lost = board.us == 0 || board.them & self.geometry.their_goal != 0;
        let we_won = board.them == 0 || board.us & self.geometry.goal != 0;
        (we_lost || we_won).then_some(!we_lost)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Strong(color) => write!(f, "strongly won for {color}"),
            Strength::Weak(color) => write!(f, "weakly won for {color}"),
            Strength::MutualZugzwang => f.write_str("mutual zugzwang"),
            Strength::None => f.write_str("none"),
        }
    }
}
