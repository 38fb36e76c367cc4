//! What somebody thinks of a position that no proof has settled. It is no proof, and never becomes part of one.

pub mod choice;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use peasant::clock::Instant;

pub use opinion::{Evidence, likelihood};
use opinion::{Search, Task};
use peasant::board::{Move, Position};
use peasant::limits::Stop;
use peasant::notation::uci;
use peasant::{
    Analysis, Bounds, Limits, MoveAnalysis, Opinion, ProveError, Prover, Request, Rules, Statistics,
};

use self::choice::{Candidates, Past};
use crate::outside::engine::Uci;

/// Whose opinion it is where no engine was named.
pub const OURS: &str = opinion::Judge::OURS;

/// At a glance so many positions are looked at, with so small a table.
const GLANCE: u64 = 200;
const SMALL_TABLE: usize = 1 << 16;

/// An opinion takes this part of a limit on time, and no more than a second.
const PART: u32 = 4;
const LONGEST: Duration = Duration::from_secs(1);

/// Of the time for an opinion this part goes to the open moves, each by itself, so that it is known how likely their results are.
const MOVES_PART: u32 = 4;

/// Bytes for the table of our own search.
const TABLE: usize = 16 << 20;

/// What is asked.
#[derive(Clone, Copy)]
pub struct Asked<'q> {
    pub position: Position,
    /// Positions of the game since the last capture or pawn move.
    pub earlier: &'q [Position],
    pub time: Duration,
    /// Nobody wants to know any more.
    pub is_stopped: &'q dyn Fn() -> bool,
}

impl Asked<'_> {
    /// A position alone.
    pub fn new(position: Position, time: Duration) -> Asked<'static> {
        Asked {
            position,
            earlier: &[],
            time,
            is_stopped: &|| false,
        }
    }
}

/// How long an opinion may take within a limit on time.
pub fn share(limit: Option<Duration>) -> Duration {
    limit.map_or(LONGEST, |limit| (limit / PART).min(LONGEST))
}

/// What a limit on time leaves for an opinion where a proof stays open; the proof has the rest.
pub fn reserve(limit: Option<Duration>) -> Duration {
    share(limit) / 2
}

/// What an opinion has of its time where the proof was late.
pub fn least(reserved: Duration) -> Duration {
    reserved / 4
}

/// The limits of an answer for which reasons are to be found within the same limits.
pub fn before_reasons(mut limits: Limits) -> Limits {
    limits.time = limits.time.map(|time| time - share(Some(time)) / 2);
    limits
}

/// What is thought of these moves of a position at a glance, in a blink; of all if none is named. `earlier`: positions of the game since
/// the last capture or pawn move.
pub fn glance(position: &Position, moves: &[Move], earlier: &[Position]) -> Option<Opinion> {
    look(position, moves, earlier, &HashMap::new())
}

/// The same where so much is proved.
fn look(
    position: &Position,
    moves: &[Move],
    earlier: &[Position],
    known: &HashMap<Position, Bounds>,
) -> Option<Opinion> {
    let task = Task {
        moves,
        game: earlier,
        nodes: Some(GLANCE),
        known: &|position| known.get(position).copied().unwrap_or(Bounds::UNKNOWN),
        ..Task::new(*position)
    };
    Search::new(SMALL_TABLE).think(&task).map(ours)
}

impl Candidates {
    /// The one that is chosen at a glance.
    pub fn glance(&self, position: &Position, earlier: &[Position]) -> Option<Opinion> {
        let see = |moves: &[Move]| look(position, moves, earlier, &self.known);
        let seen = see(&self.moves).filter(|opinion| self.allow(opinion));
        let seen = seen.or_else(|| see(&self.safe).filter(|_| !self.safe.is_empty()));
        seen.map(|opinion| self.within_bounds(opinion))
    }
}

fn ours(thought: opinion::Opinion) -> Opinion {
    Opinion {
        source: OURS.to_owned(),
        score: thought.score.0,
        depth: thought.depth,
        line: thought.line,
    }
}

/// Answers a request within limits, with an opinion of what stays open. The opinion has its part of the time only where there is need of
/// one: where the result is known, moves that stay open are worked on, and a look at what is open still has the last of it.
///
/// # Errors
/// Why there is no answer.
pub fn analyse(
    prover: &Prover,
    thinker: &mut Thinker,
    request: &Request,
    limits: Limits,
) -> Result<Analysis, ProveError> {
    analyse_within(prover, thinker, request, limits, reserve(limits.time))
}

