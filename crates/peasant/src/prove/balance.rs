//! Who is ahead in promoted pieces: a rule of thumb for whose attack comes first.

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

/// The pieces of the side to move less those of the other, in pawns. Pawns do not count.
pub(crate) fn balance(position: &Position) -> i32 {
    let worth = |color| -> u32 {
        let of = |&(role, worth): &(Role, u32)| worth * position.pieces(color, role).count();
        WORTH.iter().map(of).sum()
    };
    let mover = position.turn();
    worth(mover).cast_signed() - worth(!mover).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn pieces_count_and_pawns_do_not() {
        for (text, expected) in [
            ("4Q3/8/8/3K1k2/8/1p6/1P6/7q w - -", 0),
            ("8/8/8/3K1k2/8/1p6/1P6/7q w - -", -1),
            ("8/8/8/3K1k2/8/1p6/1P6/q7 b - -", 1),
            ("8/8/8/3K1k2/8/1pR5/1P6/q7 b - -", 1),
            ("8/8/8/3K1k2/8/1pB5/1P4n1/8 b - -", 0),
            ("8/8/8/3K1k2/8/8/1PP5/8 b - -", 0),
        ] {
            let position = fen::parse(text).expect("a legal position");
            assert_eq!(balance(&position).signum(), expected, "{text}");
        }
    }
}
