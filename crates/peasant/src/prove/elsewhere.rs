//! Slices with two pieces and endings of three that other processes solve, on this machine or on others: they need each other by level
//! alone.
//!
//! The task of a slice names a goal, one of its bounds, and what the slice reads: the bounds of what follows. Planes have the SHA-256 of
//! their bytes as their name, so that each travels once, a task names the same answer on every machine, and what is torn is seen.
//!
//! ```text
//! task    version  0: lower bound, 1: upper bound  goal  part: what is known of the bound  children (16 bits): goal  part  part
//!         version  2: an ending of three pieces    three pieces (8 bits each)
//! goal    white pawns (64 bits)  black pawns (64 bits)  three pieces
//! part    0: no wins   1: all that is legal   2: planes, and their name (256 bits)   3: an ending of three pieces, and its name
//! ```
//! Of a child the first part is the bound in question, the second the proved wins of the other player, which refute.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::graph::bounds::KnownBounds;
use super::graph::interval::{Bound, Slot};
use super::graph::planes::{PackedPlanes, Planes};
use super::policy::MAX_PIECES;
use super::store::PackedEnding;
use crate::board::{Bitboard, Pawns};
use crate::structure::{Goal, Pieces, Reference, Structure};

/// Those who solve slices for a proof.
pub trait Elsewhere: Send + Sync {
    /// How many goals may be in work at a time. It is asked again and again, so that they can look for themselves, too.
    fn side_by_side(&self) -> usize;
    /// Are these planes not there yet?
    fn wants(&self, name: &str) -> bool;
    /// Puts planes where all who solve can read them.
    fn put(&self, name: &str, planes: Vec<u8>);
    /// Solves tasks that do not need each other, in any order. It does not wait for them.
    fn solve(&self, asked: Vec<Asked>);
}

/// A task for others.
pub struct Asked {
    /// What is to be solved.
    pub task: Vec<u8>,
    /// Takes the answer.
    pub answer: Answer,
}

/// Takes the answer to a task, from any thread. If it is dropped the task is solved here.
pub struct Answer(Option<Box<Take>>);

type Take = dyn FnOnce(Option<(&str, &[u8])>) + Send;

