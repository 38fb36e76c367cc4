//! Marks that viewers draw: `[%eval …]`, `[%cal …]` and `[%csl …]` in comments.

use peasant::board::{Color, Move, Square};
use peasant::value::Wdl;
use peasant::{Analysis, End, Map, MoveAnalysis};

use crate::tell::drawing::Sets;

/// What a proved win is worth in pawns, less a tenth for each move to its end.
const WON: f64 = 19.0;

/// But no less than this; and if its end is not known.
const LEAST: f64 = 10.0;

/// So many key squares are drawn, and so many that correspond for each side.
const MOST: usize = 12;

/// The score of a position, from White's side. `None` where the result is open, and where the game is over.
pub fn eval(analysis: &Analysis) -> Option<String> {
    if analysis.moves.is_empty() {
        return None;
    }
    let turn = analysis.position.turn();
    score(
        turn,
        analysis.bounds.exact()?,
        analysis.mate_in,
        analysis.end,
    )
}

/// The score behind a move of a position, from White's side.
pub fn eval_after(turn: Color, m: &MoveAnalysis) -> Option<String> {
    let mate_in = m
        .mate_in
        .map(|plies| plies.saturating_sub(1))
        .filter(|&plies| plies > 0);
    score(turn, m.bounds.exact()?, mate_in, m.end)
}

/// A result for `side`, which mates or is mated in so many plies.
fn score(side: Color, result: Wdl, mate_in: Option<u16>, end: Option<End>) -> Option<String> {
    let winner = match result {
        Wdl::Draw => return Some("[%eval 0.00]".to_owned()),
        Wdl::Win => side,
        Wdl::Loss => !side,
    };
    let sign = if winner == Color::White { "" } else { "-" };
    Some(match (mate_in, end) {
        (Some(plies), _) => format!("[%eval #{sign}{}]", plies.div_ceil(2)),
        (None, end) => {
            let moves = end.map_or(f64::INFINITY, |end| f64::from(end.moves));
            format!("[%eval {sign}{:.2}]", (WON - moves / 10.0).max(LEAST))
        }
    })
}

/// Arrows: green what is right, red what refutes.
pub fn arrows(right: &[Move], refutation: Option<Move>) -> Option<String> {
    let green = right.iter().map(|m| format!("G{}{}", m.from, m.to));
    let red = refutation.iter().map(|m| format!("R{}{}", m.from, m.to));
    let mut arrows: Vec<String> = green.chain(red).collect();
    // Promotions to several pieces are one arrow.
    arrows.dedup();
    (!arrows.is_empty()).then(|| format!("[%cal {}]", arrows.join(",")))
}

/// Squares: key squares green, corresponding squares yellow and, those of the defender, blue.
pub fn squares(map: &Map) -> Option<String> {
    let sets = Sets::told(map);
    let mut marks: Vec<(Square, char)> = Vec::new();
    let mut add = |squares: Vec<Square>, mark: char| {
        if squares.len() <= MOST {
            for square in squares {
                if !marks.iter().any(|&(marked, _)| marked == square) {
                    marks.push((square, mark));
                }
            }
        }
    };
    add(sets.key_squares.clone(), 'G');
    add(sets.corresponding.iter().map(|pair| pair.0).collect(), 'Y');
    add(sets.corresponding.iter().map(|pair| pair.1).collect(), 'B');
    let marks: Vec<String> = marks
        .iter()
        .map(|(square, mark)| format!("{mark}{square}"))
        .collect();
    (!marks.is_empty()).then(|| format!("[%csl {}]", marks.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_whites_and_claims_no_mate_that_is_not_exact() {
        let of = |side, result, mate| score(side, result, mate, None);
        for (side, result, mate, mark) in [
            (Color::White, Wdl::Draw, None, "[%eval 0.00]"),
            (Color::White, Wdl::Win, Some(5), "[%eval #3]"),
            (Color::White, Wdl::Loss, Some(4), "[%eval #-2]"),
            (Color::Black, Wdl::Win, Some(1), "[%eval #-1]"),
            (Color::Black, Wdl::Loss, None, "[%eval 10.00]"),
            (Color::Black, Wdl::Win, None, "[%eval -10.00]"),
        ] {
            assert_eq!(of(side, result, mate).as_deref(), Some(mark));
        }
    }
}
