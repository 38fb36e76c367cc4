//! The options of verbs as a JSON Schema, for programs that call them as functions: Python has its keyword arguments from it.

use std::any::TypeId;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

use super::is_for_programs;
use super::proof::TimeLimit;

/// The options of every verb below a command, by its words.
pub fn of_all(command: &Command) -> Map<String, Value> {
    let mut all = Map::new();
    for verb in command.get_subcommands() {
        let name = verb.get_name();
        if !verb.has_subcommands() {
            all.insert(name.to_owned(), of(verb));
        }
        let below = of_all(verb).into_iter();
        all.extend(below.map(|(words, options)| (format!("{name} {words}"), options)));
    }
    all
}

/// The options of a verb.
fn of(verb: &Command) -> Value {
    let options = verb.get_arguments().filter(|arg| is_for_programs(arg));
    let fields: Map<String, Value> = options
        .filter_map(|arg| Some((arg.get_long()?.to_owned(), field(arg))))
        .collect();
    let about = verb.get_about().map(ToString::to_string);
    json!({
        "type": "object",
        "description": about.unwrap_or_default(),
        "properties": fields,
        "additionalProperties": false,
    })
}

/// An option: the type of its value, and its help.
fn field(arg: &Arg) -> Value {
    let mut field = kind(arg);
    if is_repeatable(arg) {
        field = json!({"anyOf": [field.clone(), {"type": "array", "items": field}]});
    }
    field["description"] = arg.get_help().map(ToString::to_string).into();
    field
}

/// The type of one value.
fn kind(arg: &Arg) -> Value {
    if !arg.get_action().takes_values() {
        return json!({"type": "boolean"});
    }
    let value = arg.get_value_parser().type_id();
    let is_one_of = |types: &[TypeId]| types.iter().any(|one| value == *one);
    if is_one_of(&[TypeId::of::<TimeLimit>()]) {
        json!({"type": ["number", "null"]})
    } else if is_one_of(&[TypeId::of::<Duration>(), TypeId::of::<f64>()]) {
        json!({"type": "number"})
    } else if is_one_of(&[
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ]) {
        json!({"type": "integer"})
    } else if is_one_of(&[TypeId::of::<PathBuf>(), TypeId::of::<OsString>()]) {
        json!({"type": "string", "format": "path"})
    } else {
        let names = arg.get_possible_values();
        let names: Vec<&str> = names.iter().map(|value| value.get_name()).collect();
        match names.is_empty() {
            true => json!({"type": "string"}),
            false => json!({"type": "string", "enum": names}),
        }
    }
}

/// May there be several values? A list of directories is one word on the command line.
fn is_repeatable(arg: &Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    matches!(arg.get_action(), ArgAction::Append)
        || arg.get_value_delimiter().is_some()
        || names.iter().any(|name| name.ends_with("...]"))
}

#[cfg(test)]
mod tests {
    use super::super::{MACHINE, OUTPUT};
    use super::*;
    use crate::verb;

    /// Every verb below a command.
    fn verbs(command: &Command) -> Vec<Command> {
        let below = command.get_subcommands().flat_map(verbs);
        [command.clone()].into_iter().chain(below).collect()
    }

    /// No file can be named by who is not at the command line.
    #[test]
    fn files_and_programs_are_under_the_heading_of_the_machine() {
        let mut files = 0;
        for verb in verbs(&verb::command(&[])) {
            for arg in verb.get_arguments().filter(|arg| !arg.is_positional()) {
                let heading = arg.get_help_heading();
                let is_file = kind(arg)["format"] == "path";
                files += usize::from(is_file);
                let is_apart = [Some(MACHINE), Some(OUTPUT)].contains(&heading);
                assert!(
                    !is_file || is_apart || arg.is_hide_set(),
                    "{}",
                    arg.get_id()
                );
            }
        }
        assert!(files > 20, "{files}");
    }

    #[test]
    fn types_are_those_of_the_values() {
        let all = of_all(&verb::command(&[]));
        let of = |verb: &str, option: &str| all[verb]["properties"][option].clone();
        let types = |verb, option| of(verb, option)["type"].clone();
        assert_eq!(types("solve", "time"), json!(["number", "null"]));
        assert_eq!(types("classic", "time"), "number");
        assert_eq!(types("annotate", "sample"), "number");
        assert_eq!(types("solve", "lines"), "integer");
        assert_eq!(types("pawngame solve", "no-en-passant"), "boolean");
        assert_eq!(of("solve", "resume")["format"], "path");
        assert_eq!(of("solve", "rules")["enum"], json!(["chess", "newborn"]));
        assert_eq!(of("solve", "syzygy")["anyOf"][1]["type"], "array");
        assert_eq!(of("solve", "json"), Value::Null);
        assert_eq!(of("solve", "assumptions"), Value::Null);
    }
}
