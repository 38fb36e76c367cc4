//! One request, answered: the position, its moves, their distances, a line.

use super::answer::{Analysis, LineEnd, MoveAnalysis, Statistics, Variation};
use super::drawn::Task;
use super::end::End;
use super::event::Event;
use super::inquiry::{Crossed, Inquiry};
use super::line::{self, kind, winner};
use super::new_queen::line_on;
use super::news::News;
use super::request::Request;
use crate::board::{Move, Position};
use crate::likelihood::Likelihood;
use crate::limits::{Stop, Watch};
use crate::prove::{Aim, FIRST_TRY, Found, Measure, deepen};
use crate::value::{Bounds, Contradiction, Wdl};

/// Answers a request about a pawn ending. The proof has been told that it begins.
pub(crate) fn analyse(
    inquiry: &mut Inquiry,
    request: &Request,
    watch: &Watch,
) -> Result<Analysis, Crossed> {
    let before = (inquiry.proof.structures(), inquiry.proof.positions());
    let position = &request.position;
    let mut news = News::new(request, watch, inquiry.rules.moves(position));
    let mut bounds =
        inquiry.settle_telling(position, |inquiry, bounds| news.pass(inquiry, bounds))?;
    let mut result_time = bounds.exact().map(|_| watch.elapsed());
    // Before the moves, which may take all the time that there is.
    let proof = needed(inquiry, position, bounds);
    let mut moves = if request.moves {
        moves(inquiry, request, news.moves)?
    } else {
        Vec::new()
    };
    // The moves may have settled what the position's own turn did not.
    if let Some(best) = moves.iter().map(|m| m.bounds).reduce(Bounds::max) {
        let narrow = bounds.narrow(best).map_err(|_| Crossed(*position))?;
        if narrow != bounds {
            request.tell(Event::Bounds(narrow));
        }
        bounds = narrow;
        result_time = result_time.or_else(|| bounds.exact().map(|_| watch.elapsed()));
    }
    keep_by_the_only(&mut moves, bounds).map_err(|_| Crossed(*position))?;
    let open = |bounds: Bounds| bounds.exact().is_none();
    let proof = proof.or_else(|| needed(inquiry, position, bounds));
    let any_open = open(bounds) || moves.iter().any(|m| open(m.bounds));
    let (within, stopped) = (inquiry.stopped(), stopped(inquiry).filter(|_| any_open));
    let (mut end, mut mate_in) = (None, None);
    if request.distances {
        (end, mate_in) = ends(inquiry, position, bounds);
        measure(inquiry, request, &mut moves, mate_in.is_some());
    }
    let moves = ranked(inquiry, position, moves)?;
    let play = proved_play(inquiry, request, bounds, &moves)?;
    let variations = variations(inquiry, request, &moves, play.line.first())?;
    let stopped = match within {
        None => stopped.or(inquiry.stopped()),
        Some(_) => stopped,
    };
    let reasons = if any_open {
        inquiry.proof.unresolved()
    } else {
        Vec::new()
    };
    request.tell(Event::Line {
        best: play.best.clone(),
        line: play.line.clone(),
        line_end: play.line_end,
    });
    let mut statistics = statistics(inquiry, before);
    statistics.proof = proof;
    statistics.price = match open(bounds) {
        true => inquiry.proof.price(position),
        false => None,
    };
    statistics.time = watch.elapsed();
    statistics.result_time = result_time;
    Ok(Analysis {
        position: *position,
        rules: inquiry.rules,
        bounds,
        moves,
        end,
        mate_in,
        best: play.best,
        line: play.line,
        line_end: play.line_end,
        variations,
        stopped,
        reasons,
        opinion: None,
        likelihood: bounds.exact().map(Likelihood::certain),
        trusted: false,
        statistics,
    })
}

/// What is proved of a position is proved of a move if no other may keep it.
fn keep_by_the_only(moves: &mut [MoveAnalysis], proved: Bounds) -> Result<(), Contradiction> {
    let least = proved.lower();
    let mut able = moves.iter_mut().filter(|m| m.bounds.upper() >= least);
    if let (Some(only), None) = (able.next(), able.next()) {
        only.bounds = only.bounds.narrow(Bounds::at_least(least))?;
    }
    Ok(())
}

/// What to play.
#[derive(Default)]
struct Play {
    best: Vec<Move>,
    line: Vec<Move>,
    line_end: Option<LineEnd>,
}

