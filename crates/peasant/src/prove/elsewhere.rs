//! Slices with two pieces that other processes solve, on this machine or on others: they need each other by level alone.
//!
//! A task names a goal, one of its bounds, and what the slice reads: the bounds of what follows. Planes have the SHA-256 of their bytes as
//! their name, so that each travels once, a task names the same answer on every machine, and what is torn is seen.
//!
//! ```text
//! task    version  bound  goal  part: what is known of the bound  children (16 bits): goal  part  part
//! goal    white pawns (64 bits)  black pawns (64 bits)  three pieces (8 bits each)
//! part    0: no wins   1: all that is legal   2: planes, and their name (256 bits)
//! ```
//! Of a child the first part is the bound in question, the second the proved wins of the other player, which refute.

use sha2::{Digest, Sha256};

use super::graph::bounds::KnownBounds;
use super::graph::interval::{Bound, Slot};
use super::graph::planes::{PackedPlanes, Planes};
use super::policy::MAX_PIECES;
use crate::board::{Bitboard, Pawns};
use crate::structure::{Goal, Pieces, Reference, Structure};

/// Those who solve slices for a proof.
pub trait Elsewhere: Send + Sync {
    /// How many slices are handed over at a time, if there are as many.
    fn side_by_side(&self) -> usize;
    /// Are these planes not there yet?
    fn wants(&self, name: &str) -> bool;
    /// Puts planes where all who solve can read them.
    fn put(&self, name: &str, planes: Vec<u8>);
    /// Solves slices that do not need each other: their planes by name, which are put there already; `None` for those that must be
    /// solved here.
    fn solve(&self, tasks: Vec<Vec<u8>>) -> Vec<Option<(String, Vec<u8>)>>;
}

/// Of the format above.
const VERSION: u8 = 1;

/// A part that names planes.
const PLANES: u8 = 2;

/// Bytes of a name.
const NAME: usize = 32;

/// The name of planes: the SHA-256 of their bytes, in hexadecimal digits.
#[must_use]
pub fn planes_name(planes: &[u8]) -> String {
    digits(&Sha256::digest(planes))
}

pub(super) fn digits(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(digits: &str) -> Option<[u8; NAME]> {
    let byte = |at: usize| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..NAME).map(byte).collect();
    bytes?.try_into().ok()
}

/// The names of the planes that a task reads. `None`: it is none.
#[must_use]
pub fn planes_of_slice(task: &[u8]) -> Option<Vec<String>> {
    let task = Task::read(task)?;
    let children = task.children.iter().flat_map(|(_, parts)| parts);
    let parts = children.chain([&task.known]);
    let names = parts.filter_map(|part| match part {
        Part::Planes(name) => Some(digits(name)),
        Part::None | Part::All => None,
    });
    Some(names.collect())
}

/// A task, read.
pub(super) struct Task {
    pub bound: Bound,
    pub view: Structure,
    pub known: Part,
    pub children: Vec<(Structure, [Part; 2])>,
}

/// What is known of a bound.
pub(super) enum Part {
    None,
    All,
    Planes([u8; NAME]),
}

