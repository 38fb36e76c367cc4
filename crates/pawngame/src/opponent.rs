//! Somebody to play against: the solver, as strong as one likes.

use std::time::Duration;

use peasant::clock::Instant;

use super::chance::Chance;
use super::position::{Move, Position};
use super::solution::Solution;
use super::solver::Solver;
use peasant::limits::{Limits, Observer};
use peasant::value::Wdl;

/// The skill of an [`Opponent`], from 0 to 10.
///
/// 0 plays any legal move, 10 always one whose proved result is the best, or what seems best after looking ahead where that
/// is not proved in time. In between, one move in so many is any legal move
/// (at 7 three in ten), and the others are thought about for a part of the time (at 7 seven tenths).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u8);

/// A player who asks a [`Solver`]. The same seed makes the same choices, as long as no time limit ends a proof.
#[derive(Clone, Debug)]
pub struct Opponent {
    strength: Strength,
    time: Duration,
    chance: Chance,
}

/// One part in so many of the time goes into a proof; the rest, if that is not found, into looking ahead.
const PROVING: u32 = 3;

impl Strength {
    /// Plays the best that is proved.
    pub const PERFECT: Strength = Strength(10);

    /// The strength of this number, if it is from 0 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Strength> {
        if number <= Strength::PERFECT.0 {
            Some(Strength(number))
        } else {
            None
        }
    }

    /// The number, 0 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Opponent {
    /// An opponent who thinks for so long about a move at full strength.
    #[must_use]
    pub const fn new(strength: Strength, time: Duration, seed: u64) -> Opponent {
        Opponent {
            strength,
            time,
            chance: Chance::new(seed),
        }
    }

    /// Chooses a move; there is none if the game is over. The rules of the position must be those of the solver.
    pub fn choose(
        &mut self,
        solver: &mut Solver,
        position: &Position,
        observer: &dyn Observer,
    ) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.len() < 2 || self.errs() {
            return self.any(&moves);
        }
        let time = self.time * u32::from(self.strength.0) / u32::from(Strength::PERFECT.0);
        let until = Instant::now() + time;
        let limits = Limits::NONE.time(time / PROVING);
        let solution = solver.solve(position, &limits, observer);
        if solution.is_decided() {
            return self.any(&best(&solution));
        }
        let mut moves = solution.candidates();
        self.shuffle(&mut moves);
        solver.most_promising(position, &moves, until, observer)
    }

    /// Puts moves in any order.
    fn shuffle(&mut self, moves: &mut [Move]) {
        for end in (1..moves.len()).rev() {
            let index = self.chance.below(end + 1);
            moves.swap(end, index);
        }
    }

    /// Is this the time for any move?
    fn errs(&mut self) -> bool {
        let perfect = usize::from(Strength::PERFECT.0);
        self.chance.below(perfect) >= usize::from(self.strength.0)
    }

    fn any(&mut self, moves: &[Move]) -> Option<Move> {
        moves.get(self.chance.below(moves.len())).copied()
    }
}

/// The moves that are proved to be the best. If all is lost, it is the one whose refutation took most work: that
/// may be hard to find. Of several it is those that look best.
fn best(solution: &Solution) -> Vec<Move> {
    if solution.bounds.exact() == Some(Wdl::Loss)
        && let Some(&most_stubborn) = solution.line.first()
    {
        return vec![most_stubborn];
    }
    let here = &solution.position;
    let mut moves = solution.candidates();
    let most = moves.iter().map(|&m| looks(here, m)).max();
    moves.retain(|&m| Some(looks(here, m)) == most);
    moves
}

/// What a move looks like to somebody who looks one move ahead: far advanced and captures are good, to be taken is not.
fn looks(here: &Position, m: Move) -> i32 {
    const CAPTURE: i32 = 2;
    const TAKEN: i32 = 4;
    let gone = -(here.goes(here.turn(), m.to) as i32);
    let is_capture = |m: Move| m.from.file() != m.to.file();
    let capture = if is_capture(m) { CAPTURE } else { 0 };
    let answers = here.play(m).legal_moves();
    let is_taken = answers.iter().any(|a| a.to == m.to && is_capture(*a));
    gone + capture - if is_taken { TAKEN } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Preset, RuleSet};
    use super::super::settings::{Method, Settings};
    use super::*;
    use peasant::board::Color;

    fn game(strengths: [u8; 2], seed: u64) -> (Vec<Move>, Option<Color>) {
        let rules = RuleSet {
            files: 4,
            ..RuleSet::of(Preset::PawnGame)
        };
        let mut here = Position::start(rules.validate().expect("rules"));
        let settings = Settings {
            method: Method::AlphaBeta,
            threads: 1,
            memory: 64 << 20,
        };
        let mut solver = Solver::new(here.rules(), &settings).expect("a solver");
        let mut players = strengths.map(|number| {
            let strength = Strength::new(number).expect("0 to 10");
            Opponent::new(strength, Duration::from_secs(60), seed)
        });
        let mut played = Vec::new();
        loop {
            let player = &mut players[here.turn() as usize];
            let Some(m) = player.choose(&mut solver, &here, &()) else {
                break;
            };
            played.push(m);
            here = here.try_play(m).expect("a chosen move is legal");
        }
        let winner = match here.ended() {
            Some(Wdl::Win) => Some(here.turn()),
            Some(Wdl::Loss) => Some(!here.turn()),
            _ => None,
        };
        (played, winner)
    }

    #[test]
    fn the_perfect_player_wins_what_is_won() {
        for seed in 0..10 {
            for other in [0, 5, 10] {
                assert_eq!(game([10, other], seed).1, Some(Color::White), "{seed}");
            }
        }
    }

    #[test]
    fn where_all_is_lost_the_most_stubborn_move_is_played() {
        let rules = RuleSet {
            files: 2,
            ..RuleSet::of(Preset::PawnGame)
        };
        let start = Position::start(rules.validate().expect("rules"));
        let settings = Settings {
            method: Method::AlphaBeta,
            threads: 1,
            memory: 64 << 20,
        };
        let mut solver = Solver::new(start.rules(), &settings).expect("a solver");
        let solution = solver.solve(&start, &Limits::default(), &());
        assert_eq!(solution.bounds.exact(), Some(Wdl::Loss));
        for seed in 0..10 {
            let mut player = Opponent::new(Strength::PERFECT, Duration::from_secs(60), seed);
            let chosen = player.choose(&mut solver, &start, &());
            assert_eq!(chosen, solution.line.first().copied());
        }
    }

    #[test]
    fn a_seed_repeats_a_game_and_weak_players_differ() {
        assert_eq!(game([0, 0], 7), game([0, 0], 7));
        assert!((0..20).any(|seed| game([0, 10], seed).1 == Some(Color::Black)));
        assert_eq!(Strength::new(11), None);
    }
}
