//! Slices that other processes solve: an object of Python that hands them on, and what those processes call.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peasant::{Asked, Elsewhere};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// An object with `side_by_side`, `put(name, planes)` and `solve([(task, answer)])`. What it raises stands on standard error, and the slices
/// are solved here.
pub struct Others {
    object: Py<PyAny>,
    /// The names of planes that are there.
    there: Arc<Mutex<HashSet<String>>>,
}

impl Others {
    pub fn new(object: Py<PyAny>) -> Others {
        Others {
            object,
            there: Arc::default(),
        }
    }

    /// What a method of the object answers.
    fn ask<T>(&self, ask: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| {
            let others = self.object.bind(py);
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
        !locked(&self.there).contains(name)
    }

    fn put(&self, name: &str, planes: Vec<u8>) {
        let put = self.ask(|others| {
            let planes = PyBytes::new(others.py(), &planes);
            others.call_method1("put", (name, planes)).map(drop)
        });
        if put.is_some() {
            locked(&self.there).insert(name.to_owned());
        }
    }

    fn solve(&self, asked: Vec<Asked>) {
        self.ask(|others| {
            let py = others.py();
            let pair = |asked: Asked| {
                let answer = Answer {
                    answer: Mutex::new(Some(asked.answer)),
                    there: Arc::clone(&self.there),
                };
                (PyBytes::new(py, &asked.task), answer)
            };
            let asked: Vec<(Bound<'_, PyBytes>, Answer)> = asked.into_iter().map(pair).collect();
            others.call_method1("solve", (asked,)).map(drop)
        });
    }
}

/// Takes the answer to a task. If it is forgotten the task is solved here.
#[pyclass(frozen)]
pub struct Answer {
    answer: Mutex<Option<peasant::Answer>>,
    there: Arc<Mutex<HashSet<String>>>,
}

#[pymethods]
impl Answer {
    /// The name of the planes that were asked for, and these.
    fn give(&self, py: Python<'_>, name: String, planes: PyBackedBytes) {
        py.detach(|| {
            let answer = locked(&self.answer).take();
            if let Some(answer) = answer {
                locked(&self.there).insert(name.clone());
                answer.with(&name, &planes);
            }
        });
    }

    /// There is none.
    fn give_up(&self) {
        let answer = locked(&self.answer).take();
        drop(answer);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Solves slices for other processes, in any number of threads.
#[pyclass(frozen)]
pub struct SliceSolver(peasant::SliceSolver);

#[pymethods]
impl SliceSolver {
    /// One that keeps so many bytes of the planes that it reads.
    #[new]
    fn new(kept: usize) -> SliceSolver {
        SliceSolver(peasant::SliceSolver::new(kept))
    }

    /// What a task asks for: its planes, and their name. `read` is called with the names of the planes that it needs.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        task: PyBackedBytes,
        read: Py<PyAny>,
    ) -> PyResult<(String, Bound<'py, PyBytes>)> {
        let mut raised = None;
        let mut planes = |name: &str| {
            let bytes = Python::attach(|py| {
                let bytes = read.bind(py).call1((name,))?;
                Ok(bytes.extract::<&[u8]>()?.to_vec())
            });
            bytes.map_err(|error| raised = Some(error)).ok()
        };
        let solved = py.detach(|| self.0.solve(&task, &mut planes));
        if let Some(error) = raised {
            return Err(error);
        }
        let wrong = || PyValueError::new_err("this is no slice, or its planes are torn");
        let (name, solved) = solved.ok_or_else(wrong)?;
        Ok((name, PyBytes::new(py, &solved)))
    }
}
