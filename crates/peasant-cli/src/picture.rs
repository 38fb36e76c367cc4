//! A board in text.

use peasant::board::{Color, Position, Role, Square};
use peasant::pawngame;

/// A position of chess, White at the bottom.
pub fn board(position: &Position, ascii: bool) -> String {
    draw((8, 8), ascii, |square| position.piece_at(square))
}

/// A position of a game with pawns alone, White at the bottom.
pub fn pawns(position: &pawngame::Position, ascii: bool) -> String {
    let rules = position.rules().get();
    draw((rules.files, rules.ranks), ascii, |square| {
        let color = position.pawn_at(square)?;
        Some((color, Role::Pawn))
    })
}

/// A line a rank, and the names of the files.
fn draw(
    (files, ranks): (u32, u32),
    ascii: bool,
    man_at: impl Fn(Square) -> Option<(Color, Role)>,
) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..files {
            let man = man_at(Square::at(file, rank));
            text.push(' ');
            text.push(if ascii { letter(man) } else { symbol(man) });
        }
        text.push('\n');
    }
    text.push_str("  ");
    for name in ('a'..='h').take(files as usize) {
        text.push_str(&format!(" {name}"));
    }
    text.push('\n');
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
