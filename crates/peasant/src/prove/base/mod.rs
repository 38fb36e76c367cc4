//! The base: small endings on disk, solved once by our own equations, read by every later proof.
//!
//! One file ([`file`]) holds where one player wins in one ending ([`ending`]): promoted pieces without pawns, up to three, or
//! two and a pawn. Files are compressed and mapped, so that processes share them and one plane is read without the others. A
//! file is written under another name first and then renamed, so that a reader never sees half of one, whatever other
//! processes do. It carries a version and checksums; one that is damaged counts as missing and is written again. What is no
//! plain file (a link, a pipe) is neither read nor replaced.
//!
//! The checksum shows damage. It is no seal: a file that somebody forged with the right sum is
//! believed, so the directory should be writable only for those whom its user trusts.

mod directory;
mod ending;
pub(crate) mod file;
mod material;
mod pawnless;
#[cfg(test)]
mod tests;
mod troubles;

pub use directory::Base;
pub(crate) use ending::Ending;
pub(crate) use file::Stored;
pub use material::{Material, MaterialError};
pub(crate) use pawnless::{BUILD_BYTES, BUILD_TIME};
