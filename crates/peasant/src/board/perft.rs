//! Perft: counting move sequences, the classic test of move generation.

use super::position::Position;

/// Counts the sequences of `depth` legal moves.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| perft(&position.play(mv), depth - 1)).sum()
        }
    }
}
