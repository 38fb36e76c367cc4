//! An answer that is shown as it comes.

use std::io;
use std::time::Duration;

use peasant::board::Move;
use peasant::limits::Stop;
use peasant::wire::EventAnswer;
use peasant::{Analysis, Event, Limits, ProveError, Prover, Question, Request};

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
        request: &Request,
        limits: Limits,
        face: &mut Face,
    ) -> (Prover, Result<Analysis, Failure>) {
        let mut live = Live::new(prover.ask(request.clone().limits(limits)), limits);
        let shown = self.all(&mut live, face);
        let analysis = live.analysis().clone();
        (live.into_prover(), shown.map(|()| analysis))
    }

    fn all(&mut self, live: &mut Live, face: &mut Face) -> Result<(), Failure> {
        while !live.is_over() {
            let events = live.work(PIECE)?;
            let analysis = live.analysis();
            if self.events {
                tell(analysis, &events, face)?;
            } else {
                self.show(analysis, face)?;
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

fn tell(analysis: &Analysis, events: &[Event], face: &mut Face) -> io::Result<()> {
    let seconds = analysis.statistics.time.as_secs_f64();
    let out = face.out();
    for event in events {
        let event = EventAnswer::new(&analysis.position, event, seconds);
        writeln!(out, "{}", json::line(&event))?;
    }
    out.flush()
}
