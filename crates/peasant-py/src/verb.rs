//! A verb by its words, and what is asked of one beside its answer.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use verbs::pawngame;
use verbs::pawngame::answer::Moves;
use verbs::pawngame::options::PawngameCommand;
use verbs::tell::json;
use verbs::verb::Verb;

use crate::input;
use crate::trouble::raised;

/// A verb by its words, as the command line has them.
pub fn read(py: Python<'_>, words: Vec<String>) -> PyResult<Verb> {
    verbs::verb::read(words).map_err(|fault| raised(py, fault.into()))
}

/// The answer of `peasant kpk --json`.
#[pyfunction]
pub fn kpk(position: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = position.py();
    let told = verbs::kpk::told(&input::position(position)?);
    let told = told.map_err(|fault| raised(py, fault.into()))?;
    Ok(json::line(&told))
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
