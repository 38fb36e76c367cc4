//! Why a text is refused: the library's reasons, with what they repeat of the text cut.

use peasant::ProveError;
use peasant::Prover;
use peasant::board::{Color, NotAPawnEnding, Position, Role};
use peasant::notation::fen::{self, FenError, FenProblem};
use peasant::notation::lenient::{Foreign, MenError, Refusal};

use super::words::counted;
use crate::Failure;
use crate::host::fault::{Fault, Layout};
use crate::host::plain::{cut, excerpt};

/// Why a text is no position, or no line of a file.
pub fn fault(refusal: &Refusal, text: &str, layout: Layout) -> Fault {
    let fault = match refusal {
        Refusal::Foreign(foreign) => {
            Fault::new(&foreign.to_string()).and_cure(": ", &foreign.cure())
        }
        Refusal::Pieces { men, pieces } => too_many(*men as u64, *pieces as u64),
        Refusal::Fen(error) => {
            let head = match layout {
                Layout::Lines => format!("bad FEN `{}`", excerpt(text)),
                Layout::Sentence => "bad EPD".to_owned(),
            };
            Fault::list(&head, &of_fen(error), layout)
        }
        Refusal::Men(MenError::Illegal(error)) => {
            let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
            let head = format!("bad position `{}`", excerpt(text));
            Fault::list(&head, &reasons, layout)
        }
        Refusal::Men(error) => Fault::from_sentence(&error.to_string(), ": "),
        other => Fault::from_sentence(&other.to_string(), "; "),
    };
    fault.of_kind(kind(refusal)).about(text)
}

fn kind(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Foreign(Foreign::Pgn) => "game",
        Refusal::Foreign(Foreign::Address(_)) => "address",
        Refusal::Foreign(_) => "file",
        Refusal::Pieces { .. } => "pieces",
        Refusal::Men(_) => "men",
        _ => "fen",
    }
}

/// A position with more pieces than the rules of chess take here.
pub fn not_a_pawn_ending(position: &Position) -> Fault {
    too_many(men(position), pieces(position) as u64)
}

fn too_many(men: u64, pieces: u64) -> Fault {
    holds(men, pieces)
        .and_cure(
            "; ",
            "at most two pieces are taken (three without pawns): take some off",
        )
        .of_kind("pieces")
}

/// A position with pieces where none are known.
pub fn pawns_alone(position: &Position) -> Fault {
    let fault = holds(men(position), pieces(position) as u64);
    fault
        .and_cure(
            "; ",
            "here only kings and pawns are taken: take the pieces off",
        )
        .of_kind("pieces")
}

fn holds(men: u64, pieces: u64) -> Fault {
    let pieces = counted(pieces, "piece");
    Fault::new(&format!(
        "not a pawn ending: {men} men, {pieces} besides kings and pawns"
    ))
}

fn men(position: &Position) -> u64 {
    position.occupied().count().into()
}

/// How many men are neither kings nor pawns.
pub fn pieces(position: &Position) -> usize {
    let of = |color| {
        let kings_and_pawns = [Role::King, Role::Pawn].map(|role| position.pieces(color, role));
        let others = kings_and_pawns.map(|men| men.count());
        position.men(color).count() - others.iter().sum::<u32>()
    };
    Color::BOTH.map(of).iter().sum::<u32>() as usize
}

/// Why a text is no FEN, a sentence each.
fn of_fen(error: &FenError) -> Vec<String> {
    let problems = error.problems.iter();
    problems.map(|p| shortened(p).to_string()).collect()
}

/// A rank may be as long as the longest FEN that is looked at.
fn shortened(problem: &FenProblem) -> FenProblem {
    match problem.clone() {
        FenProblem::Ranks(board, ranks) => FenProblem::Ranks(cut(&board), ranks),
        FenProblem::RankLength { text, squares } => FenProblem::RankLength {
            text: cut(&text),
            squares,
        },
        FenProblem::UnknownLetter { letter, rank } => FenProblem::UnknownLetter {
            letter,
            rank: cut(&rank),
        },
        FenProblem::Side(text) => FenProblem::Side(cut(&text)),
        FenProblem::Castling(text) => FenProblem::Castling(cut(&text)),
        FenProblem::EnPassantSquare(text) => FenProblem::EnPassantSquare(cut(&text)),
        FenProblem::HalfMoves(text) => FenProblem::HalfMoves(cut(&text)),
        FenProblem::MoveNumber(text) => FenProblem::MoveNumber(cut(&text)),
        other => other,
    }
}

/// Why a position in which somebody may castle is not taken; `None` if nobody may.
pub fn castling(rights: &str, position: &Position) -> Option<Fault> {
    if rights.is_empty() {
        return None;
    }
    if pieces(position) > Prover::MAX_PIECES + 1 {
        return Some(not_a_pawn_ending(position));
    }
    let fault = Fault::new(&format!(
        "the castling rights `{rights}` stand, and castling is not known here"
    ));
    let fault = fault.of_kind("castling");
    Some(fault.and_cure(": ", "write `-` if nobody will castle"))
}

/// A position with pieces, of which a program that knows none was asked.
pub fn no_pawn_ending(_: NotAPawnEnding, position: &Position) -> Fault {
    pawns_alone(position).about(&fen::format(position))
}

/// Why the prover gives no answer about a position.
pub fn refused(error: &ProveError, position: &Position) -> Fault {
    let at = match error {
        ProveError::Contradiction { position, .. } => position,
        _ => position,
    };
    let fault = match error {
        ProveError::TooManyPieces { .. } => not_a_pawn_ending(position),
        ProveError::NotAPawnEnding => pawns_alone(position),
        ProveError::Contradiction { .. } => {
            Fault::from_sentence(&error.to_string(), "; ").of_kind("contradiction")
        }
        _ => Fault::from_sentence(&error.to_string(), "; "),
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
            store: false,
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
            "kind": "contradiction",
        });
        assert_eq!(serde_json::to_value(&fault).expect("JSON"), parts);
        let error = ProveError::NotAPawnEnding;
        assert!(matches!(unanswered(&error, &asked), Failure::Input(_)));
    }
}
