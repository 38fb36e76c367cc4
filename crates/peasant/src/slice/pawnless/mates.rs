//! In how many plies the attacker mates in an ending without pawns, up to the eight symmetries of the board; or has a queen or a rook
//! against the bare king.
//!
//! Whatever is taken on the way, the attacker to move mates in an odd number of plies, and waits for an even one. So a round of the solver
//! is two plies, for each of which the ending that a capture leads to is counted as far.

use super::{Solver, Taken};
use crate::board::{Color, Role};
use crate::slice::numbers::Numbers;
use crate::slice::plane::Placement;
use crate::slice::simd::vectorised;
use crate::slice::stored_planes::{as_it_is, stored, stored_planes};
use crate::slice::{Point, Wins};
use crate::structure::Pieces;

/// Plies to mate and one, for every placement of an ending of one or two pieces.
pub(crate) struct Mates {
    /// By stored plane.
    numbers: Numbers,
    pieces: usize,
}

impl Mates {
    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.numbers.bytes()
    }

    /// The number of a point; 0 where the attacker does not win.
    pub fn at(&self, point: Point) -> u8 {
        let (plane, turn) = stored(&point.placement);
        let seen = Point {
            attacker: turn.apply(point.attacker),
            defender: turn.apply(point.defender),
            ..point
        };
        self.numbers.at(plane, seen)
    }

    /// The placements with a number up to this one, in one plane.
    pub fn within(&self, placement: &Placement, number: u8) -> Wins {
        let (plane, turn) = stored(placement);
        as_it_is(&self.numbers.within(plane, number), turn)
    }

    /// Is this one of the numbers?
    pub fn has(&self, number: u8) -> bool {
        self.numbers.has(number)
    }

    /// The largest number.
    pub fn longest(&self) -> u8 {
        self.numbers.longest()
    }

    /// All planes within a number.
    fn planes(&self, number: u8) -> Vec<Wins> {
        let planes = 0..1 << (6 * self.pieces);
        let placements = planes.map(|plane| Placement::of_plane(self.pieces, plane));
        placements
            .map(|there| self.within(&there, number))
            .collect()
    }
}

/// What is counted as the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Mate,
    /// That, or a queen or rook against the bare king.
    BareKing,
}

/// Counts how far the end is in an ending of one or two pieces that is none itself, and in those that captures lead to. `None`: there is
/// none, for want of a piece.
pub(crate) fn count_mates(pieces: Pieces, end: End) -> Option<Mates> {
    let left = |place| count_mates(pieces.without(place), End::Mate);
    pieces.any_of(Color::White).then(|| {
        let left: Vec<_> = (0..pieces.len()).map(left).collect();
        count(pieces, &left, end)
    })
}

/// Is a capture that leaves these pieces the end?
fn is_plain(left: Pieces) -> bool {
    let arms = [Role::Queen, Role::Rook].map(|role| (Color::White, role));
    left.iter().any(|piece| arms.contains(&piece))
}

vectorised! {
    /// Counts, where the endings that captures lead to are counted.
    fn [] count(pieces: Pieces, left: &[Option<Mates>], end: End) -> Mates {
        let mut numbers = Numbers::new(stored_planes(pieces.len()));
        // Only the attacker's captures can be the end: who is to take a piece of its own has none.
        let at_once = |place| end == End::BareKing && is_plain(pieces.without(place));
        let planes = |lost: u8| -> Vec<_> {
            let planes = left.iter().enumerate().map(|(place, mates)| {
                let number = if at_once(place) { u8::MAX } else { lost };
                mates.as_ref().map(|mates| mates.planes(number))
            });
            planes.collect()
        };
        let last = left.iter().flatten().map(Mates::longest).max().unwrap_or(0);
        let mut solver = Solver::new(pieces);
        solver.look_at_moves();
        for lost in (1..=u8::MAX).step_by(2) {
            let won = lost + 1;
            let is_new = |number| left.iter().flatten().any(|mates| mates.has(number));
            let planes = match lost == 1 || is_new(lost - 1) || is_new(lost) {
                true => planes(lost),
                false => Vec::new(),
            };
            let taken: Taken = std::array::from_fn(|place| planes.get(place)?.as_deref());
            solver.find_refuges();
            if !planes.is_empty() {
                solver.look_at_captures(&taken);
            }
            let fresh = solver.lose_all(&mut |plane, set| numbers.write(plane, false, set, lost));
            if !planes.is_empty() {
                solver.take(&taken, &mut |plane, set| numbers.write(plane, true, set, won));
            }
            solver.win_all(&fresh, &mut |plane, set| numbers.write(plane, true, set, won));
            if solver.fresh.is_empty() && won > last {
                break;
            }
        }
        Mates { numbers, pieces: pieces.len() }
    }
}
