//! Exits: the moves that leave a structure for good. Pawn moves, captures and promotions.

use crate::board::{Bitboard, Color, Pawns, Pieces, Role, Square, Structure};

/// What kind of move leaves the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitKind {
    /// A single step or a capture by a pawn: nothing but the structure changes.
    Pawn,
    /// A double step; `en_passant` holds the structures after the captures that answer it.
    DoubleStep,
    /// The king, or a promoted piece, takes a pawn.
    TakesPawn,
    /// Newborn's rules: a pawn promotes; `child` is the structure without it, as it is when the new
    /// queen is taken.
    Promotion,
    /// Chess: a pawn promotes and the new piece plays on.
    Promotes(Role),
    /// The king or a piece takes the piece at this place of the list.
    TakesPiece(u8),
    /// A pawn takes the piece at this place of the list.
    PawnTakesPiece(u8),
    /// The same, and promotes.
    PromotesTaking(u8, Role),
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
    /// By the rules of chess after a promotion: the structure that follows when the new piece is taken at once.
    pub taken: Option<C>,
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
            taken: self.taken.map(&mut name),
        }
    }

    /// The structure that follows, those after the en-passant captures, and that after a recapture.
    pub fn structures(&self) -> impl Iterator<Item = C>
    where
        C: Copy,
    {
        let answers = self.en_passant.into_iter().flatten();
        std::iter::once(self.child).chain(answers).chain(self.taken)
    }

    /// The promoted pieces after the exit, played when there were these; the place in the list of the one that
    /// is taken, and in the new list of one that is new.
    #[must_use]
    pub(crate) fn pieces_after(&self, pieces: Pieces) -> (Pieces, Option<usize>, Option<usize>) {
        let (taken, role) = match self.kind {
            ExitKind::Promotes(role) => (None, Some(role)),
            ExitKind::TakesPiece(taken) | ExitKind::PawnTakesPiece(taken) => (Some(taken), None),
            ExitKind::PromotesTaking(taken, role) => (Some(taken), Some(role)),
            _ => (None, None),
        };
        let taken = taken.map(usize::from);
        let left = taken.map_or(pieces, |place| pieces.without(place));
        match role.and_then(|role| left.with(self.mover, role)) {
            Some((pieces, place)) => (pieces, taken, Some(place)),
            None => (left, taken, None),
        }
    }

    /// The exit without its structures.
    #[must_use]
    pub(crate) fn bare(&self) -> Exit<()> {
        Exit {
            mover: self.mover,
            kind: self.kind,
            from: self.from,
            to: self.to,
            child: (),
            en_passant: [None; 2],
            taken: None,
        }
    }

    /// The structure after the exit, played in `pawns`.
    #[inline]
    #[must_use]
    pub fn after(&self, pawns: Pawns) -> Pawns {
        let goes = match self.kind {
            ExitKind::Pawn | ExitKind::DoubleStep | ExitKind::PawnTakesPiece(_) => {
                self.from.set() | self.to.set()
            }
            ExitKind::Promotion | ExitKind::Promotes(_) | ExitKind::PromotesTaking(..) => {
                self.from.set()
            }
            ExitKind::TakesPawn | ExitKind::TakesPiece(_) => Bitboard::EMPTY,
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

    /// The same exit on the board with left and right exchanged; its structures stay.
    #[must_use]
    pub(crate) fn mirror(&self) -> Exit<C>
    where
        C: Copy,
    {
        Exit {
            from: self.from.mirror(),
            to: self.to.mirror(),
            ..*self
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

/// Calls `visit` with every exit of a structure by the rules of chess, White's first.
pub(crate) fn for_each_chess_exit(structure: Structure, mut visit: impl FnMut(Exit<Structure>)) {
    white_chess_exits(structure, &mut visit);
    let places = |color| {
        structure
            .pieces
            .iter()
            .filter(|(owner, _)| *owner == color)
            .count()
    };
    let (whites, blacks) = (places(Color::White) as u8, places(Color::Black) as u8);
    // With colours exchanged the black pieces come first.
    let place = |flipped: u8| {
        if flipped < blacks {
            whites + flipped
        } else {
            flipped - blacks
        }
    };
    white_chess_exits(structure.flip(), &mut |exit: Exit<Structure>| {
        let kind = match exit.kind {
            ExitKind::TakesPiece(taken) => ExitKind::TakesPiece(place(taken)),
            ExitKind::PawnTakesPiece(taken) => ExitKind::PawnTakesPiece(place(taken)),
            ExitKind::PromotesTaking(taken, role) => ExitKind::PromotesTaking(place(taken), role),
            kind => kind,
        };
        visit(Exit { kind, ..exit }.flip(Structure::flip));
    });
}

fn white_chess_exits(structure: Structure, visit: &mut impl FnMut(Exit<Structure>)) {
    let Structure { pawns, pieces } = structure;
    white_exits(pawns, &mut |exit| match exit.kind {
        ExitKind::Promotion => {
            for role in Role::PROMOTIONS {
                let exit = Exit {
                    kind: ExitKind::Promotes(role),
                    ..exit
                };
                let left = Structure {
                    pawns: exit.child,
                    pieces,
                };
                let promoted = exit.map(|pawns| Structure {
                    pawns,
                    pieces: exit.pieces_after(pieces).0,
                });
                visit(Exit {
                    taken: Some(left),
                    ..promoted
                });
            }
        }
        _ => visit(exit.map(|pawns| Structure { pawns, pieces })),
    });
    if pieces.any_of(Color::White) {
        protected_pawns_taken(structure, visit);
    }
    for (place, (owner, _)) in pieces.iter().enumerate() {
        if owner == Color::Black {
            piece_taken(structure, place as u8, visit);
        }
    }
}

/// A king cannot take protected pawns, a piece can.
fn protected_pawns_taken(structure: Structure, visit: &mut impl FnMut(Exit<Structure>)) {
    let Structure { pawns, pieces } = structure;
    for to in pawns.black & pawns.black.black_pawn_attacks() {
        let pawns = Pawns {
            black: pawns.black.without(to),
            ..pawns
        };
        visit(Exit {
            mover: Color::White,
            kind: ExitKind::TakesPawn,
            from: to,
            to,
            child: Structure { pawns, pieces },
            en_passant: [None; 2],
            taken: None,
        });
    }
}

/// White takes a black piece with whatever can reach it.
fn piece_taken(structure: Structure, place: u8, visit: &mut impl FnMut(Exit<Structure>)) {
    let Structure { pawns, pieces } = structure;
    let mut emit = |kind, from, to| {
        let exit = Exit {
            mover: Color::White,
            kind,
            from,
            to,
            child: (),
            en_passant: [None; 2],
            taken: None,
        };
        let child = Structure {
            pawns: exit.after(pawns),
            pieces: exit.pieces_after(pieces).0,
        };
        let exit = exit.map(|()| child);
        let taken = matches!(kind, ExitKind::PromotesTaking(..)).then(|| Structure {
            pieces: pieces.without(usize::from(place)),
            ..child
        });
        visit(Exit { taken, ..exit });
    };
    let nowhere = Square::new(0);
    emit(ExitKind::TakesPiece(place), nowhere, nowhere);
    for from in pawns.white {
        for to in from.set().white_pawn_attacks() - pawns.occupied() {
            if to.rank() < 7 {
                emit(ExitKind::PawnTakesPiece(place), from, to);
                continue;
            }
            for role in Role::PROMOTIONS {
                emit(ExitKind::PromotesTaking(place, role), from, to);
            }
        }
    }
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
            taken: None,
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
        emit(ExitKind::TakesPawn, to, to, child, [None; 2]);
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
