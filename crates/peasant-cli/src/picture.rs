//! A board in text.

use peasant::board::{Color, Position, Role, Square};

/// Eight lines and the names of the files, White at the bottom.
pub fn board(position: &Position, ascii: bool) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..8 {
            let man = position.piece_at(Square::at(file, rank));
            text.push(' ');
            text.push(if ascii { letter(man) } else { symbol(man) });
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n");
    text
}

fn letter(man: Option<(Color, Role)>) -> char {
    match man {
        None => '.',
        Some((Color::White, role)) => role.letter().to_ascii_uppercase(),
        Some((Color::Black, role)) => role.letter().to_ascii_lowercase(),
    }
}

fn symbol(man: Option<(Color, Role)>) -> char {
    let Some((color, role)) = man else {
        return '·';
    };
    let [white, black] = match role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    if color == Color::White { white } else { black }
}
