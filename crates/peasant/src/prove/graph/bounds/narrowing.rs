//! Bounds are narrowed by what has been proved since.

use super::KnownBounds;
use crate::prove::graph::interval::{Bound, Interval, Slot};
use crate::prove::graph::planes::{PackedPlanes, Planes};
use crate::slice::{Frame, Point, Wins};
use crate::structure::{Goal, Reference};

impl KnownBounds {
    /// Sets the answer for one point.
    pub fn set_answer(&mut self, goal: Goal, point: Point, won: bool) {
        let frame = Frame::new(self.nodes.view(goal));
        // Without pieces both bounds are narrowed, with some the one that is new.
        let both = !self.nodes.has_pieces(goal);
        let mut lower = (won || both).then(|| vec![Wins::NONE; frame.planes()]);
        let mut upper = (!won || both).then(|| frame.all());
        let (only, plane) = (Wins::only(point), point.plane());
        if let Some(lower) = lower.as_mut().filter(|_| won) {
            lower[plane] = only;
        } else if let Some(upper) = &mut upper {
            upper[plane] = upper[plane].and(&only.complement());
        }
        self.narrow(goal, lower, upper);
    }

    /// Narrows the bounds of a goal, plane by plane. `None`: nothing new. Equal bounds are stored once.
    pub fn narrow(&mut self, goal: Goal, lower: Option<Vec<Wins>>, upper: Option<Vec<Wins>>) {
        match (lower.as_deref(), upper.as_deref()) {
            (Some(&[lower]), Some(&[upper])) => self.narrow_one(goal, lower, upper),
            _ => self.narrow_planes(goal, lower, upper),
        }
    }

    /// The same where there are no promoted pieces.
    pub fn narrow_one(&mut self, goal: Goal, mut lower: Wins, mut upper: Wins) {
        let mut interval = self.interval(goal);
        let known = self.bounds_of_pawns(goal);
        lower = lower.or(&known[0]);
        upper.keep(&known[1]);
        self.game.correct_wins(goal, &mut lower);
        self.game.correct_wins(goal, &mut upper);
        self.contradicted |= !lower.is_within(&upper);
        if [lower, upper] != known {
            self.revision += 1;
            interval.revised = self.revision;
        }
        interval.changed = true;
        if lower == upper && interval.lower != interval.upper {
            self.store.free(interval.lower);
            interval.lower = interval.upper;
        }
        if upper != known[1] {
            interval.upper = self.store.replace(interval.upper, &upper);
        }
        if lower == upper {
            interval.lower = interval.upper;
        } else if lower != known[0] {
            interval.lower = self.store.replace(interval.lower, &lower);
        }
        *self.interval_mut(goal) = interval;
    }

    /// What is known of a goal that is not exact, as of now.
    fn revised(&mut self, goal: Goal) -> Option<Interval> {
        let mut interval = self.interval(goal);
        if interval.is_exact() {
            return None;
        }
        self.revision += 1;
        interval.revised = self.revision;
        interval.solved = [0; 2];
        interval.changed = true;
        Some(interval)
    }

    /// The revision that is read now.
    pub fn read_now(&self) -> u32 {
        self.revision + 1
    }

    /// Would a bound of a goal with promoted pieces be solved from the same bounds as last time?
    pub fn is_same_again(&self, goal: Goal, bound: Bound) -> bool {
        let solved = self.interval(goal).solved[bound as usize];
        let is_old = |goal: Goal| self.interval(goal).revised < solved;
        let mut children = self.nodes.children(goal).map(Reference::goal);
        solved > 0
            && children.all(|child| {
                is_old(child) && (!self.nodes.has_pieces(child) || is_old(child.opponent()))
            })
    }

    /// Narrows a goal by bounds that were solved from such a revision.
    pub fn narrow_by_solution(
        &mut self,
        goal: Goal,
        read: u32,
        bounds: &[Bound],
        narrow: impl FnOnce(&mut KnownBounds),
    ) {
        let mut solved = self.interval(goal).solved;
        for bound in bounds {
            solved[*bound as usize] = read;
        }
        narrow(self);
        self.interval_mut(goal).solved = solved;
    }

    fn narrow_planes(&mut self, goal: Goal, lower: Option<Vec<Wins>>, upper: Option<Vec<Wins>>) {
        let before = self.interval(goal);
        if before.is_exact() {
            return;
        }
        let exact = lower.is_some() && lower == upper;
        let new = [(before.lower, lower), (before.upper, upper)];
        let [lower, upper] = new.map(|(slot, planes)| {
            let mut planes = planes?;
            if slot.is_stored() {
                let combine = if slot == before.lower {
                    Wins::or
                } else {
                    Wins::and
                };
                let known = self.large.get(slot).all();
                let pairs = planes.iter_mut().zip(known);
                pairs.for_each(|(new, old)| *new = combine(*new, &old));
            }
            (exact || self.is_news(slot, Planes::Plain(&planes))).then_some(planes)
        });
        if lower.is_none() && upper.is_none() {
            return;
        }
        let Some(mut interval) = self.revised(goal) else {
            return;
        };
        if let Some(lower) = lower {
            self.large.free(interval.lower);
            interval.lower = self.large.put(goal, lower);
        }
        if exact {
            self.large.free(interval.upper);
            interval.upper = interval.lower;
        } else if let Some(upper) = upper {
            self.large.free(interval.upper);
            interval.upper = self.large.put(goal, upper);
        }
        self.unite(&mut interval);
        *self.interval_mut(goal) = interval;
    }

    /// Do planes say anything else than those in a slot?
    fn is_news(&self, slot: Slot, planes: Planes) -> bool {
        match slot {
            Slot::NONE => planes.all().any(|plane| plane != Wins::NONE),
            slot => !slot.is_stored() || !planes.is_equal(self.large.get(slot)),
        }
    }

    /// Sets a bound of a goal of which nothing is known; `None`: there are no wins.
    #[cfg(feature = "elsewhere")]
    pub fn set_bound(&mut self, goal: Goal, bound: Bound, planes: Option<PackedPlanes>) {
        let slot = planes.map_or(Slot::NONE, |planes| self.large.put_packed(goal, planes));
        match bound {
            Bound::Lower => self.interval_mut(goal).lower = slot,
            Bound::Upper => self.interval_mut(goal).upper = slot,
        }
    }

    /// Narrows one bound of a goal with most pieces to what is within it.
    pub fn narrow_packed(&mut self, goal: Goal, bound: Bound, planes: PackedPlanes) {
        if !self.is_news(self.interval(goal).slot(bound), Planes::Packed(&planes)) {
            return;
        }
        let Some(mut interval) = self.revised(goal) else {
            return;
        };
        self.large.free(interval.slot(bound));
        let slot = self.large.put_packed(goal, planes);
        match bound {
            Bound::Lower => interval.lower = slot,
            Bound::Upper => interval.upper = slot,
        }
        self.unite(&mut interval);
        *self.interval_mut(goal) = interval;
    }

    /// Two equal bounds are stored once.
    fn unite(&mut self, interval: &mut Interval) {
        let Interval { lower, upper, .. } = *interval;
        if lower == upper || lower == Slot::NONE || upper == Slot::ALL {
            return;
        }
        if upper == Slot::NONE {
            // What is proved to be won cannot be won.
            self.contradicted = true;
            return;
        }
        let (least, most) = (self.large.get(lower), self.large.get(upper));
        if least.is_equal(most) {
            self.large.free(upper);
            interval.upper = lower;
        } else {
            let mut pairs = least.all().zip(most.all());
            self.contradicted |= !pairs.all(|(least, most)| least.is_within(&most));
        }
    }
}
