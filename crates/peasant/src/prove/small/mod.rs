//! Small endings: three promoted pieces without pawns, which no proof goes below, and what is solved ahead of proofs.

#[cfg(feature = "files")]
mod build;
mod endings;
#[cfg(feature = "files")]
mod material;

#[cfg(feature = "files")]
pub use build::Holding;
pub(crate) use endings::{BUILD, BUILD_BYTES, BUILD_TIME, Endings};
#[cfg(feature = "files")]
pub use material::{Material, MaterialError};
