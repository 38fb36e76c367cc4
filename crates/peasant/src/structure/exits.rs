//! Exits: the moves that leave a structure for good, the edges of the graph. Pawn moves, captures and promotions.
//!
//! What an exit is worth stands in `slice/exits/`, one file a kind.

use super::{Pieces, Structure, Symmetric};
use crate::board::{Bitboard, Color, Pawns, Role, Square};

/// What kind of move leaves the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitKind {
    /// A single step or a capture by a pawn that does not promote.
    PawnMove,
    /// A double step; `en_passant` holds the structures after the captures that answer it.
    DoubleStep,
    /// The king or a promoted piece takes a pawn.
    PawnCapture,
    /// The king or a promoted piece takes a promoted piece.
    PieceCapture,
    /// Chess: a pawn promotes and the new piece plays on.
    Promotion,
    /// Newborn's rules: a pawn promotes; `child` is the structure without it, as it is when the new queen is taken.
    NewbornPromotion,
    /// The same where queen against queen counts as won for the attacker: `child` as before.
    PessimisticPromotion,
}

/// A move that leaves a structure. `C` says what the next structure is named by: the structure
/// itself when exits are made, a reference into a table when they are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit<C> {
    /// Who moves.
    pub mover: Color,
    /// What kind of move.
    pub kind: ExitKind,
    /// Where the pawn comes from; the same as `to` if no pawn moves.
    pub from: Square,
    /// Where the pawn or king goes; without meaning where a piece is taken by the king or a piece.
    pub to: Square,
    /// The place in the list of the promoted piece that is taken.
    pub takes: Option<u8>,
    /// What the pawn becomes, by the rules of chess.
    pub becomes: Option<Role>,
    /// The structure that follows.
    pub child: C,
    /// After a double step, the structures after each en-passant capture.
    pub en_passant: [Option<C>; 2],
    /// By the rules of chess after a promotion: the structure that follows when the new piece is taken at once.
    pub taken: Option<C>,
}

impl<C> Exit<C> {
    /// A move of White's without answers of its own.
    fn of_white(kind: ExitKind, from: Square, to: Square, child: C) -> Exit<C> {
        Exit {
            mover: Color::White,
            kind,
            from,
            to,
            takes: None,
            becomes: None,
            child,
            en_passant: [None, None],
            taken: None,
        }
    }

    /// The same exit with its structures named in another way.
    #[inline]
    pub fn map<D>(self, mut name: impl FnMut(C) -> D) -> Exit<D> {
        Exit {
            mover: self.mover,
            kind: self.kind,
            from: self.from,
            to: self.to,
            takes: self.takes,
            becomes: self.becomes,
            child: name(self.child),
            en_passant: self.en_passant.map(|child| child.map(&mut name)),
            taken: self.taken.map(&mut name),
        }
    }

    /// The structure that follows, those after the en-passant captures, and that after a recapture.
    pub fn structures(self) -> impl Iterator<Item = C> {
        let answers = self.en_passant.into_iter().flatten();
        std::iter::once(self.child).chain(answers).chain(self.taken)
    }

    /// The promoted pieces after the exit, played when there were these; the place in the list of the one that
    /// is taken, and in the new list of one that is new.
    #[inline]
    pub fn pieces_after(&self, pieces: Pieces) -> (Pieces, Option<usize>, Option<usize>) {
        let taken = self.takes.map(usize::from);
        let left = taken.map_or(pieces, |place| pieces.without(place));
        match self.becomes.and_then(|role| left.with(self.mover, role)) {
            Some((pieces, place)) => (pieces, taken, Some(place)),
            None => (left, taken, None),
        }
    }

