//! One fact of the store as bytes: what is proved of a goal.
//!
//! ```text
//! name        20   the rules (1), the structure as the attacker sees it, who plays White: pawns (16), pieces (3)
//! form         1   the bits below
//! effort       8   what has been spent on it
//! checksum     4   of all the rest
//! bounds       …   compressed (LZ4)
//! ```
//!
//! Numbers are little-endian. The bounds are the planes of the lower bound, or those of the legal points that are not won if they are
//! fewer, and, where bounds differ, of the points that are open between them. The checksum shows damage. It is no seal.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::prove::effort::Effort;
use crate::prove::policy::MAX_PIECES;
use crate::slice::{Frame, Wins};
use crate::store::durable::Checksum;
use crate::store::packed;
use crate::structure::Structure;

/// By which rules, and with whose help, facts are proved: a byte before the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Domain(pub u8);

/// Both bounds are the same.
const EXACT: u8 = 1;
/// There is no upper bound but what is legal and not refuted.
const NO_UPPER: u8 = 2;
/// [`SavedBounds::fixed_pawns`].
const FIXED_PAWNS: u8 = 4;
/// The lower bound is told by what is legal and not won.
const BY_REST: u8 = 8;

/// Bytes of a name.
const NAME: usize = 20;

/// Bytes before the bounds.
const HEAD: usize = NAME + 13;

/// What is saved of a goal.
#[derive(Clone)]
pub(crate) struct SavedBounds {
    pub lower: Vec<Wins>,
    /// `None`: what is legal and not refuted.
    pub upper: Option<Vec<Wins>>,
    /// What has been spent on it.
    pub effort: Effort,
    /// It has been solved with its pawns fixed.
    pub fixed_pawns: bool,
}

impl SavedBounds {
    /// Narrows bounds by others of the same goal.
    pub fn narrow(&mut self, before: SavedBounds) {
        self.effort = self.effort.max(before.effort);
        self.fixed_pawns |= before.fixed_pawns;
        each(&mut self.lower, &before.lower, Wins::or);
        match (&mut self.upper, before.upper) {
            (Some(upper), Some(before)) => each(upper, &before, Wins::and),
            (upper @ None, before) => *upper = before,
            (Some(_), None) => {}
        }
    }
}

/// The name of a goal.
pub(super) fn name(domain: Domain, view: Structure) -> [u8; NAME] {
    let mut name = [0; NAME];
    let [white, black] = [view.pawns.white, view.pawns.black].map(|pawns| pawns.0.to_le_bytes());
    let parts = [&[domain.0][..], &white, &black, &view.pieces.to_codes()];
    name.iter_mut()
        .zip(parts.concat())
        .for_each(|(to, byte)| *to = byte);
    name
}

/// The number under which a goal is looked up; its name tells whether it is the right one.
pub(super) fn number(name: &[u8; NAME]) -> i64 {
    let words = name.chunks(8).map(|bytes| {
        let byte = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        bytes.iter().fold(0, byte)
    });
    words
        .fold(0, |number, word| mixed(number ^ word))
        .cast_signed()
}

/// A number of which every bit hangs on every bit: the last step of MurmurHash3.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}

/// The bytes of a goal and its bounds.
#[expect(
    clippy::indexing_slicing,
    reason = "ours is written: bounds have a plane for each legal one"
)]
pub(super) fn pack(name: &[u8; NAME], view: Structure, bounds: SavedBounds) -> Vec<u8> {
    let mut form = if bounds.fixed_pawns { FIXED_PAWNS } else { 0 };
    let mut lower = bounds.lower;
    match bounds.upper {
        None => form |= NO_UPPER,
        Some(upper) if upper == lower => form |= EXACT,
        Some(mut upper) => {
            each(&mut upper, &lower, |upper, lower| {
                upper.and(&lower.complement())
            });
            lower.extend(upper);
        }
    }
    let legal = Frame::new(view).all();
    if 2 * count(&lower[..legal.len()]) > count(&legal) {
        form |= BY_REST;
        each(&mut lower, &legal, rest);
    }
    little_endian(&mut lower);
    let packed = packed::compress(bytemuck::cast_slice(&lower));
    let effort = bounds.effort.0.to_le_bytes();
    let sum = short(sum(&[name, &[form], &effort, &packed]));
    [&name[..], &[form], &effort, &sum, &packed].concat()
}

/// Bounds as they were before they were packed, of legal placements only. `None`: they are damaged, or of another goal.
pub(super) fn unpack(name: &[u8; NAME], view: Structure, fact: &[u8]) -> Option<SavedBounds> {
    let (head, packed) = fact.split_first_chunk::<HEAD>()?;
    let (of, rest_of_head) = head.split_first_chunk::<NAME>()?;
    let (&form, rest_of_head) = rest_of_head.split_first()?;
    let (effort, its_sum) = rest_of_head.split_first_chunk::<8>()?;
    let is_sound = its_sum == short(sum(&[of, &[form], effort, packed]));
    if of != name || !is_sound || view.pieces.len() > MAX_PIECES {
        return None;
    }
    let legal = Frame::new(view).all();
    let is = |bit| form & bit != 0;
    let holds_one = is(EXACT) || is(NO_UPPER);
    let mut lower = vec![Wins::NONE; if holds_one { 1 } else { 2 } * legal.len()];
    packed::decompress(packed, bytemuck::cast_slice_mut(&mut lower))?;
    little_endian(&mut lower);
    let open = lower.split_off(legal.len());
    let of_legal = if is(BY_REST) { rest } else { Wins::and };
    each(&mut lower, &legal, of_legal);
    let upper = (!is(NO_UPPER)).then(|| {
        let mut upper = lower.clone();
        each(&mut upper, &open, Wins::or);
        each(&mut upper, &legal, Wins::and);
        upper
    });
    Some(SavedBounds {
        lower,
        upper,
        effort: Effort(u64::from_le_bytes(*effort)),
        fixed_pawns: is(FIXED_PAWNS),
    })
}

/// What is legal and not won.
fn rest(won: Wins, legal: &Wins) -> Wins {
    won.complement().and(legal)
}

/// How many points there are.
fn count(planes: &[Wins]) -> u32 {
    let words: &[u64] = bytemuck::cast_slice(planes);
    words.iter().map(|word| word.count_ones()).sum()
}

/// Combines planes with others, one by one.
fn each(planes: &mut [Wins], others: &[Wins], combine: fn(Wins, &Wins) -> Wins) {
    for (plane, other) in planes.iter_mut().zip(others) {
        *plane = combine(*plane, other);
    }
}

/// Rows as they are on disk, and back.
fn little_endian(planes: &mut [Wins]) {
    if cfg!(target_endian = "big") {
        let words: &mut [u64] = bytemuck::cast_slice_mut(planes);
        words.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
}

/// The sum of some parts, each with its length.
fn sum(parts: &[&[u8]]) -> u64 {
    let mut sum = Checksum::new(parts.len() as u64);
    for part in parts {
        sum.add(&(part.len() as u64).to_le_bytes());
        sum.add(part);
    }
    sum.get()
}

/// Half of a sum.
fn short(sum: u64) -> [u8; 4] {
    ((sum >> 32 ^ sum) as u32).to_le_bytes()
}
