//! A board in text.

use peasant::board::{Color, Position, Role, Square};
use peasant::pawngame;

use crate::colour;

/// How a board is drawn.
#[derive(Clone, Copy)]
enum Look {
    /// With letters.
    Ascii,
    /// With chess symbols, outlines for White.
    Symbols,
    /// With solid symbols on coloured squares: an outline would look black where the page is.
    Coloured,
}

impl Look {
    /// As the user wants it, and standard output can show it.
    fn chosen(ascii: bool) -> Look {
        match (ascii, colour::is_on()) {
            (true, _) => Look::Ascii,
            (false, false) => Look::Symbols,
            (false, true) => Look::Coloured,
        }
    }

    /// A square with its man, and its edge on the left.
    fn cell(self, square: Square, man: Option<(Color, Role)>) -> String {
        match self {
            Look::Ascii => format!(" {}", letter(man)),
            Look::Symbols => format!(" {}", symbol(man)),
            Look::Coloured => coloured(square, man),
        }
    }

    /// The name of a file, as wide as a square.
    fn name(self, name: char) -> String {
        match self {
            Look::Coloured => format!(" {name} "),
            _ => format!(" {name}"),
        }
    }
}

/// A position of chess, White at the bottom. Coloured if standard output is a terminal with colours.
pub fn board(position: &Position, ascii: bool) -> String {
    let look = Look::chosen(ascii);
    draw((8, 8), look, |square| position.piece_at(square))
}

/// A position of a game with pawns alone, White at the bottom; coloured likewise.
pub fn pawns(position: &pawngame::Position, ascii: bool) -> String {
    let rules = position.rules().get();
    draw((rules.files, rules.ranks), Look::chosen(ascii), |square| {
        let color = position.pawn_at(square)?;
        Some((color, Role::Pawn))
    })
}

/// A line a rank, and the names of the files.
fn draw(
    (files, ranks): (u32, u32),
    look: Look,
    man_at: impl Fn(Square) -> Option<(Color, Role)>,
) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..files {
            let square = Square::at(file, rank);
            text.push_str(&look.cell(square, man_at(square)));
        }
        text.push_str(match look {
            Look::Coloured => "\x1b[0m\n",
            _ => "\n",
        });
    }
    text.push_str("  ");
    for name in ('a'..='h').take(files as usize) {
        text.push_str(&look.name(name));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A square in wood, from the palette of 256 colours that nearly every terminal has: dark enough for white men, light enough
/// for black ones.
fn coloured(square: Square, man: Option<(Color, Role)>) -> String {
    let is_light = (square.file() + square.rank()) % 2 == 1;
    let ground = if is_light { 137 } else { 94 };
    match man {
        None => format!("\x1b[48;5;{ground}m   "),
        Some((color, role)) => {
            let paint = if color == Color::White { 231 } else { 16 };
            let solid = symbol(Some((Color::Black, role)));
            format!("\x1b[48;5;{ground};38;5;{paint}m {solid} ")
        }
    }
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

#[cfg(test)]
mod tests {
    use peasant::notation::fen;

    use super::*;

    fn drawn(look: Look) -> String {
        let position = fen::parse("7k/8/8/8/8/8/P7/K7 w - -").expect("a position");
        draw((8, 8), look, |square| position.piece_at(square))
    }

    #[test]
    fn plain_boards_have_no_escapes() {
        let (letters, symbols) = (drawn(Look::Ascii), drawn(Look::Symbols));
        assert!(
            letters.is_ascii() && letters.contains("1  K . ."),
            "{letters}"
        );
        assert!(
            symbols.contains("1  ♔ · ·") && symbols.contains("· ♚\n"),
            "{symbols}"
        );
        for board in [letters, symbols] {
            assert!(!board.contains('\x1b'));
            assert!(board.ends_with("\n   a b c d e f g h\n"), "{board}");
        }
    }

    /// White's men are solid and white, Black's solid and black, and every rank ends in the terminal's own colours.
    #[test]
    fn on_a_terminal_both_colours_are_solid() {
        let board = drawn(Look::Coloured);
        for part in [
            "1 \x1b[48;5;94;38;5;231m ♚ ",
            "2 \x1b[48;5;137;38;5;231m ♟ ",
            "48;5;94;38;5;16m ♚ \x1b[0m\n",
        ] {
            assert!(board.contains(part), "{board:?}");
        }
        assert!(!board.contains('♔'));
        assert_eq!(board.matches("\x1b[48").count(), 64);
        assert_eq!(
            board
                .lines()
                .filter(|line| line.ends_with("\x1b[0m"))
                .count(),
            8
        );
        assert!(
            board.ends_with("\n   a  b  c  d  e  f  g  h\n"),
            "{board:?}"
        );
    }
}
