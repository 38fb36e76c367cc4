//! How much it takes to prove that White wins, by a look at the men: what he has to deal with still.

use super::weights::Weights;
use crate::board::attacks::attacks;
use crate::board::{Bitboard, Color, Position, Role, Square};

/// The estimate, at least 1.
pub(super) fn estimate(position: &Position, weights: &Weights) -> u32 {
    let look = Look {
        position,
        weights,
        moves: position.turn() == Color::White,
        white: control(position, Color::White),
        black: control(position, Color::Black),
    };
    (look.sum() / Weights::UNIT).max(1)
}

struct Look<'a> {
    position: &'a Position,
    weights: &'a Weights,
    /// Is White to move?
    moves: bool,
    /// What each side attacks.
    white: Bitboard,
    black: Bitboard,
}

impl Look<'_> {
    fn mine(&self, role: Role) -> Bitboard {
        self.position.pieces(Color::White, role)
    }

    fn theirs(&self, role: Role) -> Bitboard {
        self.position.pieces(Color::Black, role)
    }

    fn is_armed(&self) -> bool {
        !(self.mine(Role::Queen) | self.mine(Role::Rook)).is_empty()
    }

    fn sum(&self) -> u32 {
        let w = self.weights;
        let [king, other] = Color::BOTH.map(|color| self.position.king(color));
        let minor = self.theirs(Role::Bishop) | self.theirs(Role::Knight);
        let mut sum: u32 = self.theirs(Role::Pawn).map(|pawn| self.pawn(pawn)).sum();
        sum += w.queen * self.theirs(Role::Queen).count();
        sum += w.rook * self.theirs(Role::Rook).count();
        sum += w.minor * minor.count();
        let hanging = (self.mine(Role::Queen) | self.mine(Role::Rook)) & self.black;
        if !self.moves && !hanging.is_empty() {
            sum += w.hanging;
        }
        sum += w.kings * distance(king, other);
        let taken = self.white | self.position.men(Color::Black);
        sum += w.freedom * (other.set().king_steps() - taken).count();
        if !self.is_armed() {
            sum += self.promotion();
        }
        sum
    }

    /// What a pawn of the other side counts for: it has to be taken or stopped.
    fn pawn(&self, pawn: Square) -> u32 {
        let w = self.weights;
        let made = 6_u32.saturating_sub(pawn.rank());
        let mut worth = if self.is_armed() {
            w.pawn + w.step_squared * made * made
        } else {
            let way = distance(self.position.king(Color::White), pawn);
            w.unarmed_pawn + w.unarmed_step_squared * made * made + w.unarmed_way * way
        };
        if !(below(pawn) & self.position.men(Color::White)).is_empty() {
            worth = worth * w.stopped / Weights::WHOLE;
        } else if !self.is_armed() && self.runs_down(pawn) {
            worth += w.their_runner;
        }
        match (self.white.contains(pawn), self.black.contains(pawn)) {
            (true, true) => worth * w.attacked / Weights::WHOLE,
            (true, false) => worth * w.loose / Weights::WHOLE,
            _ => worth,
        }
    }

    /// Is a pawn of the other side free to run, and White's king too far away?
    fn runs_down(&self, pawn: Square) -> bool {
        let free = (wide(below(pawn)) & self.mine(Role::Pawn)).is_empty();
        let goal = Square::at(pawn.file(), 0);
        free && distance(self.position.king(Color::White), goal)
            > pawn.rank() + u32::from(self.moves)
    }

    /// What it takes to get a queen: by the pawn that is nearest to it.
    fn promotion(&self) -> u32 {
        let ways = self
            .mine(Role::Pawn)
            .filter_map(|pawn| self.way(pawn))
            .min();
        ways.unwrap_or(self.weights.no_passed_pawn)
    }

    /// What it takes by this pawn, if nothing is in its way.
    fn way(&self, pawn: Square) -> Option<u32> {
        let w = self.weights;
        let ahead = above(pawn);
        let free = (ahead & self.position.occupied()).is_empty()
            && (wide(ahead) & self.theirs(Role::Pawn)).is_empty();
        let left = 7 - pawn.rank();
        let goal = Square::at(pawn.file(), 7);
        let other = self.position.king(Color::Black);
        let runs = distance(other, goal) > left.min(5) + u32::from(!self.moves);
        let first = if runs { w.runner } else { w.passed_pawn };
        free.then_some(first + w.step * left)
    }
}

fn distance(one: Square, other: Square) -> u32 {
    let files = one.file().abs_diff(other.file());
    files.max(one.rank().abs_diff(other.rank()))
}

/// The squares of the file below one.
fn below(square: Square) -> Bitboard {
    let lower = Bitboard((1 << (8 * square.rank())) - 1);
    Bitboard::file(square.file()) & lower
}

/// The squares of the file above one.
fn above(square: Square) -> Bitboard {
    Bitboard::file(square.file()) - below(square) - square.set()
}

/// Squares and their neighbours on the files beside.
fn wide(squares: Bitboard) -> Bitboard {
    squares | squares.left() | squares.right()
}

/// The squares that a side attacks.
fn control(position: &Position, color: Color) -> Bitboard {
    let pawns = position.pieces(color, Role::Pawn);
    let by_pawns = match color {
        Color::White => pawns.white_pawn_attacks(),
        Color::Black => pawns.black_pawn_attacks(),
    };
    let occupied = position.occupied();
    let men = |role| position.pieces(color, role).map(move |from| (role, from));
    let pieces = Role::PROMOTIONS.into_iter().flat_map(men);
    let first = by_pawns | position.king(color).set().king_steps();
    pieces.fold(first, |all, (role, from)| {
        all | attacks(role, from, occupied)
    })
}
