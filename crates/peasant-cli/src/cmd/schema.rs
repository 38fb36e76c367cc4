//! `peasant schema`: JSON Schema of all that `--json` prints, made of the types that are printed, and of the options of commands.

use std::io::{self, Write};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use verbs::host::fault::Fault;
use verbs::tell::json::{BadLineAnswer, ErrorAnswer, SummaryAnswer};
use verbs::{
    Failure, Outcome, annotate, classic, compare, epd, explain, kpk, mine, options, pawngame,
    pawnking, perft, report, solve, store, study, table, verb,
};

use crate::args::SchemaArgs;
#[cfg(feature = "serve")]
use crate::serve::api::about::About;

/// An object that is printed: its name, the command that prints it, and its schema.
struct Printed {
    name: &'static str,
    title: &'static str,
    schema: Schema,
}

fn printed<T: JsonSchema>(name: &'static str, title: &'static str) -> Printed {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = true;
    let schema = settings.into_generator().into_root_schema_for::<T>();
    Printed {
        name,
        title,
        schema,
    }
}

/// All of them.
fn all() -> Vec<Printed> {
    let mut all = vec![
        printed::<ErrorAnswer>("error", "an error, of any command"),
        printed::<BadLineAnswer>("bad-line", "a bad line of a file, of any command"),
        printed::<solve::Answer>("solve", "peasant solve"),
        printed::<peasant::wire::EventAnswer>("solve-event", "peasant solve --events, an event"),
        printed::<explain::explained::Answer>("explain", "peasant explain"),
        printed::<epd::RowAnswer>("epd-row", "peasant epd, a row"),
        printed::<SummaryAnswer<epd::summary::Answer>>("epd-summary", "peasant epd, the summary"),
        printed::<annotate::event::Report>("annotate-game", "peasant annotate, a game"),
        printed::<SummaryAnswer<annotate::summary::SummaryAnswer>>(
            "annotate-summary",
            "peasant annotate, the summary",
        ),
        printed::<table::row::Row>(ROW, "peasant annotate --table, a row"),
        printed::<report::Answer>("report", "peasant report"),
        printed::<study::report::Report>("study", "peasant study"),
        printed::<SummaryAnswer<study::Sums>>("study-summary", "peasant study, the summary"),
        printed::<mine::rendered::Answer>("mine-finding", "peasant mine, a finding"),
        printed::<SummaryAnswer<mine::summary::Answer>>(
            "mine-summary",
            "peasant mine, the summary",
        ),
        printed::<perft::Answer<perft::About>>("perft", "peasant perft"),
        printed::<kpk::Answer>("kpk-position", "peasant kpk, a position"),
        printed::<kpk::Totals>("kpk-totals", "peasant kpk, the totals"),
        printed::<kpk::rules::Answer>("kpk-rules", "peasant kpk-rules"),
        printed::<classic::Answer>("classic", "peasant classic"),
        printed::<pawnking::Answer>("pawnking", "peasant pawnking"),
        printed::<compare::row::RowAnswer>("compare-row", "peasant compare, a row"),
        printed::<SummaryAnswer<compare::table::Answer>>(
            "compare-summary",
            "peasant compare, the summary",
        ),
        printed::<pawngame::answer::Answer>("pawngame-solve", "peasant pawngame solve"),
        printed::<pawngame::value::Answer>("pawngame-value", "peasant pawngame value"),
        printed::<perft::Answer<pawngame::perft::About>>(
            "pawngame-perft",
            "peasant pawngame perft",
        ),
        printed::<store::list::Answer>("store-list", "peasant store list"),
        printed::<store::check::Answer>("store-check", "peasant store check"),
    ];
    all.extend(served());
    all.push(options());
    all
}

/// What is no answer.
const OPTIONS: &str = "options";
const ROW: &str = "annotate-row";

/// The options of each command.
fn options() -> Printed {
    let verbs = options::schema::of_all(&verb::command(&[]));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": "The options of each command for programs that call it as a function, with the names of the command line.",
        "type": "object",
        "properties": verbs,
    });
    Printed {
        name: OPTIONS,
        title: "the options of each command",
        schema: schema.try_into().expect("an object is a schema"),
    }
}

/// What the server alone prints.
fn served() -> Vec<Printed> {
    #[cfg(not(feature = "serve"))]
    let served = Vec::new();
    #[cfg(feature = "serve")]
    let served = vec![
        printed::<solve::watched::InWords>("watch-answer", "/api/watch, the event answer"),
        printed::<solve::watched::Count>("watch-progress", "/api/watch, the event progress"),
        printed::<annotate::annotator::WithText>("annotate-text", "/api/annotate?pgn=true, a text"),
        printed::<verbs::form::Pasted>("position", "/api/position"),
        printed::<About>("about", "/api/about"),
    ];
    served
}

