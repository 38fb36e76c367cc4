//! Spare moves: pawn moves that change nothing but the turn.

use std::collections::HashMap;

use super::budget::Budget;
use crate::analysis::{Crossed, Inquiry};
use crate::board::{Color, Position};
use crate::value::{Bounds, Wdl};

/// Pawn moves that each side could make in a row, the other one passing, after each of which the result is what it was before,
/// whoever is to move. Promotions and captures are no spare moves. `None`: not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SpareMoves {
    /// White's, if it is known.
    pub white: Option<u32>,
    /// Black's.
    pub black: Option<u32>,
}

/// The result for the side to move, with White and with Black to move; `None` where that is no legal position.
type Results = [Option<Wdl>; 2];

/// More positions than this are not looked at for one side.
const MOST_POSITIONS: usize = 64;

impl SpareMoves {
    pub(super) fn count(
        inquiry: &mut Inquiry,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<SpareMoves, Crossed> {
        let position = position.without_en_passant();
        let mut count = |color| {
            let mut counter = Counter {
                inquiry,
                budget,
                color,
                known: HashMap::new(),
            };
            counter.count(&position)
        };
        Ok(SpareMoves {
            white: count(Color::White)?,
            black: count(Color::Black)?,
        })
    }
}

struct Counter<'a, 'p> {
    inquiry: &'a mut Inquiry<'p>,
    budget: &'a mut Budget,
    color: Color,
    /// What has been counted already.
    known: HashMap<Position, Option<u32>>,
}

impl Counter<'_, '_> {
    /// With these men, whoever is to move.
    fn count(&mut self, position: &Position) -> Result<Option<u32>, Crossed> {
        let Some(results) = self.results(position)? else {
            return Ok(None);
        };
        self.longest(position, results)
    }

    /// The longest way of spare moves that keep these results.
    fn longest(&mut self, position: &Position, results: Results) -> Result<Option<u32>, Crossed> {
        let turned = if position.turn() == self.color {
            Some(*position)
        } else {
            position.pass()
        };
        let Some(mine) = turned else {
            return Ok(Some(0));
        };
        if let Some(&count) = self.known.get(&mine) {
            return Ok(count);
        }
        if self.known.len() >= MOST_POSITIONS {
            return Ok(None);
        }
        let mut longest = Some(0);
        for m in mine.legal_moves() {
            let is_pawns = mine.pawns().of(self.color).contains(m.from);
            if !is_pawns || m.promotion.is_some() || mine.is_capture(m) {
                continue;
            }
            let after = mine.play(m);
            let more = match self.results(&after)? {
                None => None,
                Some(now) if now != results => continue,
                Some(_) => self.longest(&after.without_en_passant(), results)?,
            };
            longest = longest
                .zip(more)
                .map(|(longest, more)| longest.max(more + 1));
        }
        self.known.insert(mine, longest);
        Ok(longest)
    }

    /// The results of these men, the first as they stand. `None` if they are not known.
    fn results(&mut self, position: &Position) -> Result<Option<Results>, Crossed> {
        let mut results = [None; 2];
        for position in [Some(*position), position.pass()].into_iter().flatten() {
            let bounds: Bounds = self.budget.settle(self.inquiry, &position)?;
            let Some(result) = bounds.exact() else {
                return Ok(None);
            };
            results[position.turn() as usize] = Some(result);
        }
        Ok(Some(results))
    }
}
