//! What is told of a position again and again while it is worked on: on the page, by the server or in the browser itself.

use std::time::Duration;

use peasant::Analysis;
use peasant::analysis::Statistics;
use schemars::JsonSchema;
use serde::Serialize;

use crate::tell::{json, words};

/// What `solve` prints, and the same in words.
#[derive(Serialize)]
struct Rendered<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis,
    #[serde(flatten)]
    words: InWords,
}

/// Beside the fields of `peasant solve`: whenever something new is known. Bounds only tighten, distances and lines come
/// last, and the last event stands.
#[derive(Serialize, JsonSchema)]
pub struct InWords {
    /// The result, without what stopped the proof.
    verdict: String,
    /// What the result rests on; null until the reasons are known, which the last event tells.
    idea: Option<String>,
    /// The answer in lines: the result; or, while it is open, what is proved of it and what to play.
    headlines: Vec<String>,
    /// The last of them, what to play by somebody's opinion; null where there is none.
    opinion_words: Option<String>,
}

/// What is known by now, with the idea of its explanation once that is there: a line of JSON.
pub fn answer(analysis: &Analysis, idea: Option<String>) -> String {
    // Nobody here has limits before them that could be moved.
    let mut unstopped = analysis.clone();
    unstopped.stopped = None;
    let words = InWords {
        verdict: words::verdict(&unstopped),
        idea,
        headlines: words::headlines(&unstopped),
        opinion_words: words::opinion::sentence(analysis),
    };
    json::line(&Rendered { analysis, words })
}

/// How far the work has come, about four times a second.
#[derive(Serialize, JsonSchema)]
pub struct Count {
    /// Structures solved so far.
    structures: u64,
    /// Memory in use.
    bytes: u64,
    /// Time so far.
    seconds: f64,
    /// The time that there is.
    limit: f64,
    /// How many structures with two pieces the leaves in work hang on still, such as queen endings.
    #[serde(skip_serializing_if = "Option::is_none")]
    slices: Option<u64>,
}

impl Count {
    pub fn new(statistics: &Statistics, spent: Duration, limit: Duration) -> Count {
        let &Statistics {
            structures,
            bytes,
            price,
            ..
        } = statistics;
        Count {
            slices: price.map(|price| price.slices),
            structures,
            bytes,
            seconds: spent.as_secs_f64(),
            limit: limit.as_secs_f64(),
        }
    }
}
