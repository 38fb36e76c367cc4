//! What is raised in Python: the classes of `peasant.errors`, with their reasons.

use std::io;

use pyo3::prelude::*;
use verbs::Failure;
use verbs::host::fault::Fault;
use verbs::tell::drawing::Unwritten;

/// The exception for a failure.
pub fn raised(py: Python<'_>, failure: Failure) -> PyErr {
    let (class, fault) = match failure {
        Failure::Output(error) => return unwritten(py, error),
        Failure::Input(fault) => ("InputError", fault),
        Failure::Contradiction(fault) => ("ContradictionError", fault),
    };
    made(py, class, &fault).unwrap_or_else(|error| error)
}

/// The exception for a file that cannot be read.
pub fn unread(py: Python<'_>, name: &str, error: &io::Error) -> PyErr {
    of_file(py, "read", name, error)
}

/// The exception for a file that cannot be written by no fault of the user's, or for what Python raised on the way.
fn unwritten(py: Python<'_>, error: io::Error) -> PyErr {
    let inner = error.get_ref();
    match inner.and_then(|error| error.downcast_ref::<Unwritten>()) {
        Some(Unwritten { name, error }) => of_file(py, "write", name, error),
        None => error.into(),
    }
}

fn of_file(py: Python<'_>, what: &str, name: &str, error: &io::Error) -> PyErr {
    let fault = Fault::of_file(&format!("cannot {what} `{name}`: {error}"), name, error);
    made(py, "InputError", &fault).unwrap_or_else(|error| error)
}

fn made(py: Python<'_>, class: &str, fault: &Fault) -> PyResult<PyErr> {
    let module = py.import("peasant.errors")?;
    let reasons = (
        fault.words(),
        fault.message(),
        fault.text(),
        fault.cure(),
        fault.kind(),
    );
    let raised = match fault.file() {
        Some((name, number)) => module.getattr("of_file")?.call1((number, name, reasons))?,
        None => module.getattr(class)?.call1(reasons)?,
    };
    Ok(PyErr::from_value(raised))
}
