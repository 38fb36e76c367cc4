//! The symmetries of pawn endings: left and right exchanged, colours exchanged, both, neither.

use crate::board::{Color, Move, Pawns, Position, Square};

/// One of the four symmetries. Each undoes itself, and they commute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    /// Everything stays.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// Left and right exchanged.
    pub const MIRROR: Symmetry = Symmetry(1);
    /// Colours exchanged, the board turned over.
    pub const FLIP: Symmetry = Symmetry(2);
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Symmetry; 4] = [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3)];

    /// The symmetry that shows a board as this player sees it, playing White.
    #[inline]
    pub const fn for_player(color: Color) -> Symmetry {
        match color {
            Color::White => Symmetry::IDENTITY,
            Color::Black => Symmetry::FLIP,
        }
    }

    /// Two lowest bits as a number, and back.
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The symmetry of a number, of which the two lowest bits count.
    pub const fn from_bits(bits: u32) -> Symmetry {
        Symmetry(bits as u8 & 3)
    }

    /// One after the other.
    #[inline]
    pub const fn compose(self, other: Symmetry) -> Symmetry {
        Symmetry(self.0 ^ other.0)
    }

    /// What undoes it: itself.
    #[inline]
    pub const fn invert(self) -> Symmetry {
        self
    }

    /// The same without the exchange of colours.
    #[inline]
    pub const fn mirror_part(self) -> Symmetry {
        Symmetry(self.0 & 1)
    }

    #[inline]
    pub const fn mirrors(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub const fn flips(self) -> bool {
        self.0 & 2 != 0
    }

    /// The image of something.
    #[inline]
    pub fn apply<T: Symmetric>(self, to: T) -> T {
        let mirrored = if self.mirrors() { to.mirror() } else { to };
        if self.flips() {
            mirrored.flip()
        } else {
            mirrored
        }
    }
}

/// What has mirror and colour-flipped images.
pub(crate) trait Symmetric: Copy {
    /// Left and right exchanged.
    fn mirror(self) -> Self;
    /// Colours exchanged, the board turned over.
    fn flip(self) -> Self;
}

/// Types that have both methods of their own.
macro_rules! symmetric {
    ($($type:ty),*) => {$(
        impl Symmetric for $type {
            #[inline]
            fn mirror(self) -> Self {
                <$type>::mirror(self)
            }

            #[inline]
            fn flip(self) -> Self {
                <$type>::flip(self)
            }
        }
    )*};
}

symmetric!(Pawns, super::Structure, Square, Move, Position);

impl Symmetric for Color {
    fn mirror(self) -> Color {
        self
    }

    fn flip(self) -> Color {
        !self
    }
}

/// The least of the four images, and the symmetry that leads from it to what was asked about.
#[inline]
pub(crate) fn canonical<S: Symmetric + Ord>(asked: S) -> (S, Symmetry) {
    let flip = asked.flip();
    let images = [
        (asked.mirror(), Symmetry::MIRROR),
        (flip, Symmetry::FLIP),
        (flip.mirror(), Symmetry::FLIP.compose(Symmetry::MIRROR)),
    ];
    let mut best = (asked, Symmetry::IDENTITY);
    for (image, symmetry) in images {
        if image < best.0 {
            best = (image, symmetry);
        }
    }
    (best.0, best.1.invert())
}

/// The symmetry that exchanges colours and changes nothing else, if there is one.
#[inline]
pub(crate) fn own_flip<S: Symmetric + Eq>(of: S) -> Option<Symmetry> {
    let rotation = Symmetry::FLIP.compose(Symmetry::MIRROR);
    let mut exchanges = [Symmetry::FLIP, rotation].into_iter();
    exchanges.find(|symmetry| symmetry.apply(of) == of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn symmetries_form_a_group_that_acts() {
        let position = fen::parse("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -").expect("a FEN");
        for one in Symmetry::ALL {
            assert_eq!(one.compose(one.invert()), Symmetry::IDENTITY);
            assert_eq!(Symmetry::from_bits(one.bits()), one);
            for two in Symmetry::ALL {
                let both = one.compose(two);
                assert_eq!(two.apply(one.apply(position)), both.apply(position));
            }
        }
    }

    #[test]
    fn the_canonical_image_is_the_same_for_all() {
        let position = fen::parse("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -").expect("a FEN");
        let (least, _) = canonical(position.pawns());
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(position.pawns());
            let (canonical, back) = canonical(image);
            assert_eq!(canonical, least);
            assert_eq!(back.apply(canonical), image);
        }
    }
}
