//! The programs that can be compared: their names, and what they say of a position.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peasant::clock::Instant;

use historic::kpk::{Recognised, recognise};
use historic::newborn1977::{self, Condition, MAXIMUM_DEPTH};
use historic::pawnking::{self, Reuse, Settled, plan};
use peasant::board::NotAPawnEnding;
use peasant::board::{Move, Position};
use peasant::kpk::{Placement, Side};
use peasant::limits::{Limits, Stop};
use peasant::value::Wdl;

use crate::host::plain::excerpt;

/// A program, called what the user calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    name: String,
    pub kind: Kind,
}

/// Which program, and how it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The exact prover, by which the others are judged.
    Exact,
    /// Newborn's PEASANT to a depth in plies, with Church's correction of condition 6 or without.
    Peasant { depth: u32, church: bool },
    /// Horacek's PAWNKING.
    PawnKing(pawnking::Options),
    /// The same without search.
    Glance,
    /// The published rules for king and pawn against king.
    Kpk,
}

/// What a program says of a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// Does the program know such positions?
    pub applies: bool,
    /// The result that it claims for the side to move.
    pub claim: Option<Wdl>,
    /// The move that it would play.
    pub r#move: Option<Move>,
    /// Positions that it looked at.
    pub nodes: u64,
    pub time: Duration,
    pub stopped: Option<Stop>,
    /// PEASANT's terminal nodes by condition.
    pub terminals: Option<[u64; 9]>,
    /// For PAWNKING: what settles the value without search, if anything does.
    pub settled: Option<Option<&'static str>>,
}

/// The depth of PEASANT where none is given.
const DEPTH: u32 = 10;

const CURE: &str = "use exact, peasant[:DEPTH], church[:DEPTH], \
    pawnking[:never|careful|sensitive|selective|glance] or kpk";

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        // A name is short: what is longer is none, and is not repeated whole.
        let text = &*excerpt(text.trim());
        let (name, parameter) = match text.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (text, None),
        };
        let kind = match (name, parameter) {
            ("exact", None) => Kind::Exact,
            ("kpk", None) => Kind::Kpk,
            ("peasant" | "church", _) => Kind::Peasant {
                depth: parameter.map_or(Ok(DEPTH), |depth| parse_depth(name, depth))?,
                church: name == "church",
            },
            ("pawnking", _) => parse_pawnking(parameter.unwrap_or("careful"))?,
            ("exact" | "kpk", Some(_)) => {
                return Err(format!("{name} has no parameter; {CURE}"));
            }
            _ => return Err(format!("there is no program `{name}`; {CURE}")),
        };
        Ok(Program {
            name: text.to_owned(),
            kind,
        })
    }
}

fn parse_depth(name: &str, text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| (1..=MAXIMUM_DEPTH).contains(depth))
        .ok_or_else(|| {
            format!("`{text}` is no depth; use 1 to {MAXIMUM_DEPTH} plies, such as {name}:{DEPTH}")
        })
}

fn parse_pawnking(text: &str) -> Result<Kind, String> {
    let reuse = Reuse::ALL.into_iter().find(|reuse| reuse.name() == text);
    let options = pawnking::Options::default();
    match (text, reuse) {
        ("glance", _) => Ok(Kind::Glance),
        ("selective", _) => Ok(Kind::PawnKing(pawnking::Options {
            selective: true,
            ..options
        })),
        (_, Some(reuse)) => Ok(Kind::PawnKing(pawnking::Options { reuse, ..options })),
        (_, None) => Err(format!(
            "pawnking knows no `{text}`; use never, careful, sensitive, selective or glance"
        )),
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl Program {
    /// Are the others judged by it?
    pub fn is_yardstick(&self) -> bool {
        self.kind == Kind::Exact
    }

    /// What the program says; the exact prover says nothing here.
    pub fn run(
        &self,
        position: &Position,
        limits: &Limits,
        cancelled: &AtomicBool,
    ) -> Result<Opinion, NotAPawnEnding> {
        match &self.kind {
            Kind::Exact => Ok(Opinion::NONE),
            Kind::Peasant { depth, church } => {
                let options = newborn1977::Options {
                    depth: *depth,
                    church: *church,
                    ..newborn1977::Options::default()
                };
                let search = newborn1977::search(position, &options, limits, cancelled)?;
                Ok(Opinion::of_peasant(&search))
            }
            Kind::PawnKing(options) => {
                let search = pawnking::search(position, options, limits, cancelled)?;
                Ok(Opinion::of_pawnking(&search))
            }
            Kind::Glance => Ok(Opinion::at_a_glance(position)),
            Kind::Kpk => Ok(Opinion::of_rules(position)),
        }
    }
}

impl Opinion {
    /// Nothing to say.
    const NONE: Opinion = Opinion {
        applies: false,
        claim: None,
        r#move: None,
        nodes: 0,
        time: Duration::ZERO,
        stopped: None,
        terminals: None,
        settled: None,
    };

    fn of_peasant(search: &newborn1977::Search) -> Opinion {
        Opinion {
            applies: true,
            claim: search.claim,
            r#move: search.best,
            nodes: search.nodes,
            time: search.time,
            stopped: search.stopped,
            terminals: Some(Condition::ALL.map(|condition| search.terminals[condition])),
            ..Opinion::NONE
        }
    }

    fn of_pawnking(search: &pawnking::Search) -> Opinion {
        Opinion {
            applies: true,
            claim: search.claim(),
            r#move: search.best,
            nodes: search.counts.nodes,
            time: search.time,
            stopped: search.stopped,
            settled: Some(search.judgement.settled.map(Settled::name)),
            ..Opinion::NONE
        }
    }

    fn at_a_glance(position: &Position) -> Opinion {
        let start = Instant::now();
        let judgement = pawnking::global::judge(position);
        let moves = plan::moves(position, &judgement.partials);
        Opinion {
            applies: true,
            claim: judgement.value.claim(position.turn()),
            r#move: moves.first().map(|planned| planned.r#move),
            nodes: 1,
            time: start.elapsed(),
            settled: Some(judgement.settled.map(Settled::name)),
            ..Opinion::NONE
        }
    }

    fn of_rules(position: &Position) -> Opinion {
        let start = Instant::now();
        let Some(placement) = Placement::from_position(position) else {
            return Opinion::NONE;
        };
        let pawn_is_movers = position.pawns().of(position.turn()).count() > 0;
        let side = if pawn_is_movers {
            Side::Attacker
        } else {
            Side::Defender
        };
        let claim = match recognise(placement) {
            Recognised::Surely(verdict) => Some(verdict.for_side(side)),
            Recognised::Unclear => None,
        };
        Opinion {
            applies: true,
            claim,
            nodes: 1,
            time: start.elapsed(),
            ..Opinion::NONE
        }
    }
}
