//! Small endings by name, solved ahead of proofs.

mod build;
mod material;

pub use build::Holding;
pub use material::{Material, MaterialError};
