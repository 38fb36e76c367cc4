//! Opposition: the shape in which two kings stand.

use crate::board::Square;

/// Kinds of opposition: how the kings of a mutual zugzwang stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Opposition {
    /// On a rank or file with one square between them.
    Near,
    /// A rank or file with three or five squares between the kings.
    Distant,
    /// A diagonal with one, three or five squares between the kings.
    Diagonal,
    /// Two corners of a larger rectangle whose corners have one colour.
    Virtual,
}

impl Opposition {
    /// The shape of two squares; `None` if it is no opposition.
    #[must_use]
    pub fn of(king: Square, other: Square) -> Option<Opposition> {
        let files = king.file().abs_diff(other.file());
        let ranks = king.rank().abs_diff(other.rank());
        match (files, ranks) {
            (0, 2) | (2, 0) => Some(Opposition::Near),
            (0, 4 | 6) | (4 | 6, 0) => Some(Opposition::Distant),
            (2 | 4 | 6, _) if files == ranks => Some(Opposition::Diagonal),
            (2 | 4 | 6, 2 | 4 | 6) => Some(Opposition::Virtual),
            _ => None,
        }
    }

    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Opposition::Near => "near",
            Opposition::Distant => "distant",
            Opposition::Diagonal => "diagonal",
            Opposition::Virtual => "virtual",
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn shapes() {
        for (king, other, shape) in [
            ("e4", "e6", Some(Opposition::Near)),
            ("a1", "c1", Some(Opposition::Near)),
            ("e1", "e5", Some(Opposition::Distant)),
            ("a1", "g1", Some(Opposition::Distant)),
            ("c3", "e5", Some(Opposition::Diagonal)),
            ("a1", "g7", Some(Opposition::Diagonal)),
            ("a1", "c5", Some(Opposition::Virtual)),
            ("g2", "e8", Some(Opposition::Virtual)),
            ("e4", "e5", None),
            ("e4", "f6", None),
            ("e4", "e7", None),
            ("d4", "f5", None),
        ] {
            let [king, other] = [king, other].map(|square| Square::parse(square).unwrap());
            assert_eq!(Opposition::of(king, other), shape, "{king} {other}");
            assert_eq!(Opposition::of(other, king), shape, "{other} {king}");
        }
    }
}
