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
pub mod schema;
pub mod sets;
pub mod store;

use std::error::Error;
use std::ffi::OsStr;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use crate::host::plain::excerpt;

/// Where the help lists what concerns the machine: its memory and threads, files, other programs. No request may say it.
pub const MACHINE: &str = "Machine and files";

/// And what the command line prints and writes, which nobody else may say.
pub const OUTPUT: &str = "Output";

/// Is it an option of the question itself? Then every face has it.
pub fn is_of_question(arg: &Arg) -> bool {
    is_for_programs(arg) && arg.get_help_heading() != Some(MACHINE)
}

/// May a program on the same machine say it, which calls us as a function?
pub fn is_for_programs(arg: &Arg) -> bool {
    !arg.is_positional() && !arg.is_hide_set() && arg.get_help_heading() != Some(OUTPUT)
}

/// A value out of a few, which shells offer; what is none of them is refused in the words of whoever reads it.
#[derive(Clone)]
pub struct OneOf<P> {
    names: Vec<&'static str>,
    parse: P,
}

/// A value that has one of these names.
pub fn one_of<P>(names: impl Into<Vec<&'static str>>, parse: P) -> OneOf<P> {
    OneOf {
        names: names.into(),
        parse,
    }
}

impl<P, T, E> TypedValueParser for OneOf<P>
where
    P: Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

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
