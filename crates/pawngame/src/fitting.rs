//! Finding the weights of forecasts, for `scripts/forecasts` only: no part of the interface.
//!
//! Games are solved, every question that is answered is noted with its answer and its cost, and weights are fitted to the
//! logarithms of the costs. With these weights the games are solved again: the search comes to other positions, and makes
//! other mistakes. What was seen before is kept, so that after some rounds mistakes of all kinds have been seen.

use std::sync::PoisonError;

use super::forecast::{FEATURES, Forecast, UNIT, Weights, features};
use super::journal::{Answers, Journal, hash};
use super::position::Position;
use super::rules::Rules;
use super::settings::{Method, Settings};
use super::solver::Solver;
use peasant::limits::Limits;
use peasant::value::Wdl;

/// Guesses of one question: what a no costs, and what a yes.
const HEADS: usize = 2;
/// An answer that is not so is as if it cost so many times e more.
const WRONG: f32 = 6.0;
/// How often all answers are gone through, and after the last round.
const EPOCHS: (u32, u32) = (5, 10);
/// What the sum of four numbers between -1/2 and 1/2 is multiplied by, so that its square is 1 on average.
const SPREAD: f32 = 1.7;
/// How much of an error the weights take over at first.
const RATE: f32 = 0.2;

/// A game to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The game; it is solved from its start.
    pub rules: Rules,
    /// How it is solved.
    pub method: Method,
    /// One answer in so many is noted; none if it is 0.
    pub one_in: u64,
    /// Bytes for its tables.
    pub memory: u64,
    /// By how much about the weights are disturbed before it is solved: so positions are seen to which they do not lead. 1 is a
    /// factor of e.
    pub disturbance: f32,
}

/// Weights as the library keeps them, after so many rounds of solving and fitting. Other seeds disturb in other ways; the
/// same seed gives the same weights. What was done is reported line by line.
///
/// # Panics
/// If there is no memory for a game.
pub fn fit(lessons: &[Lesson], rounds: u32, seed: u32, report: &dyn Fn(&str)) -> Vec<u8> {
    let mut answers = vec![Answers::new(); lessons.len()];
    let mut weights: Option<&'static Weights> = None;
    let mut kept = Vec::new();
    for round in 1..=rounds {
        for (lesson, answers) in lessons.iter().zip(&mut answers) {
            let weights = weights
                .map(|weights| disturbed(weights, lesson.disturbance, rounds * seed + round));
            let nodes = solve(lesson, weights, answers);
            let (set, method) = (lesson.rules.get(), lesson.method);
            report(&format!(
                "round {round}: {} files, {method:?}, disturbance {}: {nodes} nodes",
                set.files, lesson.disturbance
            ));
        }
        let epochs = if round == rounds { EPOCHS.1 } else { EPOCHS.0 };
        let (learned, error) = learn(lessons, &answers, epochs);
        report(&format!("round {round}: mean squared error {error:.3}"));
        kept = Weights::write(&learned);
        weights = Some(Box::leak(Box::new(Weights::read(&kept))));
    }
    kept
}

/// How many nodes a game takes with such weights.
pub fn nodes(lesson: &Lesson, kept: &[u8]) -> u64 {
    let weights = Box::leak(Box::new(Weights::read(kept)));
    solve(lesson, Some(weights), &mut Answers::new())
}

/// Weights of which each has changed by chance, by about so much.
fn disturbed(weights: &'static Weights, by: f32, seed: u32) -> &'static Weights {
    if by == 0.0 {
        return weights;
    }
    // Marsaglia's xorshift; four numbers add up to something like a normal one.
    let mut state = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut chance = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 24) as f32 - 0.5
    };
    let mut normal = move || (chance() + chance() + chance() + chance()) * SPREAD;
    let disturbed = weights.changed(|weight| weight + (normal() * by * UNIT) as i32);
    Box::leak(Box::new(disturbed))
}

