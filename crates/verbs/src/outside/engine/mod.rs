//! An engine from outside, asked by the Universal Chess Interface about positions that no proof has settled.
//!
//! What it says is an opinion, and may be nonsense: whatever it does, the work goes on without it. The few lines that are
//! read need no crate: those in the registry read every line of the protocol and bring a second set of moves and boards.

mod process;
mod reply;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use peasant::clock::Instant;

use peasant::board::{Move, Position};
use peasant::notation::fen;

use crate::host::fault::Fault;
use crate::host::plain::excerpt;
pub use process::{Process, Silence, end_all};
use reply::{Reply, Thought, Thoughts};
pub use reply::{mate_in, score_words};

/// How long an engine may take to start.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may take to stop when it is told to.
const GRACE: Duration = Duration::from_secs(2);

/// Megabytes for its table.
const HASH: &str = "16";

/// What an engine is asked with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long it may take to start.
    pub start: Duration,
    /// How long it may take to stop.
    pub stop: Duration,
    /// Directories of Syzygy tables, as `--syzygy` has them.
    pub syzygy: Option<OsString>,
}

/// A running engine. It is asked one question at a time, whoever asks.
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
    /// Why it was given up.
    trouble: Option<String>,
}

impl Settings {
    /// The usual patience.
    pub fn new(syzygy: Option<OsString>) -> Settings {
        Settings {
            start: PATIENCE,
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
        let mut process = started.map_err(|error| {
            fault(&format!("cannot be started ({error})")).caused_by(&path, &error)
        })?;
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
        let asked = Asked { position, go, time };
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
