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
    outline: "M50 20a14 14 0 0 1 9.4 24.4c3.1 1 4.9 2.8 4.9 5.6h-6c.9 12 4.2 18 14.2 24.7 3.8 2.5 5.5 7 5.5 14.3H22c0-7.3 1.7-11.8 \
        5.5-14.3 10-6.7 13.3-12.7 14.2-24.7h-6c0-2.8 1.8-4.6 4.9-5.6A14 14 0 0 1 50 20z",
    lines: "M41.7 50h16.6M27 76.5h46",
};

const KNIGHT: Man = Man {
    outline: "M29 89c-1-15 5-22 12-29 4-4 6-7 6.5-12-4 5-9 5-13 7-3.5 1.7-5.5 7-10.5 9.5-5 2-10.5-2.5-10-9 .4-5.5 6.5-10 8.5-16.5 \
        1-4 3-8.5 6-11.5-.8-4.5-.5-9 1-14 4.5 2 7.5 4.5 9.5 7.5C62 18.5 83 36 82 89z",
    lines: "M50 29c15 7 22 24 21 50M18.5 57.5l2.5-2M24 64.5c1.5-.8 3-2.5 4-4.5M33.3 37.5a1.8 1.8 0 1 0 .1 0z",
};

const BISHOP: Man = Man {
    outline: "M36 73h28c2 5 7 6.5 14 7.5 3 .4 5 3 5 8.5H17c0-5.5 2-8.1 5-8.5 7-1 12-2.5 14-7.5zM50 22c10 7 19.5 17.5 19.5 29.5 0 \
        5.5-2.5 9.5-7 13.5h-25c-4.5-4-7-8-7-13.5 0-12 9.5-22.5 19.5-29.5zM36 65h28v8.5H36zM50 10.5a5.8 5.8 0 1 1-.1 0z",
    lines: "M50 36v18M41.5 44.5h17M37.5 65h25M36 73.5h28",
};

const ROOK: Man = Man {
    outline: "M22 15h12.5v8.5h9V15h13v8.5h9V15H78v20l-9 8 2.5 28 7 7v11h-57V78l7-7L31 43l-9-8z",
    lines: "M22 33h56M31 43h38M28.5 71h43M21.5 78.5h57",
};

const QUEEN: Man = Man {
    outline: "M23 66l-9.5-33L31 52l-.5-30.5L44 49.5 50 19l6 30.5 13.5-28L69 52l17.5-19L77 66l-3 8 3 15H23l3-15z\
        M12.5 22.5a5.5 5.5 0 1 1-.1 0zM30 11.5a5.5 5.5 0 1 1-.1 0zM50 9a5.5 5.5 0 1 1-.1 0zM70 11.5a5.5 5.5 0 1 1-.1 0z\
        M87.5 22.5a5.5 5.5 0 1 1-.1 0z",
    lines: "M23 66q27-7 54 0M26 74q24-6 48 0M23.5 84q26.5-6 53 0",
};

const KING: Man = Man {
    outline: "M46.5 6h7v6h6v7h-6v7h-7v-7h-6v-7h6zM50 25c4.5 3 6.5 7 4.8 12.5L50 48l-4.8-10.5C43.5 32 45.5 28 50 25z\
        M50 48C47 37 40 31 30 31 17 31 10 41 13 53c2 8 9 13 12.5 19.5L23 89h54\
        l-2.5-16.5C78 66 85 61 87 53 90 41 83 31 70 31 60 31 53 37 50 48z",
    lines: "M50 49v16.5M25.5 72.5q24.5-7 49 0M24 81.5q26-7 52 0M33 64.5C30 59 21.5 56 20.5 50 19.5 43 23.5 38.5 30 38.5\
        c8 0 12.5 6.5 13.5 25M67 64.5C70 59 78.5 56 79.5 50 80.5 43 76.5 38.5 70 38.5\
        c-8 0-12.5 6.5-13.5 25",
};
