//! How a verb ends.

use std::io;

use super::fault::Fault;

/// Why a command ended without an answer.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is at fault.
    Input(Fault),
    /// What was proved contradicts itself: tables or endings of the base are at fault.
    Contradiction(Fault),
    /// Output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Input(fault)
    }
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Answered.
    Answered,
    /// A position disagrees with its record, or a study is not sound.
    Disagreement,
    /// Some of the input could not be read.
    BadInput,
    /// The output could not be written.
    NoOutput,
    /// Nothing of what was asked was proved (`epd`), something is open on which a study hangs, or there is no certificate.
    NothingProved,
    /// Tables or endings of the base contradict what is proved; each case was reported.
    Contradiction,
}

impl Outcome {
    /// The exit status that says so.
    pub const fn status(self) -> u8 {
        match self {
            Outcome::Answered => 0,
            Outcome::Disagreement => 1,
            Outcome::BadInput => 2,
            Outcome::NoOutput => 3,
            Outcome::NothingProved => 4,
            Outcome::Contradiction => 5,
        }
    }
}
