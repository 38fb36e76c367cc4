//! One file a verb.

pub mod annotate;
pub mod base;
pub mod classic;
pub mod compare;
pub mod diagram;
pub mod epd;
pub mod explain;
pub mod kpk;
pub mod kpk_rules;
pub mod mine;
pub mod pawngame;
pub mod pawnking;
pub mod perft;
pub mod solve;
pub mod study;

use peasant::ProveError;
use peasant::board::{NotAPawnEnding, Position};
use peasant::limits::Stop;
use peasant::notation::{fen, lenient};

use crate::args::Verb;
use crate::fault::{Fault, Layout};
use crate::{Face, Failure, Outcome, memory, reasons, stderr};

/// Answers a verb.
pub fn run(verb: &Verb, face: &mut Face) -> Result<Outcome, Failure> {
    match verb {
        Verb::Solve(args) => solve::run(args, face),
        Verb::Explain(args) => explain::run(args, face),
        Verb::Epd(args) => epd::run(args, face),
        Verb::Annotate(args) => annotate::run(args, face),
        Verb::Study(args) => study::run(args, face),
        Verb::Mine(args) => mine::run(args, face),
        Verb::Perft(args) => perft::run(args, face),
        Verb::Kpk(args) => kpk::run(args, face),
        Verb::KpkRules(args) => kpk_rules::run(args.json, face),
        Verb::Classic(args) => classic::run(args, face),
        Verb::Pawnking(args) => pawnking::run(args, face),
        Verb::Compare(args) => compare::run(args, face),
        Verb::Diagram(args) => diagram::run(args, face),
        Verb::Pawngame(args) => pawngame::run(args, face),
        Verb::Base(args) => base::run(args, face),
    }
}

/// The position of a FEN given as one word or several. What was supposed is said on standard error.
pub fn position(words: &[String]) -> Result<Position, Failure> {
    let text = words.join(" ");
    let reading = read(&text)?;
    if let Some(fault) = reasons::castling(&reading.castles, &reading.position) {
        return Err(fault.about(&text).into());
    }
    Ok(reading.position)
}

/// The same where it does not matter whether somebody may castle.
fn any_position(words: &[String]) -> Result<Position, Failure> {
    read(&words.join(" ")).map(|reading| reading.position)
}

fn read(text: &str) -> Result<lenient::Reading, Failure> {
    let refused = |refusal| reasons::fault(&refusal, text, Layout::Lines);
    let reading = lenient::position(text).map_err(refused)?;
    for note in &reading.notes {
        stderr::warn(note);
    }
    Ok(reading)
}

/// A position with pieces, of which a program that knows none was asked.
fn no_pawn_ending(_: NotAPawnEnding, position: &Position) -> Fault {
    reasons::pawns_alone(position).about(&fen::format(position))
}

/// What stopped a proof: the user, or memory that the system refused.
pub fn stopped(stop: Option<Stop>) -> Option<Stop> {
    match stop {
        Some(Stop::Cancelled) if memory::is_short() => {
            stderr::warn("the system gave no more memory: the proof was stopped");
            Some(Stop::Memory)
        }
        other => other,
    }
}

/// Why the prover gives no answer about a position.
fn refused(error: &ProveError, position: &Position) -> Fault {
    let at = match error {
        ProveError::Contradiction { position, .. } => position,
        _ => position,
    };
    let fault = match error {
        ProveError::TooManyPieces { .. } => reasons::not_a_pawn_ending(position),
        ProveError::NotAPawnEnding => reasons::pawns_alone(position),
        _ => Fault::told(&error.to_string(), "; "),
    };
    fault.about(&fen::format(at))
}

/// The same where nothing else was asked.
pub fn unanswered(error: &ProveError, position: &Position) -> Failure {
    let fault = refused(error, position);
    match error {
        ProveError::Contradiction { .. } => Failure::Contradiction(fault),
        _ => Failure::Input(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contradiction_is_told_by_its_position() {
        let text = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
        let at = fen::parse(text).expect("a position");
        let error = ProveError::Contradiction {
            position: at,
            tablebase: true,
            base: false,
        };
        let asked = fen::parse("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -").expect("a position");
        let Failure::Contradiction(fault) = unanswered(&error, &asked) else {
            panic!("it has an exit status of its own");
        };
        let parts = serde_json::json!({
            "message": format!(
                "two proofs contradict each other at `{text}`: an outside table is wrong"
            ),
            "text": text,
            "cure": "check the tables, or use none",
        });
        assert_eq!(serde_json::to_value(&fault).expect("JSON"), parts);
        let error = ProveError::NotAPawnEnding;
        assert!(matches!(unanswered(&error, &asked), Failure::Input(_)));
    }
}
