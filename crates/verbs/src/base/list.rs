//! `peasant base list`: what is there, and what the rest would take.

use std::io::{self, Write};

use peasant::{Holding, Material};
use schemars::JsonSchema;
use serde::Serialize;

use super::options::ListArgs;
use super::{size, total};
use crate::tell::json;
use crate::{Face, Failure, Outcome};

pub fn run(args: &ListArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let base = super::open(&args.place)?;
    let all = Material::all().into_iter();
    let holdings: Vec<Holding> = all.map(|material| base.holding(material)).collect();
    let mut out = face.out();
    if args.json {
        let materials = holdings.iter().map(MaterialAnswer::from).collect();
        writeln!(out, "{}", json::line(&Answer { materials }))?;
    } else {
        print(&mut out, &holdings)?;
    }
    out.flush()?;
    Ok(Outcome::Answered)
}

/// What the base holds.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Every kind of ending that the base can hold.
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
    /// How long it took to solve; an estimate if it is not built.
    seconds: f64,
}

impl From<&Holding> for MaterialAnswer {
    fn from(holding: &Holding) -> MaterialAnswer {
        MaterialAnswer {
            built: holding.built,
            bytes: holding.bytes,
            name: holding.material.to_string(),
            seconds: holding.took.as_secs_f64(),
        }
    }
}

fn print(out: &mut impl Write, holdings: &[Holding]) -> io::Result<()> {
    writeln!(out, "{:<10}{:>12}{:>10}", "Material", "Size", "Seconds")?;
    for holding in holdings {
        let (name, size) = (holding.material, size(holding.bytes));
        let (about, seconds) = (
            if holding.built { "" } else { "about" },
            holding.took.as_secs_f64(),
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
