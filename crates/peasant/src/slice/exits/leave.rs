//! An exit at work: the structure that it leaves and the one that follows, and what the mover has once it is played.

use crate::board::{Bitboard, Color, Square};
use crate::slice::children::Children;
use crate::slice::plane::{Placement, placements};
use crate::slice::{Frame, Point, Relation};
use crate::structure::{Exit, Structure};

/// Asks whether the attacker wins a point of a child; `None`: not known. An illegal point is not won.
pub(crate) type Ask<'a, C> = dyn FnMut(&C, Point) -> Option<bool> + 'a;

/// An exit in the structure that it leaves, and the structure that follows.
pub(super) struct Leave<'a, C> {
    pub frame: &'a Frame,
    pub exit: &'a Exit<C>,
    pub after: Frame,
    /// The place in the list of the piece that is taken.
    pub removed: Option<usize>,
    /// The place in the new list of the piece that is new.
    added: Option<usize>,
    /// The planes that somebody wants to know about; empty for all.
    wanted: &'a [bool],
}

impl<'a, C: Copy> Leave<'a, C> {
    #[inline(always)]
    pub fn new(frame: &'a Frame, exit: &'a Exit<C>) -> Leave<'a, C> {
        let (pieces, removed, added) = exit.pieces_after(frame.pieces);
        let pawns = exit.after(frame.pawns);
        Leave {
            frame,
            exit,
            after: Frame::new(Structure::new(pawns, pieces)),
            removed,
            added,
            wanted: &[],
        }
    }

    /// For some of the planes only. What is added to the others may be incomplete.
    #[inline(always)]
    pub fn only_in(self, wanted: &'a [bool]) -> Leave<'a, C> {
        Leave { wanted, ..self }
    }

    /// The placements that somebody wants to know about.
    #[inline(always)]
    pub fn placements(&self) -> impl Iterator<Item = Placement> + use<'a, C> {
        let wanted = self.wanted;
        let all = self.frame.placements();
        all.filter(move |there| is_wanted(wanted, there))
    }

    /// Is it worth nothing where the child is? Newborn's promotion decides without the child, and a child that looks like
    /// stalemate is none where en passant can be taken.
    #[inline(always)]
    pub fn hangs_on_child(&self) -> bool {
        !self.exit.is_decided_on_sight() && self.exit.en_passant[0].is_none()
    }

    pub fn is_attackers(&self) -> bool {
        self.exit.mover == Color::White
    }

    /// The pieces after the exit; one that is taken is still in the list that comes in.
    #[inline(always)]
    pub fn place(&self, before: &Placement) -> Placement {
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
    pub fn pawn_placements(&self) -> impl Iterator<Item = Placement> + use<'a, C> {
        let (removed, to, wanted) = (self.removed, self.exit.to, self.wanted);
        let pawns = Bitboard(self.frame.occupied);
        let blocked = match removed {
            Some(_) => pawns,
            None => pawns.with(to),
        };
        placements(self.frame.pieces.len(), blocked).filter(move |there| {
            removed.is_none_or(|place| there.squares()[place] == to) && is_wanted(wanted, there)
        })
    }

    /// What the move is worth once it is played, the pieces before it standing so with the moving one already where it goes.
    #[inline(always)]
    pub fn landing<'s>(
        &'s self,
        children: &'s impl Children<C>,
        before: &Placement,
        scratch: &'s mut Option<Relation>,
    ) -> Landing<'s> {
        let placement = self.place(before);
        let won = children.plane(&self.exit.child, !self.exit.mover, &placement, scratch);
        match self.exit.mover {
            Color::White => Landing::Wins(won),
            Color::Black if placement.is_empty() => Landing::HoldsRows(&self.after, won),
            Color::Black => Landing::Holds(self.after.legal_to_move(&placement), won),
        }
    }

    /// The same at one point of the child.
    pub fn lands(&self, next: Point, ask: &mut Ask<C>) -> Option<bool> {
        if self.is_attackers() {
            ask(&self.exit.child, next)
        } else if self.after.is_legal(next) {
            ask(&self.exit.child, next).map(|won| !won)
        } else {
            Some(false)
        }
    }

    /// The pawn's move from a point, if nobody stands in its way: the point of the child.
    pub fn pawn_lands_on(&self, point: Point) -> Option<Point> {
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

#[inline(always)]
fn is_wanted(wanted: &[bool], placement: &Placement) -> bool {
    wanted.is_empty() || wanted[placement.plane()]
}

/// What a move is worth in one plane once it is played.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack for one loop"
)]
pub(super) enum Landing<'a> {
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
    pub fn add_to(&self, sum: &mut Relation) {
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
    pub fn relation(&self) -> Relation {
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
    pub fn add_king_capture(&self, to: Square, sum: &mut Relation) {
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
