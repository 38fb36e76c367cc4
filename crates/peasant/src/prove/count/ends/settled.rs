//! Queen or rook against pawns that never promote: where nothing is left to fight for.
//!
//! Such an ending is settled where the attacker is proved to win even if every promotion of the defender that is not answered by
//! taking the new piece at once counted as a draw, and where the defender, to move, cannot take the piece. Where none of the proved
//! wins leans on an ending after a promotion of the defender, that is what is proved anyway.

use std::sync::Arc;

use super::Ends;
use crate::board::Color;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::{Bound, Slot};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::solution;
use crate::slice::{self, Children, Frame, NEAR, Placement, Point, Relation, Wins};
use crate::structure::{Goal, Pieces, Reference};

/// Where one ending is settled.
#[derive(Clone)]
pub(super) enum Settled {
    /// Wherever the attacker is proved to win.
    AsProved,
    /// There, plane by plane.
    At(Arc<[Wins]>),
}

impl Settled {
    /// One plane of where the ending is settled.
    pub fn plane(&self, known: &KnownBounds, goal: Goal, placement: &Placement) -> Wins {
        let mut wins = self.wins(known, goal, placement);
        let frame = Frame::new(known.nodes.view(goal));
        for &piece in placement.squares() {
            for (w, row) in wins.waiting.0.iter_mut().enumerate() {
                let guarded = (NEAR[w] | frame.attacker_hits) & piece.set().0 != 0;
                if !guarded {
                    *row &= !piece.set().king_steps().0;
                }
            }
        }
        wins
    }

    /// The same where the piece may be taken.
    fn wins(&self, known: &KnownBounds, goal: Goal, placement: &Placement) -> Wins {
        match self {
            Settled::AsProved => known.lower_plane(goal, placement),
            Settled::At(planes) => planes[placement.plane()],
        }
    }

    /// Is a point settled?
    pub fn contains(&self, known: &KnownBounds, goal: Goal, point: Point) -> bool {
        self.plane(known, goal, &point.placement).contains(point)
    }
}

impl Ends {
    /// Finds where an ending is settled, and those that follow it.
    pub(super) fn settle(&mut self, prover: &mut GoalProver, goal: Goal) {
        if self.settled.contains_key(&goal) {
            return;
        }
        prover.known.find_exits(goal);
        let mut as_proved = true;
        for child in prover.known.nodes.child_goals(goal) {
            let known = &prover.known;
            if known.interval(child).lower == Slot::NONE {
                continue;
            }
            match leads(known, child) {
                Leads::On => {
                    self.settle(prover, child);
                    as_proved &= matches!(self.settled[&child], Settled::AsProved);
                }
                Leads::ToPromotion => as_proved = false,
                Leads::Away => {}
            }
        }
        let settled = if as_proved {
            Settled::AsProved
        } else {
            self.without_promotions(&prover.known, goal)
        };
        if let Settled::At(planes) = &settled {
            self.bytes += size_of_val::<[Wins]>(planes) as u64;
        }
        self.settled.insert(goal, settled);
    }

    /// Solves the ending without the defender's promotions. Most often they make no difference.
    fn without_promotions(&self, known: &KnownBounds, goal: Goal) -> Settled {
        let planes = self.solve(known, goal);
        let frame = Frame::new(known.nodes.view(goal));
        let mut placements = frame.placements();
        let proved = |there: Placement| {
            known
                .lower_plane(goal, &there)
                .is_within(&planes[there.plane()])
        };
        if placements.all(proved) {
            Settled::AsProved
        } else {
            Settled::At(planes.into())
        }
    }

    fn solve(&self, known: &KnownBounds, goal: Goal) -> Vec<Wins> {
        let children = WithoutPromotions { known, ends: self };
        solution::with_sums(known, goal, &children, |frame, won, escapes| {
            slice::solve(frame, won, escapes)
        })
    }
}

/// Where an exit of such an ending leads.
enum Leads {
    /// To another one.
    On,
    /// To one in which the defender has promoted.
    ToPromotion,
    /// To one without the piece that decides.
    Away,
}

fn leads(known: &KnownBounds, child: Goal) -> Leads {
    let pieces = known.nodes.view_pieces(child);
    if pieces.any_of(Color::Black) {
        Leads::ToPromotion
    } else if pieces.is_empty() {
        Leads::Away
    } else {
        Leads::On
    }
}

/// What is proved of the children, but that the defender's promotions save it.
struct WithoutPromotions<'a> {
    known: &'a KnownBounds,
    ends: &'a Ends,
}

impl Children<Reference> for WithoutPromotions<'_> {
    fn plane<'a>(
        &'a self,
        child: &Reference,
        mover: Color,
        placement: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        let (goal, mirror) = (child.goal(), child.symmetry().mirror_part());
        match (leads(self.known, goal), self.ends.settled.get(&goal)) {
            (Leads::On, Some(settled)) => {
                let there = placement.through(mirror, Pieces::NONE);
                let wins = settled.wins(self.known, goal, &there);
                let won = wins.with(mover);
                scratch.insert(if mirror.mirrors() { won.mirror() } else { *won })
            }
            (Leads::Away, _) => (self.known).plane(*child, Bound::Lower, mover, placement, scratch),
            _ => const { &Relation::EMPTY },
        }
    }
}
