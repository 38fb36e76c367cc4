//! An answer that is shown as it comes.

use std::io;
use std::time::Duration;

use peasant::board::Move;
use peasant::limits::Stop;
use peasant::wire::EventAnswer;
use peasant::{Analysis, Event, Limits, ProveError, Prover, Question, Request};

use crate::host::progress::Spinner;
use crate::opinion::{self, Thinker};
use crate::tell::refusal::unanswered;
use crate::tell::{json, picture, words};
use crate::{Face, Failure};

/// A question that is worked on within limits, and ended by them, and what somebody thinks as long as it is open. The last tenth of the
/// time, a second at most, is for what follows a proof that stays open.
pub struct Live {
    question: Question,
    thinker: Thinker,
    limits: Limits,
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
        let analysis = question.analysis().clone();
        let statistics = &analysis.statistics;
        Live {
            before: (statistics.time, statistics.structures),
            analysis,
            question,
            thinker,
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
        self.analysis = self.question.analysis().clone();
        self.analysis.opinion = opinion.filter(|_| self.analysis.bounds.exact().is_none());
    }

    fn conclude(&mut self, why: Stop) -> Result<Vec<Event>, ProveError> {
        if self.question.is_done() {
            return Ok(Vec::new());
        }
        let share = opinion::share(self.limits.time) / 2;
        let rest = Limits::NONE.time(self.limits.time.map_or(LONG, |_| share));
        Ok(self.question.conclude(why, rest)?.1)
    }

    fn prove(&mut self, time: Duration) -> Result<Vec<EventAnswer>, ProveError> {
        let share = opinion::share(self.limits.time);
        let until = self.limits.time.map(|time| time - share);
        let left = |spent: Duration| until.map(|until| until.saturating_sub(spent));
        let mut piece = Limits::NONE.time(left(self.spent()).unwrap_or(time).min(time));
        let most = self.limits.structures;
        let spent = self.analysis.statistics.structures;
        let most = most.map(|most| most.saturating_add(self.before.1));
        piece.structures = most.map(|most| most.saturating_sub(spent));
        let mut events = self.question.work(piece)?;
        let is_out_of_time = left(self.spent()).is_some_and(|left| left.is_zero());
        let stopped = self.question.analysis().stopped;
        let is_done = self.question.is_done();
        self.is_over = is_done || is_out_of_time || stopped != Some(Stop::Time);
        let spent = self.spent();
        let opinion_time = if self.is_over {
            events.extend(self.conclude(stopped.unwrap_or(Stop::Cancelled))?);
            Some(share / 2)
        } else {
            (spent >= self.next).then(|| share.min(spent / 8))
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
        self.thought += self.thinker.opine(&mut self.analysis, time);
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

/// What follows a proof without a limit on time ends when it has taken so long.
const LONG: Duration = Duration::from_secs(60);

/// What is new is shown so often.
const PIECE: Duration = Duration::from_millis(50);

/// Whoever has the whole answer sooner needs no part of it before.
const SOON: Duration = Duration::from_millis(500);

/// How somebody sees an answer come: at a terminal the board and the verdict as soon as it is exact, moves as they are settled, and how far the
/// proof is; a program, with `--events`, everything as it comes.
pub struct Shown<'a> {
    ascii: bool,
    events: bool,
    spinner: &'a Spinner,
    /// The board stands on the screen.
    pub is_told: bool,
    /// And so do these moves.
    moves: Vec<Move>,
}

impl<'a> Shown<'a> {
    pub const fn new(spinner: &'a Spinner, ascii: bool, events: bool) -> Shown<'a> {
        Shown {
            ascii,
            events,
            spinner,
            is_told: false,
            moves: Vec::new(),
        }
    }

    /// Answers a request, and shows what becomes known.
    pub fn analyse(
        &mut self,
        prover: Prover,
        thinker: Thinker,
        request: &Request,
        limits: Limits,
        face: &mut Face,
    ) -> (Prover, Result<Analysis, Failure>) {
        let question = prover.ask(request.clone().limits(limits));
        let mut live = Live::new(question, thinker, limits);
        let shown = self.all(&mut live, face);
        let analysis = live.analysis().clone();
        (live.into_prover(), shown.map(|()| analysis))
    }

    fn all(&mut self, live: &mut Live, face: &mut Face) -> Result<(), Failure> {
        while !live.is_over() {
            let events = live.work(PIECE)?;
            if self.events {
                tell(&events, face)?;
            } else {
                self.show(live.analysis(), face)?;
            }
        }
        Ok(())
    }

    fn show(&mut self, analysis: &Analysis, face: &mut Face) -> io::Result<()> {
        self.spinner.know(words::so_far(analysis));
        let is_soon = analysis.statistics.time < SOON;
        if is_soon || analysis.bounds.exact().is_none() {
            return Ok(());
        }
        let mut news = String::new();
        if !self.is_told {
            self.is_told = true;
            let board = picture::board(&analysis.position, self.ascii);
            let result = words::result_so_far(analysis);
            news = format!("{board}\n{result}.\n\n");
        }
        for m in words::settled(analysis) {
            if !self.moves.contains(&m.r#move) {
                self.moves.push(m.r#move);
                news += &words::settled_move(&analysis.position, m);
            }
        }
        let out = face.out();
        let show = || write!(out, "{news}").and_then(|()| out.flush());
        match news.is_empty() {
            true => Ok(()),
            false => self.spinner.above(show),
        }
    }
}

fn tell(events: &[EventAnswer], face: &mut Face) -> io::Result<()> {
    let out = face.out();
    for event in events {
        writeln!(out, "{}", json::line(event))?;
    }
    out.flush()
}
