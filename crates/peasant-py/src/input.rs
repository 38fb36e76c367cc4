//! What a verb reads where the program reads standard input: bytes, or whatever an iterator of Python's brings.

use std::io::{self, Cursor, Read};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Bytes that are there, or an iterator of `str` or `bytes` that is asked when they are needed.
pub enum Input {
    Bytes(Cursor<Vec<u8>>),
    Iterator {
        next: Cursor<Vec<u8>>,
        rest: Py<PyAny>,
    },
}

impl Input {
    pub fn of(source: Option<&Bound<'_, PyAny>>) -> PyResult<Input> {
        let Some(source) = source else {
            return Ok(Input::Bytes(Cursor::default()));
        };
        match bytes(source) {
            Ok(bytes) => Ok(Input::Bytes(Cursor::new(bytes))),
            Err(_) => Ok(Input::Iterator {
                next: Cursor::default(),
                rest: source.try_iter()?.into_any().unbind(),
            }),
        }
    }
}

/// What is text or bytes already.
fn bytes(thing: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = thing.cast::<PyString>() {
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    match thing.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => {
            let kind = thing.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "a line is str or bytes, not {kind}"
            )))
        }
    }
}

/// One more thing of an iterator, with a newline behind it.
fn pull(rest: &Py<PyAny>) -> PyResult<Option<Vec<u8>>> {
    Python::attach(|py| {
        let Some(line) = rest.bind(py).try_iter()?.next().transpose()? else {
            return Ok(None);
        };
        let mut line = bytes(&line)?;
        if line.last() != Some(&b'\n') {
            line.push(b'\n');
        }
        Ok(Some(line))
    })
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Bytes(bytes) => bytes.read(buffer),
            Input::Iterator { next, rest } => loop {
                let read = next.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                match pull(rest).map_err(io::Error::from)? {
                    Some(line) => *next = Cursor::new(line),
                    None => return Ok(0),
                }
            },
        }
    }
}
