//! Checks of the specification of chess: published counts and positions of the literature.

mod naive;

use std::sync::{LazyLock, Mutex};

use naive::chess::{Chess, ChessPosition, Kind};
use naive::{Side, Square, Wdl, name, sample};

/// All tests together solve a class once.
static CHESS: LazyLock<Mutex<Chess>> = LazyLock::new(Mutex::default);

fn value(fen: &str) -> Wdl {
    let mut chess = CHESS.lock().unwrap_or_else(|failed| failed.into_inner());
    chess.value(&ChessPosition::parse(fen))
}

/// Every legal position of the two kings and a white piece.
fn piece_against_king(letter: u8, to_move: Side) -> impl Iterator<Item = ChessPosition> {
    let placings = (0..64 * 64 * 64).map(|n| [n / 64 / 64, n / 64 % 64, n % 64]);
    placings
        .filter(|[white, black, piece]| white != black && white != piece && black != piece)
        .map(move |[white, black, piece]| {
            ChessPosition::of(&[(b'K', white), (b'k', black), (letter, piece)], to_move)
        })
        .filter(|position| !position.board.in_check(position.to_move.other()))
}

/// [loss, draw, win] for the side to move.
fn count(positions: impl Iterator<Item = ChessPosition>) -> [u64; 3] {
    let mut chess = CHESS.lock().unwrap_or_else(|failed| failed.into_inner());
    let mut totals = [0; 3];
    for position in positions {
        totals[chess.value(&position) as usize] += 1;
    }
    totals
}

#[test]
fn queen_and_rook_always_beat_the_king() {
    assert_eq!(
        count(piece_against_king(b'Q', Side::White)),
        [0, 0, 144_508]
    );
    assert_eq!(
        count(piece_against_king(b'R', Side::White)),
        [0, 0, 175_168]
    );
}

#[test]
fn pawn_against_king_has_the_published_totals() {
    let mut totals = [[0; 3]; 2];
    let mut chess = CHESS.lock().unwrap_or_else(|failed| failed.into_inner());
    for structure in sample::one_pawn() {
        for (position, value) in chess.values(&structure) {
            totals[position.to_move as usize][value as usize] += 1;
        }
    }
    let white = [0, 163_328 - 124_960, 124_960];
    let black = [97_604, 168_024 - 97_604, 0];
    assert_eq!(totals, [white, black]);
}

#[test]
fn saavedra() {
    let start = std::time::Instant::now();
    println!("{:?}", value("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"));
    println!("{:?}", start.elapsed());
}
