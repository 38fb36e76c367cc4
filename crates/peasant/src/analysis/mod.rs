//! The facade: the bounds of a position and of every move, the best moves, a line and what it took.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

#[cfg(test)]
use crate::board::Square;
use crate::board::{Color, Move, NotAPawnEnding, Pawns, Position, Role, Structure};
use crate::limits::{Limits, Observer, Stop, Watch};
use crate::prove::Resources;
use crate::prove::proof::{All, OnDemand, Proof};
use crate::prove::question::{place, wins};
use crate::rules::Rules;
use crate::slice::Point;
use crate::value::{Bounds, Distance, Wdl};

/// What is asked, and how it is to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What a promotion is worth.
    pub rules: Rules,
    /// How to prove.
    pub method: Method,
    /// How many threads may work; at least one does.
    pub threads: usize,
}

/// How to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Solve only the structures that the question needs.
    OnDemand,
    /// Solve every structure below the root.
    Eager,
}

/// What is proved about a position. Results are those of the side to move unless they say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The position.
    pub position: Position,
    /// The rules it was solved by.
    pub rules: Rules,
    /// The result for the side to move.
    pub bounds: Bounds,
    /// Every move that the rules allow, best first.
    pub moves: Vec<MoveAnalysis>,
    /// The moves that are proved best; empty while the result is not exact or there is no move.
    pub best: Vec<Move>,
    /// A line of best play: the winner takes the shortest way, the loser the longest, to the
    /// conversion that decides. Empty while the result is not exact.
    pub line: Vec<Move>,
    /// What stopped the proof before everything was exact, if anything did.
    pub stopped: Option<Stop>,
    /// Endings that could not be solved and kept bounds open; empty if all is exact.
    pub reasons: Vec<Position>,
    /// What the proof took.
    pub statistics: Statistics,
}

/// What is proved about a move. The result is that of the side that makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnalysis {
    /// The move.
    pub r#move: Move,
    /// The result for the side that makes it.
    pub bounds: Bounds,
    /// Plies to the next conversion, this move included; `None` for draws and where it is not known.
    pub distance: Option<Distance>,
}

/// What a proof took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Structures expanded or solved.
    pub structures: u64,
    /// The same by kind: without promoted pieces, with one, with two.
    pub by_pieces: [u64; 3],
    /// Bytes for structures and slices.
    pub bytes: u64,
    /// Wall-clock time for everything.
    pub time: Duration,
    /// When the result of the position itself was exact; its moves and distances come later.
    pub result_time: Option<Duration>,
}

/// Analyses a position within limits, watched by an observer.
///
/// # Errors
/// A position with other pieces than kings and pawns is refused.
pub fn analyse(
    position: &Position,
    request: &Request,
    limits: &Limits,
    observer: impl Observer + 'static,
) -> Result<Analysis, NotAPawnEnding> {
    analyse_with(position, request, limits, observer, &Resources::default())
}

/// Analyses a position with help from outside: tables for few men, small endings on disk.
///
/// # Errors
/// A position with other pieces than kings and pawns is refused.
pub fn analyse_with(
    position: &Position,
    request: &Request,
    limits: &Limits,
    observer: impl Observer + 'static,
    resources: &Resources,
) -> Result<Analysis, NotAPawnEnding> {
    if !position.is_pawn_ending() {
        return Err(NotAPawnEnding);
    }
    let watch: Watch = Watch::new(*limits, Arc::new(observer));
    let mut proof: Box<dyn Proof + '_> = match (request.method, request.rules) {
        (Method::Eager, Rules::Newborn) => Box::new(All::new(position, request.threads, &watch)),
        (_, rules) => Box::new(OnDemand::new(rules, watch.clone(), resources.clone())),
    };
    let mut session = Session {
        rules: request.rules,
        proof: proof.as_mut(),
        watch: &watch,
        hopeless: false,
    };
    Ok(session.analyse(position))
}

/// Answers for one position after another, and keeps what it has proved.
pub struct Solver {
    rules: Rules,
    proof: OnDemand,
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(rules: Rules) -> Solver {
        Solver {
            rules,
            proof: OnDemand::new(rules, Watch::idle(), Resources::default()),
        }
    }

    /// The result for the side to move. Under chess the position may hold promoted pieces. Without limits:
    /// the bounds are open only where endings with more pieces than can be solved are in the way.
    pub fn bounds(&mut self, position: &Position) -> Bounds {
        let watch = Watch::idle();
        let mut session = Session {
            rules: self.rules,
            proof: &mut self.proof,
            watch: &watch,
            hopeless: false,
        };
        session.settle(position)
    }
}

/// One proof, asked about positions.
struct Session<'p> {
    rules: Rules,
    proof: &'p mut (dyn Proof + 'p),
    watch: &'p Watch,
    /// Is all further work on the last question in vain?
    hopeless: bool,
}

/// Expansions for the first try at a question; every further try doubles them.
const FIRST_BUDGET: u32 = 64;

/// A line ends after so many plies, wherever it is.
const LONGEST_LINE: usize = 400;

