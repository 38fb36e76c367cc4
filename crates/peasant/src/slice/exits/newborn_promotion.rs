//! A promotion by Newborn's rules (1977).
//!
//! After X promotes, Y may take the new queen with its king (play goes on without it) or promote in
//! reply; a checkmated Y has lost, a stalemated Y has drawn; after anything else X has won. After Y's
//! promotion in reply X wins if it can promote again or take the new queen with its king; otherwise
//! the queens are equal and it is a draw.
//!
//! In the *pessimistic* game queen against queen counts as won for the attacker instead, and so does a queen that
//! stalemates, since a lesser piece may not. What the defender holds there leans on no ending of queen against queen. Neither game
//! proves anything by the rules of chess.

use super::leave::{Ask, Leave};
use crate::board::{Bitboard, Pawns, Square, attacks};
use crate::slice::children::Children;
use crate::slice::plane::Placement;
use crate::slice::{Frame, NEAR, Point, Relation};
use crate::structure::{ExitKind, Structure};

/// Set-wise. The child is the structure without the pawn, as it is when the new queen is taken.
#[inline(always)]
pub(super) fn add<C: Copy>(leave: &Leave<C>, children: &impl Children<C>, sum: &mut Relation) {
    let scratch = &mut None;
    let (mover, to) = (leave.exit.mover, leave.exit.to);
    let taken = children.plane(&leave.exit.child, mover, &Placement::NONE, scratch);
    if leave.is_attackers() {
        let promotion = Promotion::new(leave);
        for w in Square::all() {
            sum.0[w.index()] |= promotion.attacker_wins(w, taken.0[w.index()]);
        }
    } else {
        let taken = taken.0[to.index()];
        for w in Square::all() {
            sum.0[w.index()] |= defender_escapes(leave, w, taken);
        }
    }
}

/// At a point: the only thing to ask is what comes of taking the new queen with the king.
pub(super) fn at<C: Copy>(leave: &Leave<C>, point: Point, ask: &mut Ask<C>) -> Option<bool> {
    let (to, defender) = (leave.exit.to, point.defender);
    let taken = if leave.is_attackers() {
        Point {
            defender: to,
            ..point
        }
    } else {
        Point {
            attacker: to,
            ..point
        }
    };
    let decides = |taken: bool| {
        let row = if leave.is_attackers() {
            let row = if taken { to.set().0 } else { 0 };
            Promotion::new(leave).attacker_wins(point.attacker, row)
        } else {
            let row = if taken { defender.set().0 } else { 0 };
            defender_escapes(leave, point.attacker, row)
        };
        row >> defender.index() & 1 != 0
    };
    match ask(&leave.exit.child, taken) {
        Some(taken) => Some(decides(taken)),
        None if decides(true) == decides(false) => Some(decides(true)),
        None => None,
    }
}

/// The attacker's promotion of one pawn, for all placements of the kings.
struct Promotion {
    /// The structure after the promotion, without the new queen.
    left: Frame,
    /// The new queen's square.
    queen: Square,
    /// Squares that the queen attacks when the attacker's king is out of its way. The defender's king
    /// does not block: it cannot hide in its own shadow.
    queen_hits: Bitboard,
    /// The defender's pawns that can promote in reply.
    repliers: Bitboard,
    /// With this many pawns that can move, the defender is never stalemate: each king can block one
    /// and the queen pin one.
    surely_mobile: bool,
    /// Is queen against queen won, and a stalemating queen too?
    pessimistic: bool,
}

impl Promotion {
    fn new<C: Copy>(leave: &Leave<C>) -> Promotion {
        let (from, queen) = (leave.exit.from, leave.exit.to);
        let Pawns { white, black } = leave.frame.pawns;
        let left = Frame::new(Structure::from(Pawns {
            white: white.without(from),
            black,
        }));
        let occupied = Bitboard(left.occupied);
        let free = black & ((!occupied).up() | left.pawns.white.white_pawn_attacks());
        Promotion {
            left,
            queen,
            queen_hits: attacks::queen_attacks(queen, occupied),
            repliers: (black & Bitboard::rank(1)) & (!occupied).up(),
            surely_mobile: free.count() >= 4,
            pessimistic: is_pessimistic(leave),
        }
    }