/// What is proved to be best; nothing while the result is not exact.
fn proved_play(
    inquiry: &mut Inquiry,
    request: &Request,
    bounds: Bounds,
    moves: &[MoveAnalysis],
) -> Result<Play, Crossed> {
    let Some(result) = bounds.exact() else {
        return Ok(Play::default());
    };
    let keeps = |m: &&MoveAnalysis| m.bounds.exact() == Some(result);
    let best = moves.iter().filter(keeps).map(|m| m.r#move).collect();
    let (line, line_end) = match request.line {
        true => line_on(inquiry, &request.position, result)?,
        false => (Vec::new(), None),
    };
    Ok(Play {
        best,
        line,
        line_end,
    })
}

/// Lines that begin with other moves than the best line does.
fn variations(
    inquiry: &mut Inquiry,
    request: &Request,
    moves: &[MoveAnalysis],
    first: Option<&Move>,
) -> Result<Vec<Variation>, Crossed> {
    let wanted = if request.line {
        request.lines.saturating_sub(1)
    } else {
        0
    };
    let others = moves.iter().filter(|m| Some(&m.r#move) != first);
    let decided = others.filter_map(|m| Some((m.r#move, m.bounds.exact()?)));
    let mut variations = Vec::new();
    for (m, result) in decided.take(wanted) {
        let (line, end) = line::after(inquiry, &request.position, m, result)?;
        variations.extend(end.map(|line_end| Variation {
            result,
            line,
            line_end,
        }));
    }
    Ok(variations)
}

/// The result of every move: a little work on each, and more and more, so that none keeps the others waiting.
fn moves(
    inquiry: &mut Inquiry,
    request: &Request,
    mut moves: Vec<MoveAnalysis>,
) -> Result<Vec<MoveAnalysis>, Crossed> {
    let position = &request.position;
    let mut open: Vec<usize> = (0..moves.len()).collect();
    deepen(FIRST_TRY, 2, |effort| {
        let mut still_open = Vec::new();
        for &number in &open {
            let m = &mut moves[number];
            let Found { bounds, hopeless } = inquiry.work(&position.play(m.r#move), effort)?;
            if m.bounds != -bounds {
                m.bounds = -bounds;
                request.tell(Event::Move(*m));
            }
            if bounds.exact().is_none() && !hopeless {
                still_open.push(number);
            }
        }
        open = still_open;
        let is_over = open.is_empty() || inquiry.stopped().is_some();
        Ok(is_over.then_some(()))
    })?;
    Ok(moves)
}

/// The end of a position that is decided, and plies to mate.
fn ends(inquiry: &mut Inquiry, here: &Position, bounds: Bounds) -> (Option<End>, Option<u16>) {
    let winner = bounds.exact().and_then(|result| winner(here, result));
    winner.map_or((None, None), |winner| {
        let aim = inquiry.aim(here, winner);
        let end = inquiry.end(here, winner, aim);
        let mate = inquiry.end_in(here, winner, Aim::Mate);
        (end, mate.filter(|mate| mate.exact).map(|mate| mate.plies))
    })
}

/// The distances of every move that is decided; to mate if that is wanted.
fn measure(inquiry: &mut Inquiry, request: &Request, moves: &mut [MoveAnalysis], mates: bool) {
    let position = &request.position;
    for m in moves {
        let Some(result) = m.bounds.exact() else {
            continue;
        };
        m.distance = inquiry.distance(position, m.r#move, result, Measure::Exact);
        let Some(winner) = winner(position, result) else {
            continue;
        };
        let after = position.play(m.r#move);
        let aim = inquiry.aim(position, winner);
        let end = inquiry.end(&after, winner, aim);
        let mover_wins = u16::from(result == Wdl::Win);
        m.end = end.map(|end| End {
            moves: end.moves + mover_wins,
            ..end
        });
        if mates {
            let mate = inquiry.end_in(&after, winner, Aim::Mate);
            m.mate_in = mate.filter(|mate| mate.exact).map(|mate| mate.plies + 1);
        }
        request.tell(Event::Move(*m));
    }
}

/// The moves, best first; drawing ones by how hard a task they set.
fn ranked(
    inquiry: &mut Inquiry,
    position: &Position,
    moves: Vec<MoveAnalysis>,
) -> Result<Vec<MoveAnalysis>, Crossed> {
    let mut ranked = Vec::with_capacity(moves.len());
    for m in moves {
        let task = match m.bounds.exact() {
            Some(Wdl::Draw) => Some(Task::of(inquiry, position, m.r#move)?),
            _ => None,
        };
        ranked.push((m.rank(), task, kind(position, m.r#move), m));
    }
    ranked.sort_by_key(|&(rank, task, kind, _)| (rank, task, kind));
    Ok(ranked.into_iter().map(|(.., m)| m).collect())
}

/// What stopped the proof, want of memory for single endings included.
fn stopped(inquiry: &Inquiry) -> Option<Stop> {
    let lacked_memory = inquiry.proof.lacked_memory().then_some(Stop::Memory);
    inquiry.stopped().or(lacked_memory)
}

/// The structures that an exact result follows from.
fn needed(inquiry: &mut Inquiry, position: &Position, bounds: Bounds) -> Option<[u64; 3]> {
    bounds.exact()?;
    inquiry.proof.proof_structures(position)
}

/// Counts since the request began, and in all.
fn statistics(inquiry: &Inquiry, (structures, positions): ([u64; 3], u64)) -> Statistics {
    let kept = inquiry.proof.structures();
    let mut by_pieces = kept;
    for (count, before) in by_pieces.iter_mut().zip(structures) {
        *count -= before;
    }
    Statistics {
        structures: by_pieces.iter().sum(),
        by_pieces,
        positions: inquiry.proof.positions() - positions,
        stored_structures: kept.iter().sum(),
        bytes: inquiry.proof.bytes(),
        ..Statistics::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    /// Two moves of three draw at most, and the position is won: the third wins. Of two that may win nothing follows.
    #[test]
    fn the_only_move_that_may_win_does() {
        let position = fen::parse("8/8/8/8/8/k7/2P5/K7 w - -").expect("a position");
        let moves = position.legal_moves().into_iter();
        let unknown = moves.map(|m| MoveAnalysis::new(m, Bounds::UNKNOWN));
        let mut moves: Vec<_> = unknown.collect();
        assert_eq!(moves.len(), 3);
        let won = Bounds::exactly(Wdl::Win);
        moves[0].bounds = Bounds::at_most(Wdl::Draw);
        keep_by_the_only(&mut moves, won).expect("no contradiction");
        assert_eq!(moves[1].bounds, Bounds::UNKNOWN);
        moves[1].bounds = Bounds::at_most(Wdl::Draw);
        keep_by_the_only(&mut moves, won).expect("no contradiction");
        assert_eq!(moves[2].bounds, won);
    }
}