    /// The structure after the exit, played in `pawns`.
    #[inline]
    pub fn after(&self, pawns: Pawns) -> Pawns {
        let goes = if self.from == self.to {
            Bitboard::EMPTY
        } else if self.promotes() {
            self.from.set()
        } else {
            self.from.set() | self.to.set()
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

    /// Is it decided on sight what a promotion is worth?
    #[inline]
    pub fn is_decided_on_sight(&self) -> bool {
        matches!(
            self.kind,
            ExitKind::NewbornPromotion | ExitKind::PessimisticPromotion
        )
    }

    /// Does a pawn reach the last rank?
    #[inline]
    pub fn promotes(&self) -> bool {
        self.from != self.to && matches!(self.to.rank(), 0 | 7)
    }

    /// Does a pawn become something else than a queen?
    pub fn is_underpromotion(&self) -> bool {
        self.becomes.is_some_and(|role| role != Role::Queen)
    }

    /// Does a pawn go straight ahead?
    pub fn is_push(&self) -> bool {
        self.from != self.to && self.from.file() == self.to.file()
    }

    /// The square that a double step passes over.
    #[inline]
    pub fn passed(&self) -> Square {
        Square::at(self.from.file(), self.from.rank().midpoint(self.to.rank()))
    }
}

/// The structures are named relative to the image. With promoted pieces their places in the list would have to change too:
/// such exits are made as each side sees them.
impl<C: Symmetric> Symmetric for Exit<C> {
    fn mirror(self) -> Exit<C> {
        Exit {
            from: self.from.mirror(),
            to: self.to.mirror(),
            ..self.map(Symmetric::mirror)
        }
    }

    #[inline]
    fn flip(self) -> Exit<C> {
        Exit {
            mover: !self.mover,
            from: self.from.flip(),
            to: self.to.flip(),
            ..self.map(Symmetric::flip)
        }
    }
}

/// What is not there has no image.
impl Symmetric for () {
    fn mirror(self) {}

    fn flip(self) {}
}

/// Calls `visit` with every exit of a structure by Newborn's rules, White's first.
#[inline]
pub(crate) fn for_each_newborn(pawns: Pawns, mut visit: impl FnMut(Exit<Pawns>)) {
    white_pawn_exits(pawns, &mut visit);
    white_pawn_exits(pawns.flip(), &mut |exit: Exit<Pawns>| visit(exit.flip()));
}

/// Calls `visit` with every exit of a structure by the rules of chess, White's first.
pub(crate) fn for_each_chess(structure: Structure, mut visit: impl FnMut(Exit<Structure>)) {
    white_exits(structure, &mut visit);
    let count = |color| {
        let owners = structure.pieces.iter().map(|(owner, _)| owner);
        owners.filter(|&owner| owner == color).count() as u8
    };
    let (whites, blacks) = (count(Color::White), count(Color::Black));
    // With colours exchanged the black pieces come first.
    let place = |flipped: u8| {
        if flipped < blacks {
            whites + flipped
        } else {
            flipped - blacks
        }
    };
    white_exits(structure.flip(), &mut |exit: Exit<Structure>| {
        let takes = exit.takes.map(place);
        visit(Exit { takes, ..exit }.flip());
    });
}

fn white_exits(structure: Structure, visit: &mut impl FnMut(Exit<Structure>)) {
    let Structure { pawns, pieces, .. } = structure;
    white_pawn_exits(pawns, &mut |exit| {
        if exit.promotes() {
            white_promotions(exit, pieces, visit);
        } else {
            visit(exit.map(|pawns| Structure::new(pawns, pieces)));
        }
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

/// The four promotions of a pawn. The exit says from where to where, what is taken, and which pawns are left.
fn white_promotions(exit: Exit<Pawns>, pieces: Pieces, visit: &mut impl FnMut(Exit<Structure>)) {
    let left = exit
        .takes
        .map_or(pieces, |place| pieces.without(usize::from(place)));
    for role in Role::PROMOTIONS {
        let exit = Exit {
            kind: ExitKind::Promotion,
            becomes: Some(role),
            ..exit
        };
        let structure = |pieces| Structure::new(exit.child, pieces);
        visit(Exit {
            taken: Some(structure(left)),
            ..exit.map(|_| structure(exit.pieces_after(pieces).0))
        });
    }
}

/// A king cannot take protected pawns, a piece can.
fn protected_pawns_taken(structure: Structure, visit: &mut impl FnMut(Exit<Structure>)) {
    let Structure { pawns, pieces, .. } = structure;
    for to in pawns.black & pawns.black.black_pawn_attacks() {
        let pawns = Pawns {
            black: pawns.black.without(to),
            ..pawns
        };
        let child = Structure::new(pawns, pieces);
        visit(Exit::of_white(ExitKind::PawnCapture, to, to, child));
    }
}

/// White takes a black piece with whatever can reach it.
fn piece_taken(structure: Structure, place: u8, visit: &mut impl FnMut(Exit<Structure>)) {
    let Structure { pawns, pieces, .. } = structure;
    let left = pieces.without(usize::from(place));
    let takes = Some(place);
    let nowhere = Square::new(0);
    let child = Structure::new(pawns, left);
    visit(Exit {
        takes,
        ..Exit::of_white(ExitKind::PieceCapture, nowhere, nowhere, child)
    });
    for from in pawns.white {
        for to in from.set().white_pawn_attacks() - pawns.occupied() {
            let capture = Exit {
                takes,
                ..Exit::of_white(ExitKind::PawnMove, from, to, pawns)
            };
            let after = capture.after(pawns);
            let capture = capture.map(|_| after);
            if capture.promotes() {
                white_promotions(capture, pieces, visit);
            } else {
                visit(capture.map(|pawns| Structure::new(pawns, left)));
            }
        }
    }
}

/// What White's pawns do, and the pawns that its king takes.
#[inline]
fn white_pawn_exits(pawns: Pawns, visit: &mut impl FnMut(Exit<Pawns>)) {
    let Pawns { white, black } = pawns;
    let empty = !pawns.occupied();
    for from in white {
        let rest = white.without(from);
        let stepped = |to| Pawns {
            white: rest.with(to),
            black,
        };
        for to in from.set().up() & empty {
            if to.rank() == 7 {
                let left = Pawns { white: rest, black };
                visit(Exit::of_white(ExitKind::NewbornPromotion, from, to, left));
                continue;
            }
            visit(Exit::of_white(ExitKind::PawnMove, from, to, stepped(to)));
            if from.rank() != 1 {
                continue;
            }
            for far in to.set().up() & empty {
                let mut takers = (far.set().left() | far.set().right()) & black;
                let mut answer = || {
                    takers.next().map(|taker| Pawns {
                        white: rest,
                        black: black.without(taker).with(to),
                    })
                };
                visit(Exit {
                    en_passant: [answer(), answer()],
                    ..Exit::of_white(ExitKind::DoubleStep, from, far, stepped(far))
                });
            }
        }
        for to in from.set().white_pawn_attacks() & black {
            let child = Pawns {
                white: rest.with(to),
                black: black.without(to),
            };
            visit(Exit::of_white(ExitKind::PawnMove, from, to, child));
        }
    }
    // A protected pawn cannot be taken by the king.
    for to in black - black.black_pawn_attacks() {
        let child = Pawns {
            white,
            black: black.without(to),
        };
        visit(Exit::of_white(ExitKind::PawnCapture, to, to, child));
    }
}
