//! A pawn structure, with the promoted pieces as a kind of material, without their squares.

use std::hash::{Hash, Hasher};

use crate::board::{Color, Pawns, Role, Square};

/// Up to three promoted pieces: White's first, and for each side queens, rooks, bishops, knights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Pieces([u8; 3]);

/// Codes of pieces, in order: 1 is a white queen, 8 a black knight; 0 stands for none.
const NO_PIECE: u8 = 0;

impl Pieces {
    /// No promoted pieces.
    pub const NONE: Pieces = Pieces([NO_PIECE; 3]);

    /// More pieces than this have no name.
    pub const MAX: usize = 3;

    /// The codes of a list as they are written to disk.
    pub(crate) fn to_codes(self) -> [u8; 3] {
        self.0
    }

    /// A list from its codes; `None` if it is none.
    #[cfg(feature = "elsewhere")]
    pub(crate) fn from_codes(codes: [u8; 3]) -> Option<Pieces> {
        let len = codes.iter().take_while(|&&code| code != NO_PIECE).count();
        let (list, rest) = codes.split_at(len);
        let is_list = list.is_sorted() && list.iter().all(|&code| code <= 8);
        (is_list && rest.iter().all(|&code| code == NO_PIECE)).then_some(Pieces(codes))
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().filter(|&&code| code != NO_PIECE).count()
    }

    /// Are there none?
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0[0] == NO_PIECE
    }

    /// The pieces in their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Color, Role)> {
        self.0
            .into_iter()
            .take_while(|&code| code != NO_PIECE)
            .map(piece)
    }

    /// Has this side a piece?
    #[must_use]
    pub fn any_of(self, color: Color) -> bool {
        self.iter().any(|(owner, _)| owner == color)
    }

    /// With one more piece, and its place in the list. `None` if there are too many.
    #[must_use]
    pub fn with(self, color: Color, role: Role) -> Option<(Pieces, usize)> {
        let len = self.len();
        if len == Pieces::MAX {
            return None;
        }
        let new = code(color, role);
        let place = self.0[..len].iter().take_while(|&&old| old <= new).count();
        let mut list = self.0;
        list.copy_within(place..len, place + 1);
        list[place] = new;
        Some((Pieces(list), place))
    }

    /// Without the piece at this place of the list.
    #[must_use]
    pub fn without(self, place: usize) -> Pieces {
        let mut list = self.0;
        list.copy_within(place + 1.., place);
        list[Pieces::MAX - 1] = NO_PIECE;
        Pieces(list)
    }

    /// Squares in the order of this list, as they are for the flipped list and board.
    pub(crate) fn seen_by_opponent(self, squares: &[Square]) -> impl Iterator<Item = Square> {
        let of = move |color| {
            let pairs = self.iter().zip(squares);
            pairs
                .filter(move |((owner, _), _)| *owner == color)
                .map(|(_, square)| square.flip())
        };
        of(Color::Black).chain(of(Color::White))
    }

    /// With colours exchanged.
    #[inline]
    #[must_use]
    pub fn flip(self) -> Pieces {
        if self.is_empty() {
            return self;
        }
        self.iter().fold(Pieces::NONE, |flipped, (color, role)| {
            flipped
                .with(!color, role)
                .map_or(flipped, |(pieces, _)| pieces)
        })
    }
}

fn code(color: Color, role: Role) -> u8 {
    let of_role = Role::PROMOTIONS.iter().position(|&other| other == role);
    of_role.unwrap_or_default() as u8 + 1 + 4 * (color as u8)
}

fn piece(code: u8) -> (Color, Role) {
    let color = if code <= 4 {
        Color::White
    } else {
        Color::Black
    };
    (color, Role::PROMOTIONS[usize::from((code - 1) & 3)])
}

/// What stays when only kings and promoted pieces move: the pawns, and which pieces there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Structure {
    /// The pawns.
    pub pawns: Pawns,
    /// The promoted pieces.
    pub pieces: Pieces,
}

impl Structure {
    /// By the rules of chess.
    #[inline]
    pub fn new(pawns: Pawns, pieces: Pieces) -> Structure {
        Structure { pawns, pieces }
    }

    /// Are there no pawns?
    pub fn is_pawnless(self) -> bool {
        self.pawns == Pawns::NONE
    }

    /// Is there one pawn?
    pub fn has_one_pawn(self) -> bool {
        self.pawns.occupied().count() == 1
    }

    /// Is it a small ending, which is kept once it is solved: pieces alone, or two with one pawn?
    pub fn is_small(self) -> bool {
        match self.is_pawnless() {
            true => !self.pieces.is_empty(),
            false => self.pieces.len() == 2 && self.has_one_pawn(),
        }
    }

    /// Has the attacker, who plays White, anything to win with?
    pub fn is_armed(self) -> bool {
        self.pieces.any_of(Color::White) || !self.pawns.white.is_empty()
    }

    /// With colours exchanged and the board turned over.
    #[inline]
    #[must_use]
    pub fn flip(self) -> Structure {
        Structure {
            pawns: self.pawns.flip(),
            pieces: self.pieces.flip(),
        }
    }

    /// The left-right mirror image.
    #[inline]
    #[must_use]
    pub fn mirror(self) -> Structure {
        Structure {
            pawns: self.pawns.mirror(),
            ..self
        }
    }
}

impl From<Pawns> for Structure {
    fn from(pawns: Pawns) -> Structure {
        Structure::new(pawns, Pieces::NONE)
    }
}

impl Hash for Structure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Pawns leave the first and last ranks free.
        let [first, second, third] = self.pieces.0.map(u64::from);
        state.write_u64(self.pawns.white.0 | first | second << 4 | third << 56);
        state.write_u64(self.pawns.black.0);
    }
}
