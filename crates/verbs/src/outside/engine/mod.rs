//! An engine from outside, asked by the Universal Chess Interface about endings that no proof has reached.
//!
//! What it says is an opinion, and may be nonsense: whatever it does, the work goes on without it. The few lines that are
//! read need no crate: those in the registry read every line of the protocol and bring a second set of moves and boards.

mod process;
mod reply;
mod timely;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use peasant::clock::Instant;

use peasant::board::{Move, Position};
use peasant::notation::fen;
use peasant::{Assessment, Engine};

use crate::host::fault::Fault;
use crate::tell::plain::excerpt;
pub use process::{Process, Silence, end_all};
pub use reply::{DECIDED, mate_in, result_of, score_words};
use reply::{Reply, Thought, Thoughts};
pub use timely::Timely;

/// How long an engine may take to start, and to answer a question.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may take to stop when it is told to.
const GRACE: Duration = Duration::from_secs(2);

/// Whoever has less time asks nothing.
const TOO_SHORT: Duration = Duration::from_millis(20);

/// How often somebody who waits for others looks whether it is their turn.
const TURN: Duration = Duration::from_millis(2);

/// Megabytes for its table: few, since every question begins with an empty one.
const HASH: &str = "16";

/// What an engine is asked with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Positions that it looks at for each question.
    pub nodes: u64,
    /// How long it may take to start.
    pub start: Duration,
    /// How long it may think about a question; then it is told to stop.
    pub think: Duration,
    /// How long it may take to stop.
    pub stop: Duration,
    /// Directories of Syzygy tables, as `--syzygy` has them.
    pub syzygy: Option<OsString>,
}

/// A running engine. It is asked one question at a time, whoever asks, and remembers its answers.
pub struct Uci {
    /// How it was called.
    path: String,
    /// What it calls itself.
    name: String,
    settings: Settings,
    cancelled: &'static AtomicBool,
    session: Mutex<Session>,
}

/// What has been asked so far.
struct Session {
    /// `None` once it was given up.
    process: Option<Process>,
    answers: HashMap<Position, Option<Assessment>>,
    /// Why it was given up.
    trouble: Option<String>,
}

impl Settings {
    /// The usual patience, but no more for a question than its position has time.
    pub fn new(nodes: u64, time: Option<Duration>, syzygy: Option<OsString>) -> Settings {
        Settings {
            nodes,
            start: PATIENCE,
            think: time.map_or(PATIENCE, |time| time.min(PATIENCE)),
            stop: GRACE,
            syzygy,
        }
    }
}

impl Uci {
    /// Starts an engine, by its path or by its name in the usual directories, and makes it ready.
    ///
    /// # Errors
    /// No such program, or none that answers as an engine does.
    pub fn start(
        program: &OsStr,
        settings: Settings,
        cancelled: &'static AtomicBool,
    ) -> Result<Uci, Fault> {
        let path = program.display().to_string();
        let fault = |why: &str| {
            Fault::new(&format!("--engine: `{}` {why}", excerpt(&path)))
                .and_cure(": ", "give the path of a UCI engine, or leave out --engine")
                .about(&path)
        };
        let started = Process::start(program);
        let mut process =
            started.map_err(|error| fault(&format!("cannot be started ({error})")))?;
        let told = shake_hands(&mut process, &settings, cancelled);
        // Cancelled or not, the proof itself says what it has.
        let (name, process) = match told {
            Ok(name) => (name, Some(process)),
            Err(Refusal::Cancelled) => (None, None),
            Err(Refusal::NoEngine(why)) => return Err(fault(&why)),
        };
        Ok(Uci {
            name: name.unwrap_or_else(|| file_name(&path)),
            path,
            settings,
            cancelled,
            session: Mutex::new(Session {
                process,
                answers: HashMap::new(),
                trouble: None,
            }),
        })
    }

