//! What an exit is worth to its mover: where it wins for the attacker, or holds for the defender.
//!
//! Every kind of exit is a file that says it twice: set-wise for all placements at once (`add`), and at one point (`at`). The point's
//! form asks about each child that the exit hangs on, so that it also tells where the exit leads ([`successors`]). The tests hold
//! both forms against each other.

mod double_step;
mod newborn_promotion;
mod pawn_capture;
mod pawn_move;
mod piece_capture;
mod promotion;
#[cfg(test)]
mod tests;

use super::children::Children;
use super::plane::{Placement, placements};
use super::{Frame, Point, Relation, Wins};
use crate::board::{Bitboard, Color, Square};
use crate::structure::{Exit, ExitKind, Structure};

/// Asks whether the attacker wins a point of a child; `None`: not known. An illegal point is not won.
pub(crate) type Ask<'a, C> = dyn FnMut(&C, Point) -> Option<bool> + 'a;

/// Adds what one exit is worth, plane by plane.
#[inline(always)]
pub(crate) fn add_worth<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    sum: &mut [Relation],
) {
    let leave = &Leave::new(frame, exit);
    if leave.hangs_on_child() && children.is_worthless(&exit.child, exit.mover) {
        return;
    }
    match exit.kind {
        ExitKind::PawnMove => pawn_move::add(leave, children, sum),
        ExitKind::DoubleStep => double_step::add(leave, children, sum),
        ExitKind::PawnCapture => pawn_capture::add(leave, children, sum),
        ExitKind::PieceCapture => piece_capture::add(leave, children, sum),
        ExitKind::Promotion => promotion::add(leave, children, sum),
        ExitKind::NewbornPromotion => newborn_promotion::add(leave, children, &mut sum[0]),
    }
}

/// Does the exit decide for its mover at this point: wins for the attacker, holds for the defender?
/// An exit of the other side, or one that cannot be played here, does not. `None`: it hangs on what is not known.
pub(crate) fn decides<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    ask: &mut Ask<C>,
) -> Option<bool> {
    if point.to_move != (exit.mover == Color::White) {
        return Some(false);
    }
    let leave = &Leave::new(frame, exit);
    match exit.kind {
        ExitKind::PawnMove => pawn_move::at(leave, point, ask),
        ExitKind::DoubleStep => double_step::at(leave, point, ask),
        ExitKind::PawnCapture => pawn_capture::at(leave, point, ask),
        ExitKind::PieceCapture => piece_capture::at(leave, point, ask),
        ExitKind::Promotion => promotion::at(leave, point, ask),
        ExitKind::NewbornPromotion => newborn_promotion::at(leave, point, ask),
    }
}

/// Every child and the point in it that an exit hangs on at this point: where it leads, and where the captures lead that may
/// answer it at once. Points may be illegal.
#[cfg(test)]
pub(crate) fn successors<C: Copy>(frame: &Frame, exit: &Exit<C>, point: Point) -> Vec<(C, Point)> {
    let mut all = Vec::new();
    decides(frame, exit, point, &mut |&child, there| {
        all.push((child, there));
        None
    });
    all
}

/// An exit in the structure that it leaves, and the structure that follows.
struct Leave<'a, C> {
    frame: &'a Frame,
    exit: &'a Exit<C>,
    after: Frame,
    /// The place in the list of the piece that is taken.
    removed: Option<usize>,
    /// The place in the new list of the piece that is new.
    added: Option<usize>,
}

