//! A solution by distance.

use super::{Point, Wins};

/// What is decided within so many steps: all planes for one step, then for two. For pawns alone a step is a ply, with promoted pieces
/// a round of the equations ([`super::Plies`] are exact).
pub(crate) struct Stages {
    planes: usize,
    wins: Vec<Wins>,
}

impl Stages {
    /// Stages of so many planes each.
    pub fn new(planes: usize, wins: Vec<Wins>) -> Stages {
        Stages { planes, wins }
    }

    /// In how many steps a point is decided.
    pub fn distance(&self, point: Point) -> Option<u16> {
        let mut stages = self.wins.chunks_exact(self.planes);
        let stage = stages.position(|planes| planes[point.plane()].contains(point))?;
        Some(stage as u16 + 1)
    }
}
