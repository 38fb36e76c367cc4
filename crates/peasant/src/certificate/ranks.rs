//! In how many moves a winning strategy has won at the latest.

use std::collections::HashMap;

use super::strategist::Claim;
use super::uncertified::Uncertified;
use super::walk::Step;
use crate::board::Position;

/// A position whose rank is being found: what follows, and how much of that has been looked at.
struct Open {
    here: Position,
    followers: Vec<Position>,
    looked_at: usize,
    rank: u32,
}

/// Gives every position of a winning strategy its rank: one more than the greatest that can follow.
pub(super) fn rank(
    claim: Claim,
    steps: &mut HashMap<Position, Option<Step>>,
) -> Result<(), Uncertified> {
    let all: Vec<Position> = steps.keys().copied().collect();
    for start in all {
        rank_from(claim, steps, start)?;
    }
    Ok(())
}

fn rank_from(
    claim: Claim,
    steps: &mut HashMap<Position, Option<Step>>,
    start: Position,
) -> Result<(), Uncertified> {
    let rank_of = |steps: &HashMap<Position, Option<Step>>, position: &Position| {
        steps.get(position).copied().flatten().map(|step| step.rank)
    };
    let open = |steps: &HashMap<Position, Option<Step>>, here: Position| {
        let step = steps.get(&here).copied().flatten();
        let followers = step.map_or(Vec::new(), |step| claim.followers(&here, step.r#move));
        Open {
            here,
            followers,
            looked_at: 0,
            rank: 1,
        }
    };
    if rank_of(steps, &start) != Some(0) {
        return Ok(());
    }
    let mut path = vec![open(steps, start)];
    while let Some(mut top) = path.pop() {
        let Some(&next) = top.followers.get(top.looked_at) else {
            if let Some(Some(step)) = steps.get_mut(&top.here) {
                step.rank = top.rank;
            }
            continue;
        };
        match rank_of(steps, &next) {
            // What is trusted ends the play.
            None => top.looked_at += 1,
            Some(0) => {
                if next == top.here || path.iter().any(|open| open.here == next) {
                    return Err(Uncertified::Gap(next));
                }
                path.extend([top, open(steps, next)]);
                continue;
            }
            Some(rank) => {
                top.rank = top.rank.max(rank + 1);
                top.looked_at += 1;
            }
        }
        path.push(top);
    }
    Ok(())
}
