//! An answer that is shown as it comes.

use std::io;
use std::time::{Duration, Instant};

use peasant::limits::Stop;
use peasant::wire::EventAnswer;
use peasant::{Analysis, Event, Limits, ProveError, Prover, Question};

use super::options::SolveArgs;
use crate::host::progress::Spinner;
use crate::tell::refusal::unanswered;
use crate::tell::{json, picture, words};
use crate::{Face, Failure};

/// A question that is worked on within limits, and ended by them. The last tenth of the time, a second at most, is for what follows a
/// proof that stays open.
pub struct Live {
    question: Question,
    limits: Limits,
    is_over: bool,
}

impl Live {
    pub const fn new(question: Question, limits: Limits) -> Live {
        Live {
            question,
            limits,
            is_over: false,
        }
    }

    /// Nothing more will come.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// What is known by now.
    pub const fn analysis(&self) -> &Analysis {
        self.question.analysis()
    }

    /// Gives the prover back.
    pub fn into_prover(self) -> Prover {
        self.question.into_prover()
    }

    /// Works so long at most, and says what is new.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn work(&mut self, time: Duration) -> Result<Vec<Event>, Failure> {
        let position = self.analysis().position;
        let events = self.work_on(time);
        events.map_err(|error| unanswered(&error, &position))
    }

    fn work_on(&mut self, time: Duration) -> Result<Vec<Event>, ProveError> {
        if self.is_over {
            return Ok(Vec::new());
        }
        let reserve = |time: Duration| (time / 10).min(Duration::from_secs(1));
        let until = self.limits.time.map(|time| time - reserve(time));
        let left = |spent: Duration| until.map(|until| until.saturating_sub(spent));
        let spent = self.analysis().statistics;
        let mut piece = Limits::NONE.time(left(spent.time).unwrap_or(time).min(time));
        let most = self.limits.structures;
        piece.structures = most.map(|most| most.saturating_sub(spent.structures));
        let mut events = self.question.work(piece)?;
        let now = self.analysis();
        let is_out_of_time = left(now.statistics.time).is_some_and(|left| left.is_zero());
        let why = match now.stopped {
            Some(Stop::Time) if !is_out_of_time => return Ok(events),
            why => why.unwrap_or(Stop::Cancelled),
        };
        if !self.question.is_done() {
            let rest = self.limits.time.map_or(LONG, reserve);
            events.extend(self.question.conclude(why, Limits::NONE.time(rest))?.1);
        }
        self.is_over = true;
        Ok(events)
    }
}

/// What follows a proof without a limit on time ends when it has taken so long.
const LONG: Duration = Duration::from_secs(60);

/// What is new is shown so often.
const PIECE: Duration = Duration::from_millis(50);

/// What comes, as somebody at a terminal sees it: the verdict as soon as it is exact, and how far the proof is; or as a program reads
/// it, with `--events`.
pub struct Shown<'a> {
    args: &'a SolveArgs,
    spinner: &'a Spinner,
    face: &'a mut Face,
    began: Instant,
    /// The board and the result stand on the screen.
    pub is_told: bool,
}

impl Shown<'_> {
    pub fn new<'a>(args: &'a SolveArgs, spinner: &'a Spinner, face: &'a mut Face) -> Shown<'a> {
        Shown {
            args,
            spinner,
            face,
            began: Instant::now(),
            is_told: false,
        }
    }

    /// Shows everything, as it comes.
    pub fn all(&mut self, live: &mut Live) -> Result<(), Failure> {
        while !live.is_over() {
            let events = live.work(PIECE)?;
            self.show(live.analysis(), &events)?;
        }
        Ok(())
    }

    fn show(&mut self, analysis: &Analysis, events: &[Event]) -> io::Result<()> {
        let out = self.face.out();
        let position = &analysis.position;
        if self.args.events {
            let seconds = self.began.elapsed().as_secs_f64();
            for event in events {
                writeln!(
                    out,
                    "{}",
                    json::line(&EventAnswer::new(position, event, seconds))
                )?;
            }
            return out.flush();
        }
        self.spinner.know(words::so_far(analysis));
        if !self.is_told && analysis.bounds.exact().is_some() {
            self.is_told = true;
            let board = picture::board(position, self.args.ascii);
            let result = words::so_far(analysis);
            self.spinner
                .above(|| writeln!(out, "{board}\n{result}.\n"))?;
        }
        out.flush()
    }
}
