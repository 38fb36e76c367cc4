//! Bytes of strangers, read one after another.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt;
use std::io::Read;

/// Bytes that are left to read, and how much memory what is made of them may take.
pub struct Bytes<R> {
    reader: R,
    left: u64,
    memory: u64,
    kept: u64,
}

/// The reason why a certificate cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

pub fn unreadable<T>(reason: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable(reason.into()))
}

impl<R: Read> Bytes<R> {
    /// Reads so many bytes of a reader; with so much memory, in bytes.
    pub fn new(reader: R, left: u64, memory: u64) -> Bytes<R> {
        Bytes { reader, left, memory, kept: 0 }
    }

    /// Reads so many bytes in another way, with the same memory.
    pub fn through<T>(self, left: u64, by: impl FnOnce(R) -> T) -> Bytes<T> {
        Bytes { reader: by(self.reader), left, memory: self.memory, kept: self.kept }
    }

    /// Checks that all is read that was to come, and nothing stands behind it.
    pub fn end(mut self) -> Result<(), Unreadable> {
        match (self.left, self.reader.read(&mut [0])) {
            (0, Ok(0)) => Ok(()),
            (0, Ok(_)) => unreadable("it unpacks to more than it says"),
            (0, Err(error)) => failed(&error),
            (left, _) => unreadable(format!("{left} bytes too many")),
        }
    }

    /// Checks that there is memory for so much more that is stored, beside so much that is let go soon. In bytes.
    pub fn keep(&mut self, more: u64, for_now: u64) -> Result<(), Unreadable> {
        self.kept = self.kept.saturating_add(more);
        if self.kept.saturating_add(for_now) <= self.memory {
            return Ok(());
        }
        let most = self.memory >> 20;
        unreadable(format!("it takes more than {most} MiB of memory: allow more (--memory)"))
    }

    /// The next ones.
    pub fn take(&mut self, count: u64) -> Result<Vec<u8>, Unreadable> {
        let Some(left) = self.left.checked_sub(count) else {
            return unreadable("it ends too soon");
        };
        self.keep(0, count)?;
        self.left = left;
        let mut taken = Vec::new();
        match (&mut self.reader).take(count).read_to_end(&mut taken) {
            Ok(_) if taken.len() as u64 == count => Ok(taken),
            Ok(_) => unreadable("it ends too soon"),
            Err(error) => failed(&error),
        }
    }

    fn next(&mut self) -> Result<u8, Unreadable> {
        let Some(left) = self.left.checked_sub(1) else {
            return unreadable("it ends too soon");
        };
        self.left = left;
        let mut next = [0];
        match self.reader.read_exact(&mut next) {
            Ok(()) => Ok(next[0]),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                unreadable("it ends too soon")
            }
            Err(error) => failed(&error),
        }
    }

    /// The next one, which is below a bound.
    pub fn byte(&mut self, bound: u8, what: &str) -> Result<u8, Unreadable> {
        match self.next()? {
            byte if byte < bound => Ok(byte),
            byte => unreadable(format!("{byte} is no {what}")),
        }
    }

    /// A number of seven bits a byte, the lowest first.
    pub fn number(&mut self) -> Result<u64, Unreadable> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.next()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        unreadable("a number has more than nine bytes")
    }

    /// Reads so many values below a bound, each as the difference to the one before.
    pub fn column(&mut self, count: u64, bound: u8, what: &str) -> Result<Vec<u8>, Unreadable> {
        let mut column = self.take(count)?;
        let mut value = 0u8;
        for entry in &mut column {
            value = value.wrapping_add(*entry);
            *entry = value;
        }
        match column.iter().find(|&&value| value >= bound) {
            Some(value) => unreadable(format!("{value} is no {what}")),
            None => Ok(column),
        }
    }
}

fn failed<T>(error: &std::io::Error) -> Result<T, Unreadable> {
    unreadable(format!("it cannot be unpacked: {error}"))
}
