//! The lines of a verb's answer, as they come.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyString;
use verbs::tell::progress::Cancelled;
use verbs::{Face, Failure, Outcome};

use crate::input::Input;
use crate::task::{self, Flag, Left};
use crate::trouble::raised;
use crate::verb;
use crate::watch::{News, Wanted, Watch};

/// So many lines may wait for Python.
const WAITING: usize = 64;

/// A line, or how it ended.
enum Part {
    Line(Vec<u8>),
    End(Left<Result<Outcome, Failure>>),
}

/// An iterator over the lines that a verb writes. The work waits where nobody takes them, and ends when the iterator goes.
#[pyclass(module = "peasant._native")]
pub struct Lines {
    parts: Mutex<Receiver<Part>>,
    flag: Arc<Flag>,
    news: Arc<News>,
    watch: Watch,
    /// The program's exit status, once all has come.
    #[pyo3(get)]
    status: Option<u8>,
}

/// Writes lines to whoever takes them; the last may have no end.
struct Writer {
    begun: Vec<u8>,
    send: SyncSender<Part>,
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.begun.is_empty() {
            _ = self.send.send(Part::Line(std::mem::take(&mut self.begun)));
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.begun);
                let sent = self.send.send(Part::Line(line));
                sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[pymethods]
impl Lines {
    #[new]
    #[pyo3(signature = (words, source=None, *, moves=true, distances=true, line=true, progress=None, cancel=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        words: Vec<String>,
        source: Option<&Bound<'_, PyAny>>,
        moves: bool,
        distances: bool,
        line: bool,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
    ) -> PyResult<Lines> {
        let (verb, input) = (verb::read(py, words)?, Input::of(source)?);
        let (send, receive) = sync_channel(WAITING);
        let (flag, news) = (Flag::new(), News::new());
        let (held, told) = (Arc::clone(&flag), Arc::clone(&news));
        let wanted = Wanted {
            moves,
            distances,
            line,
        };
        thread::spawn(move || {
            let writer = Writer {
                begun: Vec::new(),
                send: send.clone(),
            };
            let cancelled = held.cancelled();
            let face = Face::new(writer, input, cancelled);
            let asking = move |request| told.of(wanted.of(request), Cancelled(cancelled));
            let work = || verbs::verb::run(&verb, &mut face.asking(asking));
            let left = panic::catch_unwind(AssertUnwindSafe(work));
            _ = send.send(Part::End(left));
        });
        Ok(Lines {
            parts: Mutex::new(receive),
            flag,
            news,
            watch: Watch { progress, cancel },
            status: None,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        if self.status.is_some() {
            return Ok(None);
        }
        let parts = self.parts.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (watch, news, flag) = (&self.watch, &self.news, &self.flag);
        let meanwhile = |py: Python<'_>| watch.look(py, news, flag);
        match task::next(py, parts, &meanwhile) {
            Ok(Some(Part::Line(line))) => {
                Ok(Some(PyString::new(py, &String::from_utf8_lossy(&line))))
            }
            Ok(Some(Part::End(left))) => {
                let outcome = task::unharmed(left)?;
                let outcome = outcome.map_err(|failure| raised(py, failure))?;
                self.status = Some(outcome.status());
                meanwhile(py)?;
                Ok(None)
            }
            Ok(None) => Ok(None),
            // The work ends with what it has, which is lost; a second Ctrl-C does not wait for that.
            Err(interrupt) => {
                self.flag.raise();
                while let Some(Part::Line(_)) = task::next(py, parts, &task::nothing)? {}
                Err(interrupt)
            }
        }
    }

    /// Stops the work: what is proved by then still comes.
    fn stop(&self) {
        self.flag.raise();
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.flag.raise();
    }
}
