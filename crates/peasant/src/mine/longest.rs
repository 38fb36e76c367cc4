//! The wins of a structure that take longest.

use std::collections::BinaryHeap;

use super::best::Best;
use super::finding::{Finding, What};
use super::kind::Measure;
use super::results::placements;
use super::survey::Survey;
use crate::board::{Color, Position};
use crate::prove::{Aim, Measure as Exactness};
use crate::value::{Distance, Wdl};

/// The longest wins with the winner to move, and how many won positions have no exact distance.
pub(super) fn longest(survey: &mut Survey) -> (Vec<Finding>, u64) {
    match survey.search.measure {
        Measure::End => by_end(survey, Aim::Promotion),
        Measure::Mate => by_end(survey, Aim::Mate),
        Measure::ZeroingMove => by_zeroing_move(survey),
    }
}

/// All won positions that stand for their images, the winner to move.
fn won(survey: &Survey) -> Vec<Position> {
    let mut won = Vec::new();
    for turn in Color::BOTH {
        let set = survey.results.turn(turn).won(turn);
        let positions = placements(set).map(|kings| survey.results.position(kings, turn));
        won.extend(positions.filter(|position| survey.family.represents(position, true)));
    }
    won
}

fn finding(survey: &Survey, position: Position, distance: Distance) -> Finding {
    Finding {
        structure: survey.structure.number,
        position,
        result: Wdl::Win,
        what: What::Longest {
            distance,
            measure: survey.search.measure,
        },
    }
}

fn by_end(survey: &mut Survey, aim: Aim) -> (Vec<Finding>, u64) {
    let mut best = Best::new(survey.search.keep);
    let mut open = 0;
    for position in won(survey) {
        let end = survey.inquiry.end_in(&position, position.turn(), aim);
        match end.filter(|end| end.exact) {
            Some(end) if best.wants(end.plies) => {
                let distance = Distance::from_plies(end.plies);
                best.add(end.plies, finding(survey, position, distance));
            }
            Some(_) => {}
            None => open += 1,
        }
    }
    (best.into_iter().collect(), open)
}

/// A proved way is no shorter than the shortest, so that only those are measured exactly whose proved way is among the longest.
fn by_zeroing_move(survey: &mut Survey) -> (Vec<Finding>, u64) {
    let won = won(survey);
    let mut measure = |index: usize, exactness| {
        let position = &won[index];
        let proof = &mut survey.inquiry.proof;
        let distance = proof.distance(position, position.turn(), exactness)?;
        Some(distance.plies())
    };
    // By length, then those first that come first; the last says whether the length is exact.
    let mut heap = BinaryHeap::new();
    let mut open = 0;
    for index in 0..won.len() {
        match measure(index, Exactness::Proved) {
            Some(plies) => heap.push((plies, usize::MAX - index, false)),
            None => open += 1,
        }
    }
    let mut best = Vec::new();
    while best.len() < survey.search.keep {
        let Some((plies, key, is_exact)) = heap.pop() else {
            break;
        };
        let index = usize::MAX - key;
        if is_exact {
            best.push((index, plies));
        } else {
            match measure(index, Exactness::Exact) {
                Some(plies) => heap.push((plies, key, true)),
                None => open += 1,
            }
        }
    }
    let best = best.into_iter();
    let found = best.map(|(index, plies)| finding(survey, won[index], Distance::from_plies(plies)));
    (found.collect(), open)
}
