//! One exit at one placement of the kings: what [`super::exits`] does for all placements, for a proof
//! that walks from placement to placement.

use super::exit::{Exit, ExitKind, passed_square};
use super::frame::Frame;
use super::pieces::{PieceFrame, Placement};
use crate::board::{Color, Pieces, Square};
use crate::slice::newborn::{self, Promotion};

/// Both kings, the promoted pieces and whose turn it is, in a structure seen from the attacker's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub attacker: Square,
    pub defender: Square,
    pub to_move: bool,
    pub placement: Placement,
}

impl Point {
    /// May the kings stand so, with this side to move?
    pub fn is_legal(self, frame: &Frame) -> bool {
        let w = self.attacker.index();
        let row = if self.to_move {
            frame.legal_to_move(w)
        } else {
            frame.legal_waiting(w)
        };
        row >> self.defender.index() & 1 != 0
    }

    /// The same for a structure with promoted pieces.
    pub fn is_legal_with(self, frame: &PieceFrame) -> bool {
        let legal = if self.to_move {
            frame.attacking(&self.placement)
        } else {
            frame.waiting(&self.placement)
        };
        legal.contains(self.attacker, self.defender)
    }

    /// With a first promoted piece.
    fn with_piece(self, square: Square) -> Point {
        Point {
            placement: Placement::NONE.with(0, square),
            ..self
        }
    }

    /// The point as the other player sees it; the pieces are those of the structure before.
    pub fn seen_by_opponent(self, pieces: Pieces) -> Point {
        Point {
            attacker: self.defender.flip(),
            defender: self.attacker.flip(),
            to_move: !self.to_move,
            placement: pieces.seen_by_opponent(self.placement.squares()).collect(),
        }
    }

    /// The same with the other side to move.
    pub fn passed(self) -> Point {
        Point {
            to_move: !self.to_move,
            ..self
        }
    }

    /// The number of the plane that it lies in.
    #[inline]
    pub fn plane(&self) -> usize {
        self.placement.plane()
    }

    /// The points one step of the mover's king away, legal or not.
    pub fn king_steps(self) -> impl Iterator<Item = Point> {
        let king = if self.to_move {
            self.attacker
        } else {
            self.defender
        };
        king.set().king_steps().map(move |to| {
            if self.to_move {
                Point {
                    attacker: to,
                    to_move: false,
                    ..self
                }
            } else {
                Point {
                    defender: to,
                    to_move: true,
                    ..self
                }
            }
        })
    }

    pub fn mirror_if(self, mirror: bool) -> Point {
        if mirror {
            Point {
                attacker: self.attacker.mirror(),
                defender: self.defender.mirror(),
                placement: self.placement.mirror(),
                ..self
            }
        } else {
            self
        }
    }
}

/// Does the exit decide for its mover at this point: wins for the attacker, holds for the defender?
/// An exit of the other side, or one that cannot be played here, does not.
/// `wins` says whether the attacker wins a point of a child structure.
pub(crate) fn decides<C>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    mut wins: impl FnMut(&C, Point) -> bool,
) -> bool {
    match (exit.mover, point.to_move) {
        (Color::White, true) => attacker_wins(frame, exit, point, &mut wins),
        (Color::Black, false) => defender_holds(frame, exit, point, &mut wins),
        _ => false,
    }
}

fn attacker_wins<C>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    wins: &mut impl FnMut(&C, Point) -> bool,
) -> bool {
    let Point {
        attacker, defender, ..
    } = point;
    let next = Point {
        to_move: false,
        ..point
    };
    match exit.kind {
        ExitKind::Pawn => wins(&exit.child, next),
        ExitKind::Promotes(_) => {
            let recapture = Point {
                defender: exit.to,
                ..point
            };
            let left = Frame::new(exit.after(frame.pawns));
            let can_recapture = defender.distance(exit.to) == 1 && recapture.is_legal(&left);
            let survives = |taken: &C| !can_recapture || wins(taken, recapture);
            exit.taken.as_ref().is_none_or(survives) && wins(&exit.child, next.with_piece(exit.to))
        }
        ExitKind::TakesPiece(_) | ExitKind::PawnTakesPiece(_) | ExitKind::PromotesTaking(..) => {
            false
        }
        ExitKind::DoubleStep => {
            let passed = passed_square(exit.from, exit.to);
            let stalemate = |frame: Frame| {
                frame
                    .stalemates()
                    .is_some_and(|stalemates| stalemates.contains(attacker, defender))
            };
            attacker != passed
                && defender != passed
                && (wins(&exit.child, next)
                    || exit.en_passant[0].is_some()
                        && stalemate(Frame::new(exit.after(frame.pawns))))
                && exit
                    .en_passant
                    .iter()
                    .flatten()
                    .all(|taken| wins(taken, point))
        }
        ExitKind::TakesPawn => {
            attacker.distance(exit.to) == 1
                && wins(
                    &exit.child,
                    Point {
                        attacker: exit.to,
                        ..next
                    },
                )
        }
        ExitKind::Promotion => {
            let taken = wins(
                &exit.child,
                Point {
                    defender: exit.to,
                    ..point
                },
            );
            let row = if taken { exit.to.set().0 } else { 0 };
            let won = Promotion::new(frame, exit.from, exit.to).attacker_wins(attacker, row);
            won >> defender.index() & 1 != 0
        }
    }
}

fn defender_holds<C>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    wins: &mut impl FnMut(&C, Point) -> bool,
) -> bool {
    let Point {
        attacker, defender, ..
    } = point;
    let next = Point {
        to_move: true,
        ..point
    };
    let legal = |next: Point| next.is_legal(&Frame::new(exit.after(frame.pawns)));
    match exit.kind {
        ExitKind::Pawn => legal(next) && !wins(&exit.child, next),
        ExitKind::Promotes(_) => {
            let (pieces, ..) = exit.pieces_after(Pieces::NONE);
            let recapture = Point {
                attacker: exit.to,
                to_move: false,
                ..point
            };
            let can_recapture = attacker.distance(exit.to) == 1;
            let survives = |taken: &C| !can_recapture || !wins(taken, recapture);
            let next = next.with_piece(exit.to);
            next.is_legal_with(&PieceFrame::new(exit.after(frame.pawns), pieces))
                && exit.taken.as_ref().is_none_or(survives)
                && !wins(&exit.child, next)
        }
        ExitKind::TakesPiece(_) | ExitKind::PawnTakesPiece(_) | ExitKind::PromotesTaking(..) => {
            false
        }
        ExitKind::DoubleStep => {
            let passed = passed_square(exit.from, exit.to);
            attacker != passed
                && defender != passed
                && legal(next)
                && !wins(&exit.child, next)
                && !exit
                    .en_passant
                    .iter()
                    .flatten()
                    .any(|taken| wins(taken, point))
        }
        ExitKind::TakesPawn => {
            let next = Point {
                defender: exit.to,
                ..next
            };
            defender.distance(exit.to) == 1 && legal(next) && !wins(&exit.child, next)
        }
        ExitKind::Promotion => {
            let taken = wins(
                &exit.child,
                Point {
                    attacker: exit.to,
                    ..point
                },
            );
            let row = if taken { defender.set().0 } else { 0 };
            newborn::defender_escapes(frame, exit.to, attacker, row) >> defender.index() & 1 != 0
        }
    }
}