impl<'p> Session<'p> {
    fn analyse(&mut self, position: &Position) -> Analysis {
        let mut bounds = self.settle(position);
        let mut result_time = bounds.exact().map(|_| self.watch.elapsed());
        let mut moves: Vec<MoveAnalysis> = Vec::new();
        for r#move in self.rules.moves(position) {
            let bounds = -self.settle(&position.play(r#move));
            moves.push(MoveAnalysis {
                r#move,
                bounds,
                distance: None,
            });
        }
        // The moves may have settled what the position's own turn did not.
        if let Some(best) = moves.iter().map(|m| m.bounds).reduce(Bounds::max) {
            bounds = bounds.narrow(best);
            result_time = result_time.or_else(|| bounds.exact().map(|_| self.watch.elapsed()));
        }
        let open = |bounds: &Bounds| bounds.exact().is_none();
        let any_open = open(&bounds) || moves.iter().any(|m| open(&m.bounds));
        let lacked_memory = self.proof.lacked_memory().then_some(Stop::Memory);
        let stopped = self.proof.stopped().or(lacked_memory).filter(|_| any_open);
        for m in &mut moves {
            m.distance = self.distance(position, m.r#move, m.bounds, <dyn Proof + 'p>::distance);
        }
        moves.sort_by_key(rank);
        let best = match bounds.exact() {
            Some(result) => moves
                .iter()
                .filter(|m| m.bounds.exact() == Some(result))
                .map(|m| m.r#move)
                .collect(),
            None => Vec::new(),
        };
        let line = if bounds.exact().is_some() {
            self.line(position)
        } else {
            Vec::new()
        };
        let reasons = if any_open {
            self.proof.reasons()
        } else {
            Vec::new()
        };
        let statistics = Statistics {
            structures: self.proof.structures().iter().sum(),
            by_pieces: self.proof.structures(),
            bytes: self.proof.bytes(),
            time: self.watch.elapsed(),
            result_time,
        };
        Analysis {
            position: *position,
            rules: self.rules,
            bounds,
            moves,
            best,
            line,
            stopped,
            reasons,
            statistics,
        }
    }

    /// Works on both questions of a position, in turns, until they are answered or the proof is stopped.
    /// The bounds are those of the side to move.
    fn settle(&mut self, position: &Position) -> Bounds {
        let mut budget = FIRST_BUDGET;
        loop {
            let bounds = self.ask(position, budget);
            if bounds.exact().is_some() || self.proof.stopped().is_some() || self.hopeless {
                return bounds;
            }
            budget = budget.saturating_mul(2);
        }
    }

    /// What is known of a position after so much work on each of its questions; 0 is none.
    fn ask(&mut self, position: &Position, budget: u32) -> Bounds {
        let (mover, rules) = (position.turn(), self.rules);
        let mut live = false;
        let mut ask = |player| {
            wins(rules, position, player, &mut |view, point| {
                let answer = self.proof.ask(view, point, player == Color::Black, budget);
                live |= answer.is_none() && !self.proof.is_hopeless(view, point);
                answer
            })
        };
        let won = ask(mover);
        let lost = if won == Some(true) {
            Some(false)
        } else {
            ask(!mover)
        };
        self.hopeless = !live;
        Bounds::from_answers(won, lost)
    }

    /// The distance of a move whose result is known, by one of the proof's two measures.
    fn distance(
        &mut self,
        position: &Position,
        r#move: Move,
        bounds: Bounds,
        measure: fn(&mut (dyn Proof + 'p), Structure, Point) -> Option<u16>,
    ) -> Option<Distance> {
        let winner = match bounds.exact()? {
            Wdl::Draw => return None,
            Wdl::Win => position.turn(),
            Wdl::Loss => !position.turn(),
        };
        let after = position.play(r#move);
        if after.pawns() != position.pawns() {
            return Some(Distance::from_plies(1));
        }
        let (view, point) = place(&after, winner)?;
        Some(Distance::from_plies(1 + measure(self.proof, view, point)?))
    }

    /// Best play from a position whose result is known, to the conversion that decides.
    fn line(&mut self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![*position];
        let mut position = *position;
        while line.len() < LONGEST_LINE {
            let Some(next) = self.next_move(&position) else {
                break;
            };
            position = position.play(next);
            line.push(next);
            if seen.contains(&position) {
                break;
            }
            seen.push(position);
        }
        line
    }

    /// The move that the line goes on with; none when the game is decided.
    fn next_move(&mut self, position: &Position) -> Option<Move> {
        let promoted = !position.is_pawn_ending();
        if position.pawns() == Pawns::NONE && !promoted {
            return None;
        }
        let result = self.ask(position, 0).exact()?;
        if promoted && self.rules == Rules::Chess {
            return None;
        }
        let a_queen_up = !position.pieces(position.turn(), Role::Queen).is_empty();
        if promoted && (a_queen_up || result == Wdl::Loss) {
            return None;
        }
        let keeps = |session: &mut Self, m: &Move| {
            session.ask(&position.play(*m), 0).exact() == Some(-result)
        };
        let moves = self.rules.moves(position);
        let mut choices: Vec<Move> = moves.iter().copied().filter(|m| keeps(self, m)).collect();
        if choices.is_empty() {
            // Proved without a look at the moves: look now.
            moves
                .iter()
                .for_each(|m| _ = self.settle(&position.play(*m)));
            choices = moves.into_iter().filter(|m| keeps(self, m)).collect();
        }
        choices.into_iter().min_by_key(|&m| {
            let bounds = Bounds::exactly(result);
            let distance = self.distance(position, m, bounds, <dyn Proof + 'p>::proved_distance);
            let converts = position.play(m).pawns() != position.pawns();
            (
                rank(&MoveAnalysis {
                    r#move: m,
                    bounds,
                    distance,
                }),
                !converts,
            )
        })
    }
}

/// Orders moves best first: by result, then the winner's shortest and the loser's longest way.
fn rank(m: &MoveAnalysis) -> (Reverse<Wdl>, Reverse<Wdl>, i32) {
    let plies = m
        .distance
        .map_or(i32::from(u16::MAX), |distance| i32::from(distance.plies()));
    let way = if m.bounds.exact() == Some(Wdl::Loss) {
        -plies
    } else {
        plies
    };
    (Reverse(m.bounds.lower()), Reverse(m.bounds.upper()), way)
}

#[cfg(test)]
mod signature;
