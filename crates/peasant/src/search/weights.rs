//! The weights of a search: fitted by hill climbing to how many positions the proofs of 115 queen endings take. They say what is tried first, never what is true.

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr,)*) => {
        /// How positions are estimated, and estimates added; in quarters of a proof number, where nothing else is said.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: u32,)*
        }

        impl Weights {
            /// What the fit has found.
            pub const FITTED: Weights = Weights { $($name: $value,)* };
        }
    };
}

weights! {
    /// A pawn of the other side.
    pawn: 81,
    /// And as many times more as the square of the steps it has made.
    step_squared: 4,
    /// A pawn that is stopped by a man of White's in front of it counts so many sixteenths.
    stopped: 13,
    /// The same of one that White attacks and the other side guards.
    attacked: 12,
    /// And of one that nobody guards.
    loose: 9,
    /// A pawn that White's king cannot catch, where he has no queen or rook.
    their_runner: 455,
    /// A queen of the other side.
    queen: 360,
    /// A rook.
    rook: 160,
    /// A bishop or knight.
    minor: 32,
    /// White's queen or rook can be taken.
    hanging: 21,
    /// For each step between the kings.
    kings: 1,
    /// White has no queen or rook, and a pawn that nothing stops but perhaps the king.
    passed_pawn: 272,
    /// The same, and the king is too far away.
    runner: 32,
    /// No pawn is free to go.
    no_passed_pawn: 400,
    /// For each step that the pawn has to go.
    step: 12,
    /// For each step between White's king and that pawn.
    escort: 3,
    /// For each step between White's king and the nearest pawn.
    nearest_pawn: 0,
    /// Of the proof numbers of replies the largest counts, and a part of the others, one in so many.
    proof_part: 6,
    /// The same of the disproof numbers of White's moves.
    disproof_part: 6,
    /// And so much more for each that is open, in units.
    disproof_each: 6,
}

impl Weights {
    /// So many quarters are one.
    pub(super) const UNIT: u32 = 4;

    /// What a part is a part of.
    pub(super) const WHOLE: u32 = 16;
}
