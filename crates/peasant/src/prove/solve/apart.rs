//! Goals of which others solve the slices with two pieces: each slice as soon as what it reads is known, while the rest is solved here.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::iter;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::goal_prover::GoalProver;
use super::solution;
use crate::clock::Instant;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::elsewhere::{self, Elsewhere, LOOK};
use crate::prove::graph::interval::{Bound, Depth};
use crate::prove::graph::planes::PackedPlanes;
use crate::prove::policy::MAX_PIECES;
use crate::structure::{Goal, Reference};

/// What is to be done for a goal.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Both bounds.
    Goal(Depth),
    /// One bound of a goal with two pieces, where so many exits may follow.
    Bound(Bound, u8),
}

/// Goals that are begun and not done.
struct InWork<'o> {
    others: &'o dyn Elsewhere,
    /// So many goals may be in work, as it was known at the last look at the others.
    room: usize,
    looked: Instant,
    goals: HashMap<Goal, Begun>,
    /// Those of which all that they read is known.
    ready: VecDeque<Goal>,
    sender: Sender<Solved>,
    solved: Receiver<Solved>,
}

/// A goal that is begun.
struct Begun {
    work: Work,
    /// So many goals that it reads, or bounds of its own, are not solved yet.
    waits_for: usize,
    /// Those that read it.
    awaited_by: Vec<Goal>,
    /// Its bounds, solved by others from such a revision.
    solved: Vec<(Bound, PackedPlanes)>,
    read: u32,
}

/// A bound that others were asked for, and its planes, if they have solved it.
struct Solved {
    goal: Goal,
    bound: Bound,
    /// All that it reads is exact, so that it is the other bound, too.
    is_exact: bool,
    planes: Option<PackedPlanes>,
}

impl InWork<'_> {
    /// Goals among these and their opponents that are not done.
    fn open_among(&self, goals: impl Iterator<Item = Goal>) -> BTreeSet<Goal> {
        let both = goals.flat_map(|goal| [goal, goal.opponent()]);
        both.filter(|goal| self.goals.contains_key(goal)).collect()
    }

    /// One goal or bound less is waited for. Is that all?
    fn has_all(&mut self, goal: Goal) -> bool {
        self.goals.get_mut(&goal).is_some_and(|begun| {
            begun.waits_for -= 1;
            begun.waits_for == 0
        })
    }
}

impl GoalProver {
    /// Solves goals, the lowest first. Did the budget go far enough?
    pub(super) fn solve_apart(
        &mut self,
        goals: impl Iterator<Item = (Goal, Work)>,
        others: &dyn Elsewhere,
    ) -> Result<bool, Stop> {
        let (sender, solved) = channel();
        let mut in_work = InWork {
            others,
            room: others.side_by_side(),
            looked: Instant::now(),
            goals: HashMap::new(),
            ready: VecDeque::new(),
            sender,
            solved,
        };
        let mut ended = Ok(true);
        for (goal, work) in goals {
            ended = self.begin_apart(&mut in_work, goal, work);
            if ended != Ok(true) {
                break;
            }
        }
        while !in_work.goals.is_empty() {
            match (self.take_in(&mut in_work), ended) {
                // Alone it would have solved all that is begun before it came to its limit.
                (Ok(()), _) | (Err(Stop::Structures), Err(Stop::Structures)) => {}
                (Err(stop), _) => return Err(stop),
            }
        }
        ended
    }

    /// Begins a goal, unless nothing is left of the budget. Was there?
    fn begin_apart(&mut self, in_work: &mut InWork, goal: Goal, work: Work) -> Result<bool, Stop> {
        while in_work.goals.len() >= in_work.room {
            self.take_in(in_work)?;
        }
        let is_open = match work {
            Work::Goal(_) => self.is_open(goal)?,
            Work::Bound(..) if self.account.left() == Effort::NONE => return Ok(false),
            Work::Bound(bound, _) => self.is_bound_open(in_work, goal, bound)?,
        };
        if !is_open {
            self.note_done(goal, work);
            return Ok(true);
        }
        let read = self.known.nodes.children(goal).map(Reference::goal);
        let open = in_work.open_among(read);
        for read in &open {
            let read = in_work.goals.get_mut(read);
            read.into_iter().for_each(|read| read.awaited_by.push(goal));
        }
        if open.is_empty() {
            in_work.ready.push_back(goal);
        }
        let begun = Begun {
            work,
            waits_for: open.len(),
            awaited_by: Vec::new(),
            solved: Vec::new(),
            read: 0,
        };
        in_work.goals.insert(goal, begun);
        self.solve_ready(in_work);
        Ok(true)
    }

    /// Counts a goal. Is there more to do than to look it up?
    fn is_open(&mut self, goal: Goal) -> Result<bool, Stop> {
        let pieces = self.known.nodes.pieces(goal);
        self.count(pieces)?;
        self.known.find_exits(goal);
        Ok(pieces == 0 || !(self.load(goal) || self.solve_pawnless(goal)))
    }

