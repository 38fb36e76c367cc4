//! The game held against one that is solved without any thought: all positions of king and pawn against king with a pawn on the
//! e-file, by sweeps over all of them until nothing changes.

use std::collections::HashSet;
use std::sync::Arc;

use specification::Dice;

use super::super::aim::{Aim, Goal};
use super::super::oracle::Budget;
use super::{Answer, Detour};
use crate::board::{Bitboard, Color, Pawns, Position, Setup, Square};
use crate::{Limits, Prover};

/// The pawn stands on the fifth rank or further up.
const RANKS: [i32; 3] = [4, 5, 6];

/// White's king, Black's king, the pawn, is it White's move?
type State = (i32, i32, i32, bool);

/// What a move leads to.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    To(usize),
    /// A promotion that wins.
    Won,
    /// The pawn is gone, or the new piece.
    Drawn,
}

struct Naive {
    states: Vec<State>,
    next: Vec<Vec<Next>>,
    wins: Vec<bool>,
}

fn file(s: i32) -> i32 {
    s % 8
}

fn rank(s: i32) -> i32 {
    s / 8
}

fn distance(a: i32, b: i32) -> i32 {
    (file(a) - file(b)).abs().max((rank(a) - rank(b)).abs())
}

fn steps(king: i32) -> Vec<i32> {
    (0..64).filter(|&to| distance(king, to) == 1).collect()
}

fn pawn_hits(pawn: i32, square: i32) -> bool {
    rank(square) == rank(pawn) + 1 && (file(square) - file(pawn)).abs() == 1
}

fn is_legal((wk, bk, pawn, white): State) -> bool {
    wk != bk && wk != pawn && bk != pawn && distance(wk, bk) > 1 && !(white && pawn_hits(pawn, bk))
}

/// Does a queen, or a rook, attack a square with White's king as the only man between?
fn hits(queen: bool, from: i32, wk: i32, square: i32) -> bool {
    let (df, dr) = (file(square) - file(from), rank(square) - rank(from));
    let is_line = df == 0 || dr == 0 || queen && df.abs() == dr.abs();
    if from == square || !is_line {
        return false;
    }
    let step = df.signum() + 8 * dr.signum();
    let mut between = (1..df.abs().max(dr.abs())).map(|n| from + n * step);
    !between.any(|s| s == wk)
}

/// Does a promotion win?
fn promotion_wins(wk: i32, bk: i32, to: i32) -> bool {
    let is_taken = distance(bk, to) == 1 && distance(wk, to) > 1;
    let is_stalemate = |queen| {
        let free = |s: &i32| distance(*s, wk) > 1 && !hits(queen, to, wk, *s) && *s != to;
        let takes = distance(bk, to) == 1 && distance(wk, to) > 1;
        !hits(queen, to, wk, bk) && !takes && !steps(bk).iter().any(free)
    };
    !is_taken && (!is_stalemate(true) || !is_stalemate(false))
}

impl Naive {
    fn new() -> Naive {
        let mut states = Vec::new();
        for wk in 0..64 {
            for bk in 0..64 {
                for pawn in RANKS.map(|rank| 8 * rank + 4) {
                    states.extend([true, false].map(|white| (wk, bk, pawn, white)));
                }
            }
        }
        states.retain(|&state| is_legal(state));
        let mut naive = Naive {
            next: Vec::new(),
            wins: Vec::new(),
            states,
        };
        let places: std::collections::HashMap<State, usize> = naive
            .states
            .iter()
            .enumerate()
            .map(|(i, &s)| (s, i))
            .collect();
        naive.next = naive
            .states
            .iter()
            .map(|&state| moves(state, &places))
            .collect();
        naive.wins = naive.winning(&HashSet::new());
        naive
    }

    /// Where White wins without coming to one of these.
    fn winning(&self, forbidden: &HashSet<usize>) -> Vec<bool> {
        let mut wins = vec![false; self.states.len()];
        loop {
            let mut changed = false;
            for i in 0..wins.len() {
                let is_won = |next: &Next| match next {
                    Next::To(there) => wins[*there],
                    Next::Won => true,
                    Next::Drawn => false,
                };
                let next = &self.next[i];
                let won = match self.states[i].3 {
                    true => next.iter().any(is_won),
                    false => !next.is_empty() && next.iter().all(is_won),
                };
                if won && !wins[i] && !forbidden.contains(&i) {
                    (wins[i], changed) = (true, true);
                }
            }
            if !changed {
                return wins;
            }
        }
    }