    /// What it calls itself, or else the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a user should know once the work is done, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let session = self.session();
        let path = excerpt(&self.path);
        let mut warnings = Vec::new();
        if let Some(trouble) = &session.trouble {
            warnings.push(format!(
                "the engine `{path}` {trouble} and was not asked again: try it by itself, or leave out --engine"
            ));
        }
        let silent = || session.answers.iter().filter(|(_, a)| a.is_none());
        // The first by name, so that the same run says the same.
        if let Some(first) = silent().map(|(position, _)| fen::format(position)).min() {
            let count = silent().count();
            warnings.push(format!(
                "the engine `{path}` gave no score for {count} of {} endings, such as `{first}`: allow more with --engine-nodes",
                session.answers.len()
            ));
        }
        warnings
    }

    /// Its number, for those who want to see whether it still runs.
    #[cfg(test)]
    pub fn process_id(&self) -> Option<u32> {
        self.session().process.as_ref().map(Process::id)
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it thinks of a position after so long, of these moves alone if there are any. It goes on where it was: what it has found
    /// before may serve it.
    pub fn think(&self, position: &Position, moves: &[Move], time: Duration) -> Option<Thought> {
        let mut go = format!("go movetime {}", time.as_millis().max(1));
        if !moves.is_empty() {
            let names: Vec<String> = moves.iter().map(Move::to_string).collect();
            go = format!("{go} searchmoves {}", names.join(" "));
        }
        let asked = Asked {
            position,
            go,
            time,
            is_new: false,
        };
        self.ask(&mut self.session(), &asked)?
    }

    /// Asks, unless it was given up. It is given up if it does not answer; `Some(None)` if it answers and says nothing that can be used.
    fn ask(&self, session: &mut Session, asked: &Asked) -> Option<Option<Thought>> {
        let process = session.process.take()?;
        match self.hear_out(&process, asked) {
            Ok(thought) => {
                session.process = Some(process);
                Some(thought)
            }
            Err(silence) => {
                let patience = (asked.time + self.settings.stop).as_secs_f32();
                session.trouble = match silence {
                    Silence::Late => Some(format!("did not answer in {patience} s")),
                    Silence::Gone => Some("ended".to_owned()),
                    Silence::Cancelled => None,
                };
                None
            }
        }
    }

    fn hear_out(&self, process: &Process, asked: &Asked) -> Result<Option<Thought>, Silence> {
        let mut until = Instant::now() + asked.time;
        if asked.is_new {
            process.say("ucinewgame\nisready\n")?;
            let late = until + self.settings.stop;
            while Reply::read(&process.hear(late, self.cancelled)?) != Reply::ReadyOk {}
        }
        let fen = fen::format(asked.position);
        process.say(&format!("position fen {fen}\n{}\n", asked.go))?;
        let (mut thoughts, mut stopped) = (Thoughts::default(), false);
        loop {
            let line = match process.hear(until, self.cancelled) {
                Err(Silence::Late) if !stopped => {
                    stopped = true;
                    until = Instant::now() + self.settings.stop;
                    process.say("stop\n")?;
                    continue;
                }
                heard => heard?,
            };
            match Reply::read(&line) {
                Reply::Info(info) => thoughts.note(info),
                Reply::BestMove(name) => {
                    let thought = thoughts.last().filter(|_| is_move(name, asked.position));
                    return Ok(thought.map(|thought| thought.of(name)));
                }
                _ => {}
            }
        }
    }
}

/// A question to it.
struct Asked<'q> {
    position: &'q Position,
    /// As the protocol writes it.
    go: String,
    time: Duration,
    /// What was asked before is to be forgotten: what it says must not hang on that.
    is_new: bool,
}

impl Engine for Uci {
    fn assess(&self, position: &Position) -> Option<Assessment> {
        self.assess_by(position, None)
    }
}

