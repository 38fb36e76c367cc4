//! The course of play: a proved line cut into phases, what each of its moves is good for, and the moves that spoil the result.

use super::choice::{SOON, decides, strangeness, tells};
use super::motive::Motive;
use super::opposition::Opposition;
use super::other_side::other_side_to_move;
use super::passed_pawn::passed_pawns;
use super::purse::Purse;
use crate::analysis::{Analysis, Crossed, Inquiry, line_after, longest_line_after};
use crate::board::{Color, Move, Position, Role, Square};
use crate::value::Wdl;

/// A part of the line: kings walk, then something changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phase {
    /// Where it begins.
    pub start: Position,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
    /// What moves of it are good for, each with the number of the move in the phase, from 0.
    pub motives: Vec<(usize, Motive)>,
}

/// A move that spoils the result, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Try {
    /// The move.
    pub r#move: Move,
    /// What it leads to for the side that makes it.
    pub result: Wdl,
    /// Best play after it; its first move, of several that are as good, is one that shows why.
    pub refutation: Vec<Move>,
    /// What the first answer is good for.
    pub motives: Vec<Motive>,
    /// After so many moves of the refutation a player sees why.
    pub told: usize,
    /// What the last of these is good for, if a motive says it.
    pub point: Option<Motive>,
}

/// A refutation, and the move before it, has so many plies.
const REFUTATION: usize = 15;

/// If nothing shows why a move fails, so many moves of the refutation are told.
const TOLD: usize = 3;

/// So many tries are told.
const TRIES: usize = 8;

/// Kings this many files apart are on different wings.
const WINGS: u32 = 3;

/// A line with the position before each of its moves, and the one after the last.
struct Line<'a> {
    moves: &'a [Move],
    positions: Vec<Position>,
    key_squares: &'a [Square],
    /// Who wins, if anybody does.
    winner: Option<Color>,
}

/// The phases of the line of an answer.
pub(super) fn phases(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    analysis: &Analysis,
    key_squares: &[Square],
) -> Result<Vec<Phase>, Crossed> {
    let Some(result) = analysis.bounds.exact() else {
        return Ok(Vec::new());
    };
    let line = Line::new(&analysis.position, &analysis.line, result, key_squares);
    line.phases(inquiry, purse)
}

/// The longest defence, if the line shows another one: play from the winner's first move on.
pub(super) fn longest_defence(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    analysis: &Analysis,
    key_squares: &[Square],
) -> Result<Vec<Phase>, Crossed> {
    let (position, winner) = (&analysis.position, analysis.position.turn());
    let [first, shown, ..] = analysis.line[..] else {
        return Ok(Vec::new());
    };
    if analysis.bounds.exact() != Some(Wdl::Win) {
        return Ok(Vec::new());
    }
    let next = position.play(first);
    let mut ends = Vec::new();
    for m in inquiry.rules.moves(&next) {
        let aim = inquiry.aim(position, winner);
        let end = inquiry.end_in(&next.play(m), winner, aim);
        ends.extend(end.map(|end| (end.plies, m)));
    }
    let of_shown = ends.iter().find(|&&(_, m)| m == shown).map(|end| end.0);
    let longest = ends.iter().copied().max_by_key(|end| end.0);
    let Some((_, defence)) = longest.filter(|longest| Some(longest.0) > of_shown) else {
        return Ok(Vec::new());
    };
    let (rest, _) = longest_line_after(inquiry, &next, defence, Wdl::Loss)?;
    let moves = [vec![first], rest].concat();
    Line::new(position, &moves, Wdl::Win, key_squares).phases(inquiry, purse)
}

