//! The moves of a position in a search: what they come to together, and which is looked at next.

use super::Repeated;
use super::table::{Key, Numbers};
use super::weights::Weights;
use crate::board::Position;

/// A move: where it leads, and what is known of that.
pub(super) struct Line {
    pub position: Position,
    pub key: Key,
    pub numbers: Numbers,
    pub repeated: Repeated,
}

/// The line that is looked at next, and how far.
pub(super) struct Next {
    pub at: usize,
    pub limit: Numbers,
}

/// What the lines come to for White, who moves if `attacks`; and, if he does not win for a repetition alone, of what.
pub(super) fn together(lines: &[Line], attacks: bool, weights: &Weights) -> (Numbers, Repeated) {
    match attacks {
        true => either(lines, weights),
        false => all(lines, weights),
    }
}

/// One won line is enough.
fn either(lines: &[Line], weights: &Weights) -> (Numbers, Repeated) {
    let proof = lines.iter().map(|line| line.numbers.proof).min();
    let won = lines.iter().filter(|line| line.numbers.proof == 0);
    let plies = won.map(|line| line.numbers.plies + 1).min();
    let disproofs = lines.iter().map(|line| line.numbers.disproof);
    let numbers = Numbers {
        proof: proof.unwrap_or(Numbers::INFINITE),
        disproof: sum(disproofs, weights.disproof_part, weights.disproof_each),
        plies: plies.unwrap_or(0),
    };
    (numbers, lines.iter().filter_map(|line| line.repeated).min())
}

/// All lines have to be won; one that is not is enough for the other side, best one that hangs on no repetition.
fn all(lines: &[Line], weights: &Weights) -> (Numbers, Repeated) {
    let disproof = lines.iter().map(|line| line.numbers.disproof).min();
    let plies = lines.iter().map(|line| line.numbers.plies + 1).max();
    let proofs = lines.iter().map(|line| line.numbers.proof);
    let numbers = Numbers {
        proof: sum(proofs, weights.proof_part, 0),
        disproof: disproof.unwrap_or(Numbers::INFINITE),
        plies: plies.unwrap_or(0),
    };
    let lost = lines.iter().filter(|line| line.numbers.disproof == 0);
    let repeated = lost.map(|line| line.repeated);
    // `None` first, then those that stand late on the path.
    let repeated = repeated.min_by_key(|repeated| repeated.map(|at| usize::MAX - at));
    (numbers, repeated.flatten())
}

/// The largest of some numbers, a part of the others, and something for each that is open; 0 if none is.
fn sum(numbers: impl Iterator<Item = u32>, part: u32, each: u32) -> u32 {
    let (mut largest, mut sum, mut open) = (0, 0, 0);
    for number in numbers {
        largest = number.max(largest);
        sum = Numbers::add(sum, number);
        open += u32::from(number > 0);
    }
    match largest {
        0 | Numbers::INFINITE => largest,
        _ => Numbers::add(largest, (sum - largest) / part + open * each).min(Numbers::INFINITE - 1),
    }
}

/// The line to look at next, one that is open; `limit` is what the position may reach.
pub(super) fn next(lines: &[Line], attacks: bool, limit: Numbers) -> Next {
    let mut best: Option<(usize, (u32, u32))> = None;
    let mut second = Numbers::INFINITE;
    for (at, line) in lines.iter().enumerate() {
        let Numbers {
            proof, disproof, ..
        } = line.numbers;
        if line.numbers.result().is_some() {
            continue;
        }
        // Of replies that are as hard to refute the one that is hardest to beat.
        let key = match attacks {
            true => (proof, disproof),
            false => (disproof, Numbers::INFINITE - proof),
        };
        match best {
            Some((_, least)) if least <= key => second = second.min(key.0),
            _ => {
                second = best
                    .map_or(Numbers::INFINITE, |(_, least)| least.0)
                    .min(second);
                best = Some((at, key));
            }
        }
    }
    let (at, _) = best.expect("a position that is open has a line that is");
    let beyond = Numbers::add(second, second / 4 + 1);
    let limit = match attacks {
        true => Numbers {
            proof: limit.proof.min(beyond),
            ..limit
        },
        false => Numbers {
            disproof: limit.disproof.min(beyond),
            ..limit
        },
    };
    Next { at, limit }
}
