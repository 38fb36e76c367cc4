//! What is known of an exercise as files carry it from one place to another: `c6` of an EPD record, the tag `Training` of a game. The
//! page of `serve` writes and reads the same.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use rs_fsrs::{Card, State};
use serde::{Deserialize, Serialize};

/// How an exercise went so far, and when it comes again.
#[derive(Clone, Serialize, Deserialize)]
pub struct Training {
    pub asked: u32,
    pub missed: u32,
    /// After so many plies of its refutation a player sees why the most natural error is one.
    pub difficulty: Option<usize>,
    pub card: Card,
}

const STATES: [State; 4] = [
    State::New,
    State::Learning,
    State::Review,
    State::Relearning,
];

impl Training {
    /// Of an exercise that was never asked.
    pub fn new(now: DateTime<Utc>) -> Training {
        Training {
            asked: 0,
            missed: 0,
            difficulty: None,
            card: Card {
                due: now,
                last_review: now,
                ..Card::default()
            },
        }
    }

    /// `asked=3 missed=1 told=5 state=2 …`
    pub fn format(&self) -> String {
        let Training { asked, missed, .. } = self;
        let card = &self.card;
        let told = self
            .difficulty
            .map_or(String::new(), |told| format!(" told={told}"));
        let state = STATES.iter().position(|state| *state == card.state);
        format!(
            "asked={asked} missed={missed}{told} state={} stability={} difficulty={} reps={} lapses={} elapsed_days={} \
             scheduled_days={} last_review={} due={}",
            state.unwrap_or(0),
            card.stability,
            card.difficulty,
            card.reps,
            card.lapses,
            card.elapsed_days,
            card.scheduled_days,
            time(card.last_review),
            time(card.due)
        )
    }

    /// Reads it again; nothing if a field is missing or is no number.
    pub fn parse(text: &str) -> Option<Training> {
        let fields: HashMap<&str, &str> = text
            .split_whitespace()
            .filter_map(|field| field.split_once('='))
            .collect();
        let field = |name: &str| fields.get(name).copied();
        let time = |name| Some(DateTime::parse_from_rfc3339(field(name)?).ok()?.to_utc());
        Some(Training {
            asked: field("asked")?.parse().ok()?,
            missed: field("missed")?.parse().ok()?,
            difficulty: field("told").and_then(|told| told.parse().ok()),
            card: Card {
                due: time("due")?,
                stability: field("stability")?.parse().ok()?,
                difficulty: field("difficulty")?.parse().ok()?,
                elapsed_days: field("elapsed_days")?.parse().ok()?,
                scheduled_days: field("scheduled_days")?.parse().ok()?,
                reps: field("reps")?.parse().ok()?,
                lapses: field("lapses")?.parse().ok()?,
                state: *STATES.get(field("state")?.parse::<usize>().ok()?)?,
                last_review: time("last_review")?,
            },
        })
    }

    /// `asked 3, missed 1, due 2026-11-30`
    pub fn words(&self) -> String {
        let day = self.card.due.format("%Y-%m-%d");
        format!("asked {}, missed {}, due {day}", self.asked, self.missed)
    }
}

/// As browsers write times: to the millisecond.
fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        // As the page writes it.
        let text = "asked=2 missed=1 told=5 state=2 stability=3.1262 difficulty=5.31457783 reps=2 lapses=0 elapsed_days=0 \
                    scheduled_days=3 last_review=2026-11-26T17:00:00.123Z due=2026-11-29T17:00:00.123Z";
        let training = Training::parse(text).unwrap();
        assert_eq!(training.format(), text);
        assert_eq!(training.words(), "asked 2, missed 1, due 2026-11-29");
        for broken in [
            "",
            "asked=2",
            &text.replace("due=2026", "due=soon"),
            &text.replace("state=2", "state=9"),
        ] {
            assert!(Training::parse(broken).is_none(), "{broken}");
        }
    }
}
