//! A verb, from its words to its answer.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use verbs::Face;
use verbs::pawngame;
use verbs::pawngame::answer::Moves;
use verbs::pawngame::options::PawngameCommand;
use verbs::tell::json;
use verbs::verb::Verb;

use crate::input::Input;
use crate::task::{self, Flag};
use crate::trouble::raised;

/// What a verb writes, kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A verb by its words, as the command line has them.
pub fn read(py: Python<'_>, words: Vec<String>) -> PyResult<Verb> {
    verbs::verb::read(words).map_err(|fault| raised(py, fault.into()))
}

/// Answers a verb: the exit status of the program, and what it writes to standard output.
#[pyfunction]
#[pyo3(signature = (words, source=None))]
pub fn run<'py>(
    py: Python<'py>,
    words: Vec<String>,
    source: Option<&Bound<'py, PyAny>>,
) -> PyResult<(u8, Bound<'py, PyBytes>)> {
    let (verb, input) = (read(py, words)?, Input::of(source)?);
    let (flag, out) = (Flag::new(), Kept::default());
    let written = out.clone();
    let outcome = task::wait(py, &flag, move |flag| {
        let mut face = Face::new(written, input, flag.cancelled());
        verbs::verb::run(&verb, &mut face)
    })?;
    let outcome = outcome.map_err(|failure| raised(py, failure))?;
    let bytes = out.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((outcome.status(), PyBytes::new(py, &bytes)))
}

/// How many structures a family of `mine` has.
#[pyfunction]
pub fn count(py: Python<'_>, words: Vec<String>) -> PyResult<u64> {
    let family = match read(py, words)? {
        Verb::Mine(args) => args.family().map_err(|failure| raised(py, failure))?,
        _ => return Ok(0),
    };
    Ok(family.len())
}

/// The legal moves of a game with pawns alone, and what they lead to.
#[pyfunction]
pub fn pawn_moves(py: Python<'_>, words: Vec<String>) -> PyResult<String> {
    let Verb::Pawngame(args) = read(py, words)? else {
        return Err(PyTypeError::new_err(
            "a game has the options of `pawngame solve`",
        ));
    };
    let PawngameCommand::Solve(args) = args.command else {
        return Err(PyTypeError::new_err(
            "a game has the options of `pawngame solve`",
        ));
    };
    let position = pawngame::position(&args.game).map_err(|failure| raised(py, failure))?;
    Ok(json::line(&Moves::of(&position)))
}
