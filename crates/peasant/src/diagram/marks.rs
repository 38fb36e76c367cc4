//! What a diagram shows besides the men.

use crate::board::{Bitboard, Color, Square};
use crate::value::Wdl;

/// The meaning of an arrow or a circle. Each has a colour and a shape of its own, so that no colour need be
/// told from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tone {
    /// A move to be played: blue; a full arrow, a full ring.
    Good,
    /// A move that spoils it: red; a dashed arrow, a dashed ring.
    Bad,
    /// A threat, a plan, a way for later: violet; a hollow arrow, a double ring.
    Idea,
}

/// The two kinds of key squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// The attacker wins from there with the defender to move: a dot.
    Square,
    /// The attacker wins from there, whoever is to move: a star.
    Strong,
}

/// The meaning of a square of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heat {
    /// The result, for the side whose map it is, when the king in question stands there: blue with a plus, yellow with an equals sign,
    /// red with a minus.
    Result(Wdl),
    /// Here the defender's king may stand: green with strokes across.
    Holds,
}

/// From one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub from: Square,
    pub to: Square,
    pub tone: Tone,
}

/// Everything on a board besides the men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    pub arrows: Vec<Arrow>,
    pub circles: Vec<(Square, Tone)>,
    /// Two opposite corners each.
    pub frames: Vec<(Square, Square)>,
    pub keys: [Option<Key>; 64],
    /// White's number and Black's.
    pub numbers: [[Option<u32>; 2]; 64],
    pub heat: [Option<Heat>; 64],
    pub highlights: Bitboard,
}

impl Marks {
    pub(super) const NONE: Marks = Marks {
        arrows: Vec::new(),
        circles: Vec::new(),
        frames: Vec::new(),
        keys: [None; 64],
        numbers: [[None; 2]; 64],
        heat: [None; 64],
        highlights: Bitboard::EMPTY,
    };

    /// The number of a side on a square.
    pub(super) fn number(&self, square: Square, color: Color) -> Option<u32> {
        self.numbers[square.index()][color as usize]
    }

    /// The squares with this kind of key.
    pub(super) fn keys(&self, key: Key) -> Bitboard {
        Square::all()
            .filter(|square| self.keys[square.index()] == Some(key))
            .collect()
    }

    /// The squares with this heat.
    pub(super) fn heat(&self, heat: Heat) -> Bitboard {
        Square::all()
            .filter(|square| self.heat[square.index()] == Some(heat))
            .collect()
    }
}
