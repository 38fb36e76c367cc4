//! `docs/json/`, made of the types that are printed, and held to them.
//!
//! `PEASANT_RENEW=1 cargo test -p peasant-cli documented` writes the pages anew.

use std::fmt::Write;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};
use verbs::tell::json;
use verbs::{
    annotate, classic, compare, epd, explain, kpk, mine, pawngame, pawnking, perft, solve, store,
    study,
};

use crate::serve::api;

/// A page: its file, its title, and its tables.
struct Page {
    file: &'static str,
    tables: Vec<Table>,
}

/// The fields of an object that is printed.
struct Table {
    heading: &'static str,
    /// Its schema, as it is written.
    schema: Schema,
    /// What stands below it, written by hand.
    after: &'static str,
}

/// The table of a type.
fn table<T: JsonSchema>(heading: &'static str) -> Table {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = true;
    let schema = settings.into_generator().into_root_schema_for::<T>();
    Table {
        heading,
        schema,
        after: "",
    }
}

/// What the motives of `explain` are.
const MOTIVES: &str = include_str!("documented/motives.md");

/// All of them.
fn pages() -> Vec<Page> {
    let page = |file, tables| Page { file, tables };
    vec![
        page(
            "errors",
            vec![
                table::<json::ErrorAnswer>("An error"),
                table::<json::BadLineAnswer>("A bad line of a file"),
            ],
        ),
        page(
            "solve",
            vec![
                table::<solve::Answer>("`peasant solve`"),
                table::<peasant::wire::EventAnswer>("`peasant solve --events`, an event"),
            ],
        ),
        page(
            "epd",
            vec![
                table::<epd::RowAnswer>("`peasant epd`, a row"),
                table::<json::SummaryAnswer<epd::summary::Answer>>("`peasant epd`, the summary"),
            ],
        ),
        page(
            "perft",
            vec![table::<perft::Answer<perft::About>>("`peasant perft`")],
        ),
        page(
            "explain",
            vec![Table {
                after: MOTIVES,
                ..table::<explain::explained::Answer>("`peasant explain`")
            }],
        ),
        page(
            "annotate",
            vec![
                table::<annotate::event::Report>("`peasant annotate`, a game"),
                table::<json::SummaryAnswer<annotate::summary::Summary>>(
                    "`peasant annotate`, the summary",
                ),
            ],
        ),
        page(
            "study",
            vec![
                table::<study::report::Report>("`peasant study`"),
                table::<json::SummaryAnswer<study::Sums>>("`peasant study`, the summary"),
            ],
        ),
        page(
            "mine",
            vec![
                table::<mine::rendered::Answer>("`peasant mine`, a finding"),
                table::<json::SummaryAnswer<mine::summary::Answer>>("`peasant mine`, the summary"),
            ],
        ),
        page(
            "kpk",
            vec![
                table::<kpk::Answer>("`peasant kpk`, a position"),
                table::<kpk::Totals>("`peasant kpk`, the totals"),
                table::<kpk::rules::Answer>("`peasant kpk-rules`"),
            ],
        ),
        page(
            "classic",
            vec![table::<classic::Answer>("`peasant classic`")],
        ),
        page(
            "pawnking",
            vec![table::<pawnking::Answer>("`peasant pawnking`")],
        ),
        page(
            "compare",
            vec![
                table::<compare::row::RowAnswer>("`peasant compare`, a row"),
                table::<json::SummaryAnswer<compare::table::Answer>>(
                    "`peasant compare`, the summary",
                ),
            ],
        ),
        page(
            "pawngame",
            vec![
                table::<pawngame::answer::Answer>("`peasant pawngame solve`"),
                table::<pawngame::value::Answer>("`peasant pawngame value`"),
                table::<perft::Answer<pawngame::perft::About>>("`peasant pawngame perft`"),
            ],
        ),
        page(
            "store",
            vec![
                table::<store::list::Answer>("`peasant store list`"),
                table::<store::check::Answer>("`peasant store check`"),
            ],
        ),
        page(
            "serve",
            vec![
                table::<verbs::solve::watched::InWords>("`/api/watch`, the event `answer`"),
                table::<verbs::solve::watched::Count>("`/api/watch`, the event `progress`"),
                table::<annotate::annotator::WithText>("`/api/annotate?pgn=true`, a text"),
                table::<verbs::form::Pasted>("`/api/position`"),
                table::<api::about::About>("`/api/about`"),
            ],
        ),
    ]
}

impl Page {
    fn text(&self) -> String {
        let mut text = String::from(
            "<!-- Made of the types in the code: change their comments, not this page. -->\n",
        );
        for table in &self.tables {
            table.write(&mut text);
        }
        text
    }
}

