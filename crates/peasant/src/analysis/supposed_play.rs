//! What to play where a verdict rests on assumptions: the best moves, and a line that goes on in proved play where it can.

use std::convert::Infallible;

use super::answer::{LineEnd, MoveAnalysis};
use super::conditional::Conditional;
use super::inquiry::{Crossed, is_zeroing};
use super::line::{self, Begun, Line, kind};
use super::suppose::{Supposer, within};
use crate::board::{Move, Position};
use crate::limits::Watch;
use crate::prove::{Effort, MAX_SUPPOSING, deepen};
use crate::value::{Bounds, Distance, Wdl};

/// A line rests on suppositions for so many plies at most.
const LONGEST: usize = 100;

impl Supposer<'_, '_> {
    /// The moves that have the result of a verdict. Those that are proved to have it come before all others; where it is a
    /// loss, those that are not proved to lose. What an engine says of what they lead to counts, here and in the verdict.
    pub fn best(&mut self, found: &mut Conditional) -> Vec<Move> {
        let result = found.result;
        let proved = self.moves.iter();
        let proved = proved.filter(|m| result > Wdl::Loss && m.bounds.lower() >= result);
        let proved: Vec<Move> = proved.map(|m| m.r#move).collect();
        if !proved.is_empty() {
            return proved;
        }
        let mut best = Vec::new();
        for one in found.moves.iter_mut().filter(|one| one.result >= result) {
            if result > Wdl::Loss && self.opinions.has_engine() {
                match self.confirm(one) {
                    Some(confirmed) => one.result = confirmed,
                    None => continue,
                }
            }
            if one.result >= result {
                best.push(one.r#move);
            }
        }
        best
    }

    /// Play that follows a verdict with this result and these best moves, as far as suppositions go. No move of it is worse
    /// for its side than what is proved.
    pub fn line(&mut self, watch: &Watch, result: Wdl, best: &[Move]) -> Result<Line, Crossed> {
        let begun = Begun::new(self.inquiry, self.position, result);
        let (mut here, mut result) = (*self.position, result);
        let mut line: Vec<Move> = Vec::new();
        let mut seen = vec![here];
        let mut left = MAX_SUPPOSING;
        let end = loop {
            let choices = match best {
                [_, ..] if line.is_empty() => best.to_vec(),
                _ => self.choices(&here, result, &mut left)?,
            };
            let Some(next) = self.choose(watch, &here, result, &choices, &seen)? else {
                break LineEnd::Unproved;
            };
            here = here.play(next);
            result = -result;
            line.push(next);
            if let Some(exact) = self.inquiry.known(&here)?.exact() {
                let (rest, end) = line::go_on(self.inquiry, &here, exact, begun)?;
                line.extend(rest);
                return Ok((line, end));
            }
            if !here.is_pawn_ending() || self.inquiry.proof.is_counted(&here) {
                break LineEnd::Assumed;
            }
            if seen.contains(&here) {
                break LineEnd::Repetition;
            }
            if line.len() == LONGEST {
                break LineEnd::TooLong;
            }
            seen.push(here);
        };
        let end = (!line.is_empty()).then_some(end);
        Ok((line, end))
    }

    /// The moves that have a result: those proved to have it, else those of which it is supposed, after as little of the work
    /// that is left as will do.
    fn choices(
        &mut self,
        here: &Position,
        result: Wdl,
        left: &mut Effort,
    ) -> Result<Vec<Move>, Crossed> {
        let (mut proved, mut open) = (Vec::new(), Vec::new());
        for m in self.inquiry.rules.moves(here) {
            let bounds = -self.inquiry.known(&here.play(m))?;
            if bounds.lower() >= result && (result > Wdl::Loss || bounds.exact().is_some()) {
                proved.push(m);
            } else if bounds.upper() >= result {
                open.push((m, bounds));
            }
        }
        // To lose is no aim: what may be better is tried first.
        if !proved.is_empty() && (result > Wdl::Loss || open.is_empty()) {
            return Ok(proved);
        }
        let Ok(supposed) = deepen::<_, Infallible>(Effort::NONE, 16, |effort| {
            let mut supposed = Vec::new();
            let cost = effort * open.len() as u64;
            if cost > *left {
                return Ok(Some(supposed));
            }
            *left = *left - cost;
            for &(m, bounds) in &open {
                let next = self.supposed(&here.play(m), effort);
                if next.is_some_and(|next| within(bounds, -next.result) >= result) {
                    supposed.push(m);
                }
            }
            let is_done = !supposed.is_empty() || open.is_empty();
            Ok(is_done.then_some(supposed))
        });
        Ok(supposed)
    }

    /// The move that the line goes on with: the winner's shortest way, the loser's longest; in a draw what changes the men on
    /// the board. An ending of which the engine says less is not chosen.
    fn choose(
        &mut self,
        watch: &Watch,
        here: &Position,
        result: Wdl,
        choices: &[Move],
        seen: &[Position],
    ) -> Result<Option<Move>, Crossed> {
        let in_time = watch.check(0, 0).is_ok();
        let mut ranked = Vec::with_capacity(choices.len());
        for &m in choices {
            let distance = in_time.then(|| self.supposed_distance(here, m, result));
            let candidate = MoveAnalysis {
                distance: distance.flatten(),
                ..MoveAnalysis::new(m, Bounds::exactly(result))
            };
            // A winner who does not know the way might go round in circles.
            if result != Wdl::Win || !seen.contains(&here.play(m)) {
                ranked.push((candidate.rank(), kind(here, m), m));
            }
        }
        ranked.sort_by_key(|&(rank, kind, _)| (rank, kind));
        for (_, _, m) in ranked {
            if self.is_believed(&here.play(m), -result)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Does the engine not say that an ending with promoted pieces is better than this for the side to move?
    fn is_believed(&mut self, next: &Position, result: Wdl) -> Result<bool, Crossed> {
        let bounds = self.inquiry.known(next)?;
        if next.is_pawn_ending() || bounds.exact().is_some() {
            return Ok(true);
        }
        self.opinions.ask(next);
        let opinion = self.opinions.of(next);
        Ok(opinion.is_none_or(|opinion| within(bounds, opinion.result) <= result))
    }

    /// How far it is by a move to the next zeroing move, in plies, if the result is what is supposed.
    fn supposed_distance(&mut self, here: &Position, m: Move, result: Wdl) -> Option<Distance> {
        let winner = match result {
            Wdl::Draw => return None,
            Wdl::Win => here.turn(),
            Wdl::Loss => !here.turn(),
        };
        if is_zeroing(here, m) {
            return Some(Distance::from_plies(1));
        }
        let after = here.play(m);
        let plies = self.inquiry.proof.supposed_distance(&after, winner)?;
        Some(Distance::from_plies(1 + plies.plies()))
    }
}
