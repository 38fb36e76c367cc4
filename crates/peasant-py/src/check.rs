//! Certificates, checked by `crates/checker`.

use std::path::PathBuf;
use std::time::Instant;

use checker::certificate::Certificate;
use checker::check::{Checked, Wrong, check_with};
use checker::small::Small;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::task::{self, Flag};
use crate::trouble::unread;

/// The system's number.
const IS_A_DIRECTORY: i32 = 21;

const RESULTS: [&str; 3] = ["loss", "draw", "win"];

/// What was found.
enum Found {
    Unreadable(String),
    Read(Box<Certificate>, Result<Checked, Wrong>),
}

/// Checks a certificate in so many MiB: what it claims, and whether it is so.
#[pyfunction]
pub fn check(py: Python<'_>, path: PathBuf, memory: u64) -> PyResult<Bound<'_, PyDict>> {
    let start = Instant::now();
    let name = path.clone();
    let found = task::wait(py, &Flag::new(), &task::nothing, move |flag| {
        let file = std::fs::File::open(&path)?;
        if file.metadata()?.is_dir() {
            return Err(std::io::Error::from_raw_os_error(IS_A_DIRECTORY));
        }
        Ok(match Certificate::read_within(file, memory << 20) {
            Ok(certificate) => {
                let mut small = Small::default();
                let mut go_on = |_, _| !flag.is_raised();
                let checked = check_with(&certificate, &mut small, &mut go_on);
                Found::Read(Box::new(certificate), checked)
            }
            Err(unreadable) => Found::Unreadable(unreadable.0),
        })
    })?;
    let found = found.map_err(|error| unread(py, &name.display().to_string(), &error))?;
    let told = PyDict::new(py);
    let verdict = match found {
        Found::Unreadable(reason) => {
            told.set_item("reason", reason)?;
            "unreadable"
        }
        Found::Read(certificate, checked) => {
            claim(&told, &certificate)?;
            verdict(&told, &certificate, checked)?
        }
    };
    told.set_item("verdict", verdict)?;
    told.set_item("seconds", start.elapsed().as_secs_f64())?;
    Ok(told)
}

fn claim(told: &Bound<'_, PyDict>, certificate: &Certificate) -> PyResult<()> {
    let [lower, upper] = certificate
        .bounds
        .map(|result| RESULTS[usize::from(result)]);
    told.set_item("fen", certificate.root.fen())?;
    told.set_item("lower", lower)?;
    told.set_item("upper", upper)?;
    told.set_item("program", &certificate.program)?;
    let sum: String = certificate
        .checksum
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    told.set_item("sha256", sum)?;
    told.set_item("trusted", certificate.trusted.len())
}

fn verdict(
    told: &Bound<'_, PyDict>,
    certificate: &Certificate,
    checked: Result<Checked, Wrong>,
) -> PyResult<&'static str> {
    match checked {
        Ok(checked) => {
            told.set_item("positions", checked.positions)?;
            told.set_item("moves", checked.moves)?;
            let is_proved = certificate.trusted.is_empty();
            Ok(if is_proved { "right" } else { "conditional" })
        }
        Err(wrong) => {
            told.set_item("position", wrong.position)?;
            told.set_item("reason", wrong.reason)?;
            Ok("wrong")
        }
    }
}
