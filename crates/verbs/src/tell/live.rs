//! An answer that is shown as it comes.

use std::io;
use std::time::Duration;

use peasant::limits::Stop;
use peasant::wire::EventAnswer;
use peasant::{Analysis, Event, Limits, ProveError, Prover, Question, Request, Rules};

use crate::opinion::{self, Thinker};
use crate::tell::progress::Spinner;
use crate::tell::refusal::unanswered;
use crate::tell::{json, picture, words};
use crate::{Face, Failure};

/// A question that is worked on within limits, and ended by them, and what somebody thinks as long as it is open. The proof has all the
/// time but what is for an opinion, and where the result is known that needs none.
pub struct Live {
    question: Question,
    /// Who is asked what stays open, if anybody is.
    thinker: Option<Thinker>,
    limits: Limits,
    /// What is kept for an opinion.
    reserve: Duration,
    /// Time and structures that the question had taken before.
    before: (Duration, u64),
    /// What is known by now, and thought.
    analysis: Analysis,
    /// Time that went to opinions.
    thought: Duration,
    /// The next one is due after so long.
    next: Duration,
    is_over: bool,
}

/// The first opinion comes after so long, the others whenever twice the time has passed.
const FIRST: Duration = Duration::from_millis(250);

impl Live {
    /// A question that has just been asked, or is taken up again.
    pub fn new(question: Question, thinker: Thinker, limits: Limits) -> Live {
        let reserve = opinion::reserve(limits.time);
        let analysis = question.analysis().clone();
        let statistics = &analysis.statistics;
        Live {
            // By other rules than those of chess nobody thinks.
            thinker: Some(thinker).filter(|_| analysis.rules == Rules::Chess),
            reserve,
            before: (statistics.time, statistics.structures),
            analysis,
            question,
            limits,
            thought: Duration::ZERO,
            next: FIRST,
            is_over: false,
        }
    }

    /// Nothing more will come.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// What is known by now.
    pub const fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Gives the question back, to be taken up again.
    pub fn into_question(self) -> Question {
        self.question
    }

    /// Gives the prover back.
    pub fn into_prover(self) -> Prover {
        self.question.into_prover()
    }

    /// Works so long at most, and says what is new.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn work(&mut self, time: Duration) -> Result<Vec<EventAnswer>, Failure> {
        if self.is_over {
            return Ok(Vec::new());
        }
        let events = self.prove(time);
        events.map_err(|error| unanswered(&error, &self.analysis.position))
    }

    /// What is known by now, with the time that it took, opinions included.
    fn timed(&self) -> Analysis {
        let mut analysis = self.analysis.clone();
        analysis.statistics.time = self.spent();
        analysis
    }

    /// Time that has been worked.
    pub fn spent(&self) -> Duration {
        let time = self.question.analysis().statistics.time;
        time.saturating_sub(self.before.0) + self.thought
    }

    /// Ends it before its limits, for this reason.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn end(&mut self, why: Stop) -> Result<(), Failure> {
        let ended = self.conclude(why);
        ended.map_err(|error| unanswered(&error, &self.analysis.position))?;
        self.is_over = true;
        self.know();
        Ok(())
    }

    /// Takes over what is known by now.
    fn know(&mut self) {
        let opinion = self.analysis.opinion.take();
        let before = std::mem::replace(&mut self.analysis, self.question.analysis().clone());
        for m in &mut self.analysis.moves {
            let same = before.moves.iter().find(|one| one.r#move == m.r#move);
            let likelihood = same.and_then(|one| one.likelihood);
            m.likelihood = likelihood.map(|likelihood| likelihood.within(m.bounds));
            m.likelihood = m.likelihood.filter(|_| m.bounds.exact().is_none());
        }
        self.analysis.opinion = opinion.filter(|_| self.analysis.bounds.exact().is_none());
        self.analysis.likelihood = opinion::likelihood(&self.analysis);
    }

    fn conclude(&mut self, why: Stop) -> Result<Vec<Event>, ProveError> {
        if self.question.is_done() {
            return Ok(Vec::new());
        }
        Ok(self.question.conclude(why)?.1)
    }

    /// An opinion has so much time: where the result is known, of its moves alone.
    fn reserved_for_opinion(&self) -> Duration {
        match (&self.thinker, self.question.analysis().bounds.exact()) {
            (None, _) => Duration::ZERO,
            (_, None) => self.reserve,
            (_, Some(_)) => opinion::least(self.reserve),
        }
    }

    /// How much time is left, if it is limited, but for so much.
    fn left(&self, reserved: Duration) -> Option<Duration> {
        let until = self.limits.time?.saturating_sub(reserved);
        Some(until.saturating_sub(self.spent()))
    }

    /// The same for the proof.
    fn left_to_prove(&self) -> Option<Duration> {
        self.left(self.reserved_for_opinion())
    }

    fn prove(&mut self, time: Duration) -> Result<Vec<EventAnswer>, ProveError> {
        let mut piece = Limits::NONE.time(self.left_to_prove().unwrap_or(time).min(time));
        let most = self.limits.structures;
        let spent = self.analysis.statistics.structures;
        let most = most.map(|most| most.saturating_add(self.before.1));
        piece.structures = most.map(|most| most.saturating_sub(spent));
        let mut events = self.question.work(piece)?;
        let is_out_of_time = self.left_to_prove().is_some_and(|left| left.is_zero());
        let stopped = self.question.analysis().stopped;
        let is_done = self.question.is_done();
        self.is_over = is_done || is_out_of_time || stopped != Some(Stop::Time);
        let spent = self.spent();
        let opinion_time = if self.is_over {
            events.extend(self.conclude(stopped.unwrap_or(Stop::Cancelled))?);
            let left = self.left(Duration::ZERO);
            let most = self.reserve;
            Some(left.map_or(most, |left| left.clamp(opinion::least(most), most)))
        } else {
            let is_due = spent >= self.next && self.analysis.bounds.exact().is_none();
            is_due.then(|| (self.reserve * 2).min(spent / 8))
        };
        self.know();
        let position = self.analysis.position;
        let seconds = spent.as_secs_f64();
        let told = events.iter();
        let mut told: Vec<EventAnswer> = told
            .map(|event| EventAnswer::new(&position, event, seconds))
            .collect();
        if let Some(time) = opinion_time {
            self.next = spent * 2;
            told.extend(self.think(time));
        }
        Ok(told)
    }

    /// What is thought of it, if it is open and that is new.
    fn think(&mut self, time: Duration) -> Option<EventAnswer> {
        let before = self.analysis.opinion.clone();
        let thinker = self.thinker.as_mut()?;
        self.thought += thinker.opine(&mut self.analysis, time);
        let opinion = self.analysis.opinion.as_ref();
        let opinion = opinion.filter(|_| self.analysis.opinion != before)?;
        let seconds = self.spent().as_secs_f64();
        Some(EventAnswer::opinion(
            &self.analysis.position,
            opinion,
            seconds,
        ))
    }
}

