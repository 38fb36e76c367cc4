//! The columns of a table, as its rows declare them.

use schemars::schema_for;
use serde_json::Value;

use super::row::Row;

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Integer,
    Real,
    Truth,
}

pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// It may be empty.
    pub is_optional: bool,
}

/// All columns, in order.
pub fn columns() -> Vec<Column> {
    let schema = schema_for!(Row).to_value();
    let fields = schema["properties"].as_object().into_iter().flatten();
    let column = |(name, field): (&String, &Value)| Column {
        name: name.clone(),
        kind: kind(&field["type"]),
        is_optional: field["type"].is_array(),
    };
    fields.map(column).collect()
}

/// Of the type of a field, `"string"` or `["string", "null"]`.
fn kind(name: &Value) -> Kind {
    match name.get(0).unwrap_or(name).as_str() {
        Some("integer") => Kind::Integer,
        Some("number") => Kind::Real,
        Some("boolean") => Kind::Truth,
        _ => Kind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_row() {
        let columns = columns();
        let row = serde_json::to_value(Row::default()).expect("a row is an object");
        let names: Vec<&String> = row.as_object().expect("an object").keys().collect();
        assert!(columns.iter().map(|column| &column.name).eq(names));
        let of = |name: &str| {
            let column = columns.iter().find(|column| column.name == name);
            column.map(|column| (column.kind, column.is_optional))
        };
        assert_eq!(of("site"), Some((Kind::Text, true)));
        assert_eq!(of("fen"), Some((Kind::Text, false)));
        assert_eq!(of("white_elo"), Some((Kind::Integer, true)));
        assert_eq!(of("seconds"), Some((Kind::Real, false)));
        assert_eq!(of("only_move"), Some((Kind::Truth, false)));
    }
}
