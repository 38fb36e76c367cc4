//! The weights of a search, fitted to how many positions the proofs of won endings take (`scripts/search-weights`). They say what is
//! tried first, never what is true.

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

            /// All of them, with their names.
            #[cfg(feature = "fitting")]
            pub fn each(&mut self) -> Vec<(&'static str, &mut u32)> {
                vec![$((stringify!($name), &mut self.$name),)*]
            }
        }
    };
}

weights! {
    /// A pawn of the other side.
    pawn: 81,
    /// And as many times more as the square of the steps it has made.
    step_squared: 5,
    /// A pawn that is stopped by a man of White's in front of it counts so many sixteenths.
    stopped: 13,
    /// The same of one that White attacks and the other side guards.
    attacked: 15,
    /// And of one that nobody guards.
    loose: 9,
    /// A pawn that White's king cannot catch, where he has no queen or rook.
    their_runner: 284,
    /// A queen of the other side.
    queen: 509,
    /// A rook.
    rook: 160,
    /// A bishop or knight.
    minor: 32,
    /// White's queen or rook can be taken.
    hanging: 21,
    /// For each step between the kings.
    kings: 1,
    /// White has no queen or rook, and a pawn that nothing stops but perhaps the king.
    passed_pawn: 271,
    /// The same, and the king is too far away.
    runner: 95,
    /// No pawn is free to go.
    no_passed_pawn: 150,
    /// For each step that the pawn has to go.
    step: 9,
    /// For each square to which the other king can go.
    freedom: 8,
    /// A pawn of the other side, where White has no queen or rook.
    unarmed_pawn: 12,
    /// And as many times more as the square of the steps it has made.
    unarmed_step_squared: 8,
    /// And for each step between White's king and it.
    unarmed_way: 8,
    /// Of the proof numbers of replies the largest counts, and a part of the others, one in so many.
    proof_part: 4,
    /// The same of the disproof numbers of White's moves.
    disproof_part: 3,
    /// And so much more for each that is open, in units.
    disproof_each: 1,
}

impl Weights {
    /// So many quarters are one.
    pub(super) const UNIT: u32 = 4;

    /// What a part is a part of.
    pub(super) const WHOLE: u32 = 16;
}