impl Task {
    pub fn read(mut bytes: &[u8]) -> Option<Task> {
        let bytes = &mut bytes;
        let [VERSION, bound] = take(bytes)? else {
            return None;
        };
        let bound = if bound == 0 {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let (view, known) = (view(bytes)?, Part::read(bytes)?);
        let count = u16::from_le_bytes(take(bytes)?);
        let child = |_| Some((self::view(bytes)?, [Part::read(bytes)?, Part::read(bytes)?]));
        let children: Option<Vec<_>> = (0..count).map(child).collect();
        let children = children?;
        bytes.is_empty().then_some(Task {
            bound,
            view,
            known,
            children,
        })
    }
}

impl Part {
    fn read(bytes: &mut &[u8]) -> Option<Part> {
        match take(bytes)? {
            [0] => Some(Part::None),
            [1] => Some(Part::All),
            [PLANES] => Some(Part::Planes(take(bytes)?)),
            _ => None,
        }
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn view(bytes: &mut &[u8]) -> Option<Structure> {
    let [white, black] =
        [take(bytes)?, take(bytes)?].map(|pawns| Bitboard(u64::from_le_bytes(pawns)));
    let pawns = Pawns { white, black };
    let pieces = Pieces::from_codes(take(bytes)?)?;
    (white & black)
        .is_empty()
        .then_some(Structure::new(pawns, pieces))
}

/// Solves bounds of goals with two pieces that do not need each other, as far as it can be done elsewhere.
pub(super) fn solve(
    known: &KnownBounds,
    asked: &[(Goal, Bound)],
    elsewhere: &dyn Elsewhere,
) -> Vec<Option<PackedPlanes>> {
    let tasks = asked
        .iter()
        .map(|&(goal, bound)| task(known, goal, bound, elsewhere));
    let tasks: Vec<Option<Vec<u8>>> = tasks.collect();
    let mut solved = elsewhere
        .solve(tasks.iter().flatten().cloned().collect())
        .into_iter();
    let planes = |task: &Option<Vec<u8>>| {
        let (name, planes) = task.as_ref().and_then(|_| solved.next()).flatten()?;
        let planes = PackedPlanes::from_bytes(&planes)?.named(bytes_of(&name)?);
        (Planes::Packed(&planes).len() == 1 << (6 * MAX_PIECES)).then_some(planes)
    };
    tasks.iter().map(planes).collect()
}

/// The task of a bound whose exits are known; its planes are put where they can be read. `None`: it hangs on three pieces, which are not handed
/// over.
fn task(
    known: &KnownBounds,
    goal: Goal,
    bound: Bound,
    elsewhere: &dyn Elsewhere,
) -> Option<Vec<u8>> {
    let mut bytes = vec![VERSION, u8::from(bound == Bound::Upper)];
    write_view(&mut bytes, known.nodes.view(goal));
    write_part(&mut bytes, known, goal, bound, elsewhere)?;
    let mut children: Vec<Goal> = known.nodes.children(goal).map(Reference::goal).collect();
    children.sort_unstable_by_key(|child| (child.node, child.attacker as usize));
    children.dedup();
    bytes.extend(u16::try_from(children.len()).ok()?.to_le_bytes());
    for child in children {
        write_view(&mut bytes, known.nodes.view(child));
        write_part(&mut bytes, known, child, bound, elsewhere)?;
        match known.interval(child).slot(bound) {
            Slot::ALL => write_part(&mut bytes, known, child.opponent(), Bound::Lower, elsewhere)?,
            _ => bytes.push(0),
        }
    }
    Some(bytes)
}

fn write_view(bytes: &mut Vec<u8>, view: Structure) {
    for pawns in [view.pawns.white, view.pawns.black] {
        bytes.extend(pawns.0.to_le_bytes());
    }
    bytes.extend(view.pieces.to_codes());
}

fn write_part(
    bytes: &mut Vec<u8>,
    known: &KnownBounds,
    goal: Goal,
    bound: Bound,
    elsewhere: &dyn Elsewhere,
) -> Option<()> {
    match known.interval(goal).slot(bound) {
        Slot::NONE => bytes.push(0),
        Slot::ALL => bytes.push(1),
        slot if slot.three_pieces().is_some() || !known.nodes.has_pieces(goal) => return None,
        _ => {
            let packed;
            let planes = match known.planes_of(goal, bound) {
                Planes::Packed(planes) => planes,
                Planes::Plain(planes) => {
                    packed = PackedPlanes::of(planes);
                    &packed
                }
            };
            let name = planes.name(|bytes| Sha256::digest(bytes).into());
            let digits = digits(name);
            if elsewhere.wants(&digits) {
                elsewhere.put(&digits, planes.to_bytes());
            }
            bytes.push(PLANES);
            bytes.extend(name);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests;
