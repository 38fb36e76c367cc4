//! Why a text is refused: the library's reasons, with what they repeat of the text cut.

use peasant::notation::epd::{EpdError, EpdProblem};
use peasant::notation::fen::{FenError, FenProblem};

use crate::plain::cut;

/// Why a text is no FEN, a sentence each.
pub fn of_fen(error: &FenError) -> Vec<String> {
    let problems = error.problems.iter();
    problems.map(|p| shortened(p).to_string()).collect()
}

/// Why a line is no EPD, a sentence each.
pub fn of_epd(error: &EpdError) -> Vec<String> {
    let sentence = |problem: &EpdProblem| match problem {
        EpdProblem::Position(problem) => shortened(problem).to_string(),
        problem => problem.to_string(),
    };
    error.problems.iter().map(sentence).collect()
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
