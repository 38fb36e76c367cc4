//! A game judged from its first pawn ending on, and what is to be written beside its moves.

use peasant::board::Move;
use peasant::clock::Instant;
use peasant::value::Wdl;
use peasant::wire::{LikelihoodAnswer, OpinionAnswer};
use peasant::{Analysis, Explanation, ProveError};

use super::course::Course;
use super::event::{Change, Event, Kind, Positions};
use super::judge::{self, Judge};
use super::mistake::Mistake;
use super::remark::Remark;
use super::{comment, marks, rows, trade};
use crate::pgn::game::Game;
use crate::table::row::Row;
use crate::tell::words;

/// Beside kings and pawns a position may have so many pieces, once there was a pawn ending: those are promoted.
const MOST_PIECES: usize = 2;

/// So many right moves get an arrow; of more only the first.
const MOST_ARROWS: usize = 2;

/// What was found in a game.
#[derive(Default)]
pub struct Findings {
    pub moments: Vec<Event>,
    pub positions: Positions,
    pub endings: usize,
    /// A pawn ending was played: the game begins as one, or goes on with one.
    pub is_played: bool,
    /// Something was written.
    pub is_changed: bool,
    /// The positions that were judged.
    pub rows: Vec<Row>,
}

/// Is there a position with kings and pawns alone? Nothing else is judged.
pub fn has_ending(game: &Game) -> bool {
    let mut positions = game
        .played
        .iter()
        .map(|played| &played.before)
        .chain([&game.end]);
    positions.any(|position| judge::pieces(position) == 0)
}

/// Judges a game and writes beside its moves what was found. `of` is what every row of the game has.
///
/// # Errors
/// Tables or the store contradict a proof; nothing is written.
pub fn annotate(
    game: &mut Game,
    of: &Row,
    judge: &mut Judge,
    told: &dyn Fn(usize),
) -> Result<Findings, ProveError> {
    let mut course = Course {
        game,
        judge,
        told,
        known: Vec::new(),
        seconds: Vec::new(),
        moments: Vec::new(),
    };
    let mut findings = course.judge_all()?;
    findings.is_played = course.is_played();
    let slots = 0..=course.game.played.len();
    let remarks: Result<Vec<Remark>, ProveError> = slots.map(|slot| course.remark(slot)).collect();
    let remarks = remarks?;
    findings.rows = rows::rows(&course, of);
    findings.moments = course.moments;
    for (slot, remark) in remarks.into_iter().enumerate() {
        findings.is_changed |= match slot.checked_sub(1) {
            // A text of tags alone stays as it is: no place in it is for comments.
            None if game.played.is_empty() && game.result.is_none() => false,
            None => remark.set_first(&mut game.line),
            Some(ply) => remark.set(&mut game.line.plies[ply], &game.played[ply].before),
        };
    }
    Ok(findings)
}