impl Uci {
    /// What it says of an ending, by then at the latest. Others may be asking it meanwhile.
    fn assess_by(&self, position: &Position, until: Option<Instant>) -> Option<Assessment> {
        let mut session = self.session_by(until)?;
        if let Some(answer) = session.answers.get(position) {
            return *answer;
        }
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left < TOO_SHORT) {
            return None;
        }
        let think = self.settings.think;
        let asked = Asked {
            position,
            go: format!("go nodes {}", self.settings.nodes),
            time: left.map_or(think, |left| left.min(think)),
            is_new: true,
        };
        let thought = self.ask(&mut session, &asked)?;
        let answer = thought.map(|thought| thought.assessment());
        // Whoever asks again may have more time.
        if answer.is_some() || asked.time == think {
            session.answers.insert(*position, answer);
        }
        answer
    }

    /// The session, if that is free by then.
    fn session_by(&self, until: Option<Instant>) -> Option<MutexGuard<'_, Session>> {
        let Some(until) = until else {
            return Some(self.session());
        };
        loop {
            match self.session.try_lock() {
                Ok(session) => return Some(session),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() >= until => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(TURN),
            }
        }
    }
}

/// Why there is no engine.
enum Refusal {
    /// To follow its name.
    NoEngine(String),
    Cancelled,
}

/// Makes an engine ready, and hears what it calls itself.
fn shake_hands(
    process: &mut Process,
    settings: &Settings,
    cancelled: &AtomicBool,
) -> Result<Option<String>, Refusal> {
    let until = Instant::now() + settings.start;
    let (mut name, mut options, mut first) = (None, Vec::new(), None);
    let refuse = |silence, awaited: &str, first: &Option<String>| {
        let said = match first {
            Some(line) => format!("; it said `{}`", excerpt(line)),
            None => String::new(),
        };
        let seconds = settings.start.as_secs_f32();
        match silence {
            Silence::Late => Refusal::NoEngine(format!(
                "is no UCI engine: no `{awaited}` within {seconds} s{said}"
            )),
            Silence::Gone => Refusal::NoEngine(format!(
                "is no UCI engine: it ended before it said `{awaited}`{said}"
            )),
            Silence::Cancelled => Refusal::Cancelled,
        }
    };
    // One that has ended already may have said something first.
    _ = process.say("uci\n");
    loop {
        let line = process
            .hear(until, cancelled)
            .map_err(|silence| refuse(silence, "uciok", &first))?;
        match Reply::read(&line) {
            Reply::Name(told) => name = Some(excerpt(told)),
            Reply::Setting(option) => options.push(option.to_owned()),
            Reply::UciOk => break,
            _ if line.is_empty() => {}
            _ => _ = first.get_or_insert(line),
        }
    }
    let orders = orders(&options, settings.syzygy.as_deref());
    _ = process.say(&orders);
    loop {
        let line = process
            .hear(until, cancelled)
            .map_err(|silence| refuse(silence, "readyok", &first))?;
        if Reply::read(&line) == Reply::ReadyOk {
            return Ok(name);
        }
    }
}

/// Sets what the engine offers to set.
fn orders(offered: &[String], syzygy: Option<&OsStr>) -> String {
    // A path that is no text, or would be two lines, cannot be told.
    let syzygy = syzygy
        .and_then(OsStr::to_str)
        .filter(|path| !path.contains(char::is_control));
    let wanted = [
        ("Threads", Some("1")),
        ("Hash", Some(HASH)),
        ("UCI_ShowWDL", Some("false")),
        // As everywhere here, the 50-move rule does not count.
        ("Syzygy50MoveRule", Some("false")),
        ("SyzygyPath", syzygy),
    ];
    let is_offered = |name: &str| offered.iter().any(|o| o.eq_ignore_ascii_case(name));
    let mut orders = String::new();
    for (name, value) in wanted {
        if let Some(value) = value.filter(|_| is_offered(name)) {
            orders += &format!("setoption name {name} value {value}\n");
        }
    }
    orders + "isready\n"
}

/// Can the engine have meant this position? Where no move is legal, any answer will do.
fn is_move(name: &str, position: &Position) -> bool {
    let legal = position.legal_moves();
    let named: Option<Move> = name.parse().ok();
    legal.is_empty() || named.is_some_and(|m| legal.contains(&m))
}

fn file_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    excerpt(name)
}