/// What is new is shown so often.
const PIECE: Duration = Duration::from_millis(50);

/// Whoever has the whole answer sooner needs no part of it before.
const SOON: Duration = Duration::from_millis(500);

/// What is shown of an answer before it is whole.
#[derive(Clone, Copy)]
pub enum Way {
    /// Nothing.
    Whole,
    /// What somebody at a terminal wants to see.
    Terminal,
    /// Everything, as programs read it.
    Events,
}

impl Way {
    /// What somebody reads who wants this.
    pub fn of(face: &Face, as_json: bool) -> Way {
        match face.is_terminal() && !as_json {
            true => Way::Terminal,
            false => Way::Whole,
        }
    }
}

/// How somebody sees an answer come: at a terminal the board, and in the line of progress what is known by now, until the whole answer
/// takes its place; a program, with `--events`, everything as it comes.
pub struct Shown<'a> {
    ascii: bool,
    way: Way,
    spinner: &'a Spinner,
    /// The board stands on the screen.
    pub is_told: bool,
}

impl<'a> Shown<'a> {
    pub const fn new(spinner: &'a Spinner, ascii: bool, way: Way) -> Shown<'a> {
        Shown {
            ascii,
            way,
            spinner,
            is_told: false,
        }
    }

    /// Answers a request, and shows what becomes known.
    pub fn analyse(
        &mut self,
        prover: Prover,
        mut thinker: Thinker,
        request: &Request,
        limits: Limits,
        face: &mut Face,
    ) -> (Prover, Result<Analysis, Failure>) {
        if matches!(self.way, Way::Whole) {
            let analysis = opinion::analyse(&prover, &mut thinker, request, limits);
            let refused = |error| unanswered(&error, request.position());
            return (prover, analysis.map_err(refused));
        }
        let question = prover.ask(request.clone().limits(limits));
        let mut live = Live::new(question, thinker, limits);
        let shown = self.all(&mut live, face);
        let analysis = live.timed();
        (live.into_prover(), shown.map(|()| analysis))
    }

    fn all(&mut self, live: &mut Live, face: &mut Face) -> Result<(), Failure> {
        while !live.is_over() {
            let events = live.work(PIECE)?;
            match self.way {
                Way::Events => tell(&events, face)?,
                _ => self.show(live.analysis(), face)?,
            }
        }
        Ok(())
    }

    fn show(&mut self, analysis: &Analysis, face: &mut Face) -> io::Result<()> {
        self.spinner.know(words::so_far(analysis));
        if self.is_told || analysis.statistics.time < SOON {
            return Ok(());
        }
        self.is_told = true;
        let board = picture::board(&analysis.position, self.ascii);
        let out = face.out();
        let show = || writeln!(out, "{board}").and_then(|()| out.flush());
        self.spinner.above(show)
    }
}

fn tell(events: &[EventAnswer], face: &mut Face) -> io::Result<()> {
    let out = face.out();
    for event in events {
        writeln!(out, "{}", json::line(event))?;
    }
    out.flush()
}