/// Solves a game, notes the answers, and counts the nodes.
fn solve(lesson: &Lesson, weights: Option<&'static Weights>, answers: &mut Answers) -> u64 {
    let settings = Settings {
        method: lesson.method,
        threads: 1,
        memory: lesson.memory,
    };
    let mut solver = Solver::new(lesson.rules, &settings).expect("memory for a game");
    let files = lesson.rules.get().files as usize;
    let ground = solver.ground();
    ground.forecast = weights.map(|weights| Forecast { weights, files });
    ground.journal = Some(Journal::new(lesson.one_in));
    let start = Position::start(lesson.rules);
    let solution = solver.solve(&start, &Limits::default(), &());
    let journal = solver
        .ground()
        .journal
        .take()
        .expect("the journal is there");
    answers.extend(
        journal
            .answers
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner),
    );
    solution.stats.nodes
}

/// Fits weights to answers by stochastic gradient descent. With the mean squared error at the end.
fn learn(lessons: &[Lesson], answers: &[Answers], epochs: u32) -> (Vec<[f32; 4]>, f64) {
    let mut all: Vec<_> = lessons
        .iter()
        .zip(answers)
        .flat_map(|(lesson, answers)| {
            let files = lesson.rules.get().files as usize;
            answers
                .iter()
                .map(move |(&(board, wanted), &answer)| (board, wanted, answer, files))
        })
        .collect();
    all.sort_unstable_by_key(|&(board, wanted, answer, files)| {
        (hash(&board), board, wanted, files, answer)
    });
    let mut weights = vec![[0.0; 2 * HEADS]; FEATURES];
    let mut error = 0.0;
    for epoch in 1..=epochs {
        error = 0.0;
        for &(board, wanted, (reached, nodes), files) in &all {
            let mut at = Vec::with_capacity(files + 1);
            features(&board, files, |feature| at.push(feature));
            let rate = RATE / epoch as f32 / at.len() as f32;
            let first = if wanted == Wdl::Win { HEADS } else { 0 };
            for (head, is) in [(first, false), (first + 1, true)] {
                let cost = (nodes as f32 + 1.0).ln() + if reached == is { 0.0 } else { WRONG };
                let sum: f32 = at.iter().map(|&feature| weights[feature][head]).sum();
                error += f64::from((cost - sum) * (cost - sum));
                for &feature in &at {
                    weights[feature][head] += rate * (cost - sum);
                }
            }
        }
    }
    for weights in &mut weights {
        *weights = weights.map(|weight| weight * UNIT);
    }
    (weights, error / (HEADS * all.len()).max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Preset, RuleSet};

    fn lesson(disturbance: f32) -> Lesson {
        let set = RuleSet {
            files: 3,
            ..RuleSet::of(Preset::Peasants)
        };
        Lesson {
            rules: set.validate().expect("two rows fit"),
            method: Method::AlphaBeta,
            one_in: 1,
            memory: 64 << 20,
            disturbance,
        }
    }

    #[test]
    fn what_is_learned_saves_work_and_is_the_same_every_time() {
        let lessons = [lesson(0.0), lesson(0.5)];
        let learned = fit(&lessons, 3, 1, &|_| {});
        assert!(learned == fit(&lessons, 3, 1, &|_| {}));
        let by_hand = solve(&lesson(0.0), None, &mut Answers::new());
        assert!(10 * nodes(&lesson(0.0), &learned) < 9 * by_hand);
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let mut weights = vec![[0.0; 2 * HEADS]; FEATURES];
        weights[7] = [1.0, -2.0, 127.0, -128.0];
        weights[FEATURES - 1] = [-500.0, 500.0, 0.4, -0.6];
        let read = Weights::read(&Weights::write(&weights));
        let mut found = Vec::new();
        read.changed(|weight| {
            found.push(weight);
            weight
        });
        assert_eq!(found[28..32], [1, -2, 127, -128]);
        assert_eq!(found[4 * (FEATURES - 1)..], [-128, 127, 0, -1]);
        assert!(
            found[32..4 * (FEATURES - 1)]
                .iter()
                .all(|&weight| weight == 0)
        );
    }
}