    /// The defender's kings against which promoting wins, the attacker's king being on `king`.
    /// `after_taking`: where the attacker, to move, wins in the structure without the pawn (this row).
    fn attacker_wins(&self, king: Square, after_taking: u64) -> u64 {
        let w = king.index();
        let in_check = self.left.defender_hits >> w & 1 != 0;
        if king == self.queen || in_check || self.left.stands(w) == 0 {
            return 0;
        }
        let hits = self.hits(self.queen_hits, king);
        let unsafe_squares = hits.0 | NEAR[w] | self.left.attacker_hits | self.left.pawns.black.0;
        let safe = !unsafe_squares;
        let placements = self.left.defender_room() & !NEAR[w] & !self.queen.set().0;
        let mut wins = placements
            & !self.stalemates(king, placements & !hits.0 & !Bitboard(safe).king_steps().0);
        if Bitboard(safe).contains(self.queen) && after_taking >> self.queen.index() & 1 == 0 {
            wins &= !self.queen.set().king_steps().0;
        }
        if !self.pessimistic {
            for from in self.repliers {
                wins &= !self.reply_holds(king, from);
            }
        }
        wins
    }

    /// The queen's attacks with the attacker's king in its way.
    fn hits(&self, open: Bitboard, king: Square) -> Bitboard {
        if open.contains(king) {
            open - attacks::beyond(self.queen, king)
        } else {
            open
        }
    }

    /// Of the placements in which the defender's king cannot move and is not in check, those
    /// without a legal pawn move.
    fn stalemates(&self, king: Square, stuck: u64) -> u64 {
        if self.surely_mobile || self.pessimistic {
            return 0;
        }
        Bitboard(stuck)
            .filter(|&defender| !self.has_pawn_move(king, defender))
            .fold(0, |set, b| set | b.set().0)
    }

    fn has_pawn_move(&self, king: Square, defender: Square) -> bool {
        let Pawns { white, black } = self.left.pawns;
        let occupied = Bitboard(self.left.occupied)
            .with(self.queen)
            .with(king)
            .with(defender);
        black.into_iter().any(|from| {
            let targets =
                (from.set().down() - occupied) | (from.set().black_pawn_attacks() & white);
            targets.into_iter().any(|to| {
                let after = occupied.without(from).with(to);
                !attacks::queen_attacks(self.queen, after).contains(defender)
            })
        })
    }

    /// The defender's kings with which its promotion in reply is legal and holds.
    fn reply_holds(&self, king: Square, from: Square) -> u64 {
        let to = Square::new(from.index() as u32 - 8);
        if king == to {
            return 0;
        }
        let occupied = Bitboard(self.left.occupied).without(from).with(to);
        let open = attacks::queen_attacks(self.queen, occupied);
        let legal = !self.hits(open, king).0 & !to.set().0;
        legal & !self.answer_wins(king, from, to)
    }

    /// The defender's kings with which the attacker, a queen each, takes the new queen on `reply` or
    /// promotes again.
    fn answer_wins(&self, king: Square, replier: Square, reply: Square) -> u64 {
        let Pawns { white, black } = self.left.pawns;
        let near = NEAR[reply.index()];
        let guarded = black.without(replier).black_pawn_attacks().contains(reply);
        let takes = if near >> king.index() & 1 != 0 && !guarded {
            !near
        } else {
            0
        };
        let occupied = Bitboard(self.left.occupied)
            .without(replier)
            .with(reply)
            .with(self.queen);
        takes | promotions_in_reply(king, white, reply, occupied)
    }
}

/// The defender's kings with which a white pawn may promote although a black queen has come to `queen`.
fn promotions_in_reply(king: Square, white: Bitboard, queen: Square, occupied: Bitboard) -> u64 {
    let mut replies = 0;
    for from in white & Bitboard::rank(6) {
        let to = Square::new(from.index() as u32 + 8);
        if to == king || occupied.contains(to) {
            continue;
        }
        let after = occupied.without(from).with(to);
        let no_check = if attacks::queen_attacks(queen, after).contains(king) {
            attacks::between(queen, king).0
        } else {
            !0
        };
        replies |= no_check & !to.set().0;
    }
    replies
}

fn is_pessimistic<C: Copy>(leave: &Leave<C>) -> bool {
    leave.exit.kind == ExitKind::PessimisticPromotion
}

/// The defender promotes: the placements, the attacker's king on `king`, after which the attacker does not win. All it can do is
/// take the queen; `taken` is where it wins, the defender to move and its own king on the queen's square. In the pessimistic game it may
/// promote in reply too.
fn defender_escapes<C: Copy>(leave: &Leave<C>, king: Square, taken: u64) -> u64 {
    let (before, queen) = (leave.frame, leave.exit.to);
    if king == queen {
        return 0;
    }
    let legal = before.row_waiting(king.index()) & !before.attacker_hits & !queen.set().0;
    let takes = NEAR[queen.index()] >> king.index() & 1 != 0;
    let escapes = if takes { legal & !taken } else { legal };
    if !is_pessimistic(leave) {
        return escapes;
    }
    let occupied = leave.after.pawns.occupied().with(queen);
    escapes & !promotions_in_reply(king, leave.after.pawns.white, queen, occupied)
}
