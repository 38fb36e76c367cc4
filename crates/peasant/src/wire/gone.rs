//! What older versions said.

#[cfg(feature = "schema")]
use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is no longer told. It is written as null, and whatever an older version wrote is passed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gone;

impl Serialize for Gone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for Gone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Gone, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Gone)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Gone {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Gone".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "null" })
    }
}
