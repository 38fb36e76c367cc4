//! A move where nothing can be proved: legal, and not quite foolish. No engine is built here: for that there is `Engine`.

use shakmaty::{Chess, Color, Move, Position, Role};

/// What a man is worth, in pawns.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// A mate in sight.
const MATE: i32 = 1_000;

/// So many plies are looked at.
const PLIES: u32 = 3;

/// A move, as the protocol writes it, of those that are asked for if any of them is legal; `(none)` if there is none.
pub fn choose(position: &Chess, asked: &[String]) -> String {
    let mode = position.castles().mode();
    let name = |m: &Move| m.to_uci(mode).to_string();
    let legal = position.legal_moves();
    let asked: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|m| asked.contains(&name(m)))
        .collect();
    let moves = if asked.is_empty() { &legal[..] } else { &asked };
    let best = moves.iter().max_by_key(|&&m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        -score(&after, PLIES - 1, -2 * MATE, 2 * MATE)
    });
    best.map_or("(none)".to_owned(), name)
}

/// Material after a few plies, for the side to move.
fn score(position: &Chess, plies: u32, mut lower: i32, upper: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() {
            -MATE - plies as i32
        } else {
            0
        };
    }
    if plies == 0 {
        return material(position, position.turn()) - material(position, !position.turn());
    }
    for m in moves {
        let mut after = position.clone();
        after.play_unchecked(m);
        lower = lower.max(-score(&after, plies - 1, -upper, -lower));
        if lower >= upper {
            break;
        }
    }
    lower
}

fn material(position: &Chess, color: Color) -> i32 {
    let board = position.board();
    let of = |role| (board.by_color(color) & board.by_role(role)).count() as i32 * worth(role);
    Role::ALL.into_iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn chosen(fen: &str) -> String {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
        choose(
            &fen.into_position(CastlingMode::Standard).expect("legal"),
            &[],
        )
    }

    #[test]
    fn mates_and_gifts_are_taken() {
        assert_eq!(chosen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "a1a8");
        assert_eq!(chosen("6k1/8/8/3q4/8/4N3/8/R3R1K1 w - - 0 1"), "e3d5");
        assert_eq!(chosen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "(none)");
    }
}
