//! What becomes known of a position while it is worked on, as `peasant solve --events` prints it.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::answer::{Answer, OpinionAnswer, ProvedMove, line_san};
use crate::analysis::{Analysis, Event};
use crate::board::{Move, Position};
use crate::opinion::Opinion;
use crate::value::Bounds;

/// Something new, as soon as it is known; the last one is `done`. A later event of a kind, and of a move, replaces the earlier one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct EventAnswer {
    /// What it is about.
    pub event: EventKind,
    /// Time since the question was asked.
    pub seconds: f64,
    /// `bounds`: what is proved of the position's result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Bounds>,
    /// `move`: what is proved of a move, as in `moves` of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#move: Option<ProvedMove>,
    /// `opinion`: what somebody thinks of it while it is open, as in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<OpinionAnswer>,
    /// `line`: the best moves, as in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<Move>>,
    /// `line`: a line of best play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<Move>>,
    /// `line`: the same in SAN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_san: Option<Vec<String>>,
    /// `line`: why it ends there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_end: Option<String>,
    /// `done`: the whole answer, that of `peasant solve --json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<DoneAnswer>"))]
    pub answer: Option<Box<Answer>>,
}

/// The whole answer.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
struct DoneAnswer {}

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// The position's bounds are narrower.
    Bounds,
    /// A move's result, or how far it is to the end.
    Move,
    /// What somebody thinks, while it is open.
    Opinion,
    /// The line.
    Line,
    /// There is nothing more to come.
    Done,
}

impl EventKind {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Bounds => "bounds",
            EventKind::Move => "move",
            EventKind::Opinion => "opinion",
            EventKind::Line => "line",
            EventKind::Done => "done",
        }
    }
}

impl EventAnswer {
    /// What is new of a position.
    #[must_use]
    pub fn new(position: &Position, event: &Event, seconds: f64) -> EventAnswer {
        let empty = |kind| EventAnswer::empty(kind, seconds);
        match event {
            Event::Bounds(bounds) => EventAnswer {
                result: Some(*bounds),
                ..empty(EventKind::Bounds)
            },
            Event::Move(m) => EventAnswer {
                r#move: Some(ProvedMove::new(position, m)),
                ..empty(EventKind::Move)
            },
            Event::Line {
                best,
                line,
                line_end,
            } => EventAnswer {
                best: Some(best.clone()),
                line: Some(line.clone()),
                line_san: Some(line_san(*position, line)),
                line_end: line_end.map(|end| end.name().to_owned()),
                ..empty(EventKind::Line)
            },
        }
    }

    /// What somebody thinks of a position by now.
    #[must_use]
    pub fn opinion(position: &Position, opinion: &Opinion, seconds: f64) -> EventAnswer {
        EventAnswer {
            opinion: OpinionAnswer::new(position, opinion),
            ..EventAnswer::empty(EventKind::Opinion, seconds)
        }
    }

    /// The last one.
    #[must_use]
    pub fn done(analysis: &Analysis, seconds: f64) -> EventAnswer {
        EventAnswer {
            answer: Some(Box::new(Answer::from(analysis))),
            ..EventAnswer::empty(EventKind::Done, seconds)
        }
    }

    const fn empty(event: EventKind, seconds: f64) -> EventAnswer {
        EventAnswer {
            event,
            seconds,
            result: None,
            r#move: None,
            opinion: None,
            best: None,
            line: None,
            line_san: None,
            line_end: None,
            answer: None,
        }
    }
}