/// The same where an opinion has so much of the limit on time.
///
/// # Errors
/// Why there is no answer.
pub fn analyse_within(
    prover: &Prover,
    thinker: &mut Thinker,
    request: &Request,
    limits: Limits,
    reserved: Duration,
) -> Result<Analysis, ProveError> {
    // By other rules than those of chess nobody thinks.
    let is_chess = prover.rules() == Rules::Chess;
    let reserved = match is_chess {
        true => reserved,
        false => Duration::ZERO,
    };
    let mut proof = limits;
    proof.time = limits.time.map(|time| time - reserved);
    let mut analysis = prover.analyse(&request.clone().limits(proof))?;
    let left = |analysis: &Analysis| {
        let spent = analysis.statistics.time;
        limits
            .time
            .map_or(share(Some(spent)), |time| time.saturating_sub(spent))
    };
    let is_known = analysis.bounds.exact().is_some();
    if is_known && analysis.stopped == Some(Stop::Time) {
        let before = analysis.statistics;
        proof.time = Some(left(&analysis).saturating_sub(least(reserved)));
        let most = limits.structures;
        proof.structures = most.map(|most| most.saturating_sub(before.structures));
        analysis = prover.analyse(&request.clone().limits(proof))?;
        add(&before, &mut analysis.statistics);
    }
    if is_chess {
        let time = left(&analysis).min(LONGEST).max(least(reserved));
        let thought = thinker.opine(&mut analysis, time);
        analysis.statistics.time += thought;
    }
    Ok(analysis)
}

/// Adds what the first part of a proof has cost to what the second has.
fn add(first: &Statistics, second: &mut Statistics) {
    second.structures += first.structures;
    second.positions += first.positions;
    for (all, more) in second.by_pieces.iter_mut().zip(first.by_pieces) {
        *all += more;
    }
    second.time += first.time;
    second.result_time = first.result_time;
}

/// Whoever is asked: the user's engine, or a search of our own. Asked again about a position it goes on where it was.
pub enum Thinker {
    Engine(Arc<Uci>),
    Search(Box<Search>),
}

impl Thinker {
    /// The engine, if there is one.
    pub fn new(engine: Option<Arc<Uci>>) -> Thinker {
        match engine {
            Some(engine) => Thinker::Engine(engine),
            None => Thinker::Search(Box::new(Search::new(TABLE))),
        }
    }

    /// Adds to an answer what it thinks: of the position, and of the open moves. How long has that taken?
    pub fn opine(&mut self, analysis: &mut Analysis, time: Duration) -> Duration {
        let start = Instant::now();
        let for_moves = match analysis.bounds.exact() {
            None => time / MOVES_PART,
            // A short proof stays short.
            Some(_) => time.min(analysis.statistics.time / PART),
        };
        self.judge(analysis, time - for_moves);
        self.weigh(analysis, for_moves);
        start.elapsed()
    }

    /// Adds its opinion to an answer that is open. One that the answer has stays if it has looked further and its move may still be
    /// played: what comes last may have had no time.
    pub fn judge(&mut self, analysis: &mut Analysis, time: Duration) {
        let candidates = Candidates::new(analysis, &[], &Past::default());
        let asked = Asked::new(analysis.position, time);
        let is_open = analysis.bounds.exact().is_none() && !candidates.moves.is_empty();
        // Who has cancelled it waits for nothing more.
        let is_wanted = analysis.stopped != Some(Stop::Cancelled);
        let before = analysis.opinion.take().filter(|_| is_open);
        let now = match is_open && is_wanted {
            true => self.choose(&candidates, &asked),
            false => None,
        };
        analysis.opinion = candidates.further(before, now);
        analysis.likelihood = likelihood(analysis);
    }

