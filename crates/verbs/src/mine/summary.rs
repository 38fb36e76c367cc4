//! What a run comes to.

use peasant::clock::Instant;
use std::collections::BTreeMap;

use peasant::mine::Kind;
use schemars::JsonSchema;
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

/// What the run comes to, for other programs.
#[derive(Serialize, JsonSchema)]
pub struct Answer<'a> {
    /// The family.
    family: &'a str,
    /// Its length: numbers go from 0 to one less.
    numbers: u64,
    /// Structures that were looked through.
    structures: u64,
    /// Those that stood in the file of `--resume`.
    kept: u64,
    /// Findings that were printed, by kind; kinds that were not looked for are left out.
    findings: Findings,
    /// Structures with positions that have no exact result.
    open_structures: u64,
    /// What is not known, in all structures.
    open: Counts,
    /// Was every structure looked through, or did Ctrl-C end the run?
    complete: bool,
    /// What it took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
struct Findings {
    /// Findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    full_point: Option<u64>,
    /// Findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<u64>,
    /// Findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    only_moves: Option<u64>,
    /// Findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    underpromotion: Option<u64>,
    /// Findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    zugzwang: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Structures solved or expanded in the proofs.
    structures: u64,
    /// Time.
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
        self.kept += u64::from(found.is_stored);
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

    fn findings(&self) -> Findings {
        let count = |kind| {
            let is_wanted = self.kinds.contains(&kind);
            is_wanted.then(|| self.found.get(&kind).copied().unwrap_or(0))
        };
        Findings {
            full_point: count(Kind::FullPoint),
            longest: count(Kind::Longest),
            only_moves: count(Kind::OnlyMoves),
            underpromotion: count(Kind::Underpromotion),
            zugzwang: count(Kind::Zugzwang),
        }
    }

    pub fn answer<'a>(&self, family: &'a str, numbers: u64) -> Answer<'a> {
        Answer {
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
        }
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
