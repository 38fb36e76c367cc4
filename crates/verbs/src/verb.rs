//! The verbs: what can be asked, read from words, and who answers.

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::host::fault::Fault;
use crate::host::usage;
#[cfg(not(target_family = "wasm"))]
use crate::report;
use crate::{
    Face, Failure, Outcome, annotate, classic, compare, diagram, epd, explain, kpk, mine, pawngame,
    pawnking, perft, solve, store, study,
};

/// A verb with its options, as somebody says it who is not at the command line.
#[derive(Parser)]
#[command(name = "peasant", disable_help_subcommand = true)]
struct Question {
    #[command(subcommand)]
    verb: Verb,
}

/// What can be asked.
#[derive(Subcommand)]
pub enum Verb {
    /// Prove a position: its result, every move's result, a line
    Solve(solve::options::SolveArgs),
    /// Explain a position: its result, and what it hangs on: key squares, zugzwangs, corresponding squares
    Explain(explain::options::ExplainArgs),
    /// Prove every position of an EPD file and compare with bm, am and c0
    Epd(epd::options::EpdArgs),
    /// Judge the pawn endings of games (PGN) and write what is proved of them beside the moves
    Annotate(Box<annotate::options::AnnotateArgs>),
    /// Sum up a table of endings (annotate --table) as a page: what is thrown away, by whom, where, which moves are missed most
    #[cfg(not(target_family = "wasm"))]
    Report(report::options::ReportArgs),
    /// Say whether a composed study is sound: only moves, duals, cooks, tries, defences that hold longer
    Study(study::options::StudyArgs),
    /// Search families of structures for composers' material: mutual zugzwangs, long wins, under-promotions, only moves
    Mine(mine::options::MineArgs),
    /// Count the legal lines of play of a given length
    Perft(perft::options::PerftArgs),
    /// King and pawn against king: the exact result, and which rules of the books apply
    Kpk(kpk::options::KpkArgs),
    /// King and pawn against king: how far each rule of the books can be trusted, over all positions
    KpkRules(kpk::options::KpkRulesArgs),
    /// Newborn's program PEASANT of 1977 once more: its move, its score, its terminal nodes
    Classic(classic::options::ClassicArgs),
    /// Horacek's program PAWNKING once more: the patterns it finds, the plan behind each move, its value
    Pawnking(pawnking::options::PawnkingArgs),
    /// The historic programs on every position of an EPD file, right or wrong against the exact prover
    Compare(compare::options::CompareArgs),
    /// A position as a picture: SVG or PNG, with arrows, circles, and key squares, corresponding squares and a heat map by proof
    Diagram(diagram::options::DiagramArgs),
    /// Games with pawns alone: solve, count and play them
    Pawngame(pawngame::options::PawngameArgs),
    /// What is proved, on disk: say what is there, solve small endings ahead, look for damage, empty it
    #[command(alias = "base")]
    Store(store::options::StoreVerbArgs),
}

/// Answers a verb.
pub fn run(verb: &Verb, face: &mut Face) -> Result<Outcome, Failure> {
    match verb {
        Verb::Solve(args) => solve::run(args, face),
        Verb::Explain(args) => explain::run(args, face),
        Verb::Epd(args) => epd::run(args, face),
        Verb::Annotate(args) => annotate::run(args, face),
        #[cfg(not(target_family = "wasm"))]
        Verb::Report(args) => report::run(args, face),
        Verb::Study(args) => study::run(args, face),
        Verb::Mine(args) => mine::run(args, face),
        Verb::Perft(args) => perft::run(args, face),
        Verb::Kpk(args) => kpk::run(args, face),
        Verb::KpkRules(args) => kpk::rules::run(args.json, face),
        Verb::Classic(args) => classic::run(args, face),
        Verb::Pawnking(args) => pawnking::run(args, face),
        Verb::Compare(args) => compare::run(args, face),
        Verb::Diagram(args) => diagram::run(args, face),
        Verb::Pawngame(args) => pawngame::run(args, face),
        Verb::Store(args) => store::run(args, face),
    }
}

/// A verb by its words: `solve`, `--time=5`, `--`, a FEN. Nobody is shown a help or a version.
///
/// # Errors
/// The words make no sense: which, and the cure.
pub fn read(words: impl IntoIterator<Item = String>) -> Result<Verb, Fault> {
    let words = ["peasant".to_owned()].into_iter().chain(words);
    let matches = with_negative_numbers(Question::command()).try_get_matches_from(words);
    let read = matches.and_then(|matches| Question::from_arg_matches(&matches));
    let refused = |error| usage::fault(&usage::shortened(error));
    read.map(|question| question.verb).map_err(refused)
}

/// What a verb takes, by its words.
///
/// # Panics
/// There is no such verb.
pub fn command(words: &[&str]) -> clap::Command {
    let verb = |command: clap::Command, word: &&str| {
        let verb = command.find_subcommand(word);
        verb.expect("a verb that there is").clone()
    };
    words.iter().fold(Question::command(), verb)
}

/// A command line in which a negative number is a value everywhere, so that it is told what is wrong with it.
pub fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| match takes_value(&arg) {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    let names = command
        .get_subcommands()
        .map(|verb| verb.get_name().to_owned());
    let names: Vec<String> = names.collect();
    let all = names.into_iter();
    all.fold(command, |command, name| {
        command.mut_subcommand(name, with_negative_numbers)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn time(words: &[&str]) -> Option<Duration> {
        let words = [&["solve", "8/8"], words].concat();
        match read(words.iter().map(|&word| word.to_owned())) {
            Ok(Verb::Solve(args)) => args.proof.time(),
            _ => panic!("it says solve"),
        }
    }

    /// One position has a minute, unless its proof is kept, or somebody says otherwise.
    #[test]
    fn a_position_is_given_a_minute() {
        let seconds = |count| Some(Duration::from_secs(count));
        assert_eq!(time(&[]), seconds(60));
        assert_eq!(time(&["--time", "5"]), seconds(5));
        assert_eq!(time(&["--time", "none"]), None);
        assert_eq!(time(&["--resume", "x"]), None);
        assert_eq!(time(&["--resume", "x", "--time", "5"]), seconds(5));
    }
}
