//! What is worth telling of a game, for other programs and for the summary.

use peasant::Analysis;
use peasant::board::{Color, Move, Position};
use peasant::notation::fen;
use peasant::value::{Bounds, Wdl};
use peasant::wire::{LikelihoodAnswer, Named, OpinionAnswer};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pgn::game::Heading;
use crate::table::row::Row;

/// One for each game, in the order of the file; a game that cannot be read is a bad line of a file.
#[derive(Serialize, JsonSchema)]
pub struct Report {
    /// Its number in the file, from 1, broken ones counted.
    pub game: usize,
    /// The line on which it begins.
    pub line_number: usize,
    #[serde(flatten)]
    pub heading: Heading,
    /// As the moves end: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<&'static str>,
    /// How often kings and pawns alone were left.
    pub endings: usize,
    /// How many positions were judged.
    pub positions: Positions,
    /// Is a pawn ending played, or does the last move lead to one at most?
    #[serde(skip)]
    pub is_played: bool,
    /// What happens, in the order of the moves.
    pub moments: Vec<Event>,
    /// The positions that were judged.
    #[serde(skip)]
    pub rows: Vec<Row>,
    /// Why its moves end before its text does, where they do: what stands before is judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<Unread>,
}

/// Where the moves of a game end before its text does.
#[derive(Serialize, JsonSchema)]
pub struct Unread {
    /// The line of the file.
    pub line_number: usize,
    /// What cannot be read.
    pub sentence: String,
}

/// How many positions were judged, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Positions {
    /// Those whose result is proved.
    pub exact: usize,
    /// Always 0: the conditional verdict is gone since 0.1.0, and this key goes with the next release.
    pub conditional: usize,
    /// Those whose result is open.
    pub open: usize,
}

impl Positions {
    pub fn add(&mut self, bounds: Bounds) {
        *match bounds.exact() {
            Some(_) => &mut self.exact,
            None => &mut self.open,
        } += 1;
    }
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Kind {
    /// Kings and pawns alone are left.
    #[serde(rename = "ending")]
    Ending,
    /// A capture leads there.
    #[serde(rename = "last trade")]
    Trade,
    /// A result is thrown away; proved.
    #[serde(rename = "error")]
    Error,
    /// A move is probably a mistake, in the opinion of an engine or of our own search; nothing of that is proved.
    #[serde(rename = "opinion")]
    Opinion,
    /// The move played alone keeps the result; proved.
    #[serde(rename = "only move")]
    OnlyMove,
}

/// A moment of a game. Results are those of the side to move, in `fen`.
#[derive(Serialize, JsonSchema)]
pub struct Event {
    /// What happens.
    pub kind: Kind,
    /// Plies of the game before it.
    #[serde(skip)]
    pub ply: usize,
    /// The number of the move.
    pub move_number: usize,
    /// Who is to move.
    pub side: Color,
    /// The position before the move.
    pub fen: String,
    /// The move of the game; null for an ending.
    pub r#move: Option<Named>,
    /// What is proved before the move, for its side.
    pub before: Bounds,
    /// What is proved behind the move, for the same side; null for an ending.
    pub after: Option<Bounds>,
    #[serde(skip)]
    pub thrown: Option<(Wdl, Wdl)>,
    /// At errors and endings the moves that keep the result, in SAN; none where the result is open. At an `opinion` what is thought to be
    /// better.
    pub better: Vec<String>,
    /// The line of the variation, in SAN.
    pub line: Vec<String>,
    /// Best play against an error, in SAN.
    pub refutation: Vec<String>,
    /// What is thought of the position, of an `opinion` and of an ending, where the result is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opinion: Option<OpinionAnswer>,
    /// Of an `opinion`: how likely it is that the move gave a result away, from 0.5 to 0.999.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<f64>,
    /// How likely each result is before the move: of an `opinion`, and of an ending whose result is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood: Option<LikelihoodAnswer>,
    /// How likely each result is behind the move, for the same side: of an `opinion`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood_after: Option<LikelihoodAnswer>,
    /// Of a proved error: those of its refutation and of the right line's beginning, as in `explain`.
    pub motives: Vec<&'static str>,
    /// Of a last trade: other captures that lead to kings and pawns alone.
    pub alternatives: Vec<Alternative>,
    /// What the comment says; empty where there is none.
    pub text: String,
}

/// Another capture that leads to kings and pawns alone.
#[derive(Serialize, JsonSchema)]
pub struct Alternative {
    /// The capture.
    pub san: String,
    /// What is proved, for the side that captures.
    pub result: Bounds,
}

/// A move of the game that is judged: what is proved before it and behind it, for the side that makes it.
pub struct Change {
    pub before: Bounds,
    pub after: Bounds,
}

impl Change {
    /// What a move does of which `bounds` is proved. `next` is what is known of the position behind it.
    pub fn of(analysis: &Analysis, bounds: Bounds, next: Option<&Analysis>) -> Change {
        let proved = next.and_then(|next| bounds.narrow(-next.bounds).ok());
        let after = proved.unwrap_or(bounds);
        // The side may make this move: what it is proved to reach, the position is.
        let before = Bounds::at_least(after.lower()).narrow(analysis.bounds);
        let before = before.unwrap_or(analysis.bounds);
        Change { before, after }
    }

    /// Was something lost?
    pub fn is_error(&self) -> bool {
        self.after.upper() < self.before.lower()
    }

    /// The results where both are exact, of which one was thrown away for the other.
    pub fn thrown(&self) -> Option<(Wdl, Wdl)> {
        let results = self.before.exact().zip(self.after.exact());
        results.filter(|(before, after)| after < before)
    }
}

impl Event {
    /// Of a position, or of a move that is made there, `ply` plies from the beginning.
    pub fn new(kind: Kind, ply: usize, fen: String, before: Bounds) -> Event {
        Event {
            kind,
            ply,
            move_number: ply / 2 + 1,
            side: mover(ply),
            fen,
            r#move: None,
            before,
            after: None,
            thrown: None,
            better: Vec::new(),
            line: Vec::new(),
            refutation: Vec::new(),
            opinion: None,
            mistake: None,
            likelihood: None,
            likelihood_after: None,
            motives: Vec::new(),
            alternatives: Vec::new(),
            text: String::new(),
        }
    }

    /// Of a move that is judged.
    pub fn of(kind: Kind, ply: usize, position: &Position, m: Move, change: &Change) -> Event {
        let mut event = Event::new(kind, ply, fen::format(position), change.before);
        event.r#move = Some(Named::new(position, m));
        event.change(change);
        event
    }

    /// What a move changes.
    pub fn change(&mut self, change: &Change) {
        self.before = change.before;
        self.after = Some(change.after);
        self.thrown = change.thrown();
    }
}

/// Who makes the move before which so many plies stand.
pub(super) fn mover(ply: usize) -> Color {
    if ply.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    }
}
