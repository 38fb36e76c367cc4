//! The eager solver: every structure below the root, level by level, in parallel.
//!
//! A structure's level is the number of pawn steps left in it; every exit leads to a lower level. So
//! the structures are found from the highest level down and solved from the lowest up, and those
//! of one level are independent of each other.

use std::sync::Mutex;

use super::parallel::in_pieces;
#[cfg(test)]
use crate::board::Color;
use crate::board::Pawns;
use crate::limits::{Stop, Watch};
use crate::slice::{self, Children, Placement, Point, Wins};
use crate::store::pages::Pages;
use crate::structure::exits::for_each_newborn;
use crate::structure::{Exit, Pieces, Reference, StructureMap, Symmetry, canonical};

/// Every structure below a root, solved for both players.
pub(crate) struct Eager {
    /// Sorted by level, lowest first.
    structures: Vec<Pawns>,
    index: Index,
    /// Both sides' wins of each structure, in turn.
    wins: Pages<Wins>,
}

/// Where each structure stands, in a map for each level.
struct Index {
    levels: Vec<StructureMap<Pawns, u32>>,
}

impl Index {
    fn get(&self, structure: Pawns) -> Option<usize> {
        let level = self.levels.get(level(structure))?;
        level.get(&structure).map(|&index| index as usize)
    }
}

/// What one solved structure takes, in bytes, its name included.
pub const BYTES_PER_STRUCTURE: u64 =
    (size_of::<[Wins; 2]>() + 2 * size_of::<Pawns>() + 2 * size_of::<u32>()) as u64;

impl Eager {
    /// Finds and solves every structure below the roots.
    pub fn solve(roots: &[Pawns], threads: usize, watch: &Watch) -> Result<Eager, Stop> {
        let levels = find(roots, threads, watch)?;
        let mut eager = Eager::sorted(levels);
        eager.solve_all(threads, watch)?;
        Ok(eager)
    }

    pub fn len(&self) -> usize {
        self.structures.len()
    }

    /// Does the attacker win? `None` if the structure is not below the root.
    pub fn wins(&self, view: Pawns, point: Point) -> Option<bool> {
        if view.white.is_empty() {
            return Some(false);
        }
        let (structure, symmetry) = canonical(view);
        let name = Reference::new(self.index.get(structure)?, symmetry);
        let point = point.through(symmetry.mirror_part(), Pieces::NONE);
        Some(wins_of(self.wins.all(), name).contains(point))
    }

    /// The distance of a won point in plies.
    pub fn distance(&self, view: Pawns, point: Point) -> Option<u16> {
        let below = Below {
            index: &self.index,
            solved: self.wins.all(),
        };
        let exits = below.exits(view);
        slice::stages_of_pawns(view, &exits, &below).distance(point)
    }

    /// Every structure as either attacker sees it, with the attacker's wins.
    #[cfg(test)]
    pub fn for_each(&self, mut visit: impl FnMut(Pawns, &Wins)) {
        for (pawns, wins) in self.structures.iter().zip(self.wins.all().chunks_exact(2)) {
            for (attacker, wins) in Color::BOTH.into_iter().zip(wins) {
                visit(Symmetry::for_player(attacker).apply(*pawns), wins);
            }
        }
    }

    fn sorted(mut levels: Vec<StructureMap<Pawns, u32>>) -> Eager {
        let mut structures = Vec::with_capacity(levels.iter().map(StructureMap::len).sum());
        for level in &mut levels {
            for (&structure, index) in level {
                *index = structures.len() as u32;
                structures.push(structure);
            }
        }
        Eager {
            structures,
            index: Index { levels },
            wins: Pages::new(0),
        }
    }

    fn solve_all(&mut self, threads: usize, watch: &Watch) -> Result<(), Stop> {
        let Eager {
            structures,
            index,
            wins,
        } = self;
        *wins = Pages::new(2 * structures.len());
        let (pairs, _) = wins.all_mut().as_chunks_mut::<2>();
        let mut done = 0;
        for level in &index.levels {
            watch.check(0, done as u64 * BYTES_PER_STRUCTURE)?;
            let (solved, rest) = pairs.split_at_mut(done);
            let (open, _) = rest.split_at_mut(level.len());
            let names = &structures[done..done + level.len()];
            let below = Below {
                index,
                solved: solved.as_flattened(),
            };
            in_pieces(
                names,
                open,
                threads,
                || (),
                |(), &pawns, slot| *slot = below.solve(pawns),
                drop,
            );
            done += level.len();
            watch.report(
                done as u64,
                Some(structures.len() as u64),
                done as u64 * BYTES_PER_STRUCTURE,
            );
        }
        Ok(())
    }
}

