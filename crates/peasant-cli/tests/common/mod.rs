//! What the tests of the program share.

use std::process::{Command, Output};

use serde_json::Value;

/// The program, without the user's Syzygy tables.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peasant"));
    command.env_remove("PEASANT_SYZYGY");
    command
}

/// Runs the program; the user's cache is neither read nor written.
pub fn peasant(args: &[&str]) -> Output {
    let mut command = program();
    command.args(args);
    if matches!(args[0], "solve" | "epd" | "compare") && !args.contains(&"--cache") {
        command.arg("--no-cache");
    }
    command.output().expect("the program starts")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// The one object that a run prints.
pub fn object(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    assert_eq!(out.lines().count(), 1, "one object on one line: {out}");
    serde_json::from_str(&out).expect("valid JSON")
}
