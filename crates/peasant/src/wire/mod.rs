//! What the library says, for other programs: the types of `peasant --json`, to be written and read.
//!
//! A position is its FEN, a move is UCI, a result is `"win"`, `"draw"` or `"loss"`, bounds are `{"lower": …, "upper": …}`, a
//! distance is a number of plies, times are seconds. [`Answer`] and [`Explained`] are made of an
//! [`Analysis`](crate::Analysis) and an [`Explanation`](crate::Explanation), which are serialised as these. The feature
//! `schema` describes them (`schemars`).

mod answer;
mod event;
mod explanation;
mod gone;

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use answer::{
    Answer, AnswerEnd, AnswerMove, AnswerPrice, LikelihoodAnswer, Named, OpinionAnswer, ProvedMove,
    Reason, Stats, Variation,
};
pub use event::{EventAnswer, EventKind};
pub use explanation::{Chart, Explained, OpenEnding, Warm};
pub use gone::Gone;

use crate::board::{Color, Move, Position, Role, Square};
use crate::limits::{Limits, Stop};
use crate::rules::Rules;
#[cfg(feature = "schema")]
use crate::study::{Goal, Need, Standing};
use crate::value::{Bounds, Distance, Wdl};

/// Reads a text that the type's `FromStr` reads.
fn parsed<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// These types are the text of their `Display`, read by their `FromStr`.
macro_rules! as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                parsed(deserializer)
            }
        }
    )*};
}

as_text!(Position, Move, Square, Role, Wdl, Rules);

/// These types are one of a few texts, or any (none is named).
#[cfg(feature = "schema")]
macro_rules! text_schema {
    ($($name:ident: [$($text:expr),*]),* $(,)?) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let texts: &[&str] = &[$($text),*];
                match texts {
                    [] => json_schema!({ "type": "string" }),
                    texts => json_schema!({ "type": "string", "enum": texts }),
                }
            }
        }
    )*};
}

#[cfg(feature = "schema")]
text_schema! {
    Position: [],
    Move: [],
    Square: [],
    Role: ["pawn", "knight", "bishop", "rook", "queen", "king"],
    Wdl: ["win", "draw", "loss"],
    Rules: ["chess", "newborn"],
    Color: ["white", "black"],
    Stop: ["time", "memory", "structures", "cancelled"],
    Goal: ["win", "draw"],
    Standing: ["reaches", "fails", "open"],
    Need: ["yes", "no", "open"],
}

/// A type that is serialised as another.
#[cfg(feature = "schema")]
macro_rules! schema_of {
    ($($name:ty => $form:ty),* $(,)?) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$form>::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$form>::json_schema(generator)
            }
        }
    )*};
}

#[cfg(feature = "schema")]
schema_of! {
    Distance => u16,
    Bounds => Ends,
    Limits => Bars,
    Seconds => f64,
    crate::Analysis => Answer,
    crate::Explanation => Explained,
    crate::Map => Chart,
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        parsed(deserializer)
    }
}

impl Serialize for Distance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.plies())
    }
}

impl<'de> Deserialize<'de> for Distance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Distance, D::Error> {
        u16::deserialize(deserializer).map(Distance::from_plies)
    }
}

/// What is proved of a result.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename = "Bounds")]
struct Ends {
    /// It is no worse.
    lower: Wdl,
    /// It is no better.
    upper: Wdl,
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = Ends {
            lower: self.lower(),
            upper: self.upper(),
        };
        ends.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bounds, D::Error> {
        let Ends { lower, upper } = Ends::deserialize(deserializer)?;
        Bounds::new(lower, upper).ok_or_else(|| {
            D::Error::custom(format_args!("the lower bound {lower} is above {upper}"))
        })
    }
}

impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stop, D::Error> {
        let name = String::deserialize(deserializer)?;
        [Stop::Time, Stop::Memory, Stop::Structures, Stop::Cancelled]
            .into_iter()
            .find(|stop| stop.name() == name)
            .ok_or_else(|| D::Error::custom(format_args!("{name:?} is no reason to stop")))
    }
}

/// The limits of a proof.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename = "Limits", default)]
struct Bars {
    /// Seconds.
    time: Option<Seconds>,
    /// Bytes.
    memory: Option<u64>,
    /// Structures.
    structures: Option<u64>,
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bars = Bars {
            time: self.time.map(Seconds),
            memory: self.memory,
            structures: self.structures,
        };
        bars.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let bars = Bars::deserialize(deserializer)?;
        Ok(Limits {
            time: bars.time.map(|Seconds(time)| time),
            memory: bars.memory,
            structures: bars.structures,
        })
    }
}

/// A time, as a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seconds(Duration);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_secs_f64())
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seconds, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        let time = Duration::try_from_secs_f64(seconds).map_err(D::Error::custom)?;
        Ok(Seconds(time))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    /// The value is written so, and read back.
    fn assert_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    fn refusal<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }

    #[test]
    fn types_have_the_names_of_the_programs_json() {
        let fen = "8/8/8/4p3/8/1k6/4P3/2K5 w - - 0 1";
        assert_json(fen.parse::<Position>().unwrap(), &format!("\"{fen}\""));
        assert_json("e7e8q".parse::<Move>().unwrap(), r#""e7e8q""#);
        assert_json("e4".parse::<Square>().unwrap(), r#""e4""#);
        assert_json(Wdl::Win, r#""win""#);
        assert_json(Distance::from_plies(7), "7");
        assert_json(Rules::Newborn, r#""newborn""#);
        assert_json(Color::Black, r#""black""#);
        assert_json(Role::Queen, r#""queen""#);
        for stop in [Stop::Time, Stop::Memory, Stop::Structures, Stop::Cancelled] {
            assert_json(stop, &format!("\"{}\"", stop.name()));
        }
        let bounds = "draw..win".parse::<Bounds>().unwrap();
        assert_json(bounds, r#"{"lower":"draw","upper":"win"}"#);
    }

    #[test]
    fn limits_are_seconds_and_counts() {
        let limits = Limits {
            time: Some(Duration::from_millis(1500)),
            memory: None,
            structures: Some(3),
        };
        assert_json(limits, r#"{"time":1.5,"memory":null,"structures":3}"#);
        assert_eq!(
            serde_json::from_str::<Limits>("{}").unwrap(),
            Limits::default()
        );
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(refusal::<Position>(r#""8/8""#).contains("bad FEN"));
        assert!(refusal::<Bounds>(r#"{"lower":"win","upper":"loss"}"#).contains("above"));
        assert!(refusal::<Wdl>(r#""won""#).contains("\"won\" is no result"));
        assert!(refusal::<Stop>(r#""tired""#).contains("tired"));
        assert!(refusal::<Limits>(r#"{"time":-1.0}"#).contains("negative"));
        assert!(refusal::<Distance>("70000").contains("70000"));
    }
}
