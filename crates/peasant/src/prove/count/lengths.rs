//! In how many plies the points of one structure are decided.

use std::convert::Infallible;

use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::threshold::Threshold;
use crate::slice::{self, Plies, Point, Stages};

/// In how many plies the points of a structure are decided, by one of the bounds.
pub(crate) enum Lengths {
    /// Pawns alone.
    OfPawns(Stages),
    /// Promoted pieces too.
    OfPieces(Plies),
}

impl Lengths {
    /// Counted with the exits as they are supposed to turn out.
    pub fn supposing(values: &ExitValues, threshold: Threshold) -> Lengths {
        if values.frame().pieces.is_empty() {
            Lengths::OfPawns(values.stages(threshold))
        } else {
            let Ok(plies) = values.with_sum(threshold, |frame, won, escapes| {
                slice::plies(frame, won, escapes, &|| Ok::<_, Infallible>(()))
            });
            Lengths::OfPieces(plies)
        }
    }

    /// Plies from a point to where it is decided.
    pub fn distance(&self, point: Point) -> Option<u16> {
        match self {
            Lengths::OfPawns(stages) => stages.distance(point),
            Lengths::OfPieces(plies) => plies.distance(point),
        }
    }
}
