//! The schemas of `docs/json/` as tables of fields, and what was seen of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Map, Value};

/// What is written of one field.
struct Field {
    /// Its types, of which one must hold; each must be seen.
    kinds: Vec<String>,
    /// May it be left out?
    optional: bool,
    /// Must the runs show all of it? Not if another table has it too.
    own: bool,
    /// Types that were seen; `absent` if it was left out.
    seen: BTreeSet<String>,
}

/// One object that is printed: its fields by their paths.
pub struct Table {
    name: String,
    fields: BTreeMap<String, Field>,
}

/// All tables, by the names of their files.
pub fn read(folder: &Path) -> BTreeMap<String, Table> {
    let files = std::fs::read_dir(folder).expect("the folder");
    let mut tables = BTreeMap::new();
    for file in files {
        let path = file.expect("a file").path();
        let file = path.file_name().and_then(|name| name.to_str());
        let name = file.and_then(|name| name.strip_suffix(".schema.json"));
        let name = name.expect("a schema").to_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let schema = serde_json::from_str(&text).expect("JSON");
        let mut fields = BTreeMap::new();
        add_fields("", &schema, &mut fields);
        tables.insert(name.clone(), Table { name, fields });
    }
    tables
}

/// Adds the fields of an object at this path, and those of what is in it.
fn add_fields(path: &str, object: &Value, to: &mut BTreeMap<String, Field>) {
    let empty = Map::new();
    let required = object["required"].as_array();
    for (name, field) in object["properties"].as_object().unwrap_or(&empty) {
        let path = format!("{path}{name}");
        let is_required = required.is_some_and(|all| all.iter().any(|one| one == name));
        for part in parts(field) {
            match part["items"].as_object() {
                Some(_) => add_fields(&format!("{path}[]."), &part["items"], to),
                None => add_fields(&format!("{path}."), part, to),
            }
        }
        let field = Field {
            kinds: kinds(field),
            optional: !is_required,
            own: true,
            seen: BTreeSet::new(),
        };
        assert!(
            to.insert(path.clone(), field).is_none(),
            "{path} stands there twice"
        );
    }
}

/// What a value may be: itself, or one of several schemas.
fn parts(schema: &Value) -> Vec<&Value> {
    match schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        Some(all) => all.iter().flat_map(parts).collect(),
        None => vec![schema],
    }
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
                "array" => format!("list of {}s", self::kinds(&part["items"]).join(" or ")),
                name => name.to_owned(),
            };
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds
}

/// Is the value of this type?
fn is(kind: &str, value: &Value) -> bool {
    let list = |of: fn(&Value) -> bool| value.as_array().is_some_and(|list| list.iter().all(of));
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_f64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        "list of strings" => list(Value::is_string),
        "list of integers" => list(Value::is_u64),
        "list of objects" => list(Value::is_object),
        _ => panic!("no type: {kind}"),
    }
}

impl Table {
    pub fn has(&self, path: &str) -> bool {
        self.fields.contains_key(path)
    }

    /// Fields that need not all be seen here.
    pub fn is_shown_elsewhere(&mut self, is_other: impl Fn(&str) -> bool) {
        for (path, field) in &mut self.fields {
            field.own = !is_other(path);
        }
    }

    /// Holds an object that was printed to the table.
    pub fn check(&mut self, object: &Value) {
        let object = object.as_object().expect("an object");
        self.check_fields("", object);
    }

    /// The same for the fields of an object at this path.
    fn check_fields(&mut self, path: &str, object: &Map<String, Value>) {
        let prefix = if path.is_empty() {
            String::new()
        } else {
            format!("{path}.")
        };
        for (key, value) in object {
            self.check_field(&format!("{prefix}{key}"), value);
        }
        let here: Vec<String> = self.children(path);
        for path in here {
            if object.contains_key(&path[prefix.len()..]) {
                continue;
            }
            let field = self.fields.get_mut(&path).expect("it is there");
            assert!(field.optional, "{}: `{path}` is missing", self.name);
            field.seen.insert("absent".to_owned());
        }
    }

    fn check_field(&mut self, path: &str, value: &Value) {
        let name = &self.name;
        let Some(field) = self.fields.get_mut(path) else {
            panic!("{name}: `{path}` is in no table: {value}");
        };
        let kind = field.kinds.iter().find(|kind| is(kind, value));
        let Some(kind) = kind.cloned() else {
            panic!("{name}: `{path}` is no {:?}: {value}", field.kinds);
        };
        // An empty list shows nothing of what is in it.
        if value.as_array().is_none_or(|list| !list.is_empty()) {
            field.seen.insert(kind.clone());
        }
        match value {
            Value::Object(object) => self.check_fields(path, object),
            Value::Array(list) if kind == "list of objects" => {
                for object in list.iter().filter_map(Value::as_object) {
                    self.check_fields(&format!("{path}[]"), object);
                }
            }
            _ => {}
        }
    }

    /// The fields of the object at this path. A key may have a dot in it.
    fn children(&self, path: &str) -> Vec<String> {
        let is_parent = |child: &str| {
            let parents = self
                .fields
                .keys()
                .flat_map(|p| [p.clone(), format!("{p}[]")]);
            let longest = parents
                .filter(|p| {
                    child
                        .strip_prefix(p.as_str())
                        .is_some_and(|r| r.starts_with('.'))
                })
                .max_by_key(String::len);
            longest.unwrap_or_default() == path
        };
        let children = self.fields.keys().filter(|child| is_parent(child));
        children.cloned().collect()
    }

    /// What the table says and no run has shown.
    pub fn unseen(&self) -> Vec<String> {
        let mut unseen = Vec::new();
        for (path, field) in self.fields.iter().filter(|(_, field)| field.own) {
            let absent = field.optional.then(|| "absent".to_owned());
            for kind in field.kinds.iter().chain(&absent) {
                if !field.seen.contains(kind) {
                    unseen.push(format!("{}: `{path}` as {kind}", self.name));
                }
            }
        }
        unseen
    }
}