    /// The same for one bound of a goal with two pieces; what is left after trades is solved first, from all that it reads itself.
    fn is_bound_open(
        &mut self,
        in_work: &mut InWork,
        goal: Goal,
        bound: Bound,
    ) -> Result<bool, Stop> {
        if !self.is_large_open(goal)? {
            return Ok(false);
        }
        for trade in self.trades(goal) {
            if !self.are_solved(&[trade], bound, 0) {
                self.known.expand(trade);
                let read = self.known.nodes.child_goals(trade);
                while !in_work.open_among(read.iter().copied()).is_empty() {
                    self.take_in(in_work)?;
                }
            }
        }
        self.look_at_trades(goal, bound)?;
        self.count(MAX_PIECES)?;
        Ok(true)
    }

    /// Solves what is ready, or asks others for it.
    fn solve_ready(&mut self, in_work: &mut InWork) {
        let mut asked = Vec::new();
        while let Some(goal) = in_work.ready.pop_front() {
            let work = in_work.goals.get(&goal).map(|begun| begun.work);
            let is_large = self.known.nodes.pieces(goal) == MAX_PIECES;
            let is_exact = self.known.all_exact(goal);
            let read = self.known.read_now();
            let bounds = match work {
                Some(work) if self.is_unchanged(goal, work) => {
                    self.end_apart(in_work, goal);
                    continue;
                }
                Some(Work::Goal(depth)) if !is_large => {
                    let solution = solution::solve(&self.known, goal, depth);
                    self.keep(goal, solution, read);
                    self.end_apart(in_work, goal);
                    continue;
                }
                Some(Work::Goal(_)) if is_exact => vec![Bound::Lower],
                Some(Work::Goal(_)) => vec![Bound::Lower, Bound::Upper],
                Some(Work::Bound(bound, _)) => vec![bound],
                None => continue,
            };
            if let Some(begun) = in_work.goals.get_mut(&goal) {
                (begun.waits_for, begun.read) = (bounds.len(), read);
            }
            let is_exact = is_exact && matches!(work, Some(Work::Goal(_)));
            asked.extend(bounds.into_iter().map(|bound| (goal, bound, is_exact)));
        }
        let asked = asked.into_iter().map(|(goal, bound, is_exact)| {
            let sender = in_work.sender.clone();
            let answer = move |planes| {
                // Who has given up does not listen any more.
                let _ = sender.send(Solved {
                    goal,
                    bound,
                    is_exact,
                    planes,
                });
            };
            elsewhere::slice(&self.known, goal, bound, in_work.others, answer)
        });
        let asked: Vec<_> = asked.flatten().collect();
        if !asked.is_empty() {
            in_work.others.solve(asked);
        }
    }

    /// Waits for others, takes in what they have solved, and goes on with what was waiting for it.
    fn take_in(&mut self, in_work: &mut InWork) -> Result<(), Stop> {
        if in_work.looked.elapsed() > LOOK {
            in_work.room = in_work.others.side_by_side();
            in_work.looked = Instant::now();
        }
        let Ok(first) = in_work.solved.recv_timeout(LOOK) else {
            let structures = self.work_done() - self.before;
            return self.watch.check(structures, self.bytes_in_work());
        };
        let rest: Vec<Solved> = in_work.solved.try_iter().collect();
        for one in iter::once(first).chain(rest) {
            let (goal, bound) = (one.goal, one.bound);
            let here = || solution::solve_packed(&self.known, goal, bound);
            let planes = one.planes.unwrap_or_else(here);
            let other = one.is_exact.then(|| (!bound, planes.clone()));
            if let Some(begun) = in_work.goals.get_mut(&goal) {
                begun.solved.push((bound, planes));
                begun.solved.extend(other);
            }
            if in_work.has_all(goal) {
                self.end_apart(in_work, goal);
            }
        }
        self.solve_ready(in_work);
        Ok(())
    }

    /// A goal is done.
    fn end_apart(&mut self, in_work: &mut InWork, goal: Goal) {
        let Some(mut begun) = in_work.goals.remove(&goal) else {
            return;
        };
        // The lower one first, whichever came first.
        begun.solved.sort_by_key(|(bound, _)| *bound as usize);
        let bounds: Vec<Bound> = begun.solved.iter().map(|(bound, _)| *bound).collect();
        if !bounds.is_empty() {
            self.known
                .narrow_by_solution(goal, begun.read, &bounds, |known| {
                    for (bound, planes) in begun.solved {
                        known.narrow_packed(goal, bound, planes);
                    }
                });
        }
        self.note_done(goal, begun.work);
        if self.known.nodes.pieces(goal) == MAX_PIECES && matches!(begun.work, Work::Goal(_)) {
            self.known.save_at_once(goal);
        }
        for goal in begun.awaited_by {
            if in_work.has_all(goal) {
                in_work.ready.push_back(goal);
            }
        }
    }

    /// Would it be solved from the same bounds as last time?
    fn is_unchanged(&self, goal: Goal, work: Work) -> bool {
        match work {
            Work::Goal(depth) => {
                self.known.nodes.has_pieces(goal) && self.is_same_again(goal, depth)
            }
            Work::Bound(bound, _) => self.known.is_same_again(goal, bound),
        }
    }

    fn note_done(&mut self, goal: Goal, work: Work) {
        let has_pieces = self.known.nodes.has_pieces(goal);
        let tried = &mut self.known.interval_mut(goal).tried;
        match work {
            Work::Goal(_) => tried.fixed_pawns |= has_pieces,
            Work::Bound(bound, depth) => {
                let looked = &mut tried.looked[bound as usize];
                *looked = Some(depth).max(*looked);
            }
        }
    }
}
