//! From an answer to its certificate.

use std::collections::HashMap;

use super::contents::{Certificate, Strategy, Trust};
use super::ranks;
use super::strategist::{Claim, Strategist};
use super::uncertified::Uncertified;
use super::walk::{Step, Walk, stratum};
use crate::analysis::{Analysis, Inquiry};
use crate::board::{Position, Square};
use crate::limits::Watch;
use crate::rules::Rules;
use crate::value::{Bounds, Wdl};

/// The certificate of an answer. `by`: who is trusted where the strategy knows no move.
pub(crate) fn certify(
    inquiry: &mut Inquiry,
    analysis: &Analysis,
    watch: &Watch,
    by: Trust,
) -> Result<Certificate, Uncertified> {
    if inquiry.rules == Rules::Newborn {
        return Err(Uncertified::Newborn);
    }
    let Analysis {
        position, bounds, ..
    } = *analysis;
    let mut certificate = Certificate {
        position,
        bounds,
        trusted: Vec::new(),
        strategies: Vec::new(),
    };
    for claim in claims(&position, bounds) {
        let before = (inquiry.proof.bytes(), certificate.positions());
        let mut walk = Walk::new(watch, before, by);
        let mut strategist = Strategist { claim, inquiry };
        walk.follow(&mut strategist, &position)?;
        if claim.wins {
            ranks::rank(claim, &mut walk.steps)?;
        }
        certificate.trusted.extend(walk.trusted);
        let steps = in_order(walk.steps);
        certificate.strategies.push(Strategy {
            side: claim.side,
            wins: claim.wins,
            steps,
        });
    }
    match certificate.strategies[..] {
        [] => Err(Uncertified::Nothing),
        _ => Ok(certificate),
    }
}

/// What is to be shown for these bounds of a position.
fn claims(position: &Position, bounds: Bounds) -> Vec<Claim> {
    let (mover, other) = (position.turn(), !position.turn());
    let at_least = (bounds.lower() > Wdl::Loss).then_some(Claim {
        side: mover,
        wins: bounds.lower() == Wdl::Win,
    });
    let at_most = (bounds.upper() < Wdl::Win).then_some(Claim {
        side: other,
        wins: bounds.upper() == Wdl::Loss,
    });
    at_least.into_iter().chain(at_most).collect()
}

/// The steps of a strategy as certificates order them.
fn in_order(steps: HashMap<Position, Option<Step>>) -> Vec<(Position, crate::board::Move, u32)> {
    let step = |(position, step): (Position, Option<Step>)| {
        let step = step?;
        Some((position, step.r#move, step.rank))
    };
    let mut steps: Vec<_> = steps.into_iter().filter_map(step).collect();
    let squares = |position: &Position| {
        super::file::squares(position)
            .map(Square::index)
            .collect::<Vec<_>>()
    };
    steps.sort_by_cached_key(|(position, ..)| {
        (
            stratum(position),
            squares(position),
            position.en_passant().map(Square::index),
        )
    });
    steps
}