/// The moves that spoil the result, and how.
pub(super) fn tries(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    analysis: &Analysis,
) -> Result<Vec<Try>, Crossed> {
    let position = &analysis.position;
    let Some(best) = analysis.bounds.exact().filter(|&best| best > Wdl::Loss) else {
        return Ok(Vec::new());
    };
    let spoiling = analysis.moves.iter().filter_map(|m| {
        let result = m.bounds.exact().filter(|&result| result < best)?;
        Some((m.r#move, result))
    });
    let mut spoiling: Vec<(Move, Wdl)> = spoiling.collect();
    spoiling.sort_by_key(|&(m, _)| strangeness(position, &analysis.best, m));
    let chosen = spoiling.into_iter().take(TRIES);
    chosen
        .map(|(m, result)| attempt(inquiry, purse, position, m, result))
        .collect()
}

/// A move that spoils the result, and what refutes it.
fn attempt(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    position: &Position,
    m: Move,
    result: Wdl,
) -> Result<Try, Crossed> {
    let next = position.play(m);
    let (mut line, _) = line_after(inquiry, position, m, result)?;
    if let Some(answer) = clear_answer(inquiry, purse, position, &line, result)? {
        let (rest, _) = line_after(inquiry, &next, answer, -result)?;
        line = [vec![m], rest].concat();
    }
    line.truncate(REFUTATION);
    let play = Line::new(position, &line, result, &[]);
    let mut motives = Vec::new();
    if line.len() > 1 {
        motives = play.motives(inquiry, purse, 1)?;
    }
    let (told, point) = play.point(inquiry, purse, -result)?;
    Ok(Try {
        r#move: m,
        result,
        refutation: line[1..].to_vec(),
        motives,
        told,
        point,
    })
}

/// An answer that shows better than that of the line why a move fails: where it loses a promotion, where it draws a
/// capture, else one with a motive.
fn clear_answer(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    position: &Position,
    line: &[Move],
    result: Wdl,
) -> Result<Option<Move>, Crossed> {
    let [m, shown, ..] = *line else {
        return Ok(None);
    };
    let next = position.play(m);
    let mut answers = inquiry.rules.moves(&next);
    if result != Wdl::Draw {
        // The line may wait with it.
        answers.retain(|answer| answer.promotion == Some(Role::Queen));
    }
    if next.is_capture(shown) || shown.promotion.is_some() {
        return Ok(None);
    }
    answers.sort_by_key(|&answer| (!next.is_capture(answer), answer != shown));
    for answer in answers {
        let answered = inquiry.known(&next.play(answer))?;
        if answered.exact() != Some(result) {
            continue;
        }
        let play = [m, answer];
        let play = Line::new(position, &play, result, &[]);
        let motives = play.motives(inquiry, purse, 1)?;
        let is_plain = next.is_capture(answer) || answer.promotion.is_some();
        if is_plain || motives.iter().any(tells) {
            return Ok(Some(answer).filter(|&answer| answer != shown));
        }
    }
    Ok(None)
}

/// The positions of a line.
fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    let mut here = *start;
    for &m in moves {
        here = here.play(m);
        positions.push(here);
    }
    positions
}

impl<'a> Line<'a> {
    fn new(
        start: &Position,
        moves: &'a [Move],
        result: Wdl,
        key_squares: &'a [Square],
    ) -> Line<'a> {
        Line {
            moves,
            positions: positions(start, moves),
            key_squares,
            winner: match result {
                Wdl::Win => Some(start.turn()),
                Wdl::Draw => None,
                Wdl::Loss => Some(!start.turn()),
            },
        }
    }

    /// The line cut where the kings begin to walk again.
    fn phases(&self, inquiry: &mut Inquiry, purse: &mut Purse) -> Result<Vec<Phase>, Crossed> {
        let mut phases: Vec<Phase> = Vec::new();
        for ply in 0..self.moves.len() {
            if ply == 0 || (self.is_quiet(ply) && !self.is_quiet(ply - 1)) {
                phases.push(Phase {
                    start: self.positions[ply],
                    moves: Vec::new(),
                    motives: Vec::new(),
                });
            }
            let motives = self.motives(inquiry, purse, ply)?;
            if let Some(phase) = phases.last_mut() {
                let number = phase.moves.len();
                let numbered = motives.into_iter().map(|motive| (number, motive));
                phase.moves.push(self.moves[ply]);
                phase.motives.extend(numbered);
            }
        }
        for phase in &mut phases {
            let part = Line {
                positions: positions(&phase.start, &phase.moves),
                moves: &phase.moves,
                key_squares: &[],
                winner: self.winner,
            };
            let mut round = part.triangulations();
            if round.is_empty() {
                round = part.triangulations_against(inquiry)?;
            }
            phase.motives.extend(round);
            phase.motives.sort_by_key(|&(number, _)| number);
        }
        Ok(phases)
    }

    /// Does a king or a piece move without taking anything?
    fn is_quiet(&self, ply: usize) -> bool {
        let (here, m) = (&self.positions[ply], self.moves[ply]);
        !here.is_capture(m) && !self.is_pawn_move(ply)
    }

    fn is_pawn_move(&self, ply: usize) -> bool {
        let (here, m) = (&self.positions[ply], self.moves[ply]);
        here.pawns().occupied().contains(m.from)
    }

    fn is_king_move(&self, ply: usize) -> bool {
        let (here, m) = (&self.positions[ply], self.moves[ply]);
        here.king(here.turn()) == m.from
    }

    /// What a move is good for. Of the loser's moves nothing is said.
    fn motives(
        &self,
        inquiry: &mut Inquiry,
        purse: &mut Purse,
        ply: usize,
    ) -> Result<Vec<Motive>, Crossed> {
        let here = &self.positions[ply];
        let mover = here.turn();
        let mut motives = Vec::new();
        if self.winner == Some(!mover) {
            return Ok(motives);
        }
        motives.extend(self.breakthrough(ply));
        motives.extend(self.decoy(ply));
        motives.extend(self.promotion(ply));
        motives.extend(self.skewer(ply));
        motives.extend(self.race(ply));
        motives.extend(self.key_square(ply));
        motives.extend(self.zugzwang(inquiry, purse, ply)?);
        motives.extend(self.steps_into_square(ply));
        motives.extend(self.pawn_won(ply));
        if self.positions[ply + 1].is_stalemate() {
            motives.push(Motive::Stalemate);
        }
        if self.is_only_move(inquiry, ply)? {
            motives.push(Motive::OnlyMove);
        }
        Ok(motives)
    }

    /// For a line that begins with a mistake: after how many moves of the refutation a player sees why it is one, and what
    /// the last of them is good for. `result` is that of the side that refutes.
    fn point(
        &self,
        inquiry: &mut Inquiry,
        purse: &mut Purse,
        result: Wdl,
    ) -> Result<(usize, Option<Motive>), Crossed> {
        for ply in (1..self.moves.len()).step_by(2) {
            let found = self.motives(inquiry, purse, ply)?;
            if let Some(motive) = found.into_iter().find(tells) {
                return Ok((ply, Some(motive)));
            }
            let reply = self.moves.get(ply + 1).copied();
            let is_soon = ply <= SOON || result != Wdl::Draw;
            if is_soon && decides(&self.positions[ply], self.moves[ply], reply, result) {
                return Ok((ply, None));
            }
        }
        Ok((TOLD.min(self.moves.len() - 1), None))
    }

    /// Is no other of several moves as good, or perhaps as good?
    fn is_only_move(&self, inquiry: &mut Inquiry, ply: usize) -> Result<bool, Crossed> {
        let here = &self.positions[ply];
        let moves = inquiry.rules.moves(here);
        let value = match self.winner {
            Some(winner) if winner == here.turn() => Wdl::Win,
            Some(_) => Wdl::Loss,
            None => Wdl::Draw,
        };
        for &m in moves.iter().filter(|&&m| m != self.moves[ply]) {
            let bounds = -inquiry.known(&here.play(m))?;
            if bounds.upper() >= value {
                return Ok(false);
            }
        }
        Ok(moves.len() > 1)
    }

    /// The winner's king comes to a key square for the first time, before the men on the board have changed.
    fn key_square(&self, ply: usize) -> Option<Motive> {
        let m = self.moves[ply];
        let same = self.positions[0].pawns() == self.positions[ply].pawns();
        let mover = self.positions[ply].turn();
        let mut before = self.positions[..=ply].iter();
        let reaches = self.key_squares.contains(&m.to)
            && !before.any(|here| self.key_squares.contains(&here.king(mover)));
        let wins = self.winner == Some(mover);
        (same && reaches && wins && self.is_king_move(ply)).then_some(Motive::KeySquare(m.to))
    }

    /// The opponent, to move, has a worse result than with the other side to move.
    fn zugzwang(
        &self,
        inquiry: &mut Inquiry,
        purse: &mut Purse,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let next = &self.positions[ply + 1];
        if !next.is_pawn_ending() || next.legal_moves().is_empty() {
            return Ok(None);
        }
        let Some(turned) = other_side_to_move(next) else {
            return Ok(None);
        };
        let now = inquiry.known(next)?.exact();
        let then = purse.settle(inquiry, &turned)?.exact();
        let (Some(now), Some(then)) = (now, then) else {
            return Ok(None);
        };
        if -now <= then {
            return Ok(None);
        }
        let mover = self.positions[ply].turn();
        let kings = [mover, !mover].map(|color| next.king(color));
        let motive = match Opposition::of(kings[0], kings[1]) {
            _ if self.is_pawn_move(ply) => Motive::SpareMove(self.moves[ply].from),
            Some(shape @ (Opposition::Near | Opposition::Distant)) => Motive::Opposition(shape),
            _ => Motive::CorrespondingSquares(kings[0], kings[1]),
        };
        Ok(Some(motive))
    }

    /// A pawn goes where a pawn takes it next, and another of the mover's promotes.
    fn breakthrough(&self, ply: usize) -> Option<Motive> {
        let (m, answer) = (self.moves[ply], *self.moves.get(ply + 1)?);
        let mover = self.positions[ply].turn();
        let taken = answer.to == m.to && self.is_pawn_move(ply + 1);
        let back = self.moves.get(ply + 2).is_some_and(|back| back.to == m.to);
        let given = self.is_pawn_move(ply) && !self.positions[ply].is_capture(m) && taken && !back;
        let promotes = |later: usize| {
            self.positions[later].turn() == mover && self.moves[later].promotion.is_some()
        };
        let through = given && (ply + 2..self.moves.len()).any(promotes);
        through.then_some(Motive::Breakthrough(m.to))
    }

    /// The other king has just taken a pawn, or takes it next, far from where this king takes one.
    fn decoy(&self, ply: usize) -> Option<Motive> {
        let here = &self.positions[ply];
        let m = self.moves[ply];
        if !(self.is_king_move(ply) && here.is_capture(m)) {
            return None;
        }
        let near = [ply.checked_sub(1), Some(ply + 1)].into_iter().flatten();
        let mut taken = near.filter(|&other| {
            other < self.moves.len()
                && self.is_king_move(other)
                && self.positions[other].is_capture(self.moves[other])
        });
        let far = |other: &usize| self.moves[*other].to.file().abs_diff(m.to.file()) >= WINGS;
        let square = self.moves[taken.find(far)?].to;
        Some(Motive::Decoy(square))
    }

    fn promotion(&self, ply: usize) -> Option<Motive> {
        match self.moves[ply].promotion? {
            Role::Queen if self.positions[ply + 1].in_check() => Some(Motive::PromotionWithCheck),
            Role::Queen => None,
            role => Some(Motive::UnderPromotion(role)),
        }
    }

    /// A check, and the piece that gave it takes a piece next.
    fn skewer(&self, ply: usize) -> Option<Motive> {
        let (m, next) = (self.moves[ply], *self.moves.get(ply + 2)?);
        let takes = self.positions[ply + 2].piece_at(next.to);
        let pieces = takes.is_some_and(|(_, role)| role != Role::Pawn);
        let same = next.from == m.to && !self.is_king_move(ply);
        let skewers = pieces && same && self.positions[ply + 1].in_check();
        skewers.then_some(Motive::Skewer(next.to))
    }

    /// Both sides go on with passed pawns, twice each.
    fn race(&self, ply: usize) -> Option<Motive> {
        let runs = |at: usize| {
            let here = &self.positions[at];
            let passed = passed_pawns(here);
            let mut mine = passed.iter().filter(|pawn| pawn.color == here.turn());
            mine.any(|pawn| pawn.pawn == self.moves[at].from)
        };
        let begins = ply < 2 || !(runs(ply - 1) && runs(ply - 2));
        let four = ply + 4 <= self.moves.len() && (ply..ply + 4).all(runs);
        (begins && four).then_some(Motive::Race)
    }

    /// With any other step the king would be too late for a pawn that it can now still stop.
    fn steps_into_square(&self, ply: usize) -> Option<Motive> {
        let (here, next) = (&self.positions[ply], &self.positions[ply + 1]);
        let late = |pawn: Square| {
            let before = passed_pawns(here);
            before
                .iter()
                .any(|passed| passed.pawn == pawn && passed.king_moves > passed.moves)
        };
        let mut theirs = passed_pawns(next)
            .into_iter()
            .filter(|passed| passed.color == next.turn());
        let caught = theirs.find(|passed| passed.in_square && late(passed.pawn))?;
        self.is_king_move(ply)
            .then_some(Motive::IntoTheSquare(caught.pawn))
    }

    fn pawn_won(&self, ply: usize) -> Option<Motive> {
        let m = self.moves[ply];
        let takes = self.is_king_move(ply) && self.positions[ply].is_capture(m);
        takes.then_some(Motive::PawnWon(m.to))
    }

    /// The same placement twice with nothing changed, but the other side to move: by a king that goes round.
    fn triangulations(&self) -> Vec<(usize, Motive)> {
        let mut found = Vec::new();
        for (last, there) in self.positions.iter().enumerate() {
            let same = |here: &Position| {
                here.is_pawn_ending()
                    && here.turn() != there.turn()
                    && self.winner.is_none_or(|winner| winner == here.turn())
                    && other_side_to_move(here).as_ref() == Some(there)
            };
            let Some(first) = self.positions[..last].iter().position(same) else {
                continue;
            };
            let route = self.moves[first..last].iter().step_by(2).map(|m| m.to);
            found.push((last - 1, Motive::Triangulation(route.collect())));
        }
        found
    }

    /// The same where the opponent may let it happen by another move.
    fn triangulations_against(
        &self,
        inquiry: &mut Inquiry,
    ) -> Result<Vec<(usize, Motive)>, Crossed> {
        let Some(winner) = self.winner else {
            return Ok(Vec::new());
        };
        for ply in 1..self.moves.len() {
            let here = &self.positions[ply];
            if here.turn() == winner || !self.is_quiet(ply - 1) {
                continue;
            }
            let shown = self.moves[ply];
            let others = inquiry.rules.moves(here).into_iter();
            for answer in others.filter(|&answer| answer != shown) {
                let next = here.play(answer);
                for m in inquiry.rules.moves(&next) {
                    let there = next.play(m);
                    let first = self.positions[..ply].iter().position(|earlier| {
                        earlier.turn() == winner
                            && other_side_to_move(earlier).as_ref() == Some(&there)
                    });
                    if let Some(first) = first
                        && inquiry.known(&there)?.exact() == Some(Wdl::Loss)
                    {
                        let walked = self.moves[first..ply].iter().step_by(2).map(|m| m.to);
                        let route = walked.chain([m.to]).collect();
                        let motive = Motive::TriangulationAgainst(answer, route);
                        return Ok(vec![(ply - 1, motive)]);
                    }
                }
            }
        }
        Ok(Vec::new())
    }
}