impl Answer {
    /// The name of the planes that were asked for, and these.
    pub fn with(mut self, name: &str, planes: &[u8]) {
        if let Some(take) = self.0.take() {
            take(Some((name, planes)));
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if let Some(take) = self.0.take() {
            take(None);
        }
    }
}

/// Of the format above.
const VERSION: u8 = 2;

/// Time between looks at the limits, and at whether others are still there.
pub(super) const LOOK: Duration = Duration::from_millis(200);

/// A task that is an ending of three pieces.
const ENDING: u8 = 2;

/// Parts that name planes, and an ending.
const NAMES: [u8; 2] = [2, 3];

/// Bytes of a name.
const NAME: usize = 32;

pub(super) fn digits(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(digits: &str) -> Option<[u8; NAME]> {
    let byte = |at: usize| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..NAME).map(byte).collect();
    bytes?.try_into().ok()
}

/// A task, read.
pub(super) enum Task {
    Slice(SliceTask),
    Ending(Pieces),
}

/// A bound of a slice, and what it reads.
pub(super) struct SliceTask {
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
    Ending([u8; NAME]),
}

impl Task {
    pub fn read(mut bytes: &[u8]) -> Option<Task> {
        let bytes = &mut bytes;
        let task = match take(bytes)? {
            [VERSION, 0] => Task::Slice(SliceTask::read(Bound::Lower, bytes)?),
            [VERSION, 1] => Task::Slice(SliceTask::read(Bound::Upper, bytes)?),
            [VERSION, ENDING] => Task::Ending(Pieces::from_codes(take(bytes)?)?),
            _ => return None,
        };
        bytes.is_empty().then_some(task)
    }
}

impl SliceTask {
    fn read(bound: Bound, bytes: &mut &[u8]) -> Option<SliceTask> {
        let (view, known) = (view(bytes)?, Part::read(bytes)?);
        let count = u16::from_le_bytes(take(bytes)?);
        let child = |_| Some((self::view(bytes)?, [Part::read(bytes)?, Part::read(bytes)?]));
        let children: Option<Vec<_>> = (0..count).map(child).collect();
        Some(SliceTask {
            bound,
            view,
            known,
            children: children?,
        })
    }
}

impl Part {
    fn read(bytes: &mut &[u8]) -> Option<Part> {
        match take(bytes)? {
            [0] => Some(Part::None),
            [1] => Some(Part::All),
            [kind] if kind == NAMES[0] => Some(Part::Planes(take(bytes)?)),
            [kind] if kind == NAMES[1] => Some(Part::Ending(take(bytes)?)),
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

/// Asks for a bound of a goal with two pieces whose exits are known. `None`: it has too many of them, and the answer is taken at once.
pub(super) fn slice(
    known: &KnownBounds,
    goal: Goal,
    bound: Bound,
    elsewhere: &dyn Elsewhere,
    take: impl FnOnce(Option<PackedPlanes>) + Send + 'static,
) -> Option<Asked> {
    let planes = |(name, planes): (&str, &[u8])| {
        let planes = PackedPlanes::from_bytes(planes)?.named(bytes_of(name)?);
        (Planes::Packed(&planes).len() == 1 << (6 * MAX_PIECES)).then_some(planes)
    };
    let take = move |solved: Option<(&str, &[u8])>| take(solved.and_then(planes));
    let answer = Answer(Some(Box::new(take)));
    let task = Writer { known, elsewhere }.slice(goal, bound)?;
    Some(Asked { task, answer })
}

/// Solves endings of three pieces, as far as it can be done elsewhere.
pub(super) fn endings(asked: &[Pieces], elsewhere: &dyn Elsewhere) -> Vec<Option<PackedEnding>> {
    let mut solved: Vec<Option<PackedEnding>> = asked.iter().map(|_| None).collect();
    let (sender, answers) = channel();
    let ask = |(number, pieces): (usize, &Pieces)| {
        let (pieces, sender) = (*pieces, sender.clone());
        let take = move |solved: Option<(&str, &[u8])>| {
            let ending = |(_, fact): (_, &[u8])| PackedEnding::of(pieces, fact.to_vec(), false);
            let ending = solved.and_then(ending);
            // Who has given up does not listen any more.
            let _ = sender.send((number, ending));
        };
        Asked {
            task: [&[VERSION, ENDING], &pieces.to_codes()[..]].concat(),
            answer: Answer(Some(Box::new(take))),
        }
    };
    elsewhere.solve(asked.iter().enumerate().map(ask).collect());
    drop(sender);
    loop {
        match answers.recv_timeout(LOOK) {
            Ok((number, ending)) => solved[number] = ending,
            // Who is gone gives the answers back when asked.
            Err(RecvTimeoutError::Timeout) => {
                elsewhere.side_by_side();
            }
            Err(RecvTimeoutError::Disconnected) => return solved,
        }
    }
}

/// Writes tasks; the planes that they read are put where they can be read.
struct Writer<'p> {
    known: &'p KnownBounds,
    elsewhere: &'p dyn Elsewhere,
}

impl Writer<'_> {
    /// The task of a bound whose exits are known. `None`: it has too many.
    fn slice(&self, goal: Goal, bound: Bound) -> Option<Vec<u8>> {
        let known = self.known;
        let mut bytes = vec![VERSION, u8::from(bound == Bound::Upper)];
        self.view(&mut bytes, goal);
        self.part(&mut bytes, goal, bound);
        let mut children: Vec<Goal> = known.nodes.children(goal).map(Reference::goal).collect();
        children.sort_unstable_by_key(|child| (child.node, child.attacker as usize));
        children.dedup();
        bytes.extend(u16::try_from(children.len()).ok()?.to_le_bytes());
        for child in children {
            self.view(&mut bytes, child);
            self.part(&mut bytes, child, bound);
            match known.interval(child).slot(bound) {
                Slot::ALL => self.part(&mut bytes, child.opponent(), Bound::Lower),
                _ => bytes.push(0),
            }
        }
        Some(bytes)
    }

    fn view(&self, bytes: &mut Vec<u8>, goal: Goal) {
        let view = self.known.nodes.view(goal);
        for pawns in [view.pawns.white, view.pawns.black] {
            bytes.extend(pawns.0.to_le_bytes());
        }
        bytes.extend(view.pieces.to_codes());
    }

    fn part(&self, bytes: &mut Vec<u8>, goal: Goal, bound: Bound) {
        let slot = self.known.interval(goal).slot(bound);
        match (slot, slot.three_pieces()) {
            (Slot::NONE, _) => bytes.push(0),
            (Slot::ALL, _) => bytes.push(1),
            (_, Some(number)) => {
                let ending = self.known.three_pieces.get(number);
                let name = ending.name(|bytes| Sha256::digest(bytes).into());
                self.named(bytes, NAMES[1], name, || ending.fact().to_vec());
            }
            _ => {
                let packed;
                let planes = match self.known.planes_of(goal, bound) {
                    Planes::Packed(planes) => planes,
                    Planes::Plain(planes) => {
                        packed = PackedPlanes::of(planes);
                        &packed
                    }
                };
                let name = planes.name(|bytes| Sha256::digest(bytes).into());
                self.named(bytes, NAMES[0], name, || planes.to_bytes());
            }
        }
    }

    fn named(
        &self,
        bytes: &mut Vec<u8>,
        kind: u8,
        name: &[u8; NAME],
        planes: impl FnOnce() -> Vec<u8>,
    ) {
        let digits = digits(name);
        if self.elsewhere.wants(&digits) {
            self.elsewhere.put(&digits, planes());
        }
        bytes.push(kind);
        bytes.extend(name);
    }
}

#[cfg(test)]
mod tests;
