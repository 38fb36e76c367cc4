//! Options that several verbs share, as the command line names them.
#![allow(
    rustdoc::bare_urls,
    reason = "what stands there is help, for terminals"
)]

pub mod engine;
pub mod gone;
pub mod helpers;
pub mod position;
pub mod proof;
pub mod sets;

use std::str::FromStr;
use std::time::Duration;

use crate::tell::plain::excerpt;

/// Structures to solve.
pub fn parse_structures(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| "give a whole number of structures, such as 100000".to_owned())
}

/// A name is short: what is longer is none, and is not repeated whole.
pub fn parse_name<T: FromStr>(text: &str) -> Result<T, T::Err> {
    excerpt(text).parse()
}

/// Plies of play. Nobody can count lines of a hundred.
pub fn parse_plies(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|plies| (0..=100).contains(plies))
        .ok_or_else(|| "give a number of plies from 0 to 100".to_owned())
}

pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds above 0, such as 5 or 0.5".to_owned())
}

/// MiB to bytes.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|&mib: &u64| mib > 0)
        .and_then(|mib| mib.checked_mul(1 << 20))
        .ok_or_else(|| "give a whole number of MiB above 0, such as 2048".to_owned())
}

pub fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|threads| (1..=1024).contains(threads))
        .ok_or_else(|| "give a number of threads from 1 to 1024".to_owned())
}
