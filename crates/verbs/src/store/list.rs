//! `peasant store list`: what is there, and what the rest would take.

use std::io::{self, Write};

use peasant::{Holding, Material};
use schemars::JsonSchema;
use serde::Serialize;

use super::options::ListArgs;
use super::{size, total};
use crate::options::store::SIZE;
use crate::tell::json;
use crate::{Face, Failure, Outcome};

pub fn run(args: &ListArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let store = super::open(&args.place, SIZE)?;
    let contents = store.contents();
    let all = Material::all().into_iter();
    let holdings: Vec<Holding> = all.map(|material| store.holding(material)).collect();
    let mut out = face.out();
    if args.json {
        let answer = Answer {
            bytes: contents.map_or(0, |contents| contents.bytes),
            facts: contents.map_or(0, |contents| contents.facts),
            file: store.path().display().to_string(),
            materials: holdings.iter().map(MaterialAnswer::from).collect(),
        };
        writeln!(out, "{}", json::line(&answer))?;
    } else {
        super::warn(&store);
        let file = store.path().display();
        match contents {
            Some(contents) => writeln!(
                out,
                "{} facts in `{file}`, {}.\n",
                contents.facts,
                size(contents.bytes)
            )?,
            None => writeln!(out, "There is nothing yet in `{file}`.\n")?,
        }
        print(&mut out, &holdings)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// What the store holds.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The bytes in use of its file.
    bytes: u64,
    /// How many facts there are: what is proved of a structure for one attacker.
    facts: u64,
    /// The file.
    file: String,
    /// Every kind of small ending that can be built.
    materials: Vec<MaterialAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct MaterialAnswer {
    /// Is all of it there?
    built: bool,
    /// Bytes on disk; an estimate if it is not built.
    bytes: u64,
    /// Such as `KQPvKQ`, the side first that is to win.
    name: String,
    /// About how long it takes to solve on one core.
    seconds: f64,
}

impl From<&Holding> for MaterialAnswer {
    fn from(holding: &Holding) -> MaterialAnswer {
        MaterialAnswer {
            built: holding.built,
            bytes: holding.bytes,
            name: holding.material.to_string(),
            seconds: holding.takes.as_secs_f64(),
        }
    }
}

fn print(out: &mut impl Write, holdings: &[Holding]) -> io::Result<()> {
    writeln!(out, "{:<10}{:>12}{:>10}", "Material", "Size", "Seconds")?;
    for holding in holdings {
        let (name, size) = (holding.material, size(holding.bytes));
        let (about, seconds) = (
            if holding.built { "" } else { "about" },
            holding.takes.as_secs_f64(),
        );
        let line = format!("{name:<10}{size:>12}{seconds:>10.2}  {about}");
        writeln!(out, "{}", line.trim_end())?;
    }
    let (there, missing): (Vec<&Holding>, Vec<_>) =
        holdings.iter().partition(|holding| holding.built);
    let there = (there.len(), total(there));
    let missing = (missing.len(), total(missing));
    writeln!(out, "\nThere: {} materials, {}.", there.0, size(there.1.0))?;
    let (bytes, took) = missing.1;
    writeln!(
        out,
        "Not there: {}; they would take about {} and {:.0} s on one core.",
        missing.0,
        size(bytes),
        took.as_secs_f64()
    )
}
