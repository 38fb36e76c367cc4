//! How likely each result of a position is that no proof has settled. The prover gives none but certainty: whoever has asked somebody
//! else adds it to an [`Analysis`](crate::Analysis).

use crate::value::{Bounds, Wdl};

/// How likely each result of a position is, for its side to move. The three add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likelihood {
    /// It wins.
    pub win: f64,
    /// Nobody wins.
    pub draw: f64,
    /// It loses.
    pub loss: f64,
}

impl Likelihood {
    /// The result is known.
    #[must_use]
    pub fn certain(result: Wdl) -> Likelihood {
        let share = |of| if of == result { 1.0 } else { 0.0 };
        Likelihood {
            win: share(Wdl::Win),
            draw: share(Wdl::Draw),
            loss: share(Wdl::Loss),
        }
    }

    /// Of one result.
    #[must_use]
    pub const fn share(&self, result: Wdl) -> f64 {
        match result {
            Wdl::Win => self.win,
            Wdl::Draw => self.draw,
            Wdl::Loss => self.loss,
        }
    }

    /// The most likely result, and how likely it is; of two alike the better one.
    #[must_use]
    pub fn likeliest(&self) -> (Wdl, f64) {
        let (result, share) = match self.win >= self.draw {
            true => (Wdl::Win, self.win),
            false => (Wdl::Draw, self.draw),
        };
        match self.loss > share {
            true => (Wdl::Loss, self.loss),
            false => (result, share),
        }
    }

    /// The points that it promises: 1 for a win, a half for a draw.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Win, draw and loss in thousandths, together 1000. Only what is certain has all of them.
    #[must_use]
    pub fn thousandths(&self) -> [u32; 3] {
        let most = |share: f64| if share < 1.0 { 999.0 } else { 1000.0 };
        let rounded = |share: f64| (share * 1000.0).round().min(most(share)) as u32;
        let [mut win, mut loss] = [self.win, self.loss].map(rounded);
        if win + loss == 0 && self.draw < 1.0 {
            (win, loss) = if self.win >= self.loss {
                (1, 0)
            } else {
                (0, 1)
            };
        }
        [win, 1000_u32.saturating_sub(win + loss), loss]
    }

    /// The same for the opponent: of a move, what the position after it promises.
    #[must_use]
    pub const fn reversed(self) -> Likelihood {
        Likelihood {
            win: self.loss,
            draw: self.draw,
            loss: self.win,
        }
    }

    /// Without what is excluded by proof; the rest in the same proportions.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Likelihood {
        let left = |result| match bounds.lower() <= result && result <= bounds.upper() {
            true => self.share(result),
            false => 0.0,
        };
        let [win, draw, loss] = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(left);
        let sum = win + draw + loss;
        match bounds.exact() {
            Some(result) => Likelihood::certain(result),
            // Nothing is left of what was thought likely: the nearest result that can be.
            None if sum <= 0.0 && self.win > 0.0 => Likelihood::certain(bounds.upper()),
            None if sum <= 0.0 => Likelihood::certain(bounds.lower()),
            None => Likelihood {
                win: win / sum,
                draw: draw / sum,
                loss: loss / sum,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_has_all_thousandths() {
        let of = |win, draw, loss| Likelihood { win, draw, loss }.thousandths();
        assert_eq!(Likelihood::certain(Wdl::Win).thousandths(), [1000, 0, 0]);
        assert_eq!(Likelihood::certain(Wdl::Draw).thousandths(), [0, 1000, 0]);
        assert_eq!(of(0.9998, 0.0002, 0.0), [999, 1, 0]);
        assert_eq!(of(0.0, 0.0001, 0.9999), [0, 1, 999]);
        assert_eq!(of(0.0001, 0.9999, 0.0), [1, 999, 0]);
        assert_eq!(of(0.83, 0.168, 0.002), [830, 168, 2]);
    }
}
