//! Command lines that cannot be understood.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::ParseIntError;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::fault::Fault;
use crate::host::plain::excerpt;

/// Is JSON asked for? That must be known even where the rest is nonsense.
pub fn asks_for_json(args: impl Iterator<Item = OsString>) -> bool {
    args.skip(1)
        .take_while(|arg| arg != "--")
        .any(|arg| arg == "--json")
}

/// What of an error repeats the user's words.
const ECHOES: [ContextKind; 3] = [
    ContextKind::InvalidValue,
    ContextKind::InvalidArg,
    ContextKind::InvalidSubcommand,
];

/// The error with the user's words cut and made plain.
pub fn shortened(mut error: Error) -> Error {
    for kind in ECHOES {
        let Some(text) = echo(&error, kind) else {
            continue;
        };
        let short = excerpt(&text);
        if short != text {
            error.insert(kind, ContextValue::String(short));
            // Suggestions repeat them once more.
            error.remove(ContextKind::Suggested);
        }
    }
    error
}

fn echo(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The same for other programs.
pub fn fault(error: &Error) -> Fault {
    let shown = error.render().to_string();
    let first: Vec<&str> = shown.lines().take_while(|line| !line.is_empty()).collect();
    let mut message = first.iter().map(|line| line.trim()).collect::<Vec<_>>();
    message.retain(|line| !line.starts_with("[possible values"));
    let message = message.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let is_number = error
        .source()
        .is_some_and(|source| source.is::<ParseIntError>());
    let fault = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Fault::new("there is no command").and_cure(": ", "try '--help'")
        }
        ErrorKind::ValueValidation if is_number => {
            let (message, _) = message.rsplit_once(": ").unwrap_or((message, ""));
            Fault::new(message).and_cure(": ", "give a whole number")
        }
        ErrorKind::ValueValidation => Fault::from_sentence(message, ": "),
        _ => Fault::new(message).and_cure(": ", &cure(error)),
    };
    let fault = fault.of_kind("option");
    match ECHOES.iter().find_map(|&kind| echo(error, kind)) {
        Some(text) => fault.about(&text),
        None => fault,
    }
}

/// What is suggested in place of what was written.
fn cure(error: &Error) -> String {
    let one_of = |kind| match error.get(kind)? {
        ContextValue::String(name) => Some(format!("use {name}")),
        ContextValue::Strings(names) if !names.is_empty() => {
            Some(format!("use {}", names.join(", ")))
        }
        _ => None,
    };
    let known = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::ValidValue,
    ];
    let suggested = known.into_iter().find_map(one_of);
    suggested.unwrap_or_else(|| "try '--help'".to_owned())
}
