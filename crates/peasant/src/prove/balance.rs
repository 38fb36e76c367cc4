//! Who is ahead in promoted pieces: a rule of thumb, for suppositions only.

use std::cmp::Ordering;

use crate::board::{Position, Role};

/// What pieces are worth, in pawns.
const WORTH: [(Role, u32); 4] = [
    (Role::Queen, 9),
    (Role::Rook, 5),
    (Role::Bishop, 3),
    (Role::Knight, 3),
];

/// What a man is worth, in pawns; a king, which nobody takes, as a pawn.
pub(crate) fn worth(role: Role) -> u32 {
    let known = WORTH.iter().find(|(piece, _)| *piece == role);
    known.map_or(1, |&(_, worth)| worth)
}

/// Are the pieces of the side to move worth more, as much or less? Pawns do not count.
pub(crate) fn balance(position: &Position) -> Ordering {
    let worth = |color| -> u32 {
        let of = |&(role, worth): &(Role, u32)| worth * position.pieces(color, role).count();
        WORTH.iter().map(of).sum()
    };
    let mover = position.turn();
    worth(mover).cmp(&worth(!mover))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn pieces_count_and_pawns_do_not() {
        for (text, expected) in [
            ("4Q3/8/8/3K1k2/8/1p6/1P6/7q w - -", Ordering::Equal),
            ("8/8/8/3K1k2/8/1p6/1P6/7q w - -", Ordering::Less),
            ("8/8/8/3K1k2/8/1p6/1P6/q7 b - -", Ordering::Greater),
            ("8/8/8/3K1k2/8/1pR5/1P6/q7 b - -", Ordering::Greater),
            ("8/8/8/3K1k2/8/1pB5/1P4n1/8 b - -", Ordering::Equal),
            ("8/8/8/3K1k2/8/8/1PP5/8 b - -", Ordering::Equal),
        ] {
            let position = fen::parse(text).expect("a legal position");
            assert_eq!(balance(&position), expected, "{text}");
        }
    }
}
