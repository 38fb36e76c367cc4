//! Pawn structures and the graph that they form: what stays while only kings and promoted pieces move, the moves that leave it,
//! and the images that count as one.

pub(crate) mod exits;
mod pieces;
mod reference;
mod symmetry;

pub(crate) use exits::{Exit, ExitKind};
pub(crate) use pieces::{Pieces, Structure};
pub(crate) use reference::{Goal, Reference, StructureHasher, StructureMap};
pub(crate) use symmetry::{Symmetric, Symmetry, canonical, own_flip};
