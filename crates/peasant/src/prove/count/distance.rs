//! How far the next zeroing move is.

use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::prove::solve::exit_values::{ExitValues, OpenChild};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::threshold::Threshold;
use crate::slice::{Plies, Point, Stages};
use crate::structure::{Goal, Structure, Symmetry};

/// In how many plies the points of a structure are decided, by one of the bounds.
pub(crate) enum Lengths {
    /// Pawns alone.
    OfPawns(Stages),
    /// Promoted pieces too.
    OfPieces(Plies),
}

impl Lengths {
    pub fn distance(&self, point: Point) -> Option<u16> {
        match self {
            Lengths::OfPawns(stages) => stages.distance(point),
            Lengths::OfPieces(plies) => plies.distance(point),
        }
    }
}

impl GoalProver {
    /// Within how many plies won points of a structure can be turned by a zeroing move into wins that are proved; and the
    /// symmetry through which the points are to be seen.
    pub fn proved_lengths(&mut self, view: Structure) -> (Lengths, Symmetry) {
        let name = self.name(view);
        let values = self.look(name.goal());
        let lengths = values.lengths(Threshold::PROVED);
        (lengths, name.symmetry().mirror_part())
    }

    /// The exact distance of a won point. `None` if it would take more effort than this.
    pub fn distance(
        &mut self,
        view: Structure,
        point: Point,
        effort: Effort,
    ) -> Result<Option<u16>, Stop> {
        if view.pieces.len() > MAX_PIECES {
            return Ok(None);
        }
        let (goal, point) = self.goal(view, point);
        // What is open only for a distance is no reason for an open result.
        let unresolved = self.unresolved.clone();
        let distance = self.search_distance(goal, point, effort);
        self.unresolved = unresolved;
        distance
    }

    fn search_distance(
        &mut self,
        goal: Goal,
        point: Point,
        effort: Effort,
    ) -> Result<Option<u16>, Stop> {
        let mut values = self.look(goal);
        let pieces = self.known.nodes.pieces(goal);
        let (mut spent, mut in_vain) = (Effort::NONE, false);
        while spent < effort {
            let lower = values.lengths(Threshold::PROVED);
            let upper = values.lengths(Threshold::POSSIBLE);
            let Some(proved) = lower.distance(point) else {
                return Ok(None);
            };
            if upper.distance(point) == Some(proved) {
                return Ok(Some(proved));
            }
            let child = self.shortcut(&mut values, point, &lower, &upper);
            if let Some(child) = &child {
                let left = effort - spent;
                spent += self.resolve(child.goal, child.point, Symmetry::IDENTITY, left)?;
                values.refresh_child(&self.known, child.goal);
            } else if in_vain && pieces > 0 {
                return Ok(None);
            }
            in_vain = child.is_none();
            spent += WEIGHT[pieces];
        }
        Ok(None)
    }

    /// An open child that might shorten the way.
    fn shortcut(
        &self,
        values: &mut ExitValues,
        mut point: Point,
        lower: &Lengths,
        upper: &Lengths,
    ) -> Option<OpenChild> {
        loop {
            if point.to_move && upper.distance(point)? == 1 {
                let (win, hold) = (Threshold::POSSIBLE, Threshold::PROVED);
                return values.open_child(&self.known, point, win, hold);
            }
            let steps = values.quiet_moves(point).into_iter();
            point = if point.to_move {
                steps.min_by_key(|&next| upper.distance(next).unwrap_or(u16::MAX))
            } else {
                steps
                    .filter(|&next| lower.distance(next).is_some())
                    .max_by_key(|&next| lower.distance(next))
            }?;
        }
    }
}
