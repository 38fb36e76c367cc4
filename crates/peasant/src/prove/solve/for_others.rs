//! What another process asks for, solved for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::solution;
use crate::prove::elsewhere::{Part, SliceTask, Task, digits};
use crate::prove::game::Played;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Bound;
use crate::prove::graph::planes::{PackedPlanes, Planes};
use crate::prove::store::{Endings, PackedEnding, Saved};
use crate::rules::Rules;
use crate::structure::{Goal, Pieces, Structure};

/// Reads planes by their name.
pub type Read<'r> = dyn FnMut(&str) -> Option<Vec<u8>> + 'r;

/// Solves slices for other processes, on any number of threads. It keeps what it has read last: most slices read what others have read.
pub struct SliceSolver {
    most: usize,
    kept: Mutex<Kept>,
}

/// By name what was read, how many bytes it takes, and when it was used last.
#[derive(Default)]
struct Kept {
    things: HashMap<[u8; 32], (Thing, usize, u64)>,
    bytes: usize,
    clock: u64,
}

#[derive(Clone)]
enum Thing {
    Planes(PackedPlanes),
    Ending(Pieces, Arc<PackedEnding>),
}

impl SliceSolver {
    /// One that keeps so many bytes of planes.
    #[must_use]
    pub fn new(bytes: usize) -> SliceSolver {
        SliceSolver {
            most: bytes,
            kept: Mutex::default(),
        }
    }

    /// Solves what another process asks for: its planes, and their name, the SHA-256 of their bytes in hexadecimal digits. `None`: it is no
    /// task, or planes are missing or torn.
    #[must_use]
    pub fn solve(&self, task: &[u8], read: &mut Read) -> Option<(String, Vec<u8>)> {
        match Task::read(task)? {
            Task::Ending(pieces) => {
                let ending = Endings::default().solve(pieces, &Saved::default(), &mut || Ok(()));
                let fact = ending.ok()?.fact().to_vec();
                Some((digits(&Sha256::digest(&fact)), fact))
            }
            Task::Slice(slice) => self.solve_slice(&slice, read),
        }
    }

    fn solve_slice(&self, task: &SliceTask, read: &mut Read) -> Option<(String, Vec<u8>)> {
        let mut known = KnownBounds::new(Played::by(Rules::Chess), None, None);
        let goal = goal(&mut known, task.view)?;
        known.find_exits(goal);
        self.set(&mut known, goal, task.bound, &task.known, read)?;
        for (view, [bound, theirs]) in &task.children {
            let child = self::goal(&mut known, *view)?;
            self.set(&mut known, child, task.bound, bound, read)?;
            self.set(&mut known, child.opponent(), Bound::Lower, theirs, read)?;
        }
        let solved = solution::solve_packed(&known, goal, task.bound);
        let bytes = solved.to_bytes();
        let name: [u8; 32] = Sha256::digest(&bytes).into();
        self.keep(name, Thing::Planes(solved), bytes.len());
        Some((digits(&name), bytes))
    }

    fn set(
        &self,
        known: &mut KnownBounds,
        goal: Goal,
        bound: Bound,
        part: &Part,
        read: &mut Read,
    ) -> Option<()> {
        let view = known.nodes.view(goal);
        match part {
            // So it is where nothing is known.
            Part::None if bound == Bound::Lower => {}
            Part::All => {}
            Part::None => known.set_bound(goal, bound, None),
            Part::Planes(name) => {
                let decode = |bytes: Vec<u8>| PackedPlanes::from_bytes(&bytes).map(Thing::Planes);
                let Thing::Planes(planes) = self.thing(name, read, decode)? else {
                    return None;
                };
                let count = 1 << (6 * known.nodes.pieces(goal));
                let is_such = Planes::Packed(&planes).len() == count;
                is_such.then(|| known.set_bound(goal, bound, Some(planes)))?;
            }
            Part::Ending(name) => {
                let decode = |bytes| {
                    let ending = PackedEnding::of(view.pieces, bytes, false)?;
                    Some(Thing::Ending(view.pieces, Arc::new(ending)))
                };
                let Thing::Ending(pieces, ending) = self.thing(name, read, decode)? else {
                    return None;
                };
                let is_such = pieces == view.pieces && view.is_pawnless();
                is_such.then(|| known.adopt(goal, ending))?;
            }
        }
        Some(())
    }

    /// What has a name: kept, or read now.
    fn thing(
        &self,
        name: &[u8; 32],
        read: &mut Read,
        decode: impl FnOnce(Vec<u8>) -> Option<Thing>,
    ) -> Option<Thing> {
        if let Some(thing) = self.locked().find(name) {
            return Some(thing);
        }
        let bytes = read(&digits(name))?;
        let is_whole = Sha256::digest(&bytes)[..] == name[..];
        let length = bytes.len();
        let thing = decode(bytes).filter(|_| is_whole)?;
        self.keep(*name, thing.clone(), length);
        Some(thing)
    }

    fn keep(&self, name: [u8; 32], thing: Thing, bytes: usize) {
        self.locked().keep(name, thing, bytes, self.most);
    }

    fn locked(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, name: &[u8; 32]) -> Option<Thing> {
        self.clock += 1;
        let (thing, _, used) = self.things.get_mut(name)?;
        *used = self.clock;
        Some(thing.clone())
    }

    /// Keeps a thing, and drops those that were not used for longest if there are more than so many bytes.
    fn keep(&mut self, name: [u8; 32], thing: Thing, bytes: usize, most: usize) {
        self.clock += 1;
        let before = self.things.insert(name, (thing, bytes, self.clock));
        self.bytes += bytes - before.map_or(0, |(_, bytes, _)| bytes);
        while self.bytes > most {
            let oldest = self.things.iter().min_by_key(|(_, (_, _, used))| *used);
            let Some(name) = oldest.map(|(name, _)| *name) else {
                return;
            };
            let dropped = self.things.remove(&name);
            self.bytes -= dropped.map_or(0, |(_, bytes, _)| bytes);
        }
    }
}

/// The goal of a structure as its attacker sees it.
fn goal(known: &mut KnownBounds, view: Structure) -> Option<Goal> {
    let goal = known.name(view).goal();
    (known.nodes.view(goal) == view).then_some(goal)
}