/// The solved structures of the lower levels.
struct Below<'a> {
    index: &'a Index,
    solved: &'a [Wins],
}

/// Where the attacker wins in a structure that may be a mirror image of the one that is stored.
#[inline(always)]
fn wins_of(solved: &[Wins], name: Reference) -> &Wins {
    let goal = name.goal();
    &solved[goal.node * 2 + goal.attacker as usize]
}

impl Below<'_> {
    fn solve(&self, pawns: Pawns) -> [Wins; 2] {
        let mut exits = self.exits(pawns);
        let white = slice::solve_pawns(pawns, &exits, self);
        for exit in &mut exits {
            *exit = Symmetry::FLIP.apply(*exit);
        }
        [white, slice::solve_pawns(pawns.flip(), &exits, self)]
    }

    fn exits(&self, pawns: Pawns) -> Vec<Exit<Reference>> {
        let mut exits = Vec::with_capacity(32);
        for_each_newborn(pawns, |exit| exits.push(exit.map(|child| self.name(child))));
        exits
    }

    fn name(&self, child: Pawns) -> Reference {
        let (structure, symmetry) = canonical(child);
        let index = self
            .index
            .get(structure)
            .expect("every structure below the root was found");
        Reference::new(index, symmetry)
    }
}

impl Children<Reference> for Below<'_> {
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        child: &Reference,
        _: &Placement,
        scratch: &'a mut Option<Wins>,
    ) -> &'a Wins {
        let wins = wins_of(self.solved, *child);
        if child.symmetry().mirrors() {
            scratch.insert(wins.mirror())
        } else {
            wins
        }
    }
}

/// Finds every structure below the roots: a set for each level.
fn find(
    roots: &[Pawns],
    threads: usize,
    watch: &Watch,
) -> Result<Vec<StructureMap<Pawns, u32>>, Stop> {
    let top = roots.iter().map(|root| level(*root)).max().unwrap_or(0);
    let mut levels: Vec<StructureMap<Pawns, u32>> = vec![StructureMap::default(); top + 1];
    for root in roots {
        let (root, _) = canonical(*root);
        levels[level(root)].insert(root, 0);
    }
    let mut found = 0;
    for level in (0..=top).rev() {
        watch.check(found as u64, found as u64 * BYTES_PER_STRUCTURE)?;
        let parents: Vec<Pawns> = levels[level].keys().copied().collect();
        let (lower, _) = levels.split_at_mut(level);
        spread(&parents, lower, threads);
        found += parents.len();
        watch.report(0, None, found as u64 * BYTES_PER_STRUCTURE);
    }
    Ok(levels)
}

/// The level of a structure, the same for its images.
fn level(structure: Pawns) -> usize {
    structure.steps_left() as usize
}

/// Puts the children of all parents into the sets of their levels.
fn spread(parents: &[Pawns], lower: &mut [StructureMap<Pawns, u32>], threads: usize) {
    let lower: Vec<Mutex<&mut StructureMap<Pawns, u32>>> =
        lower.iter_mut().map(Mutex::new).collect();
    let flush = |level: usize, children: &mut Vec<Pawns>| {
        if let Ok(mut set) = lower[level].lock() {
            children
                .drain(..)
                .for_each(|child| _ = set.insert(child, 0));
        }
    };
    let mut nothing = vec![(); parents.len()];
    in_pieces(
        parents,
        &mut nothing,
        threads,
        || vec![Vec::new(); lower.len()],
        |waiting: &mut Vec<Vec<Pawns>>, &parent, ()| {
            for_each_newborn(parent, |exit| {
                for child in exit.structures() {
                    let (child, _) = canonical(child);
                    let level = level(child);
                    waiting[level].push(child);
                    if waiting[level].len() == 256 {
                        flush(level, &mut waiting[level]);
                    }
                }
            });
        },
        |mut waiting| {
            waiting
                .iter_mut()
                .enumerate()
                .for_each(|(level, children)| flush(level, children))
        },
    );
}
