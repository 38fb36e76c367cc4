//! One fact of the store as bytes: what is proved of a goal.
//!
//! ```text
//! name        20   the rules (1), the structure as the attacker sees it, who plays White: pawns (16), pieces (3)
//! form         1   the bits below
//! effort       8   what has been spent on it
//! more than    8   what is open below costs more
//! looked       2   how deep each bound has been looked into, and one more; 0: not at all
//! fixed pawns  1   solved with its pawns fixed
//! checksum     4   of all the rest
//! bounds       …   planes (`blocks.rs`)
//! ```
//!
//! Numbers are little-endian. The bounds are the planes of the lower bound and, where bounds differ, those of the points that are open
//! between them. The checksum shows damage. It is no seal.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::blocks::{self, Blocks};
use crate::prove::effort::Effort;
use crate::prove::policy::MAX_PIECES;
use crate::prove::tried::Tried;
use crate::slice::{Frame, Wins};
use crate::store::durable::Checksum;
use crate::structure::Structure;

/// By which rules, and with whose help, facts are proved: a byte before the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Domain(pub u8);

impl Domain {
    /// The rules of chess, without help from outside.
    pub const CHESS: Domain = Domain(b'c');
    /// The rules of chess, with tables, which are trusted.
    pub const TABLES: Domain = Domain(b't');
    /// Newborn's rules.
    pub const NEWBORN: Domain = Domain(b'n');

    /// Whose facts hold here: what was proved without tables holds with them.
    pub fn holding(self) -> impl Iterator<Item = Domain> {
        let without = (self == Domain::TABLES).then_some(Domain::CHESS);
        [self].into_iter().chain(without)
    }
}

/// Both bounds are the same.
const EXACT: u8 = 1;
/// There is no upper bound but what is legal and not refuted.
const NO_UPPER: u8 = 2;

/// Bytes of a name.
pub(super) const NAME: usize = 20;

/// Bytes of what has been tried.
const TRIED: usize = 19;

/// Bytes before the bounds.
pub(super) const HEAD: usize = NAME + 1 + TRIED + 4;

/// What is saved of a goal.
#[derive(Clone)]
pub(crate) struct SavedBounds {
    pub lower: Vec<Wins>,
    /// `None`: what is legal and not refuted.
    pub upper: Option<Vec<Wins>>,
    pub tried: Tried,
}

impl SavedBounds {
    /// Narrows bounds by others of the same goal.
    pub fn narrow(&mut self, before: SavedBounds) {
        self.tried = self.tried.or(before.tried);
        each(&mut self.lower, &before.lower, Wins::or);
        match (&mut self.upper, before.upper) {
            (Some(upper), Some(before)) => each(upper, &before, Wins::and),
            (upper @ None, before) => *upper = before,
            (Some(_), None) => {}
        }
    }
}

/// The name of a goal.
pub(crate) fn name(domain: Domain, view: Structure) -> [u8; NAME] {
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
pub(crate) fn pack(name: &[u8; NAME], view: Structure, bounds: SavedBounds) -> Vec<u8> {
    let mut form = 0;
    let mut open = Vec::new();
    match bounds.upper {
        None => form |= NO_UPPER,
        Some(upper) if upper == bounds.lower => form |= EXACT,
        Some(mut upper) => {
            each(&mut upper, &bounds.lower, |upper, lower| {
                upper.and(&lower.complement())
            });
            open = blocks::pack(view, upper);
        }
    }
    let planes = [blocks::pack(view, bounds.lower), open].concat();
    with_head(name, form, bounds.tried, &planes)
}

/// The bytes of a goal of which the planes that are stored are known exactly.
pub(super) fn pack_exact(
    name: &[u8; NAME],
    view: Structure,
    stored: &[Wins],
    effort: Effort,
) -> Vec<u8> {
    let planes = blocks::pack_stored(view, stored);
    with_head(name, EXACT, Tried::effort(effort), &planes)
}

pub(crate) fn with_head(name: &[u8; NAME], form: u8, tried: Tried, planes: &[u8]) -> Vec<u8> {
    let tried = tried_to_bytes(tried);
    let sum = short(sum(&[name, &[form], &tried, planes]));
    [&name[..], &[form], &tried, &sum, planes].concat()
}

fn tried_to_bytes(tried: Tried) -> [u8; TRIED] {
    let mut bytes = [0; TRIED];
    let looked = |depth: Option<u8>| depth.map_or(0, |depth| depth.saturating_add(1));
    let parts = [
        &tried.effort.0.to_le_bytes()[..],
        &tried.more_than.0.to_le_bytes(),
        &tried.looked.map(looked),
        &[u8::from(tried.fixed_pawns)],
    ];
    bytes
        .iter_mut()
        .zip(parts.concat())
        .for_each(|(to, byte)| *to = byte);
    bytes
}

fn tried_of_bytes(bytes: &[u8; TRIED]) -> Tried {
    let ([effort, more_than], &[lower, upper, fixed_pawns]) = bytes.as_chunks::<8>() else {
        return Tried::default();
    };
    let effort_of = |bytes: &[u8; 8]| Effort(u64::from_le_bytes(*bytes));
    Tried {
        effort: effort_of(effort),
        more_than: effort_of(more_than),
        looked: [lower, upper].map(|depth: u8| depth.checked_sub(1)),
        fixed_pawns: fixed_pawns != 0,
    }
}

/// What stands before the planes of a sound fact, and they.
struct Parts<'a> {
    name: &'a [u8; NAME],
    form: u8,
    tried: Tried,
    planes: &'a [u8],
}

