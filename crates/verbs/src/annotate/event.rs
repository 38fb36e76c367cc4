//! What is worth telling of a game, for other programs and for the summary. The names of the fields are those of `docs/json.md`.

use peasant::board::{Color, Move, Position};
use peasant::notation::fen;
use peasant::value::{Bounds, Wdl};
use serde::Serialize;

use super::judge::Known;
use crate::tell::json::{self, Named};

/// A game and its moments.
#[derive(Serialize)]
pub struct Report {
    /// From 1, broken ones counted.
    pub game: usize,
    /// The line of the file on which it begins.
    pub line_number: usize,
    pub white: Option<String>,
    pub black: Option<String>,
    pub event: Option<String>,
    pub date: Option<String>,
    pub result: Option<&'static str>,
    /// How often kings and pawns alone were left.
    pub endings: usize,
    pub positions: Positions,
    pub moments: Vec<Moment>,
}

/// How many positions were judged, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Positions {
    pub exact: usize,
    pub conditional: usize,
    pub open: usize,
}

impl Positions {
    pub fn add(&mut self, known: Known) {
        *match known {
            Known::Proved(_) => &mut self.exact,
            Known::Supposed(_) => &mut self.conditional,
            Known::Open => &mut self.open,
        } += 1;
    }

    pub fn sum(self) -> usize {
        self.exact + self.conditional + self.open
    }
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Kind {
    /// Kings and pawns alone are left from here on.
    #[serde(rename = "ending")]
    Ending,
    /// A capture leads there.
    #[serde(rename = "last trade")]
    Trade,
    /// A result is thrown away: proved.
    #[serde(rename = "error")]
    Error,
    /// The same if some endings are what they seem.
    #[serde(rename = "perhaps an error")]
    Perhaps,
    /// The move played alone keeps the result: proved.
    #[serde(rename = "only move")]
    OnlyMove,
}

/// A moment of a game. Results are those of the side to move, in `fen`.
#[derive(Serialize)]
pub struct Moment {
    pub kind: Kind,
    /// The number of the move.
    pub move_number: usize,
    pub side: &'static str,
    #[serde(skip)]
    pub mover: Color,
    /// The position before the move.
    pub fen: String,
    /// The move of the game; null at the end of the game.
    pub r#move: Option<Named>,
    /// What is proved before the move.
    pub before: json::Result,
    /// What is proved behind it.
    pub after: Option<json::Result>,
    /// What follows before the move, if some endings are what they seem.
    pub before_if_so: Option<Wdl>,
    pub after_if_so: Option<Wdl>,
    #[serde(skip)]
    pub thrown: Option<(Wdl, Wdl)>,
    /// Moves that keep the result.
    pub better: Vec<String>,
    /// A line with the first of them.
    pub line: Vec<String>,
    /// What refutes the move.
    pub refutation: Vec<String>,
    pub motives: Vec<&'static str>,
    /// Other captures that lead to pawn endings.
    pub alternatives: Vec<Alternative>,
    /// What the comment says.
    pub text: String,
}

/// Another capture that leads to kings and pawns alone.
#[derive(Serialize)]
pub struct Alternative {
    pub san: String,
    /// What is proved, for the side that captures.
    pub result: json::Result,
    pub if_so: Option<Wdl>,
}

/// A move of the game that is judged, for the side that makes it.
pub struct Change {
    /// What is proved.
    pub before: Bounds,
    pub after: Bounds,
    /// What is known, proved or not.
    pub known_before: Known,
    pub known_after: Known,
}

impl Change {
    /// Was something lost? Proved where the bounds part; where they do not, but suppositions do, perhaps.
    pub fn kind(&self) -> Option<Kind> {
        if self.after.upper() < self.before.lower() {
            return Some(Kind::Error);
        }
        let before = self.known_before.result()?;
        let after = self.known_after.result()?;
        (after < before).then_some(Kind::Perhaps)
    }

    /// The results where both are exact, of which one was thrown away for the other.
    pub fn thrown(&self) -> Option<(Wdl, Wdl)> {
        let results = self.before.exact().zip(self.after.exact());
        results.filter(|(before, after)| after < before)
    }
}

impl Moment {
    /// Of a position, or of a move that is made there, `ply` plies from the beginning.
    pub fn new(kind: Kind, ply: usize, fen: String, before: Bounds) -> Moment {
        let mover = if ply.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        Moment {
            kind,
            move_number: ply / 2 + 1,
            side: json::side(mover),
            mover,
            fen,
            r#move: None,
            before: json::result(before),
            after: None,
            before_if_so: None,
            after_if_so: None,
            thrown: None,
            better: Vec::new(),
            line: Vec::new(),
            refutation: Vec::new(),
            motives: Vec::new(),
            alternatives: Vec::new(),
            text: String::new(),
        }
    }

    /// Of a move that is judged.
    pub fn of(kind: Kind, ply: usize, position: &Position, m: Move, change: &Change) -> Moment {
        let mut moment = Moment::new(kind, ply, fen::format(position), change.before);
        moment.r#move = Some(Named::new(position, m));
        moment.change(change);
        moment
    }

    /// What a move changes.
    pub fn change(&mut self, change: &Change) {
        let supposed = |known| match known {
            Known::Supposed(result) => Some(result),
            _ => None,
        };
        self.before = json::result(change.before);
        self.after = Some(json::result(change.after));
        self.before_if_so = supposed(change.known_before);
        self.after_if_so = supposed(change.known_after);
        if self.kind != Kind::Perhaps {
            self.thrown = change.thrown();
        }
    }
}

/// The other side's view of what is known.
pub fn supposed(known: Known) -> Option<Wdl> {
    match known {
        Known::Supposed(result) => Some(result),
        _ => None,
    }
}
