//! How many pawns each side has.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::family_error::FamilyError;

/// Numbers of White's and Black's pawns: `2v1`, or ranges such as `1-2v0-1`.
///
/// ```
/// use peasant::mine::Materials;
///
/// let materials: Materials = "1-2v1".parse()?;
/// assert_eq!(materials.iter().collect::<Vec<_>>(), [[1, 1], [2, 1]]);
/// assert!("2:1".parse::<Materials>().is_err());
/// # Ok::<(), peasant::mine::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Materials {
    white: RangeInclusive<u32>,
    black: RangeInclusive<u32>,
}

impl Materials {
    /// Takes exactly so many pawns.
    #[must_use]
    pub fn exactly(white: u32, black: u32) -> Materials {
        Materials {
            white: white..=white,
            black: black..=black,
        }
    }

    /// White's pawns and Black's, each pair once: by White's, then by Black's.
    pub fn iter(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let white = self.white.clone();
        white.flat_map(|white| self.black.clone().map(move |black| [white, black]))
    }
}

impl fmt::Display for Materials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |counts: &RangeInclusive<u32>| match (counts.start(), counts.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}-{most}"),
        };
        write!(f, "{}v{}", side(&self.white), side(&self.black))
    }
}

impl FromStr for Materials {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Materials, FamilyError> {
        let read = text.split_once('v').and_then(|(white, black)| {
            let (white, black) = (counts(white)?, counts(black)?);
            Some(Materials { white, black })
        });
        read.ok_or_else(|| {
            FamilyError::new(
                format!("`{text}` is no number of pawns"),
                "write White's and Black's, 0 to 8 each, such as 2v1 or 1-2v1",
            )
        })
    }
}

/// `2` or `1-3`, from 0 to 8.
fn counts(text: &str) -> Option<RangeInclusive<u32>> {
    let digit = |text: &str| {
        let digit = text.parse().ok()?;
        (text.len() == 1 && digit <= 8).then_some(digit)
    };
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most): (u32, u32) = (digit(least)?, digit(most)?);
    (least <= most).then_some(least..=most)
}
