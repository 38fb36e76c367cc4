//! Bytes of strangers, read one after another.

use crate::board::{BLACK, Board, KING, PAWN};

/// What is left to read, and how much has been read.
pub struct Bytes<'a> {
    left: &'a [u8],
    all: usize,
}

/// Why a certificate cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

pub fn unreadable<T>(reason: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable(reason.into()))
}

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes { left: bytes, all: bytes.len() }
    }

    /// How many are left.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// The next ones.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Unreadable> {
        match self.left.split_at_checked(count) {
            Some((taken, left)) => {
                self.left = left;
                Ok(taken)
            }
            None => {
                unreadable(format!("it ends too soon, after {} bytes of its contents", self.all))
            }
        }
    }

    /// The next one, which is below a bound.
    pub fn byte(&mut self, bound: u8, what: &str) -> Result<u8, Unreadable> {
        match self.take(1)?[0] {
            byte if byte < bound => Ok(byte),
            byte => {
                unreadable(format!("{byte} is no {what} (byte {})", self.all - self.left.len()))
            }
        }
    }

    /// A number of seven bits a byte, the lowest first.
    pub fn number(&mut self) -> Result<u64, Unreadable> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        unreadable("a number has more than nine bytes")
    }

    /// How many things of so many bytes or more follow.
    pub fn count(&mut self, bytes_each: usize) -> Result<usize, Unreadable> {
        let count = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if count.saturating_mul(bytes_each) > self.left.len() {
            return unreadable(format!(
                "{count} things do not fit in the {} bytes that are left",
                self.left.len()
            ));
        }
        Ok(count)
    }

    /// The squares, or other values below a bound, of a column: each as the difference to the one before.
    pub fn column(&mut self, count: usize, bound: u8, what: &str) -> Result<Vec<u8>, Unreadable> {
        let mut value = 0u8;
        let mut column = Vec::with_capacity(count);
        for &difference in self.take(count)? {
            value = value.wrapping_add(difference);
            if value >= bound {
                return unreadable(format!("{value} is no {what}"));
            }
            column.push(value);
        }
        Ok(column)
    }

    /// A man that is no king.
    pub fn man(&mut self) -> Result<u8, Unreadable> {
        match self.byte(16, "man")? {
            man if (PAWN..KING).contains(&(man & 7)) => Ok(man),
            man => unreadable(format!("{man} is no man")),
        }
    }

    /// A position by itself: 64 squares, two a byte, whose turn it is, the file of en passant.
    pub fn position(&mut self) -> Result<Board, Unreadable> {
        let mut men = [0; 64];
        for (pair, byte) in men.chunks_exact_mut(2).zip(self.take(32)?) {
            pair.copy_from_slice(&[byte & 15, byte >> 4]);
        }
        if let Some(man) = men.iter().find(|&&man| man != 0 && !(PAWN..=KING).contains(&(man & 7)))
        {
            return unreadable(format!("{man} is no man"));
        }
        let turn = BLACK * self.byte(2, "turn")?;
        let en_passant = self.byte(9, "file of en passant")?;
        let board = Board { men, turn, en_passant };
        match board.fault() {
            Some(fault) => unreadable(format!("`{}` is no position: {fault}", board.fen())),
            None => Ok(board),
        }
    }
}
