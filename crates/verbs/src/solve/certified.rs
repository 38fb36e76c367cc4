//! The certificate of an answer, written to a file.

use std::fmt;
use std::io;
use std::path::Path;

use peasant::certificate::{Certificate, Uncertified};
use peasant::store;
use peasant::{Analysis, Prover, Request, Rules};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Failure;
use crate::host::fault::Fault;
use crate::tell::drawing::unwritten;

/// What became of a certificate that was asked for. It is serialised as other programs read it.
#[derive(Serialize, JsonSchema)]
pub struct Certified {
    /// Its name.
    file: String,
    /// Why there is none; the exit status is 4 then, or 3 if it could not be written.
    error: Option<Fault>,
    #[serde(flatten)]
    written: Option<Written>,
}

#[derive(Serialize, JsonSchema)]
struct Written {
    /// Positions with a move in it; this and what follows only if there is one.
    positions: usize,
    /// Its length.
    bytes: u64,
    /// The checksum at its end.
    sha256: String,
    /// Results that are not proved in it.
    trusted: usize,
    /// Are there any?
    conditional: bool,
}

/// Could a certificate be written there, by these rules? Asked before the proof begins.
pub fn check(file: &Path, rules: Rules) -> Result<(), Failure> {
    if rules == Rules::Newborn {
        let fault = Fault::from_sentence(&Uncertified::Newborn.to_string(), ": ");
        return Err(fault.about("--certificate").into());
    }
    store::try_place(file).map_err(|error| unwritten(file, error))
}

impl Certified {
    /// Makes the certificate and writes it whole, or leaves what was there before. An error names the file.
    pub fn write(
        prover: &Prover,
        request: &Request,
        analysis: &Analysis,
        file: &Path,
    ) -> Result<Certified, Failure> {
        let (error, written) = match prover.certify(request, analysis) {
            Ok(certificate) => {
                let written = save(&certificate, file);
                (None, Some(written.map_err(|error| unwritten(file, error))?))
            }
            Err(Uncertified::Contradiction(position)) => {
                let told = Uncertified::Contradiction(position).to_string();
                return Err(Failure::Contradiction(Fault::from_sentence(&told, ": ")));
            }
            Err(error) => (Some(Fault::from_sentence(&error.to_string(), ": ")), None),
        };
        Ok(Certified {
            file: file.display().to_string(),
            error,
            written,
        })
    }

    /// There is none, for this reason.
    pub fn none(file: &Path, failure: &Failure) -> Certified {
        Certified {
            file: file.display().to_string(),
            error: Some(failure.fault()),
            written: None,
        }
    }

    pub fn is_written(&self) -> bool {
        self.written.is_some()
    }
}

fn save(certificate: &Certificate, file: &Path) -> io::Result<Written> {
    let mut bytes = Vec::new();
    let sum = certificate.write(&mut bytes)?;
    store::save_with(file, |out| out.write_all(&bytes))?;
    Ok(Written {
        positions: certificate.positions(),
        bytes: bytes.len() as u64,
        sha256: sum.iter().map(|byte| format!("{byte:02x}")).collect(),
        trusted: certificate.trusted.len(),
        conditional: !certificate.trusted.is_empty(),
    })
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(written) = &self.written else {
            let why = self
                .error
                .as_ref()
                .map_or(String::new(), |error| error.words().to_owned());
            return write!(f, "No certificate: {why}");
        };
        let Written {
            positions,
            bytes,
            trusted,
            ..
        } = written;
        write!(
            f,
            "Certificate: {}, {positions} positions in {bytes} bytes",
            self.file
        )?;
        if written.conditional {
            write!(f, ", if {trusted} results are right that it does not prove")?;
        }
        write!(f, "; to check it: peasant-check {}", self.file)
    }
}
