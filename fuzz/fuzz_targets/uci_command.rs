//! A line from a graphical program: it is taken apart, and what is named is a part of it.
#![no_main]

#[path = "../../crates/peasant-cli/src/uci/command.rs"]
#[allow(dead_code)]
mod command;

use command::Command;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    match Command::read(line) {
        Command::Unknown(text) => assert!(line.contains(text)),
        Command::SetOption { name, value } => assert!(line.contains(name) && line.contains(value)),
        Command::Position { moves, .. } => assert!(moves.iter().all(|one| line.contains(one))),
        _ => {}
    }
});
