//! Keys of positions: a random number for each man on each square, all of them exclusive-or.

use peasant::Position;
use peasant::board::{Color, Role};

/// By colour, kind and square.
static MEN: [[[u64; 64]; 6]; 2] = men();
/// Black is to move.
const BLACK: u64 = mixed(1 << 20);
/// Something can be taken en passant; times the file is different for each file.
const EN_PASSANT: u64 = mixed(1 << 21) | 1;

/// The key of a position; positions that differ have different ones, but for chance.
pub(crate) fn key(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::BOTH {
        for role in Role::ALL {
            for square in position.pieces(color, role) {
                key ^= MEN[color as usize][role as usize][square.index()];
            }
        }
    }
    if position.turn() == Color::Black {
        key ^= BLACK;
    }
    let file = position.en_passant().map_or(0, |square| square.file() + 1);
    key ^ EN_PASSANT.wrapping_mul(u64::from(file))
}

const fn men() -> [[[u64; 64]; 6]; 2] {
    let mut men = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 2 * 6 * 64 {
        men[n / 384][n / 64 % 6][n % 64] = mixed(n as u64);
        n += 1;
    }
    men
}

/// The n-th number of the generator SplitMix64 (Steele, Lea and Flood 2014).
const fn mixed(n: u64) -> u64 {
    let z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
