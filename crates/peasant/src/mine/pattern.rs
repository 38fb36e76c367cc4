//! A board on which some men are fixed.

use std::fmt;
use std::str::FromStr;

use super::family_error::FamilyError;
use crate::board::{Bitboard, Color, Pawns, Square};

/// Men that must be there: `P` and `p` pawns, `K` and `k` kings, written as the board of a FEN. `?` is a square on which another pawn
/// may stand; digits count squares without a pawn. Without any `?` another pawn may stand on every square that is left.
///
/// ```
/// use peasant::mine::Pattern;
///
/// let blocked: Pattern = "8/8/3p4/3P4/8/8/8/8".parse()?;
/// let open: Pattern = "8/8/3p4/3P4/8/8/??????2/8".parse()?;
/// assert!(blocked.pawns() == open.pawns() && open.open().count() == 6);
/// assert_eq!(open.to_string(), "8/8/3p4/3P4/8/8/??????2/8");
/// # Ok::<(), peasant::mine::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    pawns: Pawns,
    kings: [Option<Square>; 2],
    open: Bitboard,
}

impl Pattern {
    /// Pawns that must be there.
    #[must_use]
    pub fn pawns(&self) -> Pawns {
        self.pawns
    }

    /// The square on which a king must stand, if it matters.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color as usize]
    }

    /// The squares on which other pawns may stand.
    #[must_use]
    pub fn open(&self) -> Bitboard {
        self.open
    }

    fn put(&mut self, letter: char, square: Square) -> Result<(), FamilyError> {
        let is_last = square.rank() == 0 || square.rank() == 7;
        match letter {
            'P' | 'p' if is_last => {
                return Err(FamilyError::new(
                    format!("a pawn stands on {square} in the pattern `{}`", self.text),
                    "pawns stand on the second to the seventh rank",
                ));
            }
            'P' => self.pawns.white = self.pawns.white.with(square),
            'p' => self.pawns.black = self.pawns.black.with(square),
            '?' => self.open = self.open.with(square),
            'K' | 'k' => {
                let color = match letter {
                    'K' => Color::White,
                    _ => Color::Black,
                };
                if self.kings[color as usize].replace(square).is_some() {
                    return Err(FamilyError::new(
                        format!("the pattern `{}` has two kings `{letter}`", self.text),
                        "one of a colour at most",
                    ));
                }
            }
            _ => return Err(self.wrong(&format!("`{letter}` means nothing"))),
        }
        Ok(())
    }

    fn wrong(&self, why: &str) -> FamilyError {
        FamilyError::new(
            format!("{why} in the pattern `{}`", self.text),
            "write it as the board of a FEN, of P, p, K, k and ?, such as 8/8/3p4/3P4/8/8/8/8",
        )
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Pattern {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Pattern, FamilyError> {
        let mut pattern = Pattern {
            text: text.to_owned(),
            pawns: Pawns::NONE,
            kings: [None; 2],
            open: Bitboard::EMPTY,
        };
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            let why = format!("there are {} ranks and not 8", ranks.len());
            return Err(pattern.wrong(&why));
        }
        for (rank, men) in (0..8).rev().zip(ranks) {
            let mut file = 0;
            for letter in men.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty,
                    None if file > 7 => file += 1,
                    None => {
                        pattern.put(letter, Square::at(file, rank))?;
                        file += 1;
                    }
                }
            }
            if file != 8 {
                return Err(pattern.wrong(&format!("`{men}` is not 8 squares long")));
            }
        }
        Ok(pattern)
    }
}
