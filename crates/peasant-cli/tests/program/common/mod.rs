//! What the tests of the program share.

#[cfg(feature = "serve")]
pub mod server;

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The program, without the user's Syzygy tables, in a locale with Unicode.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peasant"));
    command
        .env_remove("PEASANT_SYZYGY")
        .env("LC_ALL", "C.UTF-8");
    command
}

/// Runs the program; the user's cache is neither read nor written.
pub fn peasant(args: &[&str]) -> Output {
    let mut command = program();
    command.args(args);
    if matches!(args[0], "solve" | "explain" | "epd" | "compare" | "study")
        && !args.contains(&"--cache")
    {
        command.arg("--no-cache");
    }
    command.output().expect("the program starts")
}

/// Runs the program and types the input; the user's cache is neither read nor written.
/// A program that refuses its arguments may have ended before it has read anything.
#[allow(dead_code, reason = "most tests have nothing to type")]
pub fn feed(args: &[&str], input: &str) -> Output {
    let cache = (!args.is_empty()).then_some("--no-cache");
    let mut child = program()
        .args(args)
        .args(cache)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    match pipe.write_all(input.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("it reads"),
    }
    drop(pipe);
    child.wait_with_output().expect("it ends")
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
