//! The exits of one claim and what each is worth by both bounds, while the claim is worked on.

use super::guide::Guess;
use super::structure::Reference;
use super::supposition::Supposition;
use super::table::{Bound, Claim, Known, Table, is_minor};
use crate::board::{Color, Structure};
use crate::slice::pieces::{self, Buffer, PieceFrame, Sum};
use crate::slice::point::{Point, decides};
use crate::slice::{self, Exit, Exits, Relation, Wins};

/// What the exits of a claim are worth. Entries may be older than the table: that is sound, for what has been
/// proved stays true.
pub(crate) struct Ledger {
    claim: Claim,
    frame: PieceFrame,
    /// By plane.
    stalemates: Buffer,
    entries: Vec<Entry>,
    /// The worth of each entry with the lower bounds of its children: all planes of one, then of the next.
    lower: Buffer,
    /// The same with their upper bounds.
    upper: Buffer,
    /// What each entry might be worth, if there is a guide.
    guesses: Vec<Guess>,
}

/// A solution by distance: what is decided within so many steps, all planes of each.
pub(crate) struct Stages {
    planes: usize,
    wins: Vec<Wins>,
}

impl Stages {
    /// In how many steps a point is decided.
    pub fn distance(&self, point: Point) -> Option<u16> {
        let mut stages = self.wins.chunks_exact(self.planes);
        let stage = stages.position(|planes| planes[point.plane()].contains(point))?;
        Some(stage as u16 + 1)
    }
}

/// One exit.
struct Entry {
    exit: Exit<Reference>,
    open: bool,
    /// The cost of its dearest open child.
    cost: u32,
}

/// The worth of an exit as it is supposed to turn out: as guessed, but not less and not more than this, plane
/// by plane.
struct Supposed<'a> {
    least: &'a [Relation],
    most: &'a [Relation],
    guess: &'a Relation,
}

impl Supposed<'_> {
    fn contains(&self, point: Point) -> bool {
        let plane = point.plane();
        let at = |relation: &Relation| relation.contains(point.attacker, point.defender);
        at(&self.least[plane]) || at(self.guess) && at(&self.most[plane])
    }

    /// Adds the only plane where there are no promoted pieces.
    fn add_first_plane(&self, to: &mut Relation) {
        let (least, most) = (&self.least[0], &self.most[0]);
        if std::ptr::eq(least, most) {
            return to.add(least);
        }
        for w in 0..64 {
            to.0[w] |= self.guess.0[w] & most.0[w] | least.0[w];
        }
    }
}

/// An attacker with a promoted piece seldom needs to move its pawns: such exits count as dearer.
const PUSH: u32 = 4;

/// And so does anything but a queen.
const MINOR: u32 = 12;

impl Ledger {
    pub fn new(table: &Table, claim: Claim) -> Ledger {
        let Structure { pawns, pieces } = table.view(claim);
        let frame = PieceFrame::new(pawns, pieces);
        let entry = |exit| Entry {
            exit,
            open: true,
            cost: 0,
        };
        let entries: Vec<Entry> = table.exits(claim).map(entry).collect();
        let room = entries.len() * frame.planes();
        let mut ledger = Ledger {
            claim,
            frame,
            stalemates: if pieces.is_empty() {
                let mut stalemates = Buffer::new(1);
                stalemates[0] = frame.base.stalemates().unwrap_or(Relation::EMPTY);
                stalemates
            } else {
                pieces::stalemates(&frame)
            },
            entries,
            lower: Buffer::new(room),
            upper: Buffer::new(room),
            guesses: Vec::new(),
        };
        (0..ledger.entries.len()).for_each(|index| ledger.refresh(table, index));
        ledger
    }

    /// Where the worth of an entry stands.
    fn range(&self, index: usize) -> std::ops::Range<usize> {
        let planes = self.frame.planes();
        index * planes..(index + 1) * planes
    }

    /// The worth of an entry by one of the bounds.
    pub fn worth(&self, index: usize, bound: Bound) -> &[Relation] {
        let range = self.range(index);
        match bound {
            Bound::Lower => &self.lower[range],
            Bound::Upper => &self.upper[range],
        }
    }

