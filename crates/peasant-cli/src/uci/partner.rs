//! Another engine, to which everything that is no pawn ending is passed on as it comes.

use std::ffi::OsStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::turn::{GRACE, Mouth, Turn};
use verbs::host::plain::excerpt;
use verbs::outside::engine::{PATIENCE, Process, Silence};

/// What stands before the names of its options.
pub const PREFIX: &str = "Engine.";

/// How long it is listened to at a stretch.
const STRETCH: Duration = Duration::from_secs(3600);

/// Nobody cancels it: it ends with us.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A running engine. It is ended when this is dropped.
pub struct Partner {
    line: Arc<Line>,
    /// What it calls itself.
    pub name: String,
    /// What it said of its options, as it said it, but for their names.
    pub options: Vec<String>,
}

/// Both ends of the line to it.
struct Line {
    process: Process,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What it works on.
    turn: Option<Arc<Turn>>,
    /// It has been told to stop that.
    is_stopping: bool,
    /// How often it has said that it is ready.
    ready: u64,
    is_gone: bool,
}

impl Partner {
    /// Starts it, by its path or by its name in the usual directories, and hears what it has to say of itself.
    ///
    /// # Errors
    /// It cannot be started, or is no engine; in words.
    pub fn start(program: &OsStr, mouth: Mouth) -> Result<Partner, String> {
        let path = excerpt(&program.to_string_lossy());
        let process = Process::start(program)
            .map_err(|error| format!("the engine `{path}` cannot be started ({error})"))?;
        let (name, options) = introduce(&process)
            .map_err(|_| format!("`{path}` is no UCI engine: it did not say `uciok` in time"))?;
        let line = Arc::new(Line {
            process,
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let listener = Arc::clone(&line);
        thread::spawn(move || listener.listen(&mouth));
        Ok(Partner {
            line,
            name: name.unwrap_or(path),
            options,
        })
    }

    /// Tells it something; whether it is there to hear it will show.
    pub fn tell(&self, line: &str) {
        _ = self.line.process.say(&format!("{line}\n"));
    }

    /// Waits until it has done what it was told.
    pub fn wait(&self) {
        let before = self.line.state().ready;
        self.tell("isready");
        self.line
            .wait(PATIENCE, |state| state.ready > before || state.is_gone);
    }

    /// Asks it, unless it has gone or does not end its last question.
    pub fn ask(&self, position: &str, go: &str, turn: &Arc<Turn>) -> bool {
        self.stop();
        let idle = |state: &State| state.turn.is_none() || state.is_gone;
        if !self.line.wait(GRACE, idle) {
            return false;
        }
        let mut state = self.line.state();
        if state.is_gone {
            return false;
        }
        (state.turn, state.is_stopping) = (Some(Arc::clone(turn)), false);
        drop(state);
        self.tell(position);
        self.tell(go);
        true
    }

    /// Tells it to come to an end, if it is at work.
    pub fn stop(&self) {
        self.line.stop(&mut self.line.state());
    }

    /// What ends its work on a question that somebody else has answered.
    pub fn stopper(&self) -> impl FnOnce(&Arc<Turn>) + Send + 'static {
        let line = Arc::clone(&self.line);
        move |turn| {
            let mut state = line.state();
            if state
                .turn
                .as_ref()
                .is_some_and(|work| Arc::ptr_eq(work, turn))
            {
                line.stop(&mut state);
            }
        }
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        self.stop();
        self.tell("quit");
    }
}

impl Line {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells it to stop, once.
    fn stop(&self, state: &mut State) {
        if state.turn.is_some() && !std::mem::replace(&mut state.is_stopping, true) {
            _ = self.process.say("stop\n");
        }
    }

    /// Waits until something is so; was it so in time?
    fn wait(&self, patience: Duration, is_so: impl Fn(&State) -> bool) -> bool {
        let waited = self
            .changed
            .wait_timeout_while(self.state(), patience, |state| !is_so(state));
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        is_so(&state)
    }

    /// Hears what it says until it is gone.
    fn listen(&self, mouth: &Mouth) {
        loop {
            match self.process.hear(Instant::now() + STRETCH, &NEVER) {
                Ok(line) => self.hear(&line),
                Err(Silence::Late) => {}
                Err(Silence::Gone | Silence::Cancelled) => break,
            }
        }
        let mut state = self.state();
        state.is_gone = true;
        if let Some(turn) = state.turn.take().filter(|turn| !turn.is_answered()) {
            mouth.tell("the engine has ended in the middle of its work");
            turn.partner_is_gone();
        }
        self.changed.notify_all();
    }

    fn hear(&self, line: &str) {
        let mut state = self.state();
        match line.split_whitespace().next() {
            Some("readyok") => state.ready += 1,
            Some("bestmove") => {
                if let Some(turn) = state.turn.take() {
                    turn.partner_answers(line);
                }
            }
            Some("info") => {
                if let Some(turn) = &state.turn {
                    turn.say(line);
                }
            }
            _ => {}
        }
        self.changed.notify_all();
    }
}

/// What it calls itself, and its options with our prefix.
fn introduce(process: &Process) -> Result<(Option<String>, Vec<String>), Silence> {
    let until = Instant::now() + PATIENCE;
    let (mut name, mut options) = (None, Vec::new());
    process.say("uci\n")?;
    loop {
        let line = process.hear(until, &NEVER)?;
        if line == "uciok" {
            return Ok((name, options));
        }
        if let Some(told) = line.strip_prefix("id name ") {
            name = Some(excerpt(told));
        } else if let Some(option) = line.strip_prefix("option name ") {
            options.push(format!("option name {PREFIX}{option}"));
        }
    }
}
