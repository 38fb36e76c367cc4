//! What is raised in Python: the classes of `peasant.errors`, with their reasons.

use pyo3::prelude::*;
use verbs::Failure;
use verbs::host::fault::Fault;

/// The exception for a failure.
pub fn raised(py: Python<'_>, failure: Failure) -> PyErr {
    let (class, fault) = match failure {
        Failure::Output(error) => return error.into(),
        Failure::Input(fault) => ("InputError", fault),
        Failure::Contradiction(fault) => ("ContradictionError", fault),
    };
    made(py, class, &fault).unwrap_or_else(|error| error)
}

fn made(py: Python<'_>, class: &str, fault: &Fault) -> PyResult<PyErr> {
    let class = py.import("peasant.errors")?.getattr(class)?;
    let reasons = (fault.words(), fault.message(), fault.text(), fault.cure());
    Ok(PyErr::from_value(class.call1(reasons)?))
}
