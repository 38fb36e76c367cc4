//! How a game ends.

use super::position::Position;
use peasant::board::Color;

/// Reasons why a game is over. Who has won is told by [`Position::ended`]: without a move, that depends on the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A pawn of this player has reached its goal.
    Arrived(Color),
    /// This player has no pawns left.
    NoPawns(Color),
    /// This player is to move and has no move.
    NoMove(Color),
}

impl Position {
    /// Says why the game is over, if it is.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ended()?;
        let players = [!self.turn(), self.turn()];
        let arrived = |&color: &Color| self.pawns(color).iter().any(|s| self.goes(color, *s) == 0);
        let bare = |&color: &Color| self.pawns(color).is_empty();
        Some(if let Some(color) = players.into_iter().find(arrived) {
            Ending::Arrived(color)
        } else if let Some(color) = players.into_iter().rfind(bare) {
            Ending::NoPawns(color)
        } else {
            Ending::NoMove(self.turn())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Preset, RuleSet};
    use super::super::text::parse;
    use super::*;
    use peasant::board::Square;

    fn position(text: &str) -> Position {
        let rules = RuleSet {
            files: 2,
            ranks: 4,
            ..RuleSet::of(Preset::PawnGame)
        };
        parse(text, rules.validate().expect("rules")).expect("a position")
    }

    #[test]
    fn each_has_its_reason() {
        let here = position("2/Pp/1P/2 w - -");
        assert_eq!(here.ending(), None);
        let push = here
            .legal_moves()
            .into_iter()
            .find(|m| m.to == Square::at(0, 3));
        let over = here.play(push.expect("a4"));
        assert_eq!(over.ending(), Some(Ending::Arrived(Color::White)));
        let bare = |side| position(&format!("2/p1/2/2 {side} - -")).ending();
        assert_eq!(bare('w'), Some(Ending::NoPawns(Color::White)));
        assert_eq!(bare('b'), Some(Ending::NoPawns(Color::White)));
        assert_eq!(
            position("2/p1/P1/2 b - -").ending(),
            Some(Ending::NoMove(Color::Black))
        );
    }
}
