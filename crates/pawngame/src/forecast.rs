//! Forecasts: about how many positions a proof will take, learned from games that are solved.
//!
//! For every question there are two guesses, what a yes costs and what a no. The logarithm of each is a sum of weights, one for
//! every pair of neighbouring files, whose pawns can stand in 729 ways each. A guess only puts the search in order; no answer
//! rests on it. `scripts/forecasts` finds the weights; they are stored for games that begin with two rows of pawns.

use std::io::Read;
#[cfg(feature = "fitting")]
use std::io::Write;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::board::Board;
use super::rules::{NoMove, Rules};
use peasant::value::Wdl;

/// Squares of a file between both goals.
const SQUARES: u32 = 6;
/// Ways in which pawns of both sides can stand on them.
const WAYS: usize = 729;
/// Pairs of files, either way round.
const PAIRS: usize = WAYS * (WAYS + 1) / 2;
/// What has weights: pairs of neighbours, and then files at the edge of the board.
pub const FEATURES: usize = PAIRS + WAYS;
/// A sum that is larger by so much is a cost that is e times as high.
pub const UNIT: f32 = 16.0;
/// Added to every weight, so that sums are never negative.
const ZERO: i32 = 128;

/// What proofs are expected to cost in a game.
pub struct Forecast {
    pub weights: &'static Weights,
    pub files: usize,
}

/// Guesses for one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// A yes, in units.
    pub yes: u32,
    /// A no.
    pub no: u32,
}

/// The weights for games of a kind: for every feature four bytes, each with [`ZERO`] added. They are for a no and for a yes to
/// the question *do I hold?*, then for a no and for a yes to *do I win?*
pub struct Weights(Box<[u32]>);

/// Weights as they are stored: compressed, for every feature that has been seen its number, as four bytes with the lowest first,
/// and four weights.
macro_rules! kept {
    ($name:literal) => {
        LazyLock::new(|| Weights::read(include_bytes!(concat!("forecast/", $name))))
    };
}

static DRAW: LazyLock<Weights> = kept!("two-rows-draw.z");
static LOSS: LazyLock<Weights> = kept!("two-rows-loss.z");
static ALBURT: LazyLock<Weights> = kept!("two-rows-alburt.z");

impl Forecast {
    /// The forecast for a game, if there are weights for it.
    pub fn of(rules: Rules) -> Option<Forecast> {
        let set = rules.get();
        let weights = match set.no_move {
            NoMove::Draw => &DRAW,
            NoMove::Loss => &LOSS,
            NoMove::Alburt => &ALBURT,
        };
        Forecast::is_known(rules).then(|| Forecast {
            weights,
            files: set.files as usize,
        })
    }

    /// Are there weights for a game?
    pub fn is_known(rules: Rules) -> bool {
        let set = rules.get();
        set.rows == 2 && set.ranks == SQUARES + 2 && set.home_rank == 2
    }

    /// What it costs to answer whether the player to move reaches this.
    pub fn costs(&self, board: &Board, wanted: Wdl) -> Costs {
        let mut sum = 0;
        features(board, self.files, |feature| {
            // Two sums side by side, 16 bits each.
            let weights = self.weights.0[feature] >> if wanted == Wdl::Win { 16 } else { 0 };
            sum += (weights & 0xff) | (weights & 0xff00) << 8;
        });
        let zero = ZERO as u32 * (self.files as u32 + 1);
        Costs {
            yes: (sum >> 16).saturating_sub(zero),
            no: (sum & 0xffff).saturating_sub(zero),
        }
    }
}

impl Weights {
    /// Weights from the form in which they are stored.
    pub fn read(compressed: &[u8]) -> Weights {
        let mut bytes = Vec::new();
        let read = ZlibDecoder::new(compressed).read_to_end(&mut bytes);
        read.expect("the weights are whole");
        let none = u32::from_le_bytes([ZERO as u8; 4]);
        let mut of = vec![none; FEATURES].into_boxed_slice();
        for entry in bytes.chunks_exact(8) {
            let word = |at: usize| {
                u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]])
            };
            of[word(0) as usize] = word(4);
        }
        Weights(of)
    }

    /// All weights changed.
    #[cfg(feature = "fitting")]
    pub fn changed(&self, mut change: impl FnMut(i32) -> i32) -> Weights {
        let mut byte = |byte: u8| (change(i32::from(byte) - ZERO) + ZERO).clamp(0, 255) as u8;
        let word = |word: &u32| u32::from_le_bytes(word.to_le_bytes().map(&mut byte));
        Weights(self.0.iter().map(word).collect())
    }

    /// The form in which weights are stored, in units; what was never seen is left out.
    #[cfg(feature = "fitting")]
    pub fn write(weights: &[[f32; 4]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (feature, weights) in (0u32..).zip(weights) {
            if weights.iter().any(|&weight| weight != 0.0) {
                bytes.extend(feature.to_le_bytes());
                bytes.extend(
                    weights.map(|weight| (weight.round() as i32 + ZERO).clamp(0, 255) as u8),
                );
            }
        }
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
        written.expect("nothing fails in memory")
    }
}

/// Lists the features of a board with so many files.
pub fn features(board: &Board, files: usize, mut visit: impl FnMut(usize)) {
    let (us, them) = (board.us.to_le_bytes(), board.them.to_le_bytes());
    let way = |file: usize| usize::from(THREES[inner(us[file])] + 2 * THREES[inner(them[file])]);
    let first = way(0);
    visit(PAIRS + first);
    let mut before = first;
    for file in 1..files {
        let here = way(file);
        let (low, high) = (before.min(here), before.max(here));
        visit(high * (high + 1) / 2 + low);
        before = here;
    }
    visit(PAIRS + before);
}

/// The inner squares of a file.
fn inner(file: u8) -> usize {
    usize::from(file >> 1) & ((1 << SQUARES) - 1)
}

/// Sets of squares as numbers to the base of three.
const THREES: [u16; 1 << SQUARES] = {
    let mut threes = [0; 1 << SQUARES];
    let mut set = 1;
    while set < threes.len() {
        threes[set] = 3 * threes[set / 2] + (set % 2) as u16;
        set += 1;
    }
    threes
};

#[cfg(test)]
mod tests;
