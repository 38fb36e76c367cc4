//! A verdict as JSON: docs/certificates.md tells the fields.

use std::path::Path;

use crate::{Found, Verdict, hex, name};

/// What is found in a file, as one object on one line. What is not known is null.
pub fn object(file: &Path, verdict: Verdict, found: &Found, seconds: f64) -> String {
    let certificate = found.as_ref().ok().map(|(certificate, _)| certificate);
    let checked = found.as_ref().ok().and_then(|(_, checked)| checked.as_ref().ok());
    let wrong = found.as_ref().ok().and_then(|(_, checked)| checked.as_ref().err());
    let error = wrong.map(|wrong| &wrong.reason).or(found.as_ref().err());
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let verdict = match verdict {
        Verdict::Right => "right",
        Verdict::Conditional => "conditional",
        Verdict::Wrong => "wrong",
        Verdict::Unreadable => "unreadable",
    };
    let fields = [
        ("schema", Some("1".to_owned())),
        ("file", Some(quoted(&file.to_string_lossy()))),
        ("verdict", Some(quoted(verdict))),
        ("fen", certificate.map(|certificate| quoted(&certificate.root.fen()))),
        (
            "result",
            certificate.map(|certificate| {
                let [lower, upper] = certificate.bounds.map(|result| quoted(name(result)));
                format!("{{\"lower\":{lower},\"upper\":{upper}}}")
            }),
        ),
        ("program", certificate.map(|certificate| quoted(&certificate.program))),
        ("sha256", certificate.map(|certificate| quoted(&hex(&certificate.checksum)))),
        ("trusted", number(certificate.map(|certificate| certificate.trusted.len() as u64))),
        ("positions", number(checked.map(|checked| checked.positions))),
        ("moves", number(checked.map(|checked| checked.moves))),
        ("small", number(checked.map(|checked| checked.small))),
        ("believed", number(checked.map(|checked| checked.believed))),
        ("wrong_at", wrong.map(|wrong| quoted(&wrong.position))),
        ("error", error.map(|error| quoted(error))),
        ("seconds", Some(format!("{seconds:.3}"))),
    ];
    let fields = fields
        .map(|(key, value)| format!("{}:{}", quoted(key), value.as_deref().unwrap_or("null")));
    format!("{{{}}}", fields.join(","))
}

/// A text between quotes.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            // All of them stand in the first 256.
            _ if letter.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
