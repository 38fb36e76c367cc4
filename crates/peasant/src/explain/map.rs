//! The map of one attacker: the sets on the board.

use super::corresponding::{Corresponding, corresponding};
use super::heat::heat;
use super::key_squares::{Turn, key_squares};
use super::territory::Territory;
use super::walk::Walk;
use super::zugzwang::{MutualZugzwang, mutual_zugzwangs};
use crate::board::{Color, Square};
use crate::value::Wdl;

/// A map of what one side's win hangs on, for all placements of the kings with these pawns. All of it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Map {
    /// The side whose win is in question.
    pub attacker: Color,
    /// Squares on which the attacker's king wins wherever the defender's king is (legally, and not able to take a man at
    /// once), the defender to move; in the order of the board. Empty if the attacker wins so from everywhere.
    pub key_squares: Vec<Square>,
    /// Key squares whoever is to move.
    pub strong_key_squares: Vec<Square>,
    /// All mutual zugzwangs, those first that the kings reach soonest.
    pub mutual_zugzwangs: Vec<MutualZugzwang>,
    /// The squares of the attacker's king that are held somewhere in time, those first that it reaches soonest.
    pub corresponding: Vec<Corresponding>,
    /// Squares of the defender's king: for each the result for the attacker, whose king stays where it is, with the
    /// position's side to move and nothing to be captured en passant. In the order of the board; what is illegal or open is left
    /// out.
    pub heat: Vec<(Square, Wdl)>,
    /// Placements of the kings, with one side or the other to move, of which it is not known whether the attacker wins: what
    /// they would add is left out. `None`: no map can be drawn, as there are promoted pieces or nothing is known; all
    /// is empty.
    pub open_placements: Option<u32>,
}

impl Map {
    /// Nothing is drawn.
    pub(super) fn blank(attacker: Color) -> Map {
        Map {
            attacker,
            key_squares: Vec::new(),
            strong_key_squares: Vec::new(),
            mutual_zugzwangs: Vec::new(),
            corresponding: Vec::new(),
            heat: Vec::new(),
            open_placements: None,
        }
    }

    pub(super) fn draw(territory: &Territory) -> Map {
        let attacker = territory.attacker;
        let walks = [attacker, !attacker].map(|color| Walk::new(territory.position, color));
        Map {
            attacker,
            key_squares: key_squares(territory, Turn::Defenders),
            strong_key_squares: key_squares(territory, Turn::Anybodys),
            mutual_zugzwangs: mutual_zugzwangs(territory, &walks),
            corresponding: corresponding(territory, &walks),
            heat: heat(territory),
            open_placements: Some(territory.slice.open()),
        }
    }

    /// True if everything is known that the map is drawn from.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.open_placements == Some(0)
    }

    /// The squares that correspond: those of the attacker with just one answer, and that answer.
    pub fn pairs(&self) -> impl Iterator<Item = (Square, Square)> {
        self.corresponding
            .iter()
            .filter_map(|square| match square.defenders[..] {
                [only] => Some((square.attacker, only)),
                _ => None,
            })
    }
}
