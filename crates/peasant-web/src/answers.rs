//! A path of the page's questions an answer, as the server gives it.

use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::pawngame::{Settings, Solver};
use peasant::analysis::Statistics;
use peasant::clock::Instant;
use peasant::limits::{Observer, Progress};
use peasant::{Analysis, Limits, ProveError, Request};
use serde::Serialize;
use verbs::Failure;
use verbs::annotate::annotator::Annotator;
use verbs::diagram::illustration::{self, Format};
use verbs::explain::explained::Explained;
use verbs::form::{self, Query};
use verbs::host::fault::Fault;
use verbs::opinion::{self, Thinker};
use verbs::pawngame;
use verbs::pawngame::answer::Answer as PawngameAnswer;
use verbs::pawngame::options::PawngameCommand;
use verbs::pgn::stream::Stream;
use verbs::solve::watched::{self, Count};
use verbs::tell::{json, refusal, words};
use verbs::verb::Verb;

use crate::state::{self, State, USUAL};
use crate::{Asked, tell};

/// What is told so often.
const EVERY: Duration = Duration::from_millis(100);

/// The explanation of what is not proved by the end may take so long.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// What is thought of a position before it is proved takes so long.
const GLANCE: Duration = Duration::from_millis(60);

/// So much is proved before anybody is asked.
const FIRST: Duration = Duration::from_millis(300);

/// What a position of a game may take, if the page does not say.
const EACH: Duration = Duration::from_secs(1);

/// Answers a question by events.
pub fn answer(state: &mut State, asked: Asked) -> Result<(), Failure> {
    let Asked { path, query, body } = asked;
    match path.as_str() {
        "/api/watch" => watch(state, &query),
        "/api/annotate" => annotate(&query, body),
        "/api/diagram" => diagram(state, query),
        "/api/pawngame/solve" => solve_pawngame(&query),
        "/api/position" => {
            form::refuse_unknown(&query, &["text"])?;
            let pasted = form::Pasted::read(form::needed(&query, "text")?)?;
            tell("answer", json::line(&pasted).as_bytes());
            Ok(())
        }
        "/api/about" => {
            let version = env!("CARGO_PKG_VERSION");
            tell("answer", json::line(&About { version }).as_bytes());
            Ok(())
        }
        other => {
            let fault = Fault::new("there is nothing here").about(other);
            Err(fault.into())
        }
    }
}

/// The program.
#[derive(Serialize)]
struct About {
    version: &'static str,
}

/// What is known of a position, while it is worked on, and then why it is so.
fn watch(state: &mut State, query: &Query) -> Result<(), Failure> {
    let Verb::Solve(args) = form::SOLVE.read(query)? else {
        unreachable!("the form is that of `solve`");
    };
    let position = form::pawn_ending(&args.fen)?;
    let limits = state::limits(&args.proof);
    let time = limits.time.unwrap_or(USUAL);
    let prover = state.prover(args.proof.rules);
    let mut thinker = Thinker::new(None);
    let refused = |error: ProveError| refusal::unanswered(&error, &position);
    let begun = Instant::now();

    let request = args.request(position);
    let open = prover.open(&request);
    let told = Arc::new(Told::new(open, time));
    told.answer();
    let listener = Arc::clone(&told);
    let heard = request
        .clone()
        .observer(Arc::clone(&told))
        .listener(move |event| listener.learn(event));
    let first = prover.analyse(&heard.clone().limits(limits.time(FIRST.min(time))));
    let first = first.map_err(refused)?;
    let left = time.saturating_sub(begun.elapsed());
    let analysis = match is_settled(&first) || left.is_zero() {
        true => first,
        false => {
            told.think(&mut thinker);
            let proof = limits.time(left);
            let analysis = opinion::analyse(&prover, &mut thinker, &heard, proof);
            let mut analysis = analysis.map_err(refused)?;
            analysis.statistics.structures += first.statistics.structures;
            analysis.statistics.time += first.statistics.time;
            analysis
        }
    };
    tell("answer", watched::answer(&analysis, None).as_bytes());
    let verdict = words::headlines(&analysis).join("\n");
    let left = time.saturating_sub(begun.elapsed()).max(AFTERWARDS);
    let time = analysis.statistics.time + left;
    let explanation = prover.explain(&request.limits(limits.time(time)), analysis.clone());
    let explained = Explained::new(explanation.map_err(refused)?, verdict);
    tell(
        "answer",
        watched::answer(&analysis, explained.idea()).as_bytes(),
    );
    tell("explanation", explained.json().as_bytes());
    state.keep(prover);
    Ok(())
}

/// Are the position and all of its moves exact?
fn is_settled(analysis: &Analysis) -> bool {
    analysis.stopped.is_none()
}

