//! The parameters of a request: they are read as options, or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/peasant-cli/src/serve"]
#[allow(dead_code)]
mod serve {
    /// What of the server the reader of parameters needs.
    pub mod reply {
        use verbs::host::fault::Fault;

        pub struct Refusal(pub Fault);

        impl From<Fault> for Refusal {
            fn from(fault: Fault) -> Refusal {
                Refusal(fault)
            }
        }
    }

    pub mod query;
}

use serve::query::{Form, Query};

const FORMS: [Form; 2] = [
    Form {
        words: &["solve"],
        argument: "fen",
        is_needed: true,
        options: &["rules", "time", "memory", "structures", "lines"],
        flags: &["ascii"],
    },
    Form {
        words: &["diagram"],
        argument: "fen",
        is_needed: true,
        options: &["mark", "arrow", "size", "format"],
        flags: &["key-squares", "heat"],
    },
];

fuzz_target!(|text: &str| {
    let part = |line: &str| {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        (name.to_owned(), value.to_owned())
    };
    let query: Query = text.lines().map(part).collect();
    for form in FORMS {
        if let Err(refusal) = form.read(&query) {
            assert!(!refusal.0.words().is_empty());
        }
    }
});