    /// Does an exit hang on children that are open, and do both sides suppose that it goes their way?
    fn is_open(&self, index: usize, point: Point, win: Supposition, hold: Supposition) -> bool {
        let entry = &self.entries[index];
        let (mover, other) = match entry.exit.mover {
            Color::White => (win, hold),
            Color::Black => (hold, win),
        };
        let mine = point.to_move == (entry.exit.mover == Color::White);
        entry.open
            && mine
            && self.supposed(index, mover).contains(point)
            && !self.supposed(index, other).contains(point)
    }

    /// What an exit is worth as it is supposed to turn out.
    fn supposed(&self, index: usize, supposition: Supposition) -> Supposed<'_> {
        let entry = &self.entries[index];
        let Supposition {
            bound,
            cost,
            guessed,
        } = supposition;
        let exactly = |bound| Supposed {
            least: self.worth(index, bound),
            most: self.worth(index, bound),
            guess: &Relation::EMPTY,
        };
        if entry.cost > cost {
            return exactly(!bound);
        }
        let Some(guess) = self.guesses.get(index).filter(|_| guessed) else {
            return exactly(bound);
        };
        let (least, most) = match entry.exit.mover {
            Color::White => (Bound::Lower, Bound::Upper),
            Color::Black => (Bound::Upper, Bound::Lower),
        };
        Supposed {
            least: self.worth(index, least),
            most: self.worth(index, most),
            // Whoever supposes something wants it proved by Newborn's rules.
            guess: guess.by(!bound),
        }
    }

    /// The exits, in the order of their entries.
    pub fn exits(&self) -> impl Iterator<Item = &Exit<Reference>> {
        self.entries.iter().map(|entry| &entry.exit)
    }

    /// Takes a guess for every exit.
    pub fn set_guesses(&mut self, guesses: Vec<Guess>) {
        self.guesses = guesses;
    }

    /// Brings the entries of one child up to date.
    pub fn refresh_child(&mut self, table: &Table, child: Claim) {
        for index in 0..self.entries.len() {
            let claim = self.claim;
            if self.entries[index]
                .exit
                .structures()
                .any(|c| Table::child(claim, c).0 == child)
            {
                self.refresh(table, index);
            }
        }
    }

    fn refresh(&mut self, table: &Table, index: usize) {
        let range = self.range(index);
        let Ledger { claim, frame, .. } = *self;
        let entry = &mut self.entries[index];
        let open = |&child: &Reference| !table.interval(Table::child(claim, child).0).is_exact();
        let worth = |bound, to: &mut [Relation]| {
            let known = Known {
                table,
                claim,
                bound,
            };
            match to {
                [to] => *to = slice::worth(&frame.base, &entry.exit, &known),
                to => match pieces::worth(&frame, &entry.exit, &known) {
                    Some(worth) => to.copy_from_slice(&worth),
                    None => to.fill(Relation::EMPTY),
                },
            }
        };
        worth(Bound::Lower, &mut self.lower[range.clone()]);
        if entry.exit.structures().any(|child| open(&child)) {
            worth(Bound::Upper, &mut self.upper[range]);
        } else {
            self.upper[range.clone()].copy_from_slice(&self.lower[range]);
            entry.open = false;
        }
    }

    /// Reads the costs of the open exits from the table; returns them, sorted.
    pub fn costs(&mut self, table: &Table) -> Vec<u32> {
        let claim = self.claim;
        let mut costs = Vec::with_capacity(self.entries.len());
        for entry in self.entries.iter_mut().filter(|entry| entry.open) {
            let children = entry
                .exit
                .structures()
                .map(|child| Table::child(claim, child).0);
            let open = children.filter(|&child| !table.interval(child).is_exact());
            let dearer = match entry.exit.mover {
                _ if is_minor(&entry.exit) => MINOR,
                Color::White if !self.frame.pieces.is_empty() => PUSH,
                _ => 0,
            };
            let cost = open.map(|child| table.cost(child)).max().unwrap_or(0);
            entry.cost = cost.saturating_add(dearer);
            costs.push(entry.cost);
        }
        costs.sort_unstable();
        costs.dedup();
        costs
    }

    /// A bound of the claim, from those of its children.
    pub fn solve(&self, bound: Bound) -> Vec<Wins> {
        self.suppose(match bound {
            Bound::Lower => Supposition::PROVED,
            Bound::Upper => Supposition::POSSIBLE,
        })
    }

    /// The claim as it would be.
    pub fn suppose(&self, supposition: Supposition) -> Vec<Wins> {
        if self.frame.pieces.is_empty() {
            let exits = self.pawn_exits(supposition);
            vec![slice::solve_sum(&self.frame.base, &exits)]
        } else {
            pieces::solve(&self.frame, &self.sum(supposition))
        }
    }

    /// The claim as it would be, by distance.
    pub fn stages(&self, supposition: Supposition) -> Stages {
        let wins = if self.frame.pieces.is_empty() {
            slice::stages_of_sum(&self.frame.base, &self.pawn_exits(supposition))
        } else {
            pieces::stages(&self.frame, &self.sum(supposition)).concat()
        };
        Stages {
            planes: self.frame.planes(),
            wins,
        }
    }

    /// The worth of all exits as they are supposed to turn out, where there are no promoted pieces.
    fn pawn_exits(&self, supposition: Supposition) -> Exits {
        let mut sum = Exits {
            won: Relation::EMPTY,
            escapes: self.stalemates[0],
        };
        for (index, entry) in self.entries.iter().enumerate() {
            let to = sum.of(entry.exit.mover);
            self.supposed(index, supposition).add_first_plane(to);
        }
        sum
    }

    /// The same with promoted pieces; there are no guesses then.
    fn sum(&self, supposition: Supposition) -> Sum {
        let mut sum = Sum {
            won: Buffer::new(self.frame.planes()),
            escapes: self.stalemates.clone(),
        };
        for (index, entry) in self.entries.iter().enumerate() {
            let to = sum.of(entry.exit.mover);
            to.iter_mut()
                .zip(self.supposed(index, supposition).least)
                .for_each(|(to, worth)| to.add(worth));
        }
        sum
    }

    /// The points that the mover's king or pieces can go to inside the slice.
    pub fn quiet_moves(&self, point: Point) -> Vec<Point> {
        pieces::quiet_moves(&self.frame, point)
    }

    /// An exit at this point that both sides think cheap: the open child on which it hangs, the point
    /// there, and whether the child is mirrored. An entry
    /// that turns out to be out of date is refreshed; then there may be none.
    pub fn open_child(
        &mut self,
        table: &Table,
        point: Point,
        win: Supposition,
        hold: Supposition,
    ) -> Option<(Claim, Point, bool)> {
        for index in 0..self.entries.len() {
            if !self.is_open(index, point, win, hold) {
                continue;
            }
            let child = self.child_at(table, &self.entries[index].exit, point);
            if child.is_some() {
                return child;
            }
            self.refresh(table, index);
        }
        None
    }

    /// A child that is open where an exit at this point asks for it.
    fn child_at(
        &self,
        table: &Table,
        exit: &Exit<Reference>,
        point: Point,
    ) -> Option<(Claim, Point, bool)> {
        if !self.frame.pieces.is_empty() {
            let there = pieces::arrivals(&self.frame, exit, point);
            let child = |(child, there): (Reference, Point)| {
                let (child, mirrored) = Table::child(self.claim, child);
                (child, there.mirror_if(mirrored), mirrored)
            };
            let mut there = there.into_iter().map(child);
            return there.find(|&(child, there, _)| table.answer(child, there).is_none());
        }
        let mut open = None;
        decides(&self.frame.base, exit, point, |&child, there| {
            let (child, mirrored) = Table::child(self.claim, child);
            let there = there.mirror_if(mirrored);
            let answer = table.answer(child, there);
            if answer.is_none() {
                open = Some((child, there, mirrored));
            }
            // Go on to every child that the exit hangs on.
            answer.unwrap_or(exit.mover == Color::White)
        });
        open
    }
}
