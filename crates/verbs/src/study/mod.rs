//! `peasant study`: is a composed study sound?

pub mod options;
pub mod prose;
pub mod report;
pub mod stipulation;
pub mod tree;

use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use peasant::ProveError;
use peasant::study::{Judged, Task, Verdict, judge};
use schemars::JsonSchema;
use serde::Serialize;

use crate::host::fault::Fault;
use crate::host::input::Input;
use crate::host::plain::plain;
use crate::host::{memory, stderr};
use crate::options::helpers::Helpers;
use crate::pgn::game::Game;
use crate::pgn::read::{Found, players, read};
use crate::pgn::stream::{Stream, Text};
use crate::tell::progress::{self, Spinner};
use crate::tell::{json, picture};
use crate::{Face, Failure, Outcome};
use options::StudyArgs;
use report::{Place, Report};
use stipulation::Source;
use tree::Tree;

pub fn run(args: &StudyArgs, face: &mut Face) -> Result<Outcome, Failure> {
    args.check()?;
    let cancelled: &'static AtomicBool = face.cancelled()?;
    let helpers = Helpers::new(&args.proof)?;
    let mut job = Job {
        args,
        helpers,
        cancelled,
        counts: Counts::default(),
        face,
    };
    let outcome = match file(&args.study) {
        Some(name) => job.file(name),
        None => job.position(),
    };
    job.helpers.warn();
    outcome
}

/// The file that is meant, if it is one.
fn file(words: &[String]) -> Option<&str> {
    let [name] = words else {
        return None;
    };
    // A pipe will do as well.
    let is_there = |path: &Path| path.exists() && !path.is_dir();
    let is_file = |name: &str| name == "-" || name.ends_with(".pgn") || is_there(Path::new(name));
    Some(&**name).filter(|name| is_file(name))
}

/// A study, judged, and what its text adds.
pub struct Study {
    judged: Judged,
    /// Who says what is asked for.
    pub source: Source,
    /// So many plies are counted before the first move.
    pub first_ply: usize,
    /// Variations that cannot be read.
    pub unread: Vec<String>,
}

impl Deref for Study {
    type Target = Judged;

    fn deref(&self) -> &Judged {
        &self.judged
    }
}

struct Job<'a> {
    args: &'a StudyArgs,
    helpers: Helpers,
    cancelled: &'static AtomicBool,
    counts: Counts,
    face: &'a mut Face,
}

/// What a file comes to.
#[derive(Default)]
struct Counts {
    verdicts: Vec<Verdict>,
    broken: usize,
    contradictions: usize,
}

/// The sum of a file, as other programs read it.
#[derive(Serialize, JsonSchema)]
pub struct Sums {
    /// Those that were judged.
    studies: usize,
    /// Of these: sound.
    sound: usize,
    /// Sound with minor duals.
    minor_duals: usize,
    /// With duals.
    duals: usize,
    /// Cooked.
    cooked: usize,
    /// With a wrong solution.
    wrong_solution: usize,
    /// Without a solution.
    no_solution: usize,
    /// Open.
    open: usize,
    /// Those that cannot be read.
    not_readable: usize,
    /// Those at which tables or the store contradict a proof.
    contradictions: usize,
}

