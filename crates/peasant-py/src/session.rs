//! A prover that remembers what it has proved.

use std::path::PathBuf;
use std::sync::Arc;

use peasant::board::Position;
use peasant::limits::Stop;
use peasant::{Analysis, Canceller, Limits, Prover, Request};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use verbs::Failure;
use verbs::explain::explained::Explained;
use verbs::host::memory;
use verbs::options::helpers::Helpers;
use verbs::solve::certified::{self, Certified};
use verbs::solve::options::SolveArgs;
use verbs::tell::progress::{self, Cancelled};
use verbs::tell::refusal;
use verbs::tell::{json, words};
use verbs::verb::Verb;

use crate::elsewhere::Others;
use crate::input;
use crate::task::{self, Flag};
use crate::trouble::raised;
use crate::verb;
use crate::watch::{News, Wanted, Watch, code};

/// A prover with the options of `peasant solve`, for many questions at a time.
#[pyclass(frozen, module = "peasant._native")]
pub struct Session {
    stored: Arc<Stored>,
    canceller: Canceller,
}

struct Stored {
    args: SolveArgs,
    limits: Limits,
    helpers: Helpers,
    prover: Prover,
}

/// The result alone.
const RESULT: Wanted = Wanted {
    moves: false,
    distances: false,
    line: false,
};

/// A question: a position, what of its answer is wanted, and the options that are its own.
struct Asked {
    position: Position,
    wanted: Wanted,
    /// None that are not the session's, if there are no words.
    args: Option<SolveArgs>,
}

#[pymethods]
impl Session {
    /// `elsewhere` has slices solved by other processes.
    #[new]
    #[pyo3(signature = (words, elsewhere = None))]
    fn new(py: Python<'_>, words: Vec<String>, elsewhere: Option<Py<PyAny>>) -> PyResult<Session> {
        let stored = Stored::new(solve_args(py, words)?, elsewhere.map(Others::new));
        let stored = stored.map_err(|failure| raised(py, failure))?;
        Ok(Session {
            canceller: stored.prover.canceller(),
            stored: Arc::new(stored),
        })
    }

    /// What is known already, as a number.
    fn known(&self, position: &Bound<'_, PyAny>) -> PyResult<u8> {
        let read = input::position(position)?;
        Ok(code(self.stored.prover.known(&read)))
    }

    /// What is proved of the result, as a number. `words` are those of `solve`, for this question alone.
    #[pyo3(signature = (position, words, progress, cancel))]
    fn bounds(
        &self,
        position: &Bound<'_, PyAny>,
        words: Option<Vec<String>>,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
    ) -> PyResult<u8> {
        let (py, read) = (position.py(), input::position(position)?);
        let known = self.stored.prover.known(&read);
        if known.exact().is_some() {
            return Ok(code(known));
        }
        let asked = Asked::new(py, read, RESULT, words)?;
        let watch = Watch { progress, cancel };
        let bounds = self.ask(py, asked, &watch, |stored, request| {
            Ok(stored.analyse(request)?.bounds)
        })?;
        Ok(code(bounds))
    }

