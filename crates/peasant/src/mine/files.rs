//! Files of the board.

use std::fmt;
use std::str::FromStr;

use super::family_error::FamilyError;
use crate::board::Bitboard;

/// Files on which pawns may stand: `a-d`, `ac`, `a-cf`.
///
/// ```
/// use peasant::mine::Files;
///
/// let files: Files = "a-cf".parse()?;
/// assert_eq!(files.squares().count(), 32);
/// assert_eq!(files.to_string(), "abcf");
/// # Ok::<(), peasant::mine::FamilyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files(u8);

impl Files {
    /// All of them.
    pub const ALL: Files = Files(0xff);

    /// Their squares.
    #[must_use]
    pub fn squares(self) -> Bitboard {
        let files = (0..8).filter(|&file| self.0 >> file & 1 != 0);
        files.fold(Bitboard::EMPTY, |all, file| all | Bitboard::file(file))
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = ('a'..='h').enumerate();
        names.try_for_each(|(file, name)| match self.0 >> file & 1 {
            0 => Ok(()),
            _ => write!(f, "{name}"),
        })
    }
}

impl FromStr for Files {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Files, FamilyError> {
        let wrong = || {
            FamilyError::new(
                format!("`{text}` names no files"),
                "write them from a to h, such as a-d or ac",
            )
        };
        let file = |letter: u8| (b'a'..=b'h').contains(&letter).then(|| letter - b'a');
        let mut files = 0;
        let mut left = text.as_bytes();
        while let [first, rest @ ..] = left {
            let first = file(*first).ok_or_else(wrong)?;
            let (last, rest) = match rest {
                [b'-', last, rest @ ..] => (file(*last).ok_or_else(wrong)?, rest),
                _ => (first, rest),
            };
            if last < first {
                return Err(wrong());
            }
            files |= (first..=last).fold(0, |all, file| all | 1 << file);
            left = rest;
        }
        Some(Files(files)).filter(|_| files != 0).ok_or_else(wrong)
    }
}