impl Job<'_> {
    /// One position, from the command line.
    fn position(&mut self) -> Result<Outcome, Failure> {
        let root = crate::options::position::of(&self.args.study.join(" "))?;
        let tree = match &self.args.moves {
            Some(moves) => Tree::typed(&root, moves)?,
            None => Tree::bare(root),
        };
        let study = self.judge(tree);
        let study = study.map_err(|error| crate::tell::refusal::unanswered(&error, &root))?;
        self.tell(&study, Place::default())?;
        Ok(outcome(study.verdict))
    }

    /// All studies of a file.
    fn file(&mut self, name: &str) -> Result<Outcome, Failure> {
        if let Some(moves) = &self.args.moves {
            let fault = Fault::new("--moves: a file has its own solutions")
                .and_cure(": ", "leave out --moves, or give a FEN");
            return Err(fault.about(moves).into());
        }
        let unread = |error: &io::Error| {
            let message = format!("cannot read `{}`: {error}", plain(name));
            Fault::of_file(&message, name, error)
        };
        let input = Input::open(Path::new(name), self.face).map_err(|error| unread(&error))?;
        let mut stream = Stream::new(input.text);
        let mut failed = None;
        while !self.cancelled.load(Ordering::Relaxed) {
            match stream.text() {
                Ok(Some(text)) => self.text(text)?,
                Ok(None) => break,
                Err(error) => {
                    failed = Some(unread(&error));
                    break;
                }
            }
        }
        if self.cancelled.load(Ordering::Relaxed) {
            stderr::warn("stopped: what follows in the file is not judged");
        }
        let out = self.face.out();
        match self.args.proof.json {
            true => writeln!(out, "{}", json::summary(&self.counts.sums()))?,
            false => writeln!(out, "{}", self.counts.text())?,
        }
        out.flush()?;
        match failed {
            Some(fault) => Err(fault.into()),
            None => Ok(self.counts.outcome()),
        }
    }

    fn text(&mut self, text: Text) -> Result<(), Failure> {
        if text.is_rest {
            return Ok(());
        }
        let found = match text.is_cut {
            true => return self.broken(&text, "", "it is too long for a study"),
            false => read(&text.bytes),
        };
        match found {
            Found::Nothing => Ok(()),
            Found::Broken(broken) => {
                let at = broken.ply.map_or(String::new(), |ply| format!("{ply}: "));
                self.broken(&text, &broken.players, &format!("{at}{}", broken.what))
            }
            Found::Game(game) => self.game(&text, &game),
        }
    }

    fn game(&mut self, text: &Text, game: &Game) -> Result<(), Failure> {
        let players = players(&game.tags);
        let tree = match Tree::of(game) {
            Ok(tree) => tree,
            Err(what) => return self.broken(text, &players, &what),
        };
        if let Some(broken) = &game.unread {
            let at = broken
                .ply
                .as_deref()
                .map_or(String::new(), |ply| format!("{ply}: "));
            // A part of a solution is none.
            return self.broken(text, &players, &format!("{at}{}", broken.what));
        }
        let place = place(text, game);
        match self.judge(tree) {
            Ok(study) => {
                self.counts.verdicts.push(study.verdict);
                self.tell(&study, place)
            }
            Err(error) => {
                let is_contradiction = matches!(error, ProveError::Contradiction { .. });
                self.counts.contradictions += usize::from(is_contradiction);
                self.broken(text, &players, &error.to_string())
            }
        }
    }

    fn judge(&self, tree: Tree) -> Result<Study, ProveError> {
        let args = self.args;
        let threads = args.threads.unwrap_or_else(progress::processors);
        let limits = args.limits();
        let builder = self.helpers.builder(&args.proof).limits(limits);
        let prover = builder.threads(threads).build();
        let (asked, source) = stipulation::asked(args, tree.result);
        let spinner = Spinner::new(self.cancelled, limits.time);
        let task = Task {
            main: tree.main,
            asked,
            all_tries: args.tries,
            limits,
            observer: spinner.watcher(),
            ..Task::new(tree.root)
        };
        let judged = judge(&prover, &task);
        drop(spinner);
        let mut judged = judged?;
        judged.stopped = memory::stopped(judged.stopped);
        memory::reserve();
        Ok(Study {
            judged,
            source,
            first_ply: tree.first_ply,
            unread: tree.unread,
        })
    }

    /// A game of the file that is no study.
    fn broken(&mut self, text: &Text, players: &str, what: &str) -> Result<(), Failure> {
        self.counts.broken += 1;
        let players = match players {
            "" | "? – ?" => String::new(),
            players => format!(" ({players})"),
        };
        let fault = Fault::new(&format!("study {}{players}: {what}", text.number)).about(what);
        if self.args.proof.json {
            let out = self.face.out();
            writeln!(out, "{}", json::error(&fault, Some(text.line)))?;
            out.flush()?;
        } else {
            stderr::error(format!("line {}: {}", text.line, fault.words()));
        }
        Ok(())
    }

    fn tell(&mut self, study: &Study, place: Place) -> Result<(), Failure> {
        let out = self.face.out();
        if self.args.proof.json {
            writeln!(out, "{}", json::line(&Report::new(place, study)))?;
        } else {
            if let Some(head) = head(&place) {
                writeln!(out, "{head}")?;
            }
            let board = picture::board(&study.root, self.args.ascii);
            writeln!(out, "{board}\n{}\n", prose::text(study))?;
            writeln!(out, "{}", prose::proof(study))?;
            if place.game.is_some() {
                writeln!(out)?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// `Study 3, line 41: Réti, Ostrava, 1921`
fn head(place: &Place) -> Option<String> {
    let (game, line) = (place.game?, place.line_number?);
    let said = &place.heading;
    let tags = [&said.white, &said.black, &said.event, &said.date];
    let tags: Vec<String> = tags.into_iter().flatten().map(|tag| plain(tag)).collect();
    let colon = if tags.is_empty() { "" } else { ": " };
    Some(format!(
        "Study {game}, line {line}{colon}{}",
        tags.join(", ")
    ))
}

fn place(text: &Text, game: &Game) -> Place {
    Place {
        game: Some(text.number),
        line_number: Some(text.line),
        heading: game.heading(),
    }
}

fn outcome(verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::Open => Outcome::NothingProved,
        verdict if verdict.is_sound() => Outcome::Answered,
        _ => Outcome::Disagreement,
    }
}

impl Counts {
    const ALL: [Verdict; 7] = [
        Verdict::Sound,
        Verdict::MinorDuals,
        Verdict::Duals,
        Verdict::Cooked,
        Verdict::WrongSolution,
        Verdict::NoSolution,
        Verdict::Open,
    ];

    fn of(&self, verdict: Verdict) -> usize {
        self.verdicts.iter().filter(|&&v| v == verdict).count()
    }

    fn text(&self) -> String {
        let counts = Counts::ALL.map(|verdict| (verdict, self.of(verdict)));
        prose::summary(&counts, self.broken)
    }

    fn sums(&self) -> Sums {
        Sums {
            studies: self.verdicts.len(),
            sound: self.of(Verdict::Sound),
            minor_duals: self.of(Verdict::MinorDuals),
            duals: self.of(Verdict::Duals),
            cooked: self.of(Verdict::Cooked),
            wrong_solution: self.of(Verdict::WrongSolution),
            no_solution: self.of(Verdict::NoSolution),
            open: self.of(Verdict::Open),
            not_readable: self.broken - self.contradictions,
            contradictions: self.contradictions,
        }
    }

    fn outcome(&self) -> Outcome {
        let is_unsound = |&verdict: &Verdict| verdict != Verdict::Open && !verdict.is_sound();
        let is_unsound = self.verdicts.iter().any(is_unsound);
        Outcome::first([
            (self.contradictions > 0, Outcome::Contradiction),
            (self.broken > self.contradictions, Outcome::BadInput),
            (is_unsound, Outcome::Disagreement),
            (self.of(Verdict::Open) > 0, Outcome::NothingProved),
        ])
    }
}