impl Parts<'_> {
    /// `None`: it is damaged.
    fn of(fact: &[u8]) -> Option<Parts<'_>> {
        let (head, planes) = fact.split_first_chunk::<HEAD>()?;
        let (name, rest) = head.split_first_chunk::<NAME>()?;
        let (&form, rest) = rest.split_first()?;
        let (tried, its_sum) = rest.split_first_chunk::<TRIED>()?;
        let is_sound = its_sum == short(sum(&[name, &[form], tried, planes]));
        is_sound.then_some(Parts {
            name,
            form,
            tried: tried_of_bytes(tried),
            planes,
        })
    }
}

/// Bounds as they were before they were packed, of legal placements only. `None`: they are damaged, or of another goal.
pub(crate) fn unpack(name: &[u8; NAME], view: Structure, fact: &[u8]) -> Option<SavedBounds> {
    let parts = Parts::of(fact).filter(|parts| parts.name == name)?;
    if view.pieces.len() > MAX_PIECES {
        return None;
    }
    let is = |bit| parts.form & bit != 0;
    let blocks = Blocks::find(view, parts.planes)?;
    let mut lower = blocks.all(parts.planes)?;
    let legal = Frame::new(view).all();
    each(&mut lower, &legal, Wins::and);
    let upper = if is(NO_UPPER) {
        None
    } else if is(EXACT) {
        Some(lower.clone())
    } else {
        let rest = parts.planes.get(blocks.length()..)?;
        let mut upper = Blocks::find(view, rest)?.all(rest)?;
        each(&mut upper, &legal, Wins::and);
        each(&mut upper, &lower, Wins::or);
        Some(upper)
    };
    Some(SavedBounds {
        lower,
        upper,
        tried: parts.tried,
    })
}

/// Where the planes of an exact fact of a goal stand in its bytes. `None`: they are damaged, of another goal, or not exact.
pub(super) fn blocks(name: &[u8; NAME], view: Structure, fact: &[u8]) -> Option<Blocks> {
    let parts = Parts::of(fact)?;
    let is_such = parts.name == name && parts.form & EXACT != 0;
    Blocks::find(view, parts.planes).filter(|_| is_such)
}

/// Is a fact undamaged, and does it stand under its own number?
pub(super) fn is_sound(at: i64, fact: &[u8]) -> bool {
    Parts::of(fact).is_some_and(|parts| number(parts.name) == at)
}

/// Does a fact begin as an exact one of this goal?
pub(super) fn begins_as_exact(name: &[u8; NAME], head: &[u8]) -> bool {
    let rest = head.strip_prefix(name);
    rest.and_then(<[u8]>::first)
        .is_some_and(|form| form & EXACT != 0)
}

/// Combines planes with others, one by one.
fn each(planes: &mut [Wins], others: &[Wins], combine: fn(Wins, &Wins) -> Wins) {
    for (plane, other) in planes.iter_mut().zip(others) {
        *plane = combine(*plane, other);
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
