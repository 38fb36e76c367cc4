//! Endings with three promoted pieces and no pawns, which stay packed.

use std::sync::Arc;

use super::interval::{Bound, Slot};
use crate::prove::policy::MAX_PIECES;
use crate::prove::store::Endings;
use crate::prove::store::PackedEnding;
use crate::slice::{Frame, Placement, Wins};
use crate::structure::{Pieces, Structure};

/// Those that have been met, and where to find others.
#[derive(Clone, Default)]
pub(in crate::prove) struct ThreePieces {
    pub endings: Option<Arc<Endings>>,
    met: Vec<(Structure, Arc<PackedEnding>)>,
}

impl ThreePieces {
    pub fn new(endings: Option<Arc<Endings>>) -> ThreePieces {
        ThreePieces {
            endings,
            met: Vec::new(),
        }
    }

    /// The ending that a structure is, and where to find it.
    pub fn ending(&self, view: Structure) -> Option<(Arc<Endings>, Pieces)> {
        let is_one = view.is_pawnless() && view.pieces.len() > MAX_PIECES;
        let endings = self.endings.clone().filter(|_| is_one && view.is_armed())?;
        Some((endings, view.pieces))
    }

    /// Takes in an ending.
    pub fn put(&mut self, view: Structure, ending: Arc<PackedEnding>) -> Slot {
        let slot = Slot::of_three_pieces(self.met.len());
        self.met.push((view, ending));
        slot
    }

    /// An ending, by its number.
    #[cfg(feature = "elsewhere")]
    pub fn get(&self, number: usize) -> &PackedEnding {
        &self.met[number].1
    }

    /// One plane of an ending, by its number. Where its bytes are forged nothing is known.
    pub fn plane(&self, number: usize, bound: Bound, placement: &Placement) -> Wins {
        let (view, ending) = &self.met[number];
        ending.plane(placement).unwrap_or_else(|| match bound {
            Bound::Lower => Wins::NONE,
            Bound::Upper => Frame::new(*view).plane(placement),
        })
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.met.iter().map(|(_, ending)| ending.memory()).sum()
    }
}