/// Lists the names of the objects, or prints the schema of one.
pub fn run(args: &SchemaArgs) -> Result<Outcome, Failure> {
    let all = all();
    let text = match &args.name {
        None => {
            let lines = all
                .iter()
                .map(|one| format!("{:17}{}\n", one.name, one.title));
            lines.collect()
        }
        Some(name) => match all.iter().find(|one| one.name == name) {
            Some(one) => one.text(),
            None => return Err(unknown(name, &all).into()),
        },
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Answered)
}

fn unknown(name: &str, all: &[Printed]) -> Fault {
    let names: Vec<&str> = all.iter().map(|one| one.name).collect();
    let fault = Fault::new(&format!("no object has the name `{name}`"));
    let cure = format!("name one of {}", names.join(", "));
    fault.and_cure(": ", &cure).about(name)
}

impl Printed {
    /// The schema as JSON.
    fn text(&self) -> String {
        let mut schema = self.schema.clone().to_value();
        schema["title"] = self.title.into();
        if [OPTIONS, ROW].contains(&self.name) {
            return format!("{schema:#}\n");
        }
        never_null_where_left_out(&mut schema);
        if let Some(fields) = schema["properties"].as_object_mut() {
            let version = json!({"const": 1, "type": "integer", "description": "Another number when a field changes its meaning or goes."});
            let first = ("schema".to_owned(), version);
            let rest = std::mem::take(fields);
            *fields = [first].into_iter().chain(rest).collect();
        }
        let mut required = vec![Value::from("schema")];
        required.extend(schema["required"].as_array().cloned().unwrap_or_default());
        schema["required"] = required.into();
        format!("{schema:#}\n")
    }
}

/// A field that may be left out is left out in place of null, unless its meaning speaks of null.
fn never_null_where_left_out(schema: &mut Value) {
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(never_null_where_left_out),
        Value::Object(object) => {
            let required = object.get("required").cloned().unwrap_or_default();
            if let Some(Value::Object(fields)) = object.get_mut("properties") {
                let is_required = |name: &str| {
                    required
                        .as_array()
                        .is_some_and(|all| all.iter().any(|one| one == name))
                };
                let optional = fields.iter_mut().filter(|(name, _)| !is_required(name));
                optional.for_each(|(_, field)| without_null(field));
            }
            object.values_mut().for_each(never_null_where_left_out);
        }
        _ => {}
    }
}

fn without_null(field: &mut Value) {
    let Value::Object(field) = field else { return };
    if meaning(field).contains("null") {
        return;
    }
    let is_null = |value: &Value| value == "null" || value["type"] == "null";
    for key in ["type", "anyOf"] {
        let Some(Value::Array(parts)) = field.get_mut(key) else {
            continue;
        };
        parts.retain(|part| !is_null(part));
        if let [only] = &mut parts[..] {
            let only = only.take();
            match only {
                Value::Object(only) => {
                    field.remove(key);
                    only.into_iter()
                        .filter(|(name, _)| name != "description")
                        .for_each(|(name, value)| _ = field.insert(name, value));
                }
                only => _ = field.insert(key.to_owned(), only),
            }
        }
    }
}

fn meaning(field: &Map<String, Value>) -> &str {
    field
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// What is committed is what the types say; `PEASANT_RENEW=1` writes it anew.
    #[cfg(feature = "serve")]
    #[test]
    fn committed_schemas_are_made_of_the_types() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json");
        for one in all() {
            let path = folder.join(format!("{}.schema.json", one.name));
            if std::env::var_os("PEASANT_RENEW").is_some() {
                std::fs::write(&path, one.text()).expect("a schema");
            }
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(committed, one.text(), "{}: renew it", path.display());
        }
    }

    /// Each field says what it means.
    #[test]
    fn every_field_is_described() {
        fn check(name: &str, schema: &Value) {
            match schema {
                Value::Array(parts) => parts.iter().for_each(|part| check(name, part)),
                Value::Object(object) => {
                    let empty = Map::new();
                    let fields = object.get("properties").and_then(Value::as_object);
                    for (field, schema) in fields.unwrap_or(&empty) {
                        let schema = schema.as_object().expect("an object");
                        assert!(!meaning(schema).is_empty(), "{name}: {field} says nothing");
                    }
                    object.values().for_each(|part| check(name, part));
                }
                _ => {}
            }
        }
        for one in all() {
            check(one.name, one.schema.as_value());
        }
    }
}
