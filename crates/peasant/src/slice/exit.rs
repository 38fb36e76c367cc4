//! Exits: the moves that leave a structure for good. Pawn moves, captures and promotions.

use crate::board::{Bitboard, Color, Pawns, Square};

/// What kind of move leaves the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitKind {
    /// A single step or a capture by a pawn: nothing but the structure changes.
    Pawn,
    /// A double step; `en_passant` holds the structures after the captures that answer it.
    DoubleStep,
    /// The king takes a pawn.
    KingTakes,
    /// A pawn promotes; `child` is the structure without it, as it is when the new queen is taken.
    Promotion,
}

/// A move that leaves a structure. `C` says what the next structure is named by: the structure
/// itself when exits are made, a reference into a table when they are stored.
#[derive(Clone, Copy, Debug)]
pub struct Exit<C> {
    /// Who moves.
    pub mover: Color,
    /// What kind of move.
    pub kind: ExitKind,
    /// Where the pawn comes from; for a king's capture the square of the capture.
    pub from: Square,
    /// Where the pawn or king goes.
    pub to: Square,
    /// The structure that follows.
    pub child: C,
    /// After a double step, the structures after each en-passant capture.
    pub en_passant: [Option<C>; 2],
}

impl<C> Exit<C> {
    /// The same exit with its structures named in another way.
    pub fn map<D>(self, mut name: impl FnMut(C) -> D) -> Exit<D> {
        Exit {
            mover: self.mover,
            kind: self.kind,
            from: self.from,
            to: self.to,
            child: name(self.child),
            en_passant: self.en_passant.map(|child| child.map(&mut name)),
        }
    }

    /// The structure that follows, and those after the en-passant captures.
    pub fn structures(&self) -> impl Iterator<Item = C>
    where
        C: Copy,
    {
        std::iter::once(self.child).chain(self.en_passant.into_iter().flatten())
    }

    /// The structure after the exit, played in `pawns`.
    #[inline]
    #[must_use]
    pub fn after(&self, pawns: Pawns) -> Pawns {
        let goes = match self.kind {
            ExitKind::Pawn | ExitKind::DoubleStep => self.from.set() | self.to.set(),
            ExitKind::Promotion => self.from.set(),
            ExitKind::KingTakes => Bitboard::EMPTY,
        };
        let Pawns { white, black } = pawns;
        match self.mover {
            Color::White => Pawns {
                white: white ^ goes,
                black: black.without(self.to),
            },
            Color::Black => Pawns {
                white: white.without(self.to),
                black: black ^ goes,
            },
        }
    }

    /// The same exit with colours exchanged and the board turned over.
    pub fn flip<D>(self, name: impl FnMut(C) -> D) -> Exit<D> {
        let flipped = Exit {
            mover: !self.mover,
            from: self.from.flip(),
            to: self.to.flip(),
            ..self
        };
        flipped.map(name)
    }
}

/// Calls `visit` with every exit of a structure, White's first.
pub fn for_each_exit(pawns: Pawns, mut visit: impl FnMut(Exit<Pawns>)) {
    white_exits(pawns, &mut visit);
    white_exits(pawns.flip(), &mut |exit: Exit<Pawns>| {
        visit(exit.flip(Pawns::flip))
    });
}

fn white_exits(pawns: Pawns, visit: &mut impl FnMut(Exit<Pawns>)) {
    let Pawns { white, black } = pawns;
    let empty = !pawns.occupied();
    let mut emit = |kind, from: Square, to: Square, child, en_passant| {
        visit(Exit {
            mover: Color::White,
            kind,
            from,
            to,
            child,
            en_passant,
        });
    };
    for from in white {
        let rest = white.without(from);
        let ahead = from.set().up();
        for to in ahead & empty {
            if to.rank() == 7 {
                emit(
                    ExitKind::Promotion,
                    from,
                    to,
                    Pawns { white: rest, black },
                    [None; 2],
                );
                continue;
            }
            emit(
                ExitKind::Pawn,
                from,
                to,
                Pawns {
                    white: rest.with(to),
                    black,
                },
                [None; 2],
            );
            if from.rank() != 1 {
                continue;
            }
            for far in to.set().up() & empty {
                let child = Pawns {
                    white: rest.with(far),
                    black,
                };
                let mut takers = (far.set().left() | far.set().right()) & black;
                let mut answer = || {
                    takers.next().map(|taker| Pawns {
                        white: rest,
                        black: black.without(taker).with(to),
                    })
                };
                emit(ExitKind::DoubleStep, from, far, child, [answer(), answer()]);
            }
        }
        for to in from.set().white_pawn_attacks() & black {
            let child = Pawns {
                white: rest.with(to),
                black: black.without(to),
            };
            emit(ExitKind::Pawn, from, to, child, [None; 2]);
        }
    }
    // A protected pawn cannot be taken by the king.
    for to in black - black.black_pawn_attacks() {
        let child = Pawns {
            white,
            black: black.without(to),
        };
        emit(ExitKind::KingTakes, to, to, child, [None; 2]);
    }
}

/// Calls `visit` with every structure that an en-passant capture can lead to, if the last move was a
/// double step that made this one.
pub(crate) fn for_each_en_passant(pawns: Pawns, mut visit: impl FnMut(Pawns)) {
    after_white_double_steps(pawns, &mut visit);
    after_white_double_steps(pawns.flip(), &mut |after: Pawns| visit(after.flip()));
}

fn after_white_double_steps(pawns: Pawns, visit: &mut impl FnMut(Pawns)) {
    let Pawns { white, black } = pawns;
    let empty = !pawns.occupied();
    for stepped in white & Bitboard::rank(3) & empty.up() & empty.up().up() {
        for taker in (stepped.set().left() | stepped.set().right()) & black {
            let landing = stepped.set().down();
            visit(Pawns {
                white: white.without(stepped),
                black: black.without(taker) | landing,
            });
        }
    }
}

/// The square that a double step passes over.
#[must_use]
pub fn passed_square(from: Square, to: Square) -> Square {
    Bitboard((from.set().up().0 & to.set().down().0) | (from.set().down().0 & to.set().up().0))
        .first()
        .unwrap_or(from)
}
