//! The men, drawn for this program: each in a box of 100 by 100 units, y downwards, standing on 90.

use crate::board::Role;

/// A man: its outline, filled, and the lines within.
pub(super) struct Man {
    /// Closed curves, the ones behind first.
    pub outline: &'static str,
    /// Open lines, and an eye.
    pub lines: &'static str,
}

/// How a kind of man is drawn; both colours have the same shape.
pub(super) const fn man(role: Role) -> Man {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

const PAWN: Man = Man {
    outline: "M50 20a13.5 13.5 0 0 1 9.2 23.4c3 1 4.8 2.8 4.8 5.4h-6c.9 13 3.6 19.2 13.5 26 3.6 2.5 5.5 6.7 5.5 14.2H23c0-7.5 1.9-11.7 \
        5.5-14.2 9.9-6.8 12.6-13 13.5-26h-6c0-2.6 1.8-4.4 4.8-5.4A13.5 13.5 0 0 1 50 20z",
    lines: "M42 48.8h16M28.5 76.5h43",
};

const KNIGHT: Man = Man {
    outline: "M29 89c-1-15 5-22 12-29 4-4 6-7 6.5-12-4 5-9 5-13 7-3.5 1.7-5.5 7-10.5 9.5-5 2-10.5-2.5-10-9 .4-5.5 6.5-10 8.5-16.5 \
        1-4 3-8.5 6-11.5-.8-4.5-.5-9 1-14 4.5 2 7.5 4.5 9.5 7.5C62 18.5 83 36 82 89z",
    lines: "M50 29c15 7 22 24 21 50M18.5 57.5l2.5-2M24 64.5c1.5-.8 3-2.5 4-4.5M33.3 37.5a1.8 1.8 0 1 0 .1 0z",
};

const BISHOP: Man = Man {
    outline: "M36 73h28c2 5 7 6.5 14 7.5 3 .4 5 3 5 8.5H17c0-5.5 2-8.1 5-8.5 7-1 12-2.5 14-7.5zM50 22c10 7 19.5 17.5 19.5 29.5 0 \
        5.5-2.5 9.5-7 13.5h-25c-4.5-4-7-8-7-13.5 0-12 9.5-22.5 19.5-29.5zM36 65h28v8.5H36zM50 10.5a5.8 5.8 0 1 1-.1 0z",
    lines: "M50 36v18M41.5 44.5h17",
};

const ROOK: Man = Man {
    outline: "M25 16h11.5v8h8v-8h11v8h8v-8H75v19l-8.5 7.5 2.5 29 6.5 6.5V89h-51V78L31 71.5l2.5-29L25 35z",
    lines: "M25 33.5h50M34 42.5h32M31 71.5h38M24.5 79h51",
};

const QUEEN: Man = Man {
    outline: "M23 66l-9.5-33L31 52l-.5-30.5L44 49.5 50 19l6 30.5 13.5-28L69 52l17.5-19L77 66l-3 8 3 15H23l3-15z\
        M12.5 22.5a5.5 5.5 0 1 1-.1 0zM30 11.5a5.5 5.5 0 1 1-.1 0zM50 9a5.5 5.5 0 1 1-.1 0zM70 11.5a5.5 5.5 0 1 1-.1 0z\
        M87.5 22.5a5.5 5.5 0 1 1-.1 0z",
    lines: "M23 66q27-7 54 0M26 74q24-6 48 0M23.5 84q26.5-6 53 0",
};

const KING: Man = Man {
    outline: "M46.5 7h7v6h6v7h-6v8h-7v-8h-6v-7h6zM50 25c6 3.5 9 9 7.5 15.5L50 60l-7.5-19.5C41 34 44 28.5 50 25z\
        M50 66c-1-16-3-34-19-34-12 0-19 10-16 21.5C17 61 24 66 26 73l-2.5 16h53L74 73c2-7 9-12 11-19.5C88 42 81 32 69 32 53 32 51 50 50 66z",
    lines: "M50 65v-22M26 72q24-7 48 0M25 81q25-7 50 0M32 65c-3-5-9-8-10-13-1.5-8 3-13 9-13 8 0 11.5 9 12.5 21M68 65c3-5 9-8 10-13 1.5-8-3-13-9-13\
        -8 0-11.5 9-12.5 21",
};