    /// How likely the results of the open moves are: of the one that was chosen by the opinion, of the others by a look at each. None
    /// among which that was chosen is better. The likeliest come first of moves of which the same is proved.
    fn weigh(&mut self, analysis: &mut Analysis, time: Duration) {
        let best = analysis.opinion.clone();
        let is_answered = best.is_some() || analysis.bounds.exact().is_some();
        let is_cancelled = analysis.stopped == Some(Stop::Cancelled);
        let is_open = |m: &MoveAnalysis| m.bounds.exact().is_none();
        let open = analysis.moves.iter().filter(|m| is_open(m)).count() as u32;
        if !is_answered || is_cancelled || open == 0 || analysis.rules != Rules::Chess {
            return;
        }
        let (position, spent) = (analysis.position, analysis.statistics.time);
        let safe = Candidates::new(analysis, &[], &Past::default()).safe;
        let mut moves = std::mem::take(&mut analysis.moves);
        let asked = Asked::new(position, time / open);
        for m in moves.iter_mut().filter(|m| is_open(m)) {
            let best = best.as_ref();
            let chosen = best.filter(|best| best.line.first() == Some(&m.r#move));
            // What is proved of the position is no bound of a move that may be worse.
            let known = HashMap::from([(position.play(m.r#move), -m.bounds)]);
            let thought = chosen.cloned();
            let thought = thought.or_else(|| self.think(&asked, &[m.r#move], &known));
            m.likelihood = thought.map(|mut thought| {
                if let Some(best) = best.filter(|_| safe.contains(&m.r#move)) {
                    thought.score = thought.score.min(best.score);
                }
                Evidence::new(&position, m.bounds, &thought, spent).likelihood()
            });
        }
        let expected =
            |m: &MoveAnalysis| m.likelihood.map_or(0.0, |likelihood| likelihood.expected());
        moves.sort_by(|one, other| {
            let proved = (other.bounds.lower(), other.bounds.upper());
            let proved = proved.cmp(&(one.bounds.lower(), one.bounds.upper()));
            proved.then(expected(other).total_cmp(&expected(one)))
        });
        analysis.moves = moves;
    }

    /// Its opinion, if it has one. A move that may give up what is proved is its choice only where that looks clearly better.
    pub fn choose(&mut self, candidates: &Candidates, asked: &Asked) -> Option<Opinion> {
        let Candidates {
            moves, safe, known, ..
        } = candidates;
        let is_free = moves.iter().all(|m| safe.contains(m));
        let rest = if is_free {
            Duration::ZERO
        } else {
            asked.time / 4
        };
        let within = |time| Asked { time, ..*asked };
        let mut opinion = self.think(&within(asked.time - rest), moves, known)?;
        if !candidates.allow(&opinion) {
            opinion = self.think(&within(rest), safe, known)?;
        }
        Some(candidates.within_bounds(opinion))
    }

    /// What it thinks of these moves, where so much is proved; of all if none is named.
    pub fn think(
        &mut self,
        asked: &Asked,
        moves: &[Move],
        known: &HashMap<Position, Bounds>,
    ) -> Option<Opinion> {
        match self {
            Thinker::Engine(engine) => {
                let thought = engine.think(&asked.position, moves, asked.time)?;
                let line = legal(&asked.position, &thought.line);
                (!line.is_empty()).then(|| Opinion {
                    source: engine.name().to_owned(),
                    score: thought.score,
                    depth: thought.depth,
                    line,
                })
            }
            Thinker::Search(search) => {
                let task = Task {
                    moves,
                    game: asked.earlier,
                    time: Some(asked.time),
                    stop: asked.is_stopped,
                    known: &|position| known.get(position).copied().unwrap_or(Bounds::UNKNOWN),
                    ..Task::new(asked.position)
                };
                search.think(&task).map(ours)
            }
        }
    }
}

/// The moves of a line, as far as they are legal.
fn legal(position: &Position, line: &str) -> Vec<Move> {
    let mut here = *position;
    let moves = line.split_whitespace().map_while(|name| {
        let m = uci::parse(name, &here).ok()?;
        here = here.play(m);
        Some(m)
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use peasant::notation::fen;
    use peasant::value::Wdl;

    use super::*;

    /// Two pawns each; of one move it is proved that it loses, of another that it does not win, of a third that it does not lose.
    #[test]
    fn an_open_move_has_a_likelihood_within_what_is_proved() {
        let position = fen::parse("8/4k3/1p6/1P6/8/4K1p1/6P1/8 w - -").expect("a legal position");
        let mut analysis = Analysis::open(position, Rules::Chess);
        let proved = [
            Bounds::exactly(Wdl::Loss),
            Bounds::at_most(Wdl::Draw),
            Bounds::at_least(Wdl::Draw),
        ];
        for (m, bounds) in analysis.moves.iter_mut().zip(proved) {
            m.bounds = bounds;
        }
        analysis.bounds = Bounds::at_least(Wdl::Draw);
        Thinker::new(None).opine(&mut analysis, Duration::from_millis(80));
        let best = analysis.opinion.clone().expect("an opinion");
        let order: Vec<Wdl> = analysis.moves.iter().map(|m| m.bounds.lower()).collect();
        assert_eq!(order[0], Wdl::Draw);
        for m in &analysis.moves {
            let Some(likelihood) = m.likelihood else {
                assert_eq!(m.bounds.exact(), Some(Wdl::Loss));
                continue;
            };
            assert!(m.bounds.lower() < Wdl::Draw || likelihood.loss == 0.0);
            assert!(m.bounds.upper() > Wdl::Draw || likelihood.win == 0.0);
            if best.line.first() == Some(&m.r#move) && m.bounds == analysis.bounds {
                assert_eq!(Some(likelihood), analysis.likelihood);
            }
        }
    }

    /// The pawn must be taken. What is proved of the position says nothing of a move that is open.
    #[test]
    fn an_open_move_may_be_worse_than_the_position() {
        let position = fen::parse("8/8/8/8/2k5/6Kp/8/8 w - -").expect("a legal position");
        let mut analysis = Analysis::open(position, Rules::Chess);
        analysis.statistics.time = Duration::from_millis(400);
        for bounds in [Bounds::at_least(Wdl::Draw), Bounds::exactly(Wdl::Draw)] {
            analysis.bounds = bounds;
            for m in &mut analysis.moves {
                let takes = m.r#move.to_string() == "g3h3";
                m.bounds = if takes { bounds } else { Bounds::UNKNOWN };
            }
            Thinker::new(None).opine(&mut analysis, Duration::from_millis(80));
            assert_eq!(analysis.opinion.is_some(), bounds.exact().is_none());
            let mut moves = analysis.moves.iter();
            let away = moves.find(|m| m.r#move.to_string() == "g3f4");
            let likelihood = away.and_then(|m| m.likelihood).expect("a look at it");
            assert_eq!(likelihood.likeliest().0, Wdl::Loss, "{likelihood:?}");
        }
    }
}
