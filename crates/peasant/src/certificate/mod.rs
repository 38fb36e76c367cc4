//! Proofs that anybody can check: what one side plays wherever the other may lead, down to ends that need no proof.
//!
//! A prover knows who wins; a certificate shows it, to somebody who trusts no prover. `docs/certificates.md` tells the format,
//! `crates/checker` checks it.

mod contents;
mod file;
mod ranks;
mod strategist;
mod uncertified;
mod walk;
mod whole;

pub use contents::{Certificate, Strategy, Trust, Trusted};
pub use uncertified::Uncertified;
pub(crate) use whole::certify;
