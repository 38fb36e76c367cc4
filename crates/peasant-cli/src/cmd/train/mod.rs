//! `peasant train`: exercises, and what was missed comes again.

pub mod exercise;
mod progress;
mod training;

use std::fs::File;
use std::io::{self, IsTerminal, StdinLock, Write};

use chrono::{DateTime, TimeDelta, Utc};
use peasant::board::{Color, Move, Position};
use peasant::value::Wdl;
use peasant::{Analysis, Explanation, ProveError, Prover, Request};

use self::exercise::Exercise;
use self::progress::{Answer, Form, Progress};
use self::training::Training;
use super::coach;
use crate::args::train::TrainArgs;
use verbs::explain::prose::idea;
use verbs::host::fault::Fault;
use verbs::host::fold::{self, Folded};
use verbs::host::{memory, stderr};
use verbs::sitting;
use verbs::tell::words::moves_of;
use verbs::tell::{picture, san, words};
use verbs::{Failure, Outcome};

const HELP: &str = "\
Kb1, e8=Q, a1b1   the move
win, draw, loss   the result, where that is asked
hint              which man moves
skip              show the answer, and go on
quit              end";

pub fn run(args: &TrainArgs) -> Result<Outcome, Failure> {
    let path = args.progress.clone().or_else(progress::default_path);
    let Some(path) = path else {
        let fault = Fault::new("there is no directory for your data");
        return Err(fault.and_cure(": ", "name a file with --progress").into());
    };
    let mut progress = Progress::open(path)?;
    if !args.import.is_empty() {
        let all = Exercise::all(&args.import)?;
        let taken = progress.import(&all, Utc::now())?;
        writeln!(
            io::stdout(),
            "Taken over: what is known of {taken} of {} exercises.",
            all.len()
        )?;
        return Ok(Outcome::Answered);
    }
    if let Some(file) = &args.export {
        let form = Form::of(file);
        match file.as_os_str() == "-" {
            true => progress.export(form, &mut io::stdout().lock())?,
            false => progress.export(form, &mut File::create(file)?)?,
        }
        return Ok(Outcome::Answered);
    }
    let all = Exercise::all(&args.files)?;
    let next = progress.next(&all);
    let chosen = progress.choose(all, args.count as usize, Utc::now());
    let mut out = fold::stdout();
    if chosen.is_empty() {
        let again = next.map_or(String::new(), |due| {
            format!(" The next one comes again {}.", day(due, Utc::now()))
        });
        writeln!(out, "Nothing is to be asked now.{again}")?;
        return Ok(Outcome::Answered);
    }
    let mut session = Session {
        prover: coach::prover(args.time, args.memory, args.cache.as_ref(), args.no_cache),
        ascii: args.ascii,
        input: io::stdin().lock(),
        out,
    };
    session.train(&chosen, &mut progress)?;
    Ok(Outcome::Answered)
}

/// When something is due, as people say it.
fn day(due: DateTime<Utc>, now: DateTime<Utc>) -> String {
    const HALF_A_DAY: TimeDelta = TimeDelta::hours(12);
    match (due.date_naive() - now.date_naive()).num_days() {
        // Elsewhere midnight is at another time.
        _ if due - now < HALF_A_DAY => "today".to_owned(),
        ..=1 => "tomorrow".to_owned(),
        _ => format!("on {}", due.format("%Y-%m-%d")),
    }
}

/// What the person said.
enum Said {
    Move(Move),
    Result(Wdl),
    Skip,
    Quit,
}

/// How an exercise ended.
enum Ended {
    Answered(Answer),
    Quit,
}

/// A person at the board, asked.
struct Session {
    prover: Prover,
    ascii: bool,
    input: StdinLock<'static>,
    out: Folded<io::Stdout>,
}