impl Course<'_> {
    fn judge_all(&mut self) -> Result<Findings, ProveError> {
        let (mut findings, mut is_begun) = (Findings::default(), false);
        for slot in 0..=self.game.played.len() {
            let pieces = judge::pieces(self.at(slot));
            is_begun |= pieces == 0;
            let is_judged = is_begun && pieces <= MOST_PIECES && self.judge.takes(self.at(slot));
            let position = match is_judged {
                true => judge::position(self.at(slot)),
                false => None,
            };
            if position.is_some() {
                (self.told)(self.ply(slot));
            }
            let began = Instant::now();
            let known = match position.map(|position| self.judge.consider(&position)) {
                Some(Err(error @ ProveError::Contradiction { .. })) => return Err(error),
                Some(Ok(analysis)) => Some(analysis),
                _ => None,
            };
            if let Some(analysis) = &known {
                findings.positions.add(analysis.bounds);
            }
            self.known.push(known);
            self.seconds.push(began.elapsed().as_secs_f64());
            findings.endings += usize::from(self.begins(slot));
        }
        Ok(findings)
    }

    /// Is a pawn ending played? Not if the last move leads to it.
    fn is_played(&self) -> bool {
        let last = self.game.played.len().max(1);
        self.known.iter().take(last).any(Option::is_some)
    }

    /// What is to be written in a slot.
    fn remark(&mut self, slot: usize) -> Result<Remark, ProveError> {
        let mut remark = Remark::default();
        if let Some(before) = slot.checked_sub(1) {
            self.judged(before, &mut remark)?;
        }
        if self.begins(slot) {
            self.ending(slot, &mut remark)?;
        }
        if let Some(before) = slot.checked_sub(1).filter(|_| self.begins(slot)) {
            trade::trade(self, before, &mut remark)?;
        }
        remark.marks.splice(0..0, self.eval(slot));
        Ok(remark)
    }

    /// The mark for the score of a position: of itself, or of the move that led to it.
    fn eval(&self, slot: usize) -> Option<String> {
        let before = slot.checked_sub(1)?;
        if let Some(analysis) = &self.known[slot] {
            return marks::eval(analysis);
        }
        let analysis = self.known[before].as_ref()?;
        let (_, m) = self.played(before, analysis)?;
        marks::eval_after(analysis.position.turn(), m)
    }

    /// The move that was played in a position that is judged: was something lost, or was it the only one?
    fn judged(&mut self, slot: usize, remark: &mut Remark) -> Result<(), ProveError> {
        let Some(analysis) = self.known[slot].clone() else {
            return Ok(());
        };
        let Some((m, known)) = self.played(slot, &analysis) else {
            return Ok(());
        };
        let change = Change::of(&analysis, known.bounds, self.known[slot + 1].as_ref());
        if change.is_error() {
            return self.error(slot, &analysis, m, &change, remark);
        }
        if let Some(mistake) = Mistake::of(&analysis, m, &change, self.known[slot + 1].as_ref()) {
            self.mistake(slot, &analysis, m, &change, &mistake, remark);
        } else if is_only(&analysis, m, &change) {
            remark.nags.push(1);
            let (ply, position) = (self.ply(slot), &analysis.position);
            let event = Event::of(Kind::OnlyMove, ply, position, m, &change);
            self.moments.push(event);
        }
        Ok(())
    }

    /// A result is thrown away.
    fn error(
        &mut self,
        slot: usize,
        analysis: &Analysis,
        m: Move,
        change: &Change,
        remark: &mut Remark,
    ) -> Result<(), ProveError> {
        let (position, ply) = (&analysis.position, self.ply(slot));
        let explanation = self.judge.explain(analysis)?;
        let told = comment::attempt(&explanation, m);
        let next = position.play(m);
        let line = self.known[slot + 1]
            .as_ref()
            .map_or(&[][..], |next| &next.line);
        let answer = told.map_or(line, |one| &one.refutation).first().copied();
        let thrown = comment::thrown(position.turn(), change);
        let refutation = comment::refutation(&next, told, line, ply + 1);
        let sentences = [Some(thrown), refutation].into_iter().flatten();
        let mut event = Event::of(Kind::Error, ply, position, m, change);
        event.text = sentences.clone().collect::<Vec<String>>().join(" ");
        event.refutation = words::names(&next, told.map_or(line, |one| &one.refutation));
        event.motives = comment::motives(&explanation, told);
        remark.sentences.extend(sentences);
        remark.nags.push(4);
        remark.marks.extend(marks::arrows(right(analysis), answer));
        remark.marks.extend(marks::squares(&explanation.map));
        self.better(analysis, Some(&explanation), remark, &mut event);
        self.moments.push(event);
        Ok(())
    }

    /// Something is probably given away: that is not proved.
    fn mistake(
        &mut self,
        slot: usize,
        analysis: &Analysis,
        m: Move,
        change: &Change,
        mistake: &Mistake,
        remark: &mut Remark,
    ) {
        let (position, ply) = (&analysis.position, self.ply(slot));
        let next = self.known[slot + 1].as_ref();
        let asked = [Some(analysis), next].into_iter().flatten();
        let asked = asked.filter_map(|one| one.opinion.as_ref()).next();
        let better = match &analysis.opinion {
            Some(opinion) => &opinion.line[..opinion.line.len().min(1)],
            None => &analysis.best,
        };
        let mut event = Event::of(Kind::Opinion, ply, position, m, change);
        event.better = words::names_of(position, better);
        event.opinion = opinion(analysis);
        event.mistake = Some(mistake.rounded());
        event.likelihood = Some(mistake.before.into());
        event.likelihood_after = Some(mistake.after.into());
        let sentences = comment::mistake(mistake, event.better.first(), asked);
        event.text = sentences.join(" ");
        remark.sentences.extend(sentences);
        remark.nags.push(6);
        self.moments.push(event);
    }

    /// The better moves, and the line of the first of them as a variation.
    pub fn better(
        &self,
        analysis: &Analysis,
        explanation: Option<&Explanation>,
        remark: &mut Remark,
        event: &mut Event,
    ) {
        let position = &analysis.position;
        event.better = words::names_of(position, &analysis.best);
        let (line, last) = comment::shown(analysis, explanation);
        let line = match (line, &analysis.best[..]) {
            ([], [best, ..]) => &[*best][..],
            _ => line,
        };
        if line.is_empty() {
            return;
        }
        event.line = words::names(position, line);
        let first = match analysis.bounds.exact() {
            None => None,
            Some(result) => explanation.and_then(comment::idea_of).or_else(|| {
                let outcome = comment::outcome(position.turn(), result);
                Some(format!("Proved: {outcome}."))
            }),
        };
        let mut variation = comment::variation(position, line, first, last);
        if analysis.bounds.exact().is_some() && analysis.best.len() == 1 && analysis.moves.len() > 1
        {
            variation.plies[0].mark(1);
        }
        remark.variations.push(variation);
    }

    /// Kings and pawns alone are left from here on.
    fn ending(&mut self, slot: usize, remark: &mut Remark) -> Result<(), ProveError> {
        let Some(analysis) = self.known[slot].clone() else {
            return Ok(());
        };
        let mut text = format!("Pawn ending. {}", comment::verdict(&analysis));
        let ply = self.ply(slot);
        if !analysis.moves.is_empty() {
            let explanation = self.judge.explain(&analysis)?;
            if let Some(idea) = comment::idea_of(&explanation) {
                text += &format!(" {idea}");
            }
            remark.marks.extend(marks::squares(&explanation.map));
        }
        let fen = peasant::notation::fen::format(&analysis.position);
        let mut event = Event::new(Kind::Ending, ply, fen, analysis.bounds);
        event.better = words::names_of(&analysis.position, &analysis.best);
        let mut sentences = vec![text];
        if analysis.opinion.is_some() {
            event.opinion = opinion(&analysis);
            event.likelihood = analysis.likelihood.map(LikelihoodAnswer::from);
            sentences.extend(comment::likely(&analysis, ply));
        }
        event.text = sentences.join(" ");
        remark.sentences.extend(sentences);
        self.moments.push(event);
        Ok(())
    }
}

/// What is thought of a position.
fn opinion(analysis: &Analysis) -> Option<OpinionAnswer> {
    OpinionAnswer::new(&analysis.position, analysis.opinion.as_ref()?)
}

/// The right moves that get arrows.
fn right(analysis: &Analysis) -> &[Move] {
    match &analysis.best[..] {
        best if best.len() <= MOST_ARROWS => best,
        best => &best[..1],
    }
}

/// Is the move proved to keep what is to be kept, and every other proved not to?
fn is_only(analysis: &Analysis, m: Move, change: &Change) -> bool {
    let Some(result) = change.before.exact().filter(|&result| result > Wdl::Loss) else {
        return false;
    };
    let mut others = analysis.moves.iter().filter(|other| other.r#move != m);
    analysis.moves.len() > 1
        && change.after.exact() == Some(result)
        && others.all(|other| other.bounds.upper() < result)
}
