//! A prover that remembers what it has proved.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peasant::{Analysis, Prover, Request};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use verbs::Failure;
use verbs::explain::explained::Explained;
use verbs::host::memory;
use verbs::host::progress::{self, Cancelled};
use verbs::options;
use verbs::outside::helpers::Helpers;
use verbs::solve::certified::{self, Certified};
use verbs::solve::options::SolveArgs;
use verbs::tell::refusal;
use verbs::tell::{json, words};
use verbs::verb::Verb;

use crate::task::{self, Flag};
use crate::trouble::raised;
use crate::verb;

/// A prover with the options of `peasant solve`, for one question after the other.
#[pyclass(frozen, module = "peasant._native")]
pub struct Session(Arc<Mutex<Stored>>);

struct Stored {
    args: SolveArgs,
    helpers: Helpers,
    prover: Prover,
}

#[pymethods]
impl Session {
    #[new]
    fn new(py: Python<'_>, words: Vec<String>) -> PyResult<Session> {
        let Verb::Solve(args) = verb::read(py, words)? else {
            return Err(PyTypeError::new_err("a prover has the options of `solve`"));
        };
        let kept = Stored::new(args).map_err(|failure| raised(py, failure))?;
        Ok(Session(Arc::new(Mutex::new(kept))))
    }

    /// The answer of `peasant solve --json`. The words are those of `solve`, for this question alone.
    fn solve(&self, py: Python<'_>, words: Vec<String>) -> PyResult<String> {
        self.ask(py, words, |kept, request| {
            Ok(json::line(&kept.analyse(request)?))
        })
    }

    /// The answer of `peasant explain --json`.
    fn explain(&self, py: Python<'_>, words: Vec<String>) -> PyResult<String> {
        self.ask(py, words, Stored::explain)
    }

    /// The answer of `peasant solve --json --certificate FILE`: the analysis, and what became of the certificate.
    fn certify(
        &self,
        py: Python<'_>,
        words: Vec<String>,
        file: PathBuf,
    ) -> PyResult<(String, String)> {
        self.ask(py, words, move |kept, request| {
            certified::check(&file, kept.args.proof.rules)?;
            let analysis = kept.analyse(request)?;
            let certified = Certified::write(&mut kept.prover, request, &analysis, &file)?;
            Ok((json::line(&analysis), json::line(&certified)))
        })
    }

    /// Forgets all that was proved.
    fn forget(&self, py: Python<'_>) {
        let kept = Arc::clone(&self.0);
        py.detach(move || lock(&kept).prover.forget());
    }
}

fn lock(kept: &Mutex<Stored>) -> MutexGuard<'_, Stored> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        words: Vec<String>,
        work: impl FnOnce(&mut Stored, &Request) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let Verb::Solve(args) = verb::read(py, words)? else {
            return Err(PyTypeError::new_err(
                "a question has the options of `solve`",
            ));
        };
        let position =
            options::position::of(&args.fen.join(" ")).map_err(|failure| raised(py, failure))?;
        let (kept, flag) = (Arc::clone(&self.0), Flag::new());
        let done = task::wait(py, &flag, move |flag| {
            let request = Request::new(position)
                .lines(args.lines)
                .limits(args.proof.limits(1))
                .observer(Cancelled(flag.cancelled()));
            work(&mut lock(&kept), &request)
        })?;
        done.map_err(|failure| raised(py, failure))
    }
}

impl Stored {
    fn new(args: SolveArgs) -> Result<Stored, Failure> {
        let helpers = Helpers::new(&args.proof)?;
        let threads = args.threads.unwrap_or_else(progress::processors);
        let builder = helpers.builder(&args.proof).threads(threads);
        let prover = builder.build();
        Ok(Stored {
            args,
            helpers,
            prover,
        })
    }

    fn analyse(&mut self, request: &Request) -> Result<Analysis, Failure> {
        let position = *request.position();
        let analysis = self.prover.analyse(request);
        self.helpers.warn();
        let mut analysis = analysis.map_err(|error| refusal::unanswered(&error, &position))?;
        analysis.stopped = memory::stopped(analysis.stopped);
        Ok(analysis)
    }

    fn explain(&mut self, request: &Request) -> Result<String, Failure> {
        let position = *request.position();
        let analysis = self.analyse(request)?;
        let verdict = words::headlines(&analysis).join("\n");
        let explanation = self.prover.explain(request, analysis);
        let refused = |error| refusal::unanswered(&error, &position);
        let mut explanation = explanation.map_err(refused)?;
        explanation.stopped = memory::stopped(explanation.stopped);
        Ok(Explained::new(explanation, verdict).json())
    }
}
