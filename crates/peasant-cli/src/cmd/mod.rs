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
pub mod pawngame;
pub mod pawnking;
pub mod perft;
pub mod play;
pub mod solve;
pub mod uci;

use peasant::ProveError;
use peasant::board::{NotAPawnEnding, Position};
use peasant::notation::fen;

use crate::fault::{Fault, Layout};
use crate::plain::excerpt;
use crate::{Failure, reasons};

/// The position of a FEN given as one word or several.
fn position(words: &[String]) -> Result<Position, Failure> {
    let text = words.join(" ");
    fen::parse(&text).map_err(|error| {
        let head = format!("bad FEN `{}`", excerpt(&text));
        Fault::list(&head, &reasons::of_fen(&error), Layout::Lines)
            .about(&text)
            .into()
    })
}

/// A position with pieces, of which a program that knows none was asked.
fn no_pawn_ending(error: NotAPawnEnding, position: &Position) -> Fault {
    Fault::told(&error.to_string(), "; ").about(&fen::format(position))
}

/// Why the prover gives no answer about a position.
fn refused(error: &ProveError, position: &Position) -> Fault {
    let at = match error {
        ProveError::Contradiction { position, .. } => position,
        _ => position,
    };
    Fault::told(&error.to_string(), "; ").about(&fen::format(at))
}

/// The same where nothing else was asked.
fn unanswered(error: &ProveError, position: &Position) -> Failure {
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
