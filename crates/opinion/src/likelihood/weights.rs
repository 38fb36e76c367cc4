//! The weights, written by `scripts/likelihood fit`; do not edit.

/// Features of the lead, and of the width.
pub(super) const LEAD: usize = 9;
pub(super) const WIDTH: usize = 4;

/// What each feature counts.
pub(super) struct Weights {
    pub lead: [f64; LEAD],
    pub width: [f64; WIDTH],
}

/// Scores by peasant, 2026-11-28: 1,433 answers about 1,166 positions of 390 games and endings.
pub(super) const OURS: Weights = Weights {
    lead: [
        2.7425, // the first third of a pawn
        0.1035, // to a pawn
        0.0000, // to four pawns
        0.1698, // to twenty
        1.1121, // a pawn, with twelve pawns
        0.4679, // a pawn, without a bound
        0.3269, // a pawn ahead
        0.9935, // the move
        0.7427, // held, or not won
    ],
    width: [
        0.8442, // always
        0.3596, // ten pawns
        1.3958, // depth 16
        2.1832, // ten pawns more than six, and ten times the time
    ],
};

/// Scores by stockfish, 2026-11-28: 1,372 answers about 1,105 positions of 371 games and endings.
pub(super) const ENGINE: Weights = Weights {
    lead: [
        3.1784, // the first third of a pawn
        0.6312, // to a pawn
        0.6000, // to four pawns
        0.6280, // to twenty
        1.1705, // a pawn, with twelve pawns
        1.3595, // a pawn, without a bound
        0.3806, // a pawn ahead
        0.4642, // the move
        0.9620, // held, or not won
    ],
    width: [
        1.6360, // always
        1.6178, // ten pawns
        1.2073, // depth 16
        1.0741, // ten pawns more than six, and ten times the time
    ],
};