impl Session {
    fn train(&mut self, chosen: &[Exercise], progress: &mut Progress) -> Result<(), Failure> {
        let (mut asked, mut right) = (0, 0);
        for (number, exercise) in chosen.iter().enumerate() {
            let analysed = self.work(exercise, |prover, request| prover.analyse(request));
            let analysis = match analysed {
                Ok(analysis) if is_exercise(&analysis) => analysis,
                Ok(_) => {
                    let name = &exercise.name;
                    stderr::warn(format!("{name} is left out: it is not settled in time"));
                    continue;
                }
                Err(error) => {
                    stderr::warn(format!("{} is left out: {error}", exercise.name));
                    continue;
                }
            };
            memory::reserve();
            writeln!(
                self.out,
                "{} of {}: {}{}\n",
                number + 1,
                chosen.len(),
                exercise.name,
                history(progress, &exercise.position)
            )?;
            let explanation = self.work(exercise, |prover, request| {
                prover.explain(request, analysis)
            });
            let explanation = explanation.map_err(|error| self.fault(&error))?;
            let Ended::Answered(answer) = self.ask(&explanation)? else {
                break;
            };
            asked += 1;
            right += u32::from(answer != Answer::Wrong);
            let now = Utc::now();
            let due = progress.note(exercise, answer, difficulty(&explanation), now)?;
            writeln!(self.out, "It comes again {}.\n", day(due, now))?;
        }
        writeln!(self.out, "{right} of {asked} right.")?;
        Ok(())
    }

    fn work<T>(&mut self, exercise: &Exercise, work: impl FnOnce(&mut Prover, &Request) -> T) -> T {
        coach::work(&mut self.prover, exercise.position, work)
    }

    fn fault(&self, error: &ProveError) -> Failure {
        Fault::new(&error.to_string()).into()
    }

    /// Asks until it is answered rightly; the first answer counts.
    fn ask(&mut self, explanation: &Explanation) -> Result<Ended, Failure> {
        let analysis = &explanation.analysis;
        let here = analysis.position;
        let asks_move = has_errors(analysis);
        let (mut counts, mut hinted) = (None, false);
        loop {
            writeln!(self.out, "{}", picture::board(&here, self.ascii))?;
            writeln!(self.out, "{}", task(analysis, asks_move))?;
            let answer = match self.hear(analysis, asks_move, &mut hinted)? {
                Said::Quit => return Ok(Ended::Quit),
                Said::Skip => {
                    writeln!(self.out, "{}\n", solution(explanation))?;
                    return Ok(Ended::Answered(Answer::Wrong));
                }
                Said::Result(result) => analysis.bounds.exact() == Some(result),
                Said::Move(m) => self.judge(explanation, m)?,
            };
            if answer {
                writeln!(self.out, "Right. {}\n", solution(explanation))?;
                let first = match hinted {
                    true => Answer::RightAfterHint,
                    false => Answer::Right,
                };
                return Ok(Ended::Answered(counts.unwrap_or(first)));
            }
            if !asks_move {
                writeln!(self.out, "No. {}\n", solution(explanation))?;
                return Ok(Ended::Answered(Answer::Wrong));
            }
            counts = Some(Answer::Wrong);
            writeln!(self.out, "Once more:\n")?;
        }
    }

