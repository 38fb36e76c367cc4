//! How a verb ends.

use std::io;

use super::fault::Fault;

/// Why a command ended without an answer.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is at fault.
    Input(Fault),
    /// What was proved contradicts itself: tables or the store are at fault.
    Contradiction(Fault),
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// What is at fault.
    pub fn fault(&self) -> Fault {
        match self {
            Failure::Input(fault) | Failure::Contradiction(fault) => fault.clone(),
            Failure::Output(error) => Fault::new(&format!("cannot write the output: {error}")),
        }
    }
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
    /// Tables or the store contradict what is proved; each case was reported.
    Contradiction,
}

impl Outcome {
    /// Of several that hold, the one that must be known first: what was answered is worth least where it cannot be read, or where tables
    /// or the store are at fault; then, what could not be read; then what disagrees, or is open.
    pub fn first(holding: impl IntoIterator<Item = (bool, Outcome)>) -> Outcome {
        const ORDER: [Outcome; 6] = [
            Outcome::NoOutput,
            Outcome::Contradiction,
            Outcome::BadInput,
            Outcome::Disagreement,
            Outcome::NothingProved,
            Outcome::Answered,
        ];
        let holding = holding.into_iter().filter(|(holds, _)| *holds);
        let place = |(_, outcome): &(bool, Outcome)| ORDER.iter().position(|one| one == outcome);
        let first = holding.min_by_key(place);
        first.map_or(Outcome::Answered, |(_, outcome)| outcome)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_is_told_before_what_disagrees() {
        let first = |holding: &[Outcome]| Outcome::first(holding.iter().map(|&one| (true, one)));
        assert_eq!(first(&[]), Outcome::Answered);
        assert_eq!(
            first(&[Outcome::Disagreement, Outcome::BadInput]),
            Outcome::BadInput
        );
        assert_eq!(
            first(&[Outcome::BadInput, Outcome::Contradiction]),
            Outcome::Contradiction
        );
        assert_eq!(
            first(&[Outcome::NothingProved, Outcome::Disagreement]),
            Outcome::Disagreement
        );
        let nothing = Outcome::first([(false, Outcome::BadInput)]);
        assert_eq!(nothing, Outcome::Answered);
    }
}
