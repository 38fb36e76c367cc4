//! Verdicts: a value and a distance, and how those of the moves make that of a position.

use super::Wdl;

/// A value for the side to move and, unless drawn, the plies to the next zeroing move or mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value for the side to move.
    pub value: Wdl,
    /// Plies to the next zeroing move or mate; `None` if drawn.
    pub distance: Option<u16>,
}

impl Verdict {
    /// What a king step that leads to a position with this verdict is worth to the side that plays it.
    pub fn before(self) -> Verdict {
        Verdict {
            value: self.value.for_the_other(),
            distance: self.distance.map(|plies| plies + 1),
        }
    }
}

pub const DRAW: Verdict = Verdict {
    value: Wdl::Draw,
    distance: None,
};

pub fn lost_in(plies: u16) -> Verdict {
    Verdict {
        value: Wdl::Loss,
        distance: Some(plies),
    }
}

/// The best of the moves' verdicts: the quickest win; else, if no move is open or a draw, the slowest loss.
pub fn best(moves: impl Iterator<Item = Option<Verdict>>) -> Option<Verdict> {
    let mut quickest_win: Option<Verdict> = None;
    let mut slowest_loss = lost_in(0);
    let mut open = false;
    let mut draw = false;
    for verdict in moves {
        match verdict {
            None => open = true,
            Some(verdict) => match verdict.value {
                Wdl::Draw => draw = true,
                Wdl::Loss if verdict.distance > slowest_loss.distance => slowest_loss = verdict,
                Wdl::Loss => {}
                Wdl::Win => match quickest_win {
                    Some(quick) if quick.distance <= verdict.distance => {}
                    _ => quickest_win = Some(verdict),
                },
            },
        }
    }
    match (quickest_win, open, draw) {
        (Some(win), _, _) => Some(win),
        (None, true, _) => None,
        (None, false, true) => Some(DRAW),
        (None, false, false) => Some(slowest_loss),
    }
}
