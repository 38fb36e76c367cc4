//! Bytes of strangers, read one after another.

/// What is left to read.
pub struct Bytes<'a>(pub &'a [u8]);

/// Why a certificate cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

pub fn unreadable<T>(reason: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable(reason.into()))
}

impl<'a> Bytes<'a> {
    /// The next ones.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Unreadable> {
        let Some((taken, left)) = self.0.split_at_checked(count) else {
            return unreadable("it ends too soon");
        };
        self.0 = left;
        Ok(taken)
    }

    /// The next one, which is below a bound.
    pub fn byte(&mut self, bound: u8, what: &str) -> Result<u8, Unreadable> {
        match self.take(1)?[0] {
            byte if byte < bound => Ok(byte),
            byte => unreadable(format!("{byte} is no {what}")),
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

    /// So many values below a bound, each as the difference to the one before.
    pub fn column(&mut self, count: u64, bound: u8, what: &str) -> Result<Vec<u8>, Unreadable> {
        let differences = self.take(usize::try_from(count).unwrap_or(usize::MAX))?;
        let column = differences.iter().scan(0u8, |value, &difference| {
            *value = value.wrapping_add(difference);
            Some(*value)
        });
        let column: Vec<u8> = column.collect();
        match column.iter().find(|&&value| value >= bound) {
            Some(value) => unreadable(format!("{value} is no {what}")),
            None => Ok(column),
        }
    }
}