    /// The same of many positions: two bytes for each, its lower and its upper bound, -1 for a loss, 1 for a win. `progress` is
    /// told how many are done. What is left when it is cancelled has what is known.
    #[pyo3(signature = (positions, words, is_worked_on, progress, cancel))]
    fn results<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Item>,
        words: Option<Vec<String>>,
        is_worked_on: bool,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let args = words.map(|words| solve_args(py, words)).transpose()?;
        let watch = Watch { progress, cancel };
        let (flag, news) = (Flag::new(), News::new());
        let (stored, told) = (Arc::clone(&self.stored), Arc::clone(&news));
        let meanwhile = |py: Python<'_>| watch.look(py, &news, &flag);
        let done = task::wait(py, &flag, &meanwhile, move |flag| {
            let limits = stored.limits(args.as_ref());
            let mut results = Vec::with_capacity(2 * positions.len());
            let mut is_open = is_worked_on;
            for Item(position) in positions {
                let mut bounds = stored.prover.known(&position);
                is_open &= !flag.is_raised();
                if is_open && bounds.exact().is_none() {
                    let request = RESULT.of(Request::new(position).limits(limits));
                    let request = told.of(request, Cancelled(flag.cancelled()));
                    let analysis = stored.analyse(&request)?;
                    is_open = analysis.stopped != Some(Stop::Cancelled);
                    bounds = analysis.bounds;
                }
                results.extend([bounds.lower(), bounds.upper()].map(|one| one as u8));
                told.one_more();
            }
            Ok(results)
        })?;
        let mut results = done.map_err(|failure| raised(py, failure))?;
        meanwhile(py)?;
        for result in &mut results {
            *result = result.wrapping_sub(1);
        }
        Ok(PyByteArray::new(py, &results))
    }

    /// The answer of `peasant solve --json`.
    #[pyo3(signature = (position, words, *, moves, distances, line, progress, cancel))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn solve(
        &self,
        position: &Bound<'_, PyAny>,
        words: Option<Vec<String>>,
        moves: bool,
        distances: bool,
        line: bool,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let wanted = Wanted {
            moves,
            distances,
            line,
        };
        let (py, read) = (position.py(), input::position(position)?);
        let asked = Asked::new(py, read, wanted, words)?;
        let watch = Watch { progress, cancel };
        self.ask(py, asked, &watch, |stored, request| {
            Ok(json::line(&stored.analyse(request)?))
        })
    }

    /// The answer of `peasant explain --json`.
    fn explain(
        &self,
        position: &Bound<'_, PyAny>,
        words: Option<Vec<String>>,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let (py, read) = (position.py(), input::position(position)?);
        let asked = Asked::new(py, read, Wanted::ALL, words)?;
        self.ask(py, asked, &Watch { progress, cancel }, Stored::explain)
    }

    /// The answer of `peasant solve --json --certificate FILE`: the analysis, and what became of the certificate.
    fn certify(
        &self,
        position: &Bound<'_, PyAny>,
        words: Option<Vec<String>>,
        file: PathBuf,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
    ) -> PyResult<(String, String)> {
        let (py, read) = (position.py(), input::position(position)?);
        let asked = Asked::new(py, read, Wanted::ALL, words)?;
        self.ask(
            py,
            asked,
            &Watch { progress, cancel },
            move |stored, request| {
                certified::check(&file, stored.args.proof.rules)?;
                let analysis = stored.analyse(request)?;
                let certified = Certified::write(&stored.prover, request, &analysis, &file)?;
                Ok((json::line(&analysis), json::line(&certified)))
            },
        )
    }

    /// Ends what is worked on: it answers with what it has.
    fn cancel(&self) {
        self.canceller.cancel();
    }

    /// Forgets all that was proved.
    fn forget(&self) {
        self.stored.prover.forget();
    }
}

/// One position of many.
struct Item(Position);

impl<'a, 'py> FromPyObject<'a, 'py> for Item {
    type Error = PyErr;

    fn extract(thing: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        input::position(&thing).map(Item)
    }
}

fn solve_args(py: Python<'_>, words: Vec<String>) -> PyResult<SolveArgs> {
    match verb::read(py, words)? {
        Verb::Solve(args) => Ok(args),
        _ => Err(PyTypeError::new_err("a prover has the options of `solve`")),
    }
}

impl Asked {
    fn new(
        py: Python<'_>,
        position: Position,
        wanted: Wanted,
        words: Option<Vec<String>>,
    ) -> PyResult<Asked> {
        let args = words.map(|words| solve_args(py, words)).transpose()?;
        Ok(Asked {
            position,
            wanted,
            args,
        })
    }
}

impl Session {
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        asked: Asked,
        watch: &Watch,
        work: impl FnOnce(&Stored, &Request) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let (flag, news) = (Flag::new(), News::new());
        let (stored, told) = (Arc::clone(&self.stored), Arc::clone(&news));
        let meanwhile = |py: Python<'_>| watch.look(py, &news, &flag);
        let done = task::wait(py, &flag, &meanwhile, move |flag| {
            let args = asked.args.as_ref().unwrap_or(&stored.args);
            let request = args
                .request(asked.position)
                .limits(stored.limits(asked.args.as_ref()));
            let request = told.of(asked.wanted.of(request), Cancelled(flag.cancelled()));
            work(&stored, &request)
        })?;
        meanwhile(py)?;
        done.map_err(|failure| raised(py, failure))
    }
}

impl Stored {
    fn new(args: SolveArgs, others: Option<Others>) -> Result<Stored, Failure> {
        let helpers = Helpers::new(&args.proof)?;
        let threads = args.threads.unwrap_or_else(progress::processors);
        let mut builder = helpers.builder(&args.proof).threads(threads);
        if let Some(others) = others {
            builder = builder.elsewhere(Arc::new(others));
        }
        let prover = builder.build();
        Ok(Stored {
            limits: args.proof.limits(1),
            args,
            helpers,
            prover,
        })
    }

    /// The limits of a question, which may have its own.
    fn limits(&self, args: Option<&SolveArgs>) -> Limits {
        args.map_or(self.limits, |args| args.proof.limits(1))
    }

    fn analyse(&self, request: &Request) -> Result<Analysis, Failure> {
        let position = *request.position();
        let analysis = self.prover.analyse(request);
        self.helpers.warn();
        let mut analysis = analysis.map_err(|error| refusal::unanswered(&error, &position))?;
        analysis.stopped = memory::stopped(analysis.stopped);
        Ok(analysis)
    }

    fn explain(&self, request: &Request) -> Result<String, Failure> {
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
