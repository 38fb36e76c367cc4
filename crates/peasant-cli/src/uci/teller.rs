//! Tells what is found of a question as it comes, and nothing twice.

use std::time::{Duration, Instant};

use peasant::board::Move;
use peasant::{Analysis, Opinion};

use super::clock;
use super::job::Job;
use super::report::{self, Cost};
use super::turn::Answer;
use verbs::opinion::choice::{self, Candidates};
use verbs::opinion::{Asked, Thinker};

/// How often the work is reported while nothing is new.
const EVERY: Duration = Duration::from_secs(1);

/// Whoever tells.
pub struct Teller<'j> {
    pub job: &'j Job,
    /// The moves that are asked for; none means all.
    asked: Vec<Move>,
    /// Structures that do not stand in the answer: of other questions, less those of this one that were counted before.
    pub structures: i64,
    /// What is thought of moves that no proof has settled, the best first.
    opinions: Vec<Opinion>,
    /// The largest depth that was told: programs leave out what comes with less.
    depth: u32,
    /// Bytes for proofs.
    memory: u64,
    told: Instant,
}

impl<'j> Teller<'j> {
    pub fn new(job: &'j Job, memory: u64) -> Teller<'j> {
        Teller {
            job,
            asked: report::asked(&job.position, &job.go.search_moves),
            structures: 0,
            opinions: job.first.iter().cloned().collect(),
            depth: 1,
            memory,
            told: Instant::now(),
        }
    }

    /// Work on a question begins, or goes on: what it has cost before does not count.
    pub fn begin(&mut self, analysis: &Analysis) {
        self.structures -= analysis.statistics.structures as i64;
    }

    /// Asks for opinions, each line's, where what is proved does not say what to play. Has that brought any?
    pub fn opine(&mut self, thinker: &mut Thinker, analysis: &Analysis, time: Duration) -> bool {
        let job = self.job;
        if !job.alone {
            return false;
        }
        let mut opinions = Vec::new();
        let mut candidates = Candidates::new(analysis, &self.asked, &job.past);
        let asked = Asked {
            position: job.position,
            earlier: &job.past.earlier,
            time: time / job.style.lines as u32,
            is_stopped: &|| job.turn.is_stopped(),
        };
        while opinions.len() < job.style.lines && !candidates.moves.is_empty() {
            let Some(opinion) = thinker.choose(&candidates, &asked) else {
                break;
            };
            candidates.leave_out(&opinion);
            opinions.push(opinion);
        }
        if opinions.is_empty() {
            return false;
        }
        self.opinions = opinions;
        true
    }

    /// Leaves out what was thought before and is proved to be wrong by now. Where that leaves nothing, a glance tells what to play.
    fn doubt(&mut self, analysis: &Analysis) {
        let job = self.job;
        let candidates = Candidates::new(analysis, &self.asked, &job.past);
        self.opinions.retain(|opinion| candidates.allow(opinion));
        if job.alone && self.opinions.is_empty() && !candidates.moves.is_empty() {
            let seen = candidates.glance(&job.position, &job.past.earlier);
            self.opinions.extend(seen);
        }
    }

    /// Proposes what is known by now, and tells it.
    pub fn take(&mut self, analysis: &Analysis) {
        let job = self.job;
        let is_proved = analysis.bounds.exact().is_some();
        self.doubt(analysis);
        let ranked = choice::ranked(analysis, &self.asked, &job.past, &self.opinions);
        let is_known = !self.opinions.is_empty() || is_proved;
        if let Some(first) = ranked.first().filter(|_| is_known) {
            job.turn.propose(Answer {
                best: first.r#move.to_string(),
                ponder: report::reply(analysis, &self.opinions, first.r#move),
                report: None,
            });
            if is_proved && !job.alone {
                job.turn.overrule();
            }
        }
        // Where another engine is at work too, what is not proved is its business.
        if is_proved || job.alone {
            let cost = self.cost(analysis);
            for line in report::lines(analysis, &ranked, &self.opinions, job.style, &cost) {
                job.turn.say(&line);
            }
        }
        self.told = Instant::now();
    }

    /// Tells what it has cost so far, unless something has been told just now.
    pub fn report(&mut self, analysis: &Analysis) {
        if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            let cost = self.cost(analysis).words();
            self.job.turn.say(&format!("info {cost}"));
        }
    }

    /// What it has cost so far.
    pub fn cost(&mut self, analysis: &Analysis) -> Cost {
        let solved = analysis.statistics.structures;
        let structures = solved.saturating_add_signed(self.structures);
        let thought = self.opinions.iter().map(|opinion| opinion.depth);
        self.depth = thought.fold(self.depth.max(clock::depth(structures)), u32::max);
        Cost {
            structures,
            depth: self.depth,
            time: self.job.turn.elapsed(),
            full: analysis.statistics.bytes * 1000 / self.memory.max(1),
        }
    }

    /// The result, and what it is owed to.
    pub fn say_verdict(&self, analysis: &Analysis, idea: Option<String>) {
        let is_proved = analysis.bounds.exact().is_some();
        if !is_proved && !self.job.alone {
            return;
        }
        let verdict = report::verdict(analysis, self.opinions.first());
        let idea = idea.filter(|_| is_proved);
        let idea = idea.map_or(String::new(), |idea| format!("\n{idea}"));
        self.job.turn.tell(&(verdict + &idea));
    }
}
