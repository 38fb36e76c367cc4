//! What one structure yields.

use peasant::limits::Stop;
use peasant::mine::{Mined, Open};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rendered::Rendered;

/// What came of a structure, worked on or kept in a file.
pub struct Yield {
    pub structure: u64,
    /// What stopped the work on it, by name.
    pub stopped: Option<String>,
    pub open: Counts,
    pub told: Vec<Rendered>,
    /// Structures solved for it.
    pub solved: u64,
    pub is_stored: bool,
}

/// What is open, as other programs read it.
#[derive(Clone, Copy, Default, Serialize, JsonSchema, Deserialize)]
pub struct Counts {
    /// Positions without an exact result.
    positions: u64,
    /// Placements of the kings that may be mutual zugzwangs, or of another kind.
    zugzwangs: u64,
    /// Won positions without an exact distance.
    distances: u64,
    /// Positions in which under-promotions may be all that keeps the result.
    underpromotions: u64,
    /// Won positions whose chain may be longer.
    chains: u64,
}

impl Yield {
    pub fn new(structure: u64, family: &str, mined: &Mined, stopped: Option<Stop>) -> Yield {
        let told = mined
            .findings
            .iter()
            .map(|found| Rendered::new(found, family));
        Yield {
            structure,
            stopped: stopped.map(|stop| stop.name().to_owned()),
            open: Counts::from(mined.open),
            told: told.collect(),
            solved: mined.statistics.structures,
            is_stored: false,
        }
    }

    pub fn is_cancelled(&self) -> bool {
        self.stopped.as_deref() == Some(Stop::Cancelled.name())
    }
}

impl From<Open> for Counts {
    fn from(open: Open) -> Counts {
        Counts {
            positions: open.positions,
            zugzwangs: open.zugzwangs,
            distances: open.distances,
            underpromotions: open.underpromotions,
            chains: open.chains,
        }
    }
}

impl Counts {
    /// Is there a position without a result?
    pub fn has_positions(&self) -> bool {
        self.positions > 0
    }

    pub fn add(&mut self, other: &Counts) {
        self.positions += other.positions;
        self.zugzwangs += other.zugzwangs;
        self.distances += other.distances;
        self.underpromotions += other.underpromotions;
        self.chains += other.chains;
    }

    /// In words, kind by kind; nothing if nothing is open.
    pub fn words(&self) -> Vec<String> {
        let kinds = [
            (self.positions, "positions"),
            (self.zugzwangs, "zugzwangs"),
            (self.distances, "distances"),
            (self.underpromotions, "under-promotions"),
            (self.chains, "chains"),
        ];
        let open = kinds.into_iter().filter(|(count, _)| *count > 0);
        open.map(|(count, kind)| format!("{count} {kind}"))
            .collect()
    }
}
