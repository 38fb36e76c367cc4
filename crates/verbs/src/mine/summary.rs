//! What a run comes to.

use std::collections::BTreeMap;
use std::time::Instant;

use peasant::mine::Kind;
use serde::Serialize;

use super::yields::{Counts, Yield};
use crate::Outcome;
use crate::tell::words::counted;

/// Counts of a run.
pub struct Summary {
    kinds: Vec<Kind>,
    structures: u64,
    kept: u64,
    open_structures: u64,
    unsolved: u64,
    open: Counts,
    found: BTreeMap<Kind, u64>,
    solved: u64,
    start: Instant,
    /// The run was ended before all was done.
    pub is_cancelled: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    summary: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    family: &'a str,
    numbers: u64,
    structures: u64,
    kept: u64,
    findings: BTreeMap<&'static str, u64>,
    open_structures: u64,
    open: Counts,
    complete: bool,
    stats: Stats,
}

#[derive(Serialize)]
struct Stats {
    structures: u64,
    seconds: f64,
}

impl Summary {
    pub fn new(kinds: &[Kind]) -> Summary {
        Summary {
            kinds: kinds.to_vec(),
            structures: 0,
            kept: 0,
            open_structures: 0,
            unsolved: 0,
            open: Counts::default(),
            found: BTreeMap::new(),
            solved: 0,
            start: Instant::now(),
            is_cancelled: false,
        }
    }

    pub fn add(&mut self, found: &Yield) {
        self.structures += 1;
        self.kept += u64::from(found.is_kept);
        self.open_structures += u64::from(found.open.has_positions());
        self.unsolved += u64::from(found.open.has_positions() && found.told.is_empty());
        self.open.add(&found.open);
        self.solved += found.solved;
    }

    /// So many more findings are told.
    pub fn tell(&mut self, kind: Kind) {
        *self.found.entry(kind).or_default() += 1;
    }

    pub fn outcome(&self) -> Outcome {
        match self.structures > 0 && self.unsolved == self.structures {
            true => Outcome::NothingProved,
            false => Outcome::Answered,
        }
    }

    fn findings(&self) -> BTreeMap<&'static str, u64> {
        let kinds = self.kinds.iter();
        kinds
            .map(|kind| (kind.name(), self.found.get(kind).copied().unwrap_or(0)))
            .collect()
    }

    pub fn answer(&self, family: &str, numbers: u64) -> String {
        crate::tell::json::line(&Answer {
            summary: Body {
                family,
                numbers,
                structures: self.structures,
                kept: self.kept,
                findings: self.findings(),
                open_structures: self.open_structures,
                open: self.open,
                complete: !self.is_cancelled,
                stats: Stats {
                    structures: self.solved,
                    seconds: self.start.elapsed().as_secs_f64(),
                },
            },
        })
    }

    pub fn text(&self) -> String {
        let kinds = self.kinds.iter().map(|kind| {
            let count = self.found.get(kind).copied().unwrap_or(0);
            format!("{count} {kind}")
        });
        let kinds: Vec<String> = kinds.collect();
        let structures = counted(self.structures, "structure");
        let mut text = format!("{structures}: {}.\n", kinds.join(", "));
        let open = self.open.words();
        if !open.is_empty() {
            let whole = match self.open_structures {
                0 => String::new(),
                count => format!("; {} not solved whole", counted(count, "structure")),
            };
            text += &format!("Open: {}{whole}.\n", open.join(", "));
        }
        if self.is_cancelled {
            text += "Stopped before the family was done.\n";
        }
        text
    }
}
