//! The weights, written by `scripts/likelihood fit`; do not edit.

/// Features of the lead, and of the width.
pub(super) const LEAD: usize = 9;
pub(super) const WIDTH: usize = 4;

/// What each feature counts.
pub(super) struct Weights {
    pub lead: [f64; LEAD],
    pub width: [f64; WIDTH],
}

/// Scores by peasant, 2026-11-28: 2,097 answers about 1,274 positions of 402 games and endings.
pub(super) const OURS: Weights = Weights {
    lead: [
        2.2050, // the first third of a pawn
        0.0000, // to a pawn
        0.0000, // to four pawns
        0.2060, // to twenty
        1.1003, // a pawn, with twelve pawns
        0.2384, // a pawn, without a bound
        0.4177, // a pawn ahead
        1.1061, // the move
        0.2822, // held, or not won
    ],
    width: [
        2.1026,  // always
        -0.6001, // ten pawns
        0.7224,  // ten pawns, squared
        1.8976,  // ten pawns more than six, and ten times the time
    ],
};

/// Scores by stockfish, 2026-11-28: 2,028 answers about 1,205 positions of 386 games and endings.
pub(super) const ENGINE: Weights = Weights {
    lead: [
        3.7274,  // the first third of a pawn
        0.6584,  // to a pawn
        0.5156,  // to four pawns
        0.7129,  // to twenty
        2.0201,  // a pawn, with twelve pawns
        0.2885,  // a pawn, without a bound
        0.4418,  // a pawn ahead
        0.6093,  // the move
        -0.2315, // held, or not won
    ],
    width: [
        2.4681, // always
        0.6039, // ten pawns
        1.3325, // ten pawns, squared
        0.8167, // ten pawns more than six, and ten times the time
    ],
};
