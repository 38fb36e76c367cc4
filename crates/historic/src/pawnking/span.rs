//! The identities of the patterns once more, set-wise: for all pawns of a side at once, with spans.

use super::pattern::Identity;
use super::quad::{Man, Quad};
use peasant::board::Bitboard;

/// The own pawns that have an identity. Says the same as the patterns, which the tests make sure of.
#[must_use]
pub fn pawns(board: Quad, identity: Identity) -> Bitboard {
    let own = board.get(Man::OwnPawn);
    let enemy = board.get(Man::EnemyPawn);
    match identity {
        Identity::Passed => passed(own, enemy),
        Identity::Protected => own & own.white_pawn_attacks(),
        Identity::Candidate => candidates(own, enemy) - passed(own, enemy),
        Identity::Isolated => own - beside(files(own)),
        Identity::Backward => own & (enemy.black_pawn_attacks().down() - supported(own)),
        Identity::Doubled => own & below(own),
        Identity::Blocked => own & board.occupied().down(),
        Identity::Lever => own & levers(board),
        Identity::Hanging => own & (attacked(board) - guarded(board)),
    }
}

/// The pawns without an enemy pawn ahead on three files.
#[must_use]
pub fn passed(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let ahead = below(enemy);
    own - ahead - beside(ahead)
}

/// Passed or nearly: no enemy pawn ahead on the file, nor on both sides, and a pawn beside or behind.
fn candidates(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let ahead = below(enemy);
    own & (supported(own) - ahead - (ahead.left() & ahead.right()))
}

/// Squares with an own pawn beside or behind on a neighbouring file.
fn supported(own: Bitboard) -> Bitboard {
    beside(own | above(own))
}

/// Pawns that can take, or can step to where they can be taken.
fn levers(board: Quad) -> Bitboard {
    let enemy = board.get(Man::EnemyPawn);
    let free = !board.occupied();
    let contact = enemy.black_pawn_attacks();
    let step = (contact & free).down();
    let double = (step & free).down() & Bitboard::rank(1);
    contact | step | double
}

/// Squares that the enemy attacks.
fn attacked(board: Quad) -> Bitboard {
    board.get(Man::EnemyKing).king_steps() | board.get(Man::EnemyPawn).black_pawn_attacks()
}

/// Squares that the own men guard.
fn guarded(board: Quad) -> Bitboard {
    board.get(Man::OwnKing).king_steps() | board.get(Man::OwnPawn).white_pawn_attacks()
}

/// The squares ahead of white pawns: the front spans.
#[must_use]
pub fn above(set: Bitboard) -> Bitboard {
    let set = set.up();
    let set = set | set.up();
    let set = set | set.up().up();
    set | set.up().up().up().up()
}

/// The squares ahead of black pawns.
#[must_use]
pub fn below(set: Bitboard) -> Bitboard {
    above(set.flip()).flip()
}

/// The squares one file to the left and right.
#[must_use]
pub fn beside(set: Bitboard) -> Bitboard {
    set.left() | set.right()
}

/// All squares of the files on which something stands.
fn files(set: Bitboard) -> Bitboard {
    set | above(set) | below(set)
}
