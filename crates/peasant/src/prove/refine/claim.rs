//! What is to be proved of points: that the attacker wins, or that it does not.

use crate::board::Color;
use crate::prove::graph::interval::Bound;
use crate::slice::Wins;

/// What is claimed of the points of a support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::prove) enum Claim {
    /// The attacker wins.
    Win,
    /// The defender holds: the attacker does not win.
    Hold,
}

impl Claim {
    /// The claim that an answer amounts to.
    pub fn of(won: bool) -> Claim {
        if won { Claim::Win } else { Claim::Hold }
    }

    /// Is the attacker said to win?
    pub fn is_win(self) -> bool {
        self == Claim::Win
    }

    /// Whose strategy is to be found, as the attacker sees it: the attacker plays White.
    pub fn strategist(self) -> Color {
        match self {
            Claim::Win => Color::White,
            Claim::Hold => Color::Black,
        }
    }

    /// The bound by which it is proved.
    pub fn bound(self) -> Bound {
        match self {
            Claim::Win => Bound::Lower,
            Claim::Hold => Bound::Upper,
        }
    }

    /// Of some points, those of which it is true where the attacker wins so much.
    pub fn held_among(self, points: &Wins, wins: &Wins) -> Wins {
        match self {
            Claim::Win => points.and(wins),
            Claim::Hold => points.and(&wins.complement()),
        }
    }
}
