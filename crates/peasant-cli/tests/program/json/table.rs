//! The tables of `docs/json/`, and what was seen of them.

use std::collections::{BTreeMap, BTreeSet};

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

/// One table, by paths.
pub struct Table {
    name: String,
    fields: BTreeMap<String, Field>,
}

/// All tables with fields, by the heading above them.
pub fn read(page: &str) -> BTreeMap<String, Table> {
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    let mut heading = "";
    for line in page.lines() {
        if let Some(text) = line.trim_start_matches('#').strip_prefix(' ') {
            if line.starts_with('#') {
                heading = text;
            }
            continue;
        }
        let cells: Vec<&str> = line.split(" | ").collect();
        let [path, kinds, meaning] = cells[..] else {
            continue;
        };
        let Some(path) = path.strip_prefix("| `") else {
            continue;
        };
        assert!(meaning.len() > " |".len(), "{line}");
        let table = tables.entry(heading.to_owned()).or_insert_with(|| Table {
            name: heading.to_owned(),
            fields: BTreeMap::new(),
        });
        let twice = table
            .fields
            .insert(path.trim_end_matches('`').to_owned(), Field::read(kinds));
        assert!(twice.is_none(), "{heading}: {path} stands there twice");
    }
    tables
}

impl Field {
    fn read(text: &str) -> Field {
        let kinds = text.strip_suffix(", optional");
        Field {
            optional: kinds.is_some(),
            kinds: kinds
                .unwrap_or(text)
                .split(" or ")
                .map(str::to_owned)
                .collect(),
            own: true,
            seen: BTreeSet::new(),
        }
    }
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