    /// Is a move right? One that is not is punished: what it gives away is said, and the answer is shown on the board.
    fn judge(&mut self, explanation: &Explanation, m: Move) -> Result<bool, Failure> {
        let analysis = &explanation.analysis;
        let (here, known) = (analysis.position, analysis.clone());
        let judged = coach::work(&mut self.prover, here, |prover, request| {
            coach::judge(prover, request, known, m)
        });
        let judged = judged.map_err(|error| self.fault(&error))?;
        if !judged.is_error {
            return Ok(true);
        }
        // What was right is not told yet.
        let said = judged.words.lines();
        let said: Vec<&str> = said.take_while(|line| !line.contains("right")).collect();
        writeln!(self.out, "{}\n", said.join("\n"))?;
        let refuted = explanation.tries.iter().find(|one| one.r#move == m);
        if let Some(&reply) = refuted.and_then(|one| one.refutation.first()) {
            let after = analysis.position.play(m);
            let name = san::format(&after, reply);
            writeln!(self.out, "{} answers {name}:\n", after.turn())?;
            let board = picture::board(&after.play(reply), self.ascii);
            writeln!(self.out, "{board}")?;
        }
        Ok(false)
    }

    /// What the person says, a line; commands that ask for something are answered.
    fn hear(
        &mut self,
        analysis: &Analysis,
        asks_move: bool,
        hinted: &mut bool,
    ) -> io::Result<Said> {
        let prompts = io::stdin().is_terminal();
        loop {
            if prompts {
                write!(self.out, "> ")?;
            }
            let Some(line) = sitting::line(&mut self.input, &mut self.out)? else {
                return Ok(Said::Quit);
            };
            let line = line.as_str();
            match (line.to_ascii_lowercase().as_str(), asks_move) {
                ("", _) => {}
                ("quit" | "exit", _) => return Ok(Said::Quit),
                ("skip", _) => return Ok(Said::Skip),
                ("help" | "?", _) => writeln!(self.out, "{HELP}")?,
                ("hint", true) => {
                    *hinted = true;
                    writeln!(self.out, "{}", coach::man(analysis))?;
                }
                ("win" | "won", false) => return Ok(Said::Result(Wdl::Win)),
                ("draw" | "drawn", false) => return Ok(Said::Result(Wdl::Draw)),
                ("loss" | "lost", false) => return Ok(Said::Result(Wdl::Loss)),
                (_, false) => writeln!(
                    self.out,
                    "Say win, draw or loss. `help` lists the commands."
                )?,
                (_, true) => match coach::read_move(&analysis.position, line) {
                    Ok(m) => return Ok(Said::Move(m)),
                    Err(error) => writeln!(self.out, "{error}. `help` lists the commands.")?,
                },
            }
        }
    }
}

/// Is the result proved?
fn is_exercise(analysis: &Analysis) -> bool {
    analysis.bounds.exact().is_some()
}

/// Can the result be given away?
fn has_errors(analysis: &Analysis) -> bool {
    let result = analysis.bounds.exact();
    let spoils = |m: &peasant::MoveAnalysis| m.bounds.exact().is_some_and(|m| Some(m) < result);
    analysis.moves.iter().any(spoils)
}

/// How an exercise went before.
fn history(progress: &Progress, position: &Position) -> String {
    match progress.of(position) {
        None => String::new(),
        Some(Training {
            asked,
            missed,
            difficulty,
            ..
        }) => {
            let far = difficulty.map_or(String::new(), |plies| {
                format!(", refuted in {}", moves_of(plies.div_ceil(2) as u32))
            });
            format!(" (asked {asked} times, missed {missed}{far})")
        }
    }
}

/// What is asked.
fn task(analysis: &Analysis, asks_move: bool) -> String {
    let side: Color = analysis.position.turn();
    match (asks_move, analysis.bounds.exact()) {
        (true, Some(Wdl::Win)) => format!("{side} to move wins. How?"),
        (true, _) => format!("{side} to move draws. How?"),
        (false, _) => format!("{side} to move: win, draw or loss?"),
    }
}

/// What is right, and why.
fn solution(explanation: &Explanation) -> String {
    let verdict = words::verdict(&explanation.analysis);
    match idea::idea_of(explanation) {
        Some(idea) => format!("{verdict} {idea}"),
        None => verdict,
    }
}

/// After so many plies of its refutation a player sees why the most natural error is one.
fn difficulty(explanation: &Explanation) -> Option<usize> {
    explanation.tries.first().map(|one| one.told)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn days_are_told_as_people_say_them() {
        let time = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let now = time("2026-11-27T20:00:00Z");
        for (due, expected) in [
            ("2026-11-27T20:05:00Z", "today"),
            // It is evening still in much of the world.
            ("2026-11-28T00:05:00Z", "today"),
            ("2026-11-28T20:00:00Z", "tomorrow"),
            ("2026-11-29T07:00:00Z", "on 2026-11-29"),
            ("2026-11-20T20:00:00Z", "today"),
        ] {
            assert_eq!(day(time(due), now), expected, "{due}");
        }
    }
}
