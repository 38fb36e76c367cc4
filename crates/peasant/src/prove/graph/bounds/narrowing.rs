//! Bounds are narrowed by what has been proved since.

use super::KnownBounds;
use crate::prove::graph::interval::{Bound, Interval, Slot};
use crate::prove::graph::planes::PackedPlanes;
use crate::slice::{Frame, Point, Wins};
use crate::structure::Goal;

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
        interval.changed = true;
        Some(interval)
    }

    fn narrow_planes(&mut self, goal: Goal, lower: Option<Vec<Wins>>, upper: Option<Vec<Wins>>) {
        let Some(mut interval) = self.revised(goal) else {
            return;
        };
        let exact = lower.is_some() && lower == upper;
        if let Some(mut lower) = lower {
            if interval.lower != Slot::NONE {
                let known = self.large.get(interval.lower).all();
                let pairs = lower.iter_mut().zip(known);
                pairs.for_each(|(new, old)| *new = new.or(&old));
            }
            self.large.free(interval.lower);
            interval.lower = self.large.put(goal, lower);
        }
        if exact {
            self.large.free(interval.upper);
            interval.upper = interval.lower;
        } else if let Some(mut upper) = upper {
            if interval.upper != Slot::ALL {
                let known = self.large.get(interval.upper).all();
                let pairs = upper.iter_mut().zip(known);
                pairs.for_each(|(new, old)| *new = new.and(&old));
            }
            self.large.free(interval.upper);
            interval.upper = self.large.put(goal, upper);
            self.unite(&mut interval);
        }
        *self.interval_mut(goal) = interval;
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
        let Some(mut interval) = self.revised(goal) else {
            return;
        };
        self.large.free(interval.slot(bound));
        let slot = self.large.put_packed(goal, planes);
        match bound {
            Bound::Lower => interval.lower = slot,
            Bound::Upper => {
                interval.upper = slot;
                self.unite(&mut interval);
            }
        }
        *self.interval_mut(goal) = interval;
    }

    /// Two equal bounds are stored once.
    fn unite(&mut self, interval: &mut Interval) {
        let Interval { lower, upper, .. } = *interval;
        if lower == upper || lower == Slot::NONE {
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
