//! How often something is thrown away.

use schemars::JsonSchema;
use serde::Serialize;

/// So many deviations to both sides hold 95 of 100 cases.
const DEVIATIONS: f64 = 1.959_964;

/// How often it is thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rate {
    /// How often it could be: positions with this proved result for the side to move, in which a legal move is proved to spoil it.
    pub chances: u64,
    /// How often it was.
    pub errors: u64,
    /// The share of the chances that were thrown away, from 0 to 1; null without chances.
    pub share: Option<f64>,
    /// The lower end of the 95 % interval of that share (Wilson).
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

impl Rate {
    /// So many errors of so many chances.
    pub fn new(errors: u64, chances: u64) -> Rate {
        let interval = wilson(errors, chances);
        Rate {
            chances,
            errors,
            share: (chances > 0).then(|| rounded(errors as f64 / chances as f64)),
            low: interval.map(|(low, _)| rounded(low)),
            high: interval.map(|(_, high)| rounded(high)),
        }
    }
}

/// The interval that Wilson gives for a share. `None`: there is no share.
fn wilson(errors: u64, chances: u64) -> Option<(f64, f64)> {
    if chances == 0 {
        return None;
    }
    let (count, share) = (chances as f64, errors as f64 / chances as f64);
    let square = DEVIATIONS * DEVIATIONS / count;
    let middle = share + square / 2.0;
    let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt();
    let end = |end: f64| (end / (1.0 + square)).clamp(0.0, 1.0);
    Some((end(middle - half), end(middle + half)))
}

/// In hundred-thousandths.
fn rounded(share: f64) -> f64 {
    (share * 1e5).round() / 1e5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Newcombe's paper on intervals for a single proportion (1998), to four digits.
    #[test]
    fn intervals_are_wilsons() {
        for (errors, chances, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let rate = Rate::new(errors, chances);
            let is_near = |end: Option<f64>, known: f64| (end.unwrap_or(2.0) - known).abs() < 6e-5;
            assert!(
                is_near(rate.low, low) && is_near(rate.high, high),
                "{rate:?}"
            );
        }
        let none = Rate::new(0, 0);
        assert_eq!((none.share, none.low, none.high), (None, None, None));
    }
}
