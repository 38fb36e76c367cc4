//! The files that the library keeps for itself, read from bytes: for the fuzz targets in `fuzz/` only,
//! no part of the interface.

use crate::board::{Color, Pawns, Role};
use crate::prove::base::{self, Ending, Stored};
use crate::structure::{Pieces, Structure};

/// What the base's file of king and queen against king is read as, written again; `None` if it is refused. It is the smallest
/// kind of file.
#[must_use]
pub fn base(bytes: &[u8]) -> Option<Vec<u8>> {
    let kept = Stored::from_bytes(queen(), bytes.to_vec())?;
    let planes = kept.all()?;
    Some(base::file::encode(
        queen(),
        &queen().reduce(planes),
        kept.took(),
    ))
}

/// King and queen against king.
fn queen() -> Ending {
    let (pieces, _) = Pieces::NONE
        .with(Color::White, Role::Queen)
        .expect("room for one");
    let view = Structure::new(Pawns::NONE, pieces);
    Ending::of(view).expect("it is small").0
}

/// A file of that ending with these blocks, each as long as it says, and all checksums right.
#[must_use]
pub fn base_file(blocks: &[&[u8]]) -> Vec<u8> {
    base::file::with_blocks(
        queen(),
        std::time::Duration::ZERO,
        blocks.iter().map(|block| block.to_vec()),
    )
}
