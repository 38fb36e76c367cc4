//! A draw with one pawn each, neither passed: what comes of it if a king takes the other side's.

use peasant::Explanation;
use peasant::board::{Color, Position, Square};
use peasant::explain::PassedPawn;

use super::left;
use crate::kpk::words::wins_by_taking;

/// Why it is a draw; of the side that it saves, if that is known.
pub fn told(explanation: &Explanation, saved: Option<Color>) -> Option<String> {
    let analysis = &explanation.analysis;
    let pair = Pair::alone(&analysis.position)?;
    let falls = pair.if_one_falls(saved);
    falls
        .or_else(|| left::one_left(analysis))
        .or_else(|| left::by_stalemate(analysis))
        .or_else(|| pair.kept(saved))
}

/// Is there such a pair and nothing else?
pub fn is_alone(explanation: &Explanation) -> bool {
    Pair::alone(&explanation.analysis.position).is_some()
}

/// The same where such a pair is left at the end of the line, and was not alone before.
pub fn left(explanation: &Explanation) -> Option<String> {
    let analysis = &explanation.analysis;
    let line = analysis.line.iter();
    let last = line.fold(analysis.position, |here, &m| here.play(m));
    let pair = Pair::alone(&last).filter(|_| last.pawns() != analysis.position.pawns())?;
    let (white, black) = (pair.white, pair.black);
    let told = pair.if_one_falls(None).or_else(|| pair.kept(None))?;
    Some(format!(
        "In the end the pawns on {white} and {black} are left. {told}"
    ))
}

/// The two pawns.
struct Pair {
    white: Square,
    black: Square,
}

impl Pair {
    /// One pawn each and nothing else but the kings, neither passed.
    fn alone(position: &Position) -> Option<Pair> {
        let of = |color| {
            let pawns = position.pawns().of(color);
            pawns.first().filter(|_| pawns.count() == 1)
        };
        let (white, black) = (of(Color::White)?, of(Color::Black)?);
        let stopped = position.is_pawn_ending() && PassedPawn::all(position).is_empty();
        stopped.then_some(Pair { white, black })
    }

    fn of(&self, color: Color) -> Square {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Who loses when a pawn of its falls: the side that is saved, or either.
    fn losing(&self, saved: Option<Color>) -> Vec<Color> {
        let sides = saved.map_or(Color::BOTH.to_vec(), |side| vec![side]);
        sides.into_iter().filter(|&side| self.loses(side)).collect()
    }

    /// A king keeps the other from its pawn.
    fn kept(&self, saved: Option<Color>) -> Option<String> {
        let losing = self.losing(saved);
        let &side = losing.first()?;
        if losing.len() > 1 {
            return Some("A draw: each king keeps the other from its pawn.".to_owned());
        }
        let (other, pawn) = (!side, self.of(side));
        Some(format!(
            "{side} draws because its king keeps {other}'s from the pawn on {pawn}."
        ))
    }

    /// A pawn may fall, and the other king holds the one that is left.
    fn if_one_falls(&self, saved: Option<Color>) -> Option<String> {
        if !self.losing(saved).is_empty() {
            return None;
        }
        if let Some(side) = saved {
            let (holds, pawn) = (self.holds(side)?, self.of(side));
            return Some(format!(
                "{side} draws because its king {holds} if the pawn on {pawn} falls."
            ));
        }
        let [white, black] = Color::BOTH.map(|side| self.holds(side));
        let holds = if white == black { white? } else { HOLDS };
        Some(format!(
            "A draw: if a king takes the other side's pawn, the other king {holds}."
        ))
    }

    /// Does a side lose when its pawn falls, its king near by?
    fn loses(&self, side: Color) -> bool {
        wins_by_taking(self.of(side), self.of(!side), !side)
    }

    /// How a side holds, in a draw, when its pawn falls; `None` where more than one way is open.
    fn holds(&self, side: Color) -> Option<&'static str> {
        let (pawn, theirs) = (self.of(side), self.of(!side));
        let is_blocked = self.white.set().up() == self.black.set();
        match theirs.file() {
            0 | 7 if pawn.file() != theirs.file() => None,
            0 | 7 if is_blocked && pawn.seen_by(!side).rank() < 6 => {
                Some("gets to the corner in time")
            }
            0 | 7 => Some(HOLDS),
            _ => is_blocked.then_some("takes the opposition"),
        }
    }
}

const HOLDS: &str = "holds the rook's pawn that is left";