    /// Where Black is never lost and never comes to one of these.
    fn holding(&self, forbidden: &HashSet<usize>) -> Vec<bool> {
        let mut holds: Vec<bool> = (0..self.states.len())
            .map(|i| !self.wins[i] && !forbidden.contains(&i))
            .collect();
        loop {
            let mut changed = false;
            for i in 0..holds.len() {
                let is_held = |next: &Next| match next {
                    Next::To(there) => holds[*there],
                    Next::Won => false,
                    Next::Drawn => true,
                };
                let next = &self.next[i];
                let held = match self.states[i].3 {
                    true => next.iter().all(is_held),
                    false => next.is_empty() || next.iter().any(is_held),
                };
                if holds[i] && !held {
                    (holds[i], changed) = (false, true);
                }
            }
            if !changed {
                return holds;
            }
        }
    }
}

fn moves(
    (wk, bk, pawn, white): State,
    places: &std::collections::HashMap<State, usize>,
) -> Vec<Next> {
    let to = |state| places.get(&state).map(|&place| Next::To(place));
    if !white {
        let takes = distance(bk, pawn) == 1 && distance(wk, pawn) > 1;
        let kings = steps(bk)
            .into_iter()
            .filter(|&s| s != pawn && !pawn_hits(pawn, s));
        let kings = kings.filter_map(|s| to((wk, s, pawn, true)));
        return kings.chain(takes.then_some(Next::Drawn)).collect();
    }
    let mut next: Vec<Next> = steps(wk)
        .into_iter()
        .filter_map(|s| to((s, bk, pawn, false)))
        .collect();
    let ahead = pawn + 8;
    if ahead != wk && ahead != bk {
        next.extend(match rank(ahead) {
            7 if promotion_wins(wk, bk, ahead) => Some(Next::Won),
            7 => Some(Next::Drawn),
            _ => to((wk, bk, ahead, false)),
        });
    }
    next
}

fn position((wk, bk, pawn, white): State) -> Position {
    let square = |s: i32| Square::at(file(s) as u32, rank(s) as u32);
    let pawns = Pawns {
        white: square(pawn).set(),
        black: Bitboard::EMPTY,
    };
    let turn = if white { Color::White } else { Color::Black };
    let setup = Setup::pawn_ending(square(wk), square(bk), pawns, turn);
    setup.validate().expect("it is legal")
}

/// Random lines in which the solver never spoils anything, with every other move that does as well, for three choices of what
/// is forbidden: all of the line, what has stood on the board, what follows.
#[test]
fn the_game_is_that_of_the_sweeps() {
    let naive = Naive::new();
    let mut dice = Dice(16);
    let mut answers = [[0; 2]; 2];
    for (goal, solver) in [(Goal::Win, Color::White), (Goal::Draw, Color::Black)] {
        let aim = Aim { solver, goal };
        let prover = Prover::default();
        let mut budget = Budget::new(&prover, Limits::NONE, Arc::new(()));
        for _ in 0..24 {
            let line = line(&naive, &mut dice, goal);
            for at in 0..line.len().saturating_sub(1) {
                let here = line[at];
                let solves = naive.states[here].3 == (goal == Goal::Win);
                if !solves {
                    continue;
                }
                for &other in &naive.next[here] {
                    let Next::To(start) = other else { continue };
                    if start == line[at + 1] || naive.wins[start] != (goal == Goal::Win) {
                        continue;
                    }
                    for part in [&line[..], &line[..=at], &line[at + 1..]] {
                        let part: HashSet<usize> = part.iter().copied().collect();
                        let told = match goal {
                            Goal::Win => naive.winning(&part)[start],
                            Goal::Draw => naive.holding(&part)[start],
                        };
                        let forbidden: HashSet<Position> =
                            part.iter().map(|&i| position(naive.states[i])).collect();
                        let mut detour = Detour {
                            aim,
                            forbidden: &forbidden,
                            oracle: &mut budget,
                            most: 1 << 20,
                        };
                        let start = position(naive.states[start]);
                        let found = detour.from(&start).expect("no contradiction");
                        let answer = if told { Answer::Yes } else { Answer::No };
                        assert_eq!(found, answer, "{start:?} without {forbidden:?}");
                        answers[goal as usize][usize::from(told)] += 1;
                    }
                }
            }
        }
    }
    // All of it was seen often.
    assert!(answers.iter().flatten().all(|&n| n > 20), "{answers:?}");
}

/// A line of up to seven plies from a position that reaches the goal, the solver to move.
fn line(naive: &Naive, dice: &mut Dice, goal: Goal) -> Vec<usize> {
    let reaches = |i: usize| naive.wins[i] == (goal == Goal::Win);
    let mut here = loop {
        let i = dice.roll(naive.states.len());
        let solves = naive.states[i].3 == (goal == Goal::Win);
        if solves && reaches(i) {
            break i;
        }
    };
    let mut line = vec![here];
    for _ in 0..7 {
        let next: Vec<usize> = naive.next[here]
            .iter()
            .filter_map(|next| match next {
                Next::To(there) if reaches(*there) => Some(*there),
                _ => None,
            })
            .collect();
        if next.is_empty() {
            break;
        }
        here = next[dice.roll(next.len())];
        line.push(here);
    }
    line
}
