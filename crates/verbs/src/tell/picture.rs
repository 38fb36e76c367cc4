//! A board in text.

use pawngame;
use peasant::board::{Bitboard, Color, Position, Role, Square};

use super::{colour, locale};

/// How a board is drawn.
#[derive(Clone, Copy)]
enum Look {
    /// With letters.
    Ascii,
    /// With chess symbols, outlines for White.
    Symbols,
    /// The same on coloured squares. White's men are outlines there too, so that a board that is copied tells them apart.
    Coloured,
}

impl Look {
    /// As the user wants it, and the locale and standard output can show it.
    fn chosen(ascii: bool) -> Look {
        match (ascii || !locale::has_unicode(), colour::is_on()) {
            (true, _) => Look::Ascii,
            (false, false) => Look::Symbols,
            (false, true) => Look::Coloured,
        }
    }

    /// A square with its man, and its edge on the left; a mark stands in the square or, beside a man, on its edge.
    fn cell(self, square: Square, man: Option<(Color, Role)>, is_marked: bool) -> String {
        let dot = match self {
            Look::Ascii => '*',
            Look::Symbols | Look::Coloured => '●',
        };
        let edge = if is_marked && man.is_some() { dot } else { ' ' };
        let inside = |empty: char| match man {
            None if is_marked => dot,
            None => empty,
            Some(man) => self.man(man),
        };
        match self {
            Look::Ascii => format!("{edge}{}", inside('.')),
            Look::Symbols => format!("{edge}{}", inside('·')),
            Look::Coloured => coloured(square, man.map(|man| man.0), edge, inside(' ')),
        }
    }

    /// A man.
    fn man(self, (color, role): (Color, Role)) -> char {
        match self {
            Look::Ascii => letter((color, role)),
            Look::Symbols | Look::Coloured => symbol((color, role)),
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
    marked(position, ascii, Bitboard::EMPTY)
}

/// The same with a dot on some squares, among letters a star.
pub fn marked(position: &Position, ascii: bool, marks: Bitboard) -> String {
    let man_at = |square| position.piece_at(square);
    draw((8, 8), Look::chosen(ascii), marks, man_at)
}

/// A position of a game with pawns alone, White at the bottom; coloured likewise.
pub fn pawns(position: &pawngame::Position, ascii: bool) -> String {
    let rules = position.rules().get();
    let size = (rules.files, rules.ranks);
    draw(size, Look::chosen(ascii), Bitboard::EMPTY, |square| {
        let color = position.pawn_at(square)?;
        Some((color, Role::Pawn))
    })
}

/// A line a rank, and the names of the files.
fn draw(
    (files, ranks): (u32, u32),
    look: Look,
    marks: Bitboard,
    man_at: impl Fn(Square) -> Option<(Color, Role)>,
) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..files {
            let square = Square::at(file, rank);
            text.push_str(&look.cell(square, man_at(square), marks.contains(square)));
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
fn coloured(square: Square, color: Option<Color>, edge: char, inside: char) -> String {
    let is_light = (square.file() + square.rank()) % 2 == 1;
    let ground = if is_light { 137 } else { 94 };
    let paint = match color {
        None if inside == ' ' => "",
        None | Some(Color::White) => ";38;5;231",
        Some(Color::Black) => ";38;5;16",
    };
    format!("\x1b[48;5;{ground}{paint}m{edge}{inside} ")
}

fn letter((color, role): (Color, Role)) -> char {
    match color {
        Color::White => role.letter().to_ascii_uppercase(),
        Color::Black => role.letter().to_ascii_lowercase(),
    }
}

fn symbol((color, role): (Color, Role)) -> char {
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
        with_marks(look, false)
    }

    fn with_marks(look: Look, is_marked: bool) -> String {
        let position = fen::parse("7k/8/8/8/8/8/P7/K7 w - -").expect("a position");
        let marks = Square::parse("a1").into_iter().chain(Square::parse("b2"));
        let marks = marks.filter(|_| is_marked).collect();
        draw((8, 8), look, marks, |square| position.piece_at(square))
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

    #[test]
    fn marks_stand_in_the_square_or_on_its_edge() {
        let marked = |look| with_marks(look, true);
        let letters = marked(Look::Ascii);
        assert!(
            letters.contains("2  P * . ") && letters.contains("1 *K . "),
            "{letters}"
        );
        let symbols = marked(Look::Symbols);
        assert!(
            symbols.contains("2  ♙ ● · ") && symbols.contains("1 ●♔ · "),
            "{symbols}"
        );
        let coloured = marked(Look::Coloured);
        for part in ["5;94;38;5;231m ● \x1b", "1 \x1b[48;5;94;38;5;231m●♔ "] {
            assert!(coloured.contains(part), "{coloured:?}");
        }
        for (look, dot) in [
            (Look::Ascii, '*'),
            (Look::Symbols, '●'),
            (Look::Coloured, '●'),
        ] {
            assert_eq!(marked(look).matches(dot).count(), 2);
            assert!(!drawn(look).contains(dot));
        }
    }

    /// White's men are outlines in white, Black's solid and black, and every rank ends in the terminal's own colours.
    #[test]
    fn on_a_terminal_men_differ_in_shape_and_colour() {
        let board = drawn(Look::Coloured);
        for part in [
            "1 \x1b[48;5;94;38;5;231m ♔ ",
            "2 \x1b[48;5;137;38;5;231m ♙ ",
            "48;5;94;38;5;16m ♚ \x1b[0m\n",
        ] {
            assert!(board.contains(part), "{board:?}");
        }
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
