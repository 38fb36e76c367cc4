//! What a likelihood hangs on, and what of it is counted.

use std::time::Duration;

use peasant::board::Position;
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Likelihood, Opinion};

use super::weights::{ENGINE, LEAD, OURS, WIDTH, Weights};
use super::{logistic, softplus};
use crate::score::Score;

/// A score counts in pieces: its first third of a pawn, what goes on to a pawn, to four, to twenty; no more than that.
const STEPS: [i32; 5] = [0, 30, 100, 400, 2000];
/// Of a score this much counts by the number of pawns, so many at most, and where no bound is proved.
const COUNTED: i32 = 400;
const MOST_PAWNS: u32 = 12;
/// Who has looked so many plies deep has looked deep.
const DEEP: u32 = 16;
/// A side is ahead by no more pawns.
const AHEAD: i32 = 3;
/// More pawns are many.
const MANY: u32 = 6;
/// The times that the weights are fitted for, in seconds: shorter and longer ones count as these.
const TIMES: (f64, f64) = (0.1, 10.0);

/// Whose score it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// That of [`crate::Search`].
    Ours,
    /// That of another engine: the weights are those of Stockfish 15.1.
    Engine,
}

/// What is known of an open position after the time that there was, as its side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Whose score it is.
    pub judge: Judge,
    /// The score.
    pub score: Score,
    /// How deep it has looked, in plies.
    pub depth: u32,
    /// What is proved of the result.
    pub bounds: Bounds,
    /// The pawns of the side to move, and those of the other.
    pub pawns: [u32; 2],
    /// The time that proof and opinion had.
    pub time: Duration,
}

impl Evidence {
    /// What an answer tells; `None` if there is no opinion in it.
    #[must_use]
    pub fn of(analysis: &Analysis) -> Option<Evidence> {
        let opinion = analysis.opinion.as_ref()?;
        let time = analysis.statistics.time;
        Some(Evidence::new(
            &analysis.position,
            analysis.bounds,
            opinion,
            time,
        ))
    }

    /// An opinion of a position, or of one of its moves with what is proved of that.
    #[must_use]
    pub fn new(position: &Position, bounds: Bounds, opinion: &Opinion, time: Duration) -> Evidence {
        let is_ours = opinion.source == Judge::OURS;
        let (pawns, us) = (position.pawns(), position.turn());
        Evidence {
            judge: if is_ours { Judge::Ours } else { Judge::Engine },
            score: Score(opinion.score),
            depth: opinion.depth,
            bounds,
            pawns: [us, !us].map(|color| pawns.of(color).count()),
            time,
        }
    }

    /// How likely each result is.
    #[must_use]
    pub fn likelihood(&self) -> Likelihood {
        let weights: &Weights = match self.judge {
            Judge::Ours => &OURS,
            Judge::Engine => &ENGINE,
        };
        let lead = weighted(&self.lead(), &weights.lead);
        let width = softplus(weighted(&self.width(), &weights.width));
        logistic(lead, width).within(self.bounds)
    }

    /// By how much the side to move is better off.
    fn lead(&self) -> [f64; LEAD] {
        let Score(score) = self.score;
        let [a, b, c, d] = pieces(score);
        let counted = f64::from(score.clamp(-COUNTED, COUNTED)) / 100.0;
        let by_pawns = f64::from(self.all_pawns().min(MOST_PAWNS)) / f64::from(MOST_PAWNS);
        let is_free = !self.is_held() && !self.is_not_won();
        let [own, theirs] = self.pawns.map(|many| many as i32);
        [
            a,
            b,
            c,
            d,
            counted * by_pawns,
            counted * f64::from(is_free),
            f64::from((own - theirs).clamp(-AHEAD, AHEAD)),
            1.0,
            f64::from(self.is_held()) - f64::from(self.is_not_won()),
        ]
    }

    /// How far from even a draw may be.
    fn width(&self) -> [f64; WIDTH] {
        let (shortest, longest) = TIMES;
        let time = self.time.as_secs_f64().clamp(shortest, longest);
        let tens = f64::from(self.all_pawns()) / 10.0;
        let many = f64::from(self.all_pawns().saturating_sub(MANY)) / 10.0;
        [1.0, tens, self.deep(), many * (time / shortest).log10()]
    }

    fn deep(&self) -> f64 {
        f64::from(self.depth.min(DEEP)) / f64::from(DEEP)
    }

    fn all_pawns(&self) -> u32 {
        self.pawns.iter().sum()
    }

    fn is_held(&self) -> bool {
        self.bounds.lower() >= Wdl::Draw
    }

    fn is_not_won(&self) -> bool {
        self.bounds.upper() <= Wdl::Draw
    }
}

impl Judge {
    /// What [`peasant::Opinion::source`] says where the opinion is ours.
    pub const OURS: &str = "peasant";
}

/// A score piece by piece, in pawns.
fn pieces(score: i32) -> [f64; 4] {
    std::array::from_fn(|i| {
        let (low, high) = (STEPS[i], STEPS[i + 1]);
        let piece = (score.saturating_abs() - low).clamp(0, high - low);
        f64::from(piece * score.signum()) / 100.0
    })
}

fn weighted<const N: usize>(features: &[f64; N], weights: &[f64; N]) -> f64 {
    let products = features.iter().zip(weights);
    products.map(|(feature, weight)| feature * weight).sum()
}