/// What was told of a position so far.
struct Told {
    known: Mutex<Known>,
    begun: Instant,
    time: Duration,
}

struct Known {
    analysis: Analysis,
    /// When something was told last.
    last: Option<Instant>,
}

impl Told {
    fn new(analysis: Analysis, time: Duration) -> Told {
        let known = Known {
            analysis,
            last: None,
        };
        Told {
            known: Mutex::new(known),
            begun: Instant::now(),
            time,
        }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something new is known; the page is told of it, though not of every move alone.
    fn learn(&self, event: &peasant::Event) {
        let mut known = self.known();
        known.analysis.learn(event);
        let is_exact = known.analysis.bounds.exact().is_some();
        if is_exact || known.last.is_none_or(|last| last.elapsed() >= EVERY) {
            known.last = Some(Instant::now());
            drop(known);
            self.answer();
        }
    }

    fn answer(&self) {
        let known = self.known();
        tell("answer", watched::answer(&known.analysis, None).as_bytes());
    }

    /// What somebody thinks of it at a glance.
    fn think(&self, thinker: &mut Thinker) {
        thinker.opine(&mut self.known().analysis, GLANCE);
        self.answer();
    }
}

impl Observer for Told {
    fn progress(&self, progress: &Progress) {
        let seconds = self.begun.elapsed();
        let mut statistics = Statistics::default();
        (statistics.structures, statistics.bytes) = (progress.done, progress.bytes);
        statistics.price = progress.price;
        let count = Count::new(&statistics, seconds, self.time);
        tell("progress", json::line(&count).as_bytes());
    }
}

/// Games, one after the other, each as a line.
fn annotate(query: &Query, games: String) -> Result<(), Failure> {
    let mut query = query.clone();
    query.retain(|(name, _)| name != form::WITH_TEXT);
    query.push((form::ANNOTATE.argument.to_owned(), "-".to_owned()));
    let Verb::Annotate(args) = form::ANNOTATE.read(&query)? else {
        unreachable!("the form is that of `annotate`");
    };
    let mut limits = state::limits(&args.proof);
    limits.time = args.proof.time().or(Some(EACH));
    let builder = args.proof.builder().threads(1).limits(limits);
    let annotator = Annotator {
        builder,
        limits,
        is_likely: args.is_likely(),
        engine: None,
        filter: args.filter.clone(),
        observer: Arc::new(()),
        told: Arc::new(|_, _| ()),
    };
    let mut stream = Stream::new(Cursor::new(games.into_bytes()));
    // Bytes in memory can be read.
    while let Ok(Some(text)) = stream.text() {
        let answer = annotator.annotate(text);
        tell("line", answer.json_with_text().as_bytes());
    }
    Ok(())
}

fn solve_pawngame(query: &Query) -> Result<(), Failure> {
    let Verb::Pawngame(args) = form::PAWNGAME.read(query)? else {
        unreachable!("the form is that of `pawngame`");
    };
    let PawngameCommand::Solve(args) = args.command else {
        unreachable!("the form is that of `pawngame solve`");
    };
    let position = pawngame::position(&args.game)?;
    let settings = Settings {
        threads: 0,
        memory: state::PAWNGAME,
        ..args.solver.settings(position.rules())
    };
    let told = |error| Fault::from_sentence(&format!("{error}"), ": ");
    let mut solver = Solver::new(position.rules(), &settings).map_err(told)?;
    let limits = Limits::NONE.time(args.time.unwrap_or(USUAL));
    let solution = solver.solve(&position, &limits, &());
    tell(
        "answer",
        json::line(&PawngameAnswer::new(&solution)).as_bytes(),
    );
    Ok(())
}

/// A picture as SVG; the page makes a bitmap of it.
fn diagram(state: &mut State, mut query: Query) -> Result<(), Failure> {
    query.retain(|(name, _)| name != form::FORMAT);
    let Verb::Diagram(args) = form::DIAGRAM.read(&query)? else {
        unreachable!("the form is that of `diagram`");
    };
    let position = form::position(&args.fen.join(" "))?;
    let sets = match args.sets.any() {
        false => None,
        true => {
            if let Some(fault) = illustration::without_sets(&position) {
                return Err(fault.into());
            }
            let proof = args.sets.proof();
            let prover = state.prover(proof.rules);
            let request = Request::new(position).limits(state::limits(&proof));
            let refused = |error| refusal::unanswered(&error, &position);
            let analysis = prover.analyse(&request).map_err(refused)?;
            let explanation = prover.explain(&request, analysis).map_err(refused)?;
            state.keep(prover);
            Some(illustration::asked(&explanation.map, &args.sets))
        }
    };
    let picture = illustration::draw(position, &args, Format::Svg, sets.as_ref())?;
    tell("picture", &picture);
    Ok(())
}