impl<'a, C: Copy> Leave<'a, C> {
    #[inline(always)]
    fn new(frame: &'a Frame, exit: &'a Exit<C>) -> Leave<'a, C> {
        let (pieces, removed, added) = exit.pieces_after(frame.pieces);
        let pawns = exit.after(frame.pawns);
        Leave {
            frame,
            exit,
            after: Frame::new(Structure { pawns, pieces }),
            removed,
            added,
        }
    }

    /// Is it worth nothing where the child is? Newborn's promotion decides without the child, and a child that looks like
    /// stalemate is none where en passant can be taken.
    #[inline(always)]
    fn hangs_on_child(&self) -> bool {
        self.exit.kind != ExitKind::NewbornPromotion && self.exit.en_passant[0].is_none()
    }

    fn is_attackers(&self) -> bool {
        self.exit.mover == Color::White
    }

    /// The pieces after the exit; one that is taken is still in the list that comes in.
    #[inline(always)]
    fn place(&self, before: &Placement) -> Placement {
        let left = match self.removed {
            Some(place) => before.without(place),
            None => *before,
        };
        match self.added {
            Some(place) => left.with(place, self.exit.to),
            None => left,
        }
    }

    /// The placements in which nobody but a piece that is taken stands in the pawn's way.
    #[inline(always)]
    fn pawn_placements(&self) -> impl Iterator<Item = Placement> + use<C> {
        let (removed, to) = (self.removed, self.exit.to);
        let pawns = Bitboard(self.frame.occupied);
        let blocked = match removed {
            Some(_) => pawns,
            None => pawns.with(to),
        };
        placements(self.frame.pieces.len(), blocked)
            .filter(move |there| removed.is_none_or(|place| there.squares()[place] == to))
    }

    /// What the move is worth once it is played, the pieces before it standing so with the moving one already where it goes.
    #[inline(always)]
    fn landing<'s>(
        &'s self,
        children: &'s impl Children<C>,
        before: &Placement,
        scratch: &'s mut Option<Wins>,
    ) -> Landing<'s> {
        let placement = self.place(before);
        let child = children.plane(&self.exit.child, &placement, scratch);
        match self.exit.mover {
            Color::White => Landing::Wins(&child.waiting),
            Color::Black if placement.is_empty() => Landing::HoldsRows(&self.after, &child.to_move),
            Color::Black => Landing::Holds(self.after.legal_to_move(&placement), &child.to_move),
        }
    }

    /// The same at one point of the child.
    fn lands(&self, next: Point, ask: &mut Ask<C>) -> Option<bool> {
        if self.is_attackers() {
            ask(&self.exit.child, next)
        } else if self.after.is_legal(next) {
            ask(&self.exit.child, next).map(|won| !won)
        } else {
            Some(false)
        }
    }

    /// The pawn's move from a point, if nobody stands in its way: the point of the child.
    fn pawn_lands_on(&self, point: Point) -> Option<Point> {
        let blocked = match self.removed {
            Some(place) => point.placement.squares()[place] != self.exit.to,
            None => point.occupies(self.exit.to),
        };
        (!blocked).then(|| Point {
            placement: self.place(&point.placement),
            ..point.passed()
        })
    }
}

/// What a move is worth in one plane once it is played.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack for one loop"
)]
enum Landing<'a> {
    /// The attacker's: where it wins with the defender to move.
    Wins(&'a Relation),
    /// The defender's: what is legal, but for where the attacker then wins.
    Holds(Relation, &'a Relation),
    /// The same without promoted pieces: what is legal is told row by row.
    HoldsRows(&'a Frame, &'a Relation),
}

impl Landing<'_> {
    /// Adds the value of a pawn's move: the kings stand as they did, so that they are not side by side.
    #[inline(always)]
    fn add_to(&self, sum: &mut Relation) {
        match self {
            Landing::Wins(won) => sum.add(won),
            Landing::Holds(legal, won) => {
                for w in 0..64 {
                    sum.0[w] |= legal.0[w] & !won.0[w];
                }
            }
            Landing::HoldsRows(frame, won) => {
                let room = frame.defender_room();
                for w in 0..64 {
                    sum.0[w] |= room & frame.stands(w) & !won.0[w];
                }
            }
        }
    }

    /// The value wherever it is legal.
    #[inline(always)]
    fn relation(&self) -> Relation {
        match self {
            Landing::Wins(won) => **won,
            Landing::Holds(legal, won) => Relation(std::array::from_fn(|w| legal.0[w] & !won.0[w])),
            Landing::HoldsRows(frame, won) => {
                Relation(std::array::from_fn(|w| frame.row_to_move(w) & !won.0[w]))
            }
        }
    }

    /// The mover's king arrives on a square by a capture: adds the value to where it came from.
    #[inline(always)]
    fn add_king_capture(&self, to: Square, sum: &mut Relation) {
        let around = to.set().king_steps();
        match self {
            Landing::Wins(won) => {
                for w in around {
                    sum.0[w.index()] |= won.0[to.index()];
                }
            }
            Landing::Holds(legal, won) => {
                for w in 0..64 {
                    let holds = legal.0[w] & !won.0[w];
                    sum.0[w] |= around.0 & (holds >> to.index() & 1).wrapping_neg();
                }
            }
            Landing::HoldsRows(frame, won) => {
                for w in 0..64 {
                    let holds = frame.row_to_move(w) & !won.0[w];
                    sum.0[w] |= around.0 & (holds >> to.index() & 1).wrapping_neg();
                }
            }
        }
    }
}
