//! A question that goes on: worked on piece by piece, and left in between.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use verbs::options;
use verbs::options::helpers::Helpers;
use verbs::tell::json;
use verbs::tell::live::Live;
use verbs::tell::progress;
use verbs::verb::Verb;

use crate::trouble::raised;
use crate::verb;

/// How soon Ctrl-C is seen.
const PIECE: Duration = Duration::from_millis(50);

/// A question with the options of `peasant solve`. It is suspended where nobody works on it.
#[pyclass(frozen, module = "peasant._native")]
pub struct Question {
    live: Arc<Mutex<Live>>,
    helpers: Helpers,
    /// Its thread works in this process, and in no other that is forked from it.
    process: u32,
}

#[pymethods]
impl Question {
    #[new]
    fn new(py: Python<'_>, words: Vec<String>) -> PyResult<Question> {
        let Verb::Solve(args) = verb::read(py, words)? else {
            return Err(PyTypeError::new_err(
                "a question has the options of `solve`",
            ));
        };
        let fault = |failure| raised(py, failure);
        let position = options::position::of(&args.fen.join(" ")).map_err(fault)?;
        let helpers = Helpers::new(&args.proof).map_err(fault)?;
        let threads = args.threads.unwrap_or_else(progress::processors);
        let prover = helpers.builder(&args.proof).threads(threads).build();
        let question = prover.ask(args.request(position));
        Ok(Question {
            live: Arc::new(Mutex::new(Live::new(
                question,
                helpers.thinker(),
                args.proof.limits(1),
            ))),
            helpers,
            process: std::process::id(),
        })
    }

    /// Works until something is new, or so many seconds have passed, and says what is. Ctrl-C is seen between two pieces, and leaves
    /// the question as it is.
    fn work(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<Vec<String>> {
        if self.is_elsewhere() {
            let cure = "a question stays in the process that asked it: ask again in this one";
            return Err(PyRuntimeError::new_err(cure));
        }
        let began = Instant::now();
        let is_time = || seconds.is_some_and(|seconds| began.elapsed().as_secs_f64() >= seconds);
        loop {
            py.check_signals()?;
            let events = py.detach(|| self.live().work(PIECE));
            let events = events.map_err(|failure| raised(py, failure))?;
            self.helpers.warn();
            if !events.is_empty() || self.is_over() || is_time() {
                return Ok(events.iter().map(json::line).collect());
            }
        }
    }

    /// Will nothing more come?
    fn is_over(&self) -> bool {
        self.live().is_over()
    }

    /// The best answer now, as `peasant solve --json`.
    fn analysis(&self) -> String {
        json::line(self.live().analysis())
    }
}

impl Question {
    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_elsewhere(&self) -> bool {
        std::process::id() != self.process
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        if self.is_elsewhere() {
            // Nobody here could end its thread.
            std::mem::forget(Arc::clone(&self.live));
        }
    }
}
