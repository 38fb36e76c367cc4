//! Slices that other processes solve: an object of Python that hands them on, and what those processes call.

use std::collections::HashMap;

use peasant::Elsewhere;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// An object with `side_by_side`, `wants(name)`, `put(name, planes)` and `solve(tasks)`. What it raises stands on standard error, and the
/// slices are solved here.
pub struct Others(pub Py<PyAny>);

impl Others {
    /// What a method of the object answers.
    fn ask<T>(&self, ask: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| {
            let others = self.0.bind(py);
            let answer = ask(others);
            answer
                .map_err(|error| error.write_unraisable(py, Some(others)))
                .ok()
        })
    }
}

impl Elsewhere for Others {
    fn side_by_side(&self) -> usize {
        let count = self.ask(|others| others.getattr("side_by_side")?.extract());
        count.unwrap_or(1)
    }

    fn wants(&self, name: &str) -> bool {
        let wants = self.ask(|others| others.call_method1("wants", (name,))?.extract());
        wants.unwrap_or(false)
    }

    fn put(&self, name: &str, planes: Vec<u8>) {
        self.ask(|others| {
            let planes = PyBytes::new(others.py(), &planes);
            others.call_method1("put", (name, planes)).map(drop)
        });
    }

    fn solve(&self, tasks: Vec<Vec<u8>>) -> Vec<Option<(String, Vec<u8>)>> {
        let solved = self.ask(|others| {
            let bytes = |task: &Vec<u8>| PyBytes::new(others.py(), task);
            let tasks: Vec<Bound<'_, PyBytes>> = tasks.iter().map(bytes).collect();
            others
                .call_method1("solve", (tasks,))?
                .extract::<Vec<Option<(String, PyBackedBytes)>>>()
        });
        let copied = |(name, planes): (String, PyBackedBytes)| (name, planes.to_vec());
        let solved = solved.map(|solved| {
            solved
                .into_iter()
                .map(|one| one.map(copied))
                .collect::<Vec<_>>()
        });
        let solved = solved.filter(|solved| solved.len() == tasks.len());
        solved.unwrap_or_else(|| vec![None; tasks.len()])
    }
}

/// Solves a slice for another process: its planes, and their name. `read` is called with the names of the planes that it needs.
#[pyfunction]
pub fn solve_slice<'py>(
    py: Python<'py>,
    task: PyBackedBytes,
    read: &Bound<'py, PyAny>,
) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let wrong = || PyValueError::new_err("this is no slice, or its planes are torn");
    let names = peasant::planes_of_slice(&task).ok_or_else(wrong)?;
    let mut planes = HashMap::new();
    for name in names {
        let bytes = read.call1((&name,))?.extract::<PyBackedBytes>()?;
        planes.insert(name, bytes);
    }
    let solved = py.detach(|| {
        let solved = peasant::solve_slice(&task, &|name| planes.get(name).map(|planes| &**planes));
        solved.map(|solved| (peasant::planes_name(&solved), solved))
    });
    let (name, solved) = solved.ok_or_else(wrong)?;
    Ok((name, PyBytes::new(py, &solved)))
}
