//! How likely a win, a draw and a loss are where no proof has decided: an ordinal logistic regression (a cumulative logit) on what
//! is known after the time that there was.
//!
//! A *lead* says by how much the side to move is better off, and a *width* how far from even a position may be and still be a draw:
//!
//! ```text
//! win = σ(lead − width)    loss = σ(−lead − width)    draw = what is left
//! ```
//!
//! Both are sums of weighted [features](Evidence); the width is kept above 0 (softplus). The lead never falls where the score rises,
//! so the expected result does not either. What is proved is kept to: results outside the bounds have no share, and the others share
//! the whole in the same proportions. `weights.rs` is written by `scripts/likelihood`, and docs/benchmarks.md shows how often it is
//! right.

mod evidence;
#[cfg(test)]
mod tests;
mod weights;

use peasant::{Analysis, Likelihood};

pub use evidence::{Evidence, Judge};

/// What an answer tells: certainty where the result is proved, `None` where it is open and nobody has an opinion of it.
#[must_use]
pub fn likelihood(analysis: &Analysis) -> Option<Likelihood> {
    match analysis.bounds.exact() {
        Some(result) => Some(Likelihood::certain(result)),
        None => Some(Evidence::of(analysis)?.likelihood()),
    }
}

/// Of a lead and a width.
fn logistic(lead: f64, width: f64) -> Likelihood {
    let (win, loss) = (sigmoid(lead - width), sigmoid(-lead - width));
    Likelihood {
        win,
        draw: (1.0 - win - loss).max(0.0),
        loss,
    }
}

/// The logistic function.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Above 0, and nearly the number itself where that is large.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
