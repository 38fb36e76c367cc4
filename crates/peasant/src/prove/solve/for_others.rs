//! Slices of another process, solved for it.

use sha2::{Digest, Sha256};

use super::solution;
use crate::prove::elsewhere::{Part, Task, digits};
use crate::prove::game::Played;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Bound;
use crate::prove::graph::planes::{PackedPlanes, Planes};
use crate::rules::Rules;
use crate::structure::{Goal, Structure};

/// Reads planes by their name.
pub type Read<'p> = dyn Fn(&str) -> Option<&'p [u8]> + 'p;

/// Solves a slice for another process: its planes. `planes` reads those that it names. `None`: it is no task, or planes are missing.
#[must_use]
pub fn solve_slice(task: &[u8], planes: &Read) -> Option<Vec<u8>> {
    let task = Task::read(task)?;
    let mut known = KnownBounds::new(Played::by(Rules::Chess), None, None);
    let goal = goal(&mut known, task.view)?;
    known.find_exits(goal);
    set(&mut known, goal, task.bound, &task.known, planes)?;
    for (view, [bound, theirs]) in &task.children {
        let child = self::goal(&mut known, *view)?;
        set(&mut known, child, task.bound, bound, planes)?;
        set(&mut known, child.opponent(), Bound::Lower, theirs, planes)?;
    }
    Some(solution::solve_packed(&known, goal, task.bound).to_bytes())
}

/// The goal of a structure as its attacker sees it.
fn goal(known: &mut KnownBounds, view: Structure) -> Option<Goal> {
    let goal = known.name(view).goal();
    (known.nodes.view(goal) == view).then_some(goal)
}

fn set(
    known: &mut KnownBounds,
    goal: Goal,
    bound: Bound,
    part: &Part,
    planes: &Read,
) -> Option<()> {
    match part {
        // So it is where nothing is known.
        Part::None if bound == Bound::Lower => {}
        Part::All => {}
        Part::None => known.set_bound(goal, bound, None),
        Part::Planes(name) => {
            let planes = planes(&digits(name))?;
            let is_whole = Sha256::digest(planes)[..] == name[..];
            let planes = PackedPlanes::from_bytes(planes).filter(|_| is_whole)?;
            let count = 1 << (6 * known.nodes.pieces(goal));
            known.set_bound(
                goal,
                bound,
                Some(planes).filter(|planes| Planes::Packed(planes).len() == count),
            );
        }
    }
    Some(())
}
