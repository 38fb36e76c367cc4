//! What can be set: the options of the engine, their bounds and what they are worth now.

use std::ffi::OsString;
use std::time::Duration;

use peasant::Rules;

/// The largest number of threads, and of lines.
const MOST_THREADS: usize = 1024;
const MOST_LINES: usize = 256;

/// Memory in MiB: what proofs need at least, and what nobody has.
const LEAST_HASH: u64 = 16;
const MOST_HASH: u64 = 1 << 25;

/// Milliseconds that a move may be late on its way to the clock.
const MOST_OVERHEAD: u64 = 10_000;

/// How GUIs write that a string is empty.
const EMPTY: &str = "<empty>";

/// The options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub threads: usize,
    /// Bytes for proofs.
    pub memory: u64,
    /// How many lines to show.
    pub lines: usize,
    pub syzygy: Option<OsString>,
    pub show_wdl: bool,
    pub rules: Rules,
    pub move_overhead: Duration,
    /// The engine that plays what is no pawn ending, and has an opinion where one stays open.
    pub engine: Option<OsString>,
    /// Where the scratch file is made, if not where the system has it; `none`: nowhere.
    pub scratch: Option<OsString>,
    /// Where what is proved is kept, if not where the command line says; `none`: nowhere.
    pub store: Option<OsString>,
}

/// What follows from a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only what is shown changes, or nothing.
    None,
    /// Proofs go on by other means.
    Prover,
    /// Everything that is proved is to be forgotten.
    Forget,
    /// Another engine, or none.
    Engine,
}

impl Options {
    /// One thread, little memory, and nothing else.
    #[cfg(test)]
    pub fn of_tests() -> Options {
        Options {
            threads: 1,
            memory: 64 << 20,
            lines: 1,
            syzygy: None,
            show_wdl: false,
            rules: Rules::Chess,
            move_overhead: Duration::ZERO,
            engine: None,
            scratch: None,
            store: None,
        }
    }

    /// What a GUI is told of them.
    pub fn declared(&self) -> Vec<String> {
        let text = |path: &Option<OsString>| match path {
            Some(path) => path.to_string_lossy().into_owned(),
            None => EMPTY.to_owned(),
        };
        let (threads, hash) = (self.threads, self.memory >> 20);
        vec![
            format!("option name Threads type spin default {threads} min 1 max {MOST_THREADS}"),
            format!("option name Hash type spin default {hash} min {LEAST_HASH} max {MOST_HASH}"),
            "option name Clear Hash type button".to_owned(),
            format!(
                "option name MultiPV type spin default {} min 1 max {MOST_LINES}",
                self.lines
            ),
            "option name Ponder type check default false".to_owned(),
            format!(
                "option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}",
                self.move_overhead.as_millis()
            ),
            format!(
                "option name UCI_ShowWDL type check default {}",
                self.show_wdl
            ),
            format!(
                "option name SyzygyPath type string default {}",
                text(&self.syzygy)
            ),
            format!(
                "option name Rules type combo default {} var chess var newborn",
                self.rules.name()
            ),
            format!(
                "option name Engine type string default {}",
                text(&self.engine)
            ),
            format!(
                "option name Scratch type string default {}",
                text(&self.scratch)
            ),
            format!(
                "option name Store type string default {}",
                text(&self.store)
            ),
        ]
    }

    /// Sets one by its name, in whatever case.
    ///
    /// # Errors
    /// There is no such option, or it has no such value; in words, with the cure.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let path = || Some(value).filter(|v| !v.is_empty() && *v != EMPTY);
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(value, 1, MOST_THREADS as u64)? as usize,
            "hash" => self.memory = number(value, LEAST_HASH, MOST_HASH)? << 20,
            "clear hash" => return Ok(Change::Forget),
            "multipv" => {
                self.lines = number(value, 1, MOST_LINES as u64)? as usize;
                return Ok(Change::None);
            }
            // Nobody castles here, so that Chess960 is chess.
            "ponder" | "uci_analysemode" | "uci_chess960" | "uci_opponent"
            | "uci_limitstrength" => {
                return Ok(Change::None);
            }
            "move overhead" => {
                self.move_overhead = Duration::from_millis(number(value, 0, MOST_OVERHEAD)?);
                return Ok(Change::None);
            }
            "uci_showwdl" => {
                self.show_wdl = truth(value)?;
                return Ok(Change::None);
            }
            "syzygypath" => self.syzygy = path().map(OsString::from),
            "scratch" => self.scratch = path().map(OsString::from),
            "store" => self.store = path().map(OsString::from),
            "rules" => {
                let rules = value.parse::<Rules>().map_err(|error| error.to_string())?;
                self.rules = rules;
            }
            "engine" => {
                self.engine = path().map(OsString::from);
                return Ok(Change::Engine);
            }
            _ => return Err("there is no such option: `uci` lists them".to_owned()),
        }
        Ok(Change::Prover)
    }
}

fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("give a whole number from {least} to {most}"))
}

fn truth(text: &str) -> Result<bool, String> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("give true or false".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_option_can_be_set_to_its_default() {
        let mut set = Options::of_tests();
        for line in Options::of_tests().declared() {
            let name = line.strip_prefix("option name ").expect("an option");
            let (name, rest) = name.split_once(" type ").expect("a type");
            let value = rest.split_once(" default ").map_or("", |(_, rest)| rest);
            let value = value.split(" min ").next().expect("a first part");
            let value = value.split(" var ").next().expect("a first part");
            assert!(set.set(name, value).is_ok(), "{line}");
        }
        assert_eq!(set, Options::of_tests());
    }

    #[test]
    fn nonsense_is_refused_and_changes_nothing() {
        let mut set = Options::of_tests();
        for (name, value) in [
            ("Threads", "0"),
            ("Hash", "-1"),
            ("MultiPV", "many"),
            ("Rules", "draughts"),
            ("UCI_ShowWDL", ""),
            ("Depth", "7"),
        ] {
            assert!(set.set(name, value).is_err(), "{name}");
        }
        assert_eq!(set, Options::of_tests());
        assert_eq!(set.set("UCI_Chess960", "true"), Ok(Change::None));
        assert_eq!(set, Options::of_tests());
        assert_eq!(set.set("mULTIpv", "3"), Ok(Change::None));
        assert_eq!(set.lines, 3);
    }
}
