//! A file of games read for those that have something to judge, and the table that comes of them.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use verbs::Face;
use verbs::annotate::endings::{self, Far};
use verbs::pgn::stream::Text;
use verbs::table::write::Writer;
use verbs::table::{Format, read};
use verbs::tell::json;
use verbs::verb::Verb;

use crate::task::{self, Flag, Left};
use crate::trouble::{raised, unread};
use crate::verb;

/// So many games may wait for Python.
const WAITING: usize = 64;

/// A game: its number, the line on which it begins, its text.
type Game<'py> = (usize, usize, Bound<'py, PyBytes>);

/// An iterator over the games that `annotate` would judge, or cannot read. They are read on a thread of their own.
#[pyclass(module = "peasant._native")]
pub struct Endings {
    name: String,
    /// Behind the last one `None` comes.
    games: Mutex<Receiver<Left<io::Result<Option<Text>>>>>,
    flag: Arc<Flag>,
    far: Arc<Far>,
    /// Bytes of the file.
    #[pyo3(get)]
    bytes: Option<u64>,
}

#[pymethods]
impl Endings {
    #[new]
    fn new(py: Python<'_>, words: Vec<String>) -> PyResult<Endings> {
        let Verb::Annotate(args) = verb::read(py, words)? else {
            return Err(PyTypeError::new_err("games have the options of `annotate`"));
        };
        let flag = Flag::new();
        let mut face = Face::new(io::sink(), io::empty(), flag.cancelled());
        let endings = endings::Endings::open(&args, &mut face);
        let mut endings = endings.map_err(|failure| raised(py, failure))?;
        let (bytes, far) = (endings.bytes, Arc::clone(&endings.far));
        let (send, receive) = sync_channel(WAITING);
        let held = Arc::clone(&flag);
        thread::spawn(move || {
            let mut next = || endings.next(&|| held.is_raised());
            loop {
                let game = panic::catch_unwind(AssertUnwindSafe(&mut next));
                let is_last = !matches!(game, Ok(Ok(Some(_))));
                if send.send(game).is_err() || is_last {
                    break;
                }
            }
        });
        Ok(Endings {
            name: args.file.display().to_string(),
            games: Mutex::new(receive),
            flag,
            far,
            bytes,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Game<'py>>> {
        let games = self.games.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(game) = task::next(py, games, &task::nothing)? else {
            return Ok(None);
        };
        let game = task::unharmed(game)?.map_err(|error| unread(py, &self.name, &error))?;
        Ok(game.map(|game| {
            // Lines are counted from the first that is not empty.
            let text = PyBytes::new(py, game.bytes.trim_ascii_start());
            (game.number, game.line, text)
        }))
    }

    /// Bytes of the file that have been read.
    #[getter]
    fn read(&self) -> u64 {
        self.far.bytes.load(Ordering::Relaxed)
    }

    /// Games that have been read.
    #[getter]
    fn games(&self) -> u64 {
        self.far.games.load(Ordering::Relaxed)
    }

    /// Games that the filters left out.
    #[getter]
    fn left_out(&self) -> u64 {
        self.far.left_out.load(Ordering::Relaxed)
    }
}

impl Drop for Endings {
    fn drop(&mut self) {
        self.flag.raise();
    }
}

/// Rows of a table of endings, JSON lines, as Parquet.
#[pyfunction]
pub fn table<'py>(py: Python<'py>, rows: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let mut file = Vec::new();
    let written = py.detach(|| {
        let mut table = Writer::new(Format::Parquet, &mut file)?;
        table.add_json(rows)?;
        table.finish()
    });
    written.map_err(|error: io::Error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &file))
}

/// The rows of a table of endings in a file, each as JSON.
#[pyfunction]
pub fn rows(py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
    let format = Format::of(&path).map_err(|fault| raised(py, fault.into()))?;
    let read: io::Result<Vec<String>> = py.detach(|| {
        let rows = read::rows(&path, format)?;
        rows.map(|row| Ok(json::line(&row?))).collect()
    });
    read.map_err(|error| unread(py, &path.display().to_string(), &error))
}