impl Table {
    fn write(&self, text: &mut String) {
        _ = writeln!(text, "\n## {}\n", self.heading);
        let schema = self.schema.as_value();
        for paragraph in meaning(schema)
            .split("\n\n")
            .filter(|text| !text.is_empty())
        {
            _ = writeln!(text, "{}\n", wrapped(paragraph));
        }
        text.push_str("| field | type | meaning |\n|---|---|---|\n");
        text.push_str("| `schema` | integer | 1 |\n");
        rows(text, "", schema);
        if !self.after.is_empty() {
            _ = write!(text, "\n{}", self.after);
        }
    }
}

/// A row a field of this object, and below it those of what is in it.
fn rows(text: &mut String, prefix: &str, object: &Value) {
    let empty = Map::new();
    let fields = object["properties"].as_object().unwrap_or(&empty);
    let needed = object["required"].as_array();
    for (name, field) in fields {
        let path = format!("{prefix}{name}");
        let is_needed = needed.is_some_and(|needed| needed.iter().any(|one| one == name));
        let optional = if is_needed { "" } else { ", optional" };
        let meaning = cell(&meaning(field));
        let mut kinds = kinds(field);
        // What is left out where there is nothing is never null, unless somebody says so.
        kinds.retain(|kind| is_needed || kind != "null" || meaning.contains("null"));
        let kind = kinds.join(" or ");
        assert!(!meaning.is_empty(), "{path} says nothing");
        _ = writeln!(
            text,
            "| `{path}` | {kind}{optional} | {meaning}{} |",
            values(field)
        );
        for part in parts(field) {
            match part["items"].as_object() {
                Some(_) => rows(text, &format!("{path}[]."), &part["items"]),
                None => rows(text, &format!("{path}."), part),
            }
        }
    }
}

/// What a value may be: itself, or one of several schemas.
fn parts(schema: &Value) -> Vec<&Value> {
    match schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        Some(parts) => parts.iter().flat_map(parts_of).collect(),
        None => vec![schema],
    }
}

fn parts_of(schema: &Value) -> Vec<&Value> {
    parts(schema)
}

/// The names of its types.
fn kinds(schema: &Value) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for part in parts(schema) {
        let names = match &part["type"] {
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            Value::String(name) => vec![name.as_str()],
            _ if part.get("const").is_some() => vec!["string"],
            _ => panic!("{part} has no type"),
        };
        for name in names {
            let kind = match name {
                "array" => format!("list of {}s", items(part)),
                name => name.to_owned(),
            };
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds.sort_by_key(|kind| kind == "null");
    kinds
}

/// What a list holds.
fn items(list: &Value) -> String {
    kinds(&list["items"]).join(" or ")
}

/// The texts that it is one of, with what they mean, unless its own meaning names them.
fn values(schema: &Value) -> String {
    let said = meaning(schema);
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    for part in parts(schema) {
        let part = if part["items"].is_object() {
            &part["items"]
        } else {
            part
        };
        let several = part["enum"].as_array().into_iter().flatten();
        let all = several.chain(part.get("const")).filter_map(Value::as_str);
        for text in all {
            let (name, meaning) = (format!("`{text}`"), cell(&meaning(part)));
            let is_told = part.get("const").is_some() && !meaning.is_empty() && meaning != text;
            texts.push(match is_told {
                true => format!("{name} ({meaning})"),
                false => name.clone(),
            });
            names.push(name);
        }
    }
    let head = if said.ends_with('?') { "" } else { ":" };
    match texts.split_last() {
        _ if names.iter().any(|name| said.contains(name.as_str())) => String::new(),
        None => String::new(),
        Some((last, [])) => format!("{head} {last}"),
        Some((last, first)) => format!("{head} {} or {last}", first.join(", ")),
    }
}

fn meaning(schema: &Value) -> String {
    schema["description"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Words that begin with a capital everywhere.
const NAMES: [&str; 3] = ["White", "Black", "Newborn"];

/// A text for a cell: in one line, beginning small, without a full stop at its end.
fn cell(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.strip_suffix('.').unwrap_or(&text).replace('|', "\\|");
    if NAMES.iter().any(|name| text.starts_with(name)) {
        return text;
    }
    let mut letters = text.chars();
    let first = letters.next().map(|first| match letters.clone().next() {
        Some(second) if second.is_lowercase() || second == ' ' => first.to_lowercase().to_string(),
        _ => first.to_string(),
    });
    first.unwrap_or_default() + letters.as_str()
}

/// A paragraph in lines of 100 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("one is there");
        match line.is_empty() || line.chars().count() + word.chars().count() < 100 {
            true if line.is_empty() => line.push_str(word),
            true => _ = write!(line, " {word}"),
            false => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// What is committed is what the types say.
#[test]
fn pages_are_made_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json");
    let is_renewed = std::env::var_os("PEASANT_RENEW").is_some();
    for page in pages() {
        let path = folder.join(page.file).with_extension("md");
        let text = page.text();
        if is_renewed {
            std::fs::write(&path, text).expect("a page");
            continue;
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            committed,
            text,
            "{}: renew it with PEASANT_RENEW=1",
            path.display()
        );
    }
}
