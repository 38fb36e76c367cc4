//! From pawns to a game: what a position is worth when a player who cannot move loses.

use std::collections::HashMap;

use super::game::{Form, Game, Games};
use super::meter::Meter;
use crate::board::{Board, Geometry};
use crate::position::{Position, Raw};
use crate::rules::Rules;
use peasant::board::{Color, Square};
use peasant::limits::Stop;

/// Bytes that the value of a board takes, about: it is entered from both sides.
const KNOWN_BYTES: u64 = 128;

/// Values of positions under certain rules. Whoever a board calls *us* is Left.
pub struct Valuer<'m> {
    geometry: Geometry,
    pub games: Games<'m>,
    meter: &'m Meter<'m>,
    known: HashMap<Board, Game>,
    /// Is a right to take en passant taken into account?
    allowed: bool,
    /// Has one changed the value of the position in which it arose? If not, it is no loss that a right expires in a sum.
    pub en_passant: bool,
}

impl<'m> Valuer<'m> {
    pub fn new(rules: Rules, meter: &'m Meter<'m>) -> Valuer<'m> {
        Valuer {
            geometry: Geometry::new(rules),
            games: Games::new(meter),
            meter,
            known: HashMap::new(),
            allowed: true,
            en_passant: false,
        }
    }

    /// From now on nobody takes en passant.
    pub fn forbid_en_passant(&mut self) {
        self.known.clear();
        self.allowed = false;
    }

    /// The value of a position for White, move by move.
    pub fn position(&mut self, position: &Position) -> Result<Game, Stop> {
        let game = self.value(self.without_right(position.board()))?;
        Ok(match position.turn() {
            Color::White => game,
            Color::Black => self.games.negative(game),
        })
    }

    /// The value of a board for us.
    fn value(&mut self, board: Board) -> Result<Game, Stop> {
        if let Some(&value) = self.known.get(&board) {
            return Ok(value);
        }
        let other = turned(board, &self.geometry);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for after in self.moved(board) {
            let value = self.arrived(after)?;
            left.push(self.games.negative(value));
        }
        for after in self.moved(other) {
            right.push(self.arrived(after)?);
        }
        let value = self.games.canonical(&Form::new(left, right))?;
        self.meter.keep(KNOWN_BYTES)?;
        self.known.insert(board, value);
        if board.passed == 0 {
            self.known.insert(other, self.games.negative(value));
        } else if !self.en_passant {
            let without = self.value(Board { passed: 0, ..board })?;
            self.en_passant |= without != value;
        }
        Ok(value)
    }

    /// The boards after our moves, as the opponent sees them.
    fn moved(&self, board: Board) -> Vec<Board> {
        let steps = board.steps(&self.geometry);
        steps
            .map(|step| self.without_right(board.after(step, &self.geometry)))
            .collect()
    }

    /// The board without the right to take en passant, if that is forbidden.
    fn without_right(&self, board: Board) -> Board {
        let passed = if self.allowed { board.passed } else { 0 };
        Board { passed, ..board }
    }

    /// The value of a board on which the opponent may just have arrived at his goal.
    fn arrived(&mut self, board: Board) -> Result<Game, Stop> {
        if board.them & self.geometry.their_goal != 0 {
            return Ok(Game::LOST);
        }
        self.value(board)
    }
}

/// The board as the opponent sees it when it is his turn.
pub fn turned(board: Board, geometry: &Geometry) -> Board {
    Board {
        us: geometry.turn(board.them),
        them: geometry.turn(board.us),
        passed: 0,
    }
}

/// The parts of a position between files without pawns. Pawns of different parts never meet.
pub fn islands(position: &Position) -> Vec<Position> {
    let set = position.rules().get();
    let [white, black] = Color::BOTH.map(|color| position.pawns(color));
    let is_empty = |file: u32| white.iter().chain(&black).all(|s| s.file() != file);
    let mut islands = Vec::new();
    let mut first = 0;
    for file in 0..=set.files {
        if file < set.files && !is_empty(file) {
            continue;
        }
        let within = first..file;
        first = file + 1;
        let on_files = |s: &Square| within.contains(&s.file());
        let raw = Raw {
            files: set.files,
            ranks: set.ranks,
            white: white.iter().copied().filter(on_files).collect(),
            black: black.iter().copied().filter(on_files).collect(),
            turn: position.turn(),
            en_passant: position.en_passant().filter(on_files),
        };
        // Part of a legal position is legal.
        let part = (!within.is_empty()).then(|| raw.validate(position.rules()).ok());
        islands.extend(part.flatten());
    }
    islands
}
