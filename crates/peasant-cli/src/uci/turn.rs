//! One `go`: who may answer it, and when. It is answered once, whatever happens.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long another engine may take to stop.
pub const GRACE: Duration = Duration::from_secs(2);

/// How long our own work may take to come to its end.
const BRIEFLY: Duration = Duration::from_millis(100);

/// Standard output, a line at a stroke. Whoever has stopped reading has gone: that is no reason to fail.
#[derive(Clone, Default)]
pub struct Mouth(Arc<Mutex<()>>);

impl Mouth {
    /// Says a line; what would be several is made one.
    pub fn say(&self, line: &str) {
        let _alone = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = io::stdout().lock();
        _ = writeln!(out, "{}", line.replace(['\n', '\r'], " "));
        _ = out.flush();
    }

    /// Says something in words.
    pub fn tell(&self, words: &str) {
        for line in words.lines().filter(|line| !line.trim().is_empty()) {
            self.say(&format!("info string {}", line.trim()));
        }
    }
}

/// A move, and the reply that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub best: String,
    pub ponder: Option<String>,
    /// What is said before it, if no score has been told: programs expect one.
    pub report: Option<String>,
}

impl Answer {
    /// A move of which nothing more is known.
    pub fn new(best: String) -> Answer {
        Answer {
            best,
            ponder: None,
            report: None,
        }
    }

    fn line(&self) -> String {
        match &self.ponder {
            Some(ponder) => format!("bestmove {} ponder {ponder}", self.best),
            None => format!("bestmove {}", self.best),
        }
    }
}

/// A question in work.
pub struct Turn {
    mouth: Mouth,
    state: Mutex<State>,
    changed: Condvar,
    /// The prover is to stop.
    stop: AtomicBool,
    began: Instant,
}

struct State {
    /// What would be answered now.
    answer: Answer,
    /// The answer has to wait for `stop` or `ponderhit`.
    held: bool,
    /// Our own work is done.
    done: bool,
    /// Another engine is at work on it, and answers unless we know better.
    partner: bool,
    /// We know better.
    overruled: bool,
    answered: bool,
    /// A score has been told.
    scored: bool,
    deadline: Option<Instant>,
}

impl State {
    fn is_due(&self) -> bool {
        !self.held && self.done && (self.overruled || !self.partner)
    }
}

impl Turn {
    /// A question with a first answer, for want of a better one.
    pub fn new(mouth: Mouth, answer: Answer, held: bool, partner: bool) -> Turn {
        Turn {
            mouth,
            state: Mutex::new(State {
                answer,
                held,
                done: false,
                partner,
                overruled: false,
                answered: false,
                scored: false,
                deadline: None,
            }),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            began: Instant::now(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers, unless that has been done.
    fn answer(&self, state: &mut State) {
        if !state.answered {
            state.answered = true;
            if let Some(report) = state.answer.report.as_ref().filter(|_| !state.scored) {
                self.mouth.say(report);
            }
            self.mouth.say(&state.answer.line());
        }
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn answer_if_due(&self, state: &mut State) {
        if state.is_due() {
            self.answer(state);
        }
    }

    /// How long ago it was asked.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Is our own work to stop?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Is it answered?
    pub fn is_answered(&self) -> bool {
        self.state().answered
    }

    /// Does the answer have to wait?
    pub fn is_held(&self) -> bool {
        self.state().held
    }

    /// Is another engine at work on it?
    pub fn is_passed_on(&self) -> bool {
        self.state().partner
    }

    /// How much time is left, where that is known.
    pub fn left(&self) -> Option<Duration> {
        let deadline = self.state().deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Says a line on the way; after the answer nobody wants to hear it.
    pub fn say(&self, line: &str) {
        let mut state = self.state();
        if !state.answered {
            state.scored |= line.contains(" score ");
            self.mouth.say(line);
        }
    }

    /// The same in words.
    pub fn tell(&self, words: &str) {
        if !self.state().answered {
            self.mouth.tell(words);
        }
    }

    /// A better answer.
    pub fn propose(&self, answer: Answer) {
        let mut state = self.state();
        let report = answer.report.or(state.answer.report.take());
        state.answer = Answer { report, ..answer };
    }

    /// Our own work is done.
    pub fn finish(&self) {
        let mut state = self.state();
        state.done = true;
        self.answer_if_due(&mut state);
    }

    /// What we propose is proved: what another engine says does not matter any more.
    pub fn overrule(&self) {
        self.state().overruled = true;
    }

    /// Another engine has answered; its line is passed on as it is, unless we know better.
    pub fn partner_answers(&self, line: &str) {
        let mut state = self.state();
        state.partner = false;
        if !state.overruled {
            if !state.answered {
                state.answered = true;
                self.mouth.say(line);
            }
            return self.answer(&mut state);
        }
        // Its time is up, and so is ours.
        self.answer_soon(&mut state, BRIEFLY);
    }

    /// There will be no other answer.
    pub fn partner_is_gone(&self) {
        let mut state = self.state();
        state.partner = false;
        self.answer_if_due(&mut state);
    }

    /// The answer is wanted now. What is in work may take a little to come to its end; another engine a little more.
    pub fn stop(&self) {
        let mut state = self.state();
        state.held = false;
        self.stop.store(true, Ordering::Relaxed);
        let patience = match state.partner && !state.overruled {
            true => GRACE,
            false => BRIEFLY,
        };
        self.answer_soon(&mut state, patience);
    }

    /// Answers when our work is done, and without it after so long.
    fn answer_soon(&self, state: &mut State, patience: Duration) {
        let then = Instant::now() + patience;
        state.deadline = Some(state.deadline.map_or(then, |deadline| deadline.min(then)));
        self.answer_if_due(state);
        self.changed.notify_all();
    }

    /// From now on the clock runs.
    pub fn run(&self, time: Option<Duration>) {
        let mut state = self.state();
        state.held = false;
        if !state.partner {
            state.deadline = time.map(|time| Instant::now() + time);
        }
        self.answer_if_due(&mut state);
        self.changed.notify_all();
    }

    /// Waits until it is answered, and answers when time is up. For a thread of its own.
    pub fn keep_time(&self) {
        let mut state = self.state();
        while !state.answered {
            let Some(deadline) = state.deadline else {
                let woken = self.changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                state.held = false;
                self.answer(&mut state);
                return;
            }
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
