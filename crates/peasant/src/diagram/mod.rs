//! Pictures of positions: a board with marks, as SVG.
//!
//! What is drawn needs nothing from outside: no font, no image, no script. Men, digits and letters are paths drawn for this
//! program; only a title and a caption, which may be in any language, are text in the reader's font. The same diagram always
//! gives the same bytes. Several of them may stand in one page: no ids are used, and the style sheet of each names a class of
//! its theme.
//!
//! ```
//! use peasant::board::Square;
//! use peasant::diagram::{Diagram, Key, Tone};
//! use peasant::notation::fen;
//!
//! let position = fen::parse("4k3/8/8/8/4P3/8/8/4K3 w - -")?;
//! let key_squares = ["d6", "e6", "f6"].map(|name| name.parse::<Square>().expect("a square"));
//! let svg = Diagram::new(position)
//!     .keys(key_squares, Key::Square)
//!     .arrow("e1".parse()?, "e6".parse()?, Tone::Idea)
//!     .caption("The king belongs before its pawn.")
//!     .svg();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! assert!(svg.contains("Key squares: d6, e6, f6."), "in words, for those who hear it");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod glyphs;
mod layout;
mod marks;
mod men;
mod shapes;
mod svg;
mod theme;
mod words;

pub use marks::{Heat, Key, Tone};
pub use theme::Theme;

use crate::board::{Color, Position, Square};
use marks::{Arrow, Marks};

/// A board with marks, to be drawn. See the [module](self) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    position: Position,
    marks: Marks,
    title: String,
    caption: String,
    is_flipped: bool,
    has_coordinates: bool,
    theme: Theme,
    width: u32,
}

impl Diagram {
    /// The width of a diagram of which nothing else is said, in pixels.
    pub const WIDTH: u32 = 480;

    /// A position without marks: White at the bottom, with coordinates, light or dark as the reader's system is.
    #[must_use]
    pub const fn new(position: Position) -> Diagram {
        Diagram {
            position,
            marks: Marks::NONE,
            title: String::new(),
            caption: String::new(),
            is_flipped: false,
            has_coordinates: true,
            theme: Theme::Auto,
            width: Diagram::WIDTH,
        }
    }

    /// An arrow; from a square to itself it is a circle. Arrows lie upon everything else, the last one on top.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, tone: Tone) -> Diagram {
        if from == to {
            return self.circle(from, tone);
        }
        self.marks.arrows.push(Arrow { from, to, tone });
        self
    }

    /// A ring around a square.
    #[must_use]
    pub fn circle(mut self, square: Square, tone: Tone) -> Diagram {
        self.marks.circles.push((square, tone));
        self
    }

    /// A dot or a star on each of these squares; where a man stands, small in the corner. A square has one at most: the last.
    #[must_use]
    pub fn keys(mut self, squares: impl IntoIterator<Item = Square>, key: Key) -> Diagram {
        for square in squares {
            self.marks.keys[square.index()] = Some(key);
        }
        self
    }

    /// A number on a square, as corresponding squares are shown: White's is dark on a white disc, Black's white on a dark tile.
    /// A square can have one of each; a second one of the same side takes the place of the first.
    ///
    /// ```
    /// use peasant::board::{Color, Square};
    /// use peasant::diagram::Diagram;
    /// use peasant::notation::fen;
    ///
    /// // Locock's study: the kings may stand on d4 and f6, on e3 and g5.
    /// let position = fen::parse("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -")?;
    /// let pairs = [(1, "d4", "f6"), (2, "e3", "g5")];
    /// let mut diagram = Diagram::new(position);
    /// for (number, white, black) in pairs {
    ///     diagram = diagram.number(white.parse::<Square>()?, Color::White, number);
    ///     diagram = diagram.number(black.parse::<Square>()?, Color::Black, number);
    /// }
    /// assert!(diagram.svg().contains("White's numbers: 1 on d4, 2 on e3."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn number(mut self, square: Square, side: Color, number: u32) -> Diagram {
        self.marks.numbers[square.index()][side as usize] = Some(number);
        self
    }

    /// Squares of a heat map. A square has one colour: the last.
    ///
    /// ```
    /// use peasant::board::Bitboard;
    /// use peasant::diagram::{Diagram, Heat};
    /// use peasant::notation::fen;
    ///
    /// let position = fen::parse("k7/8/K7/P7/8/8/8/8 w - -")?;
    /// let corner = Bitboard::file(0) & Bitboard::rank(7);
    /// let svg = Diagram::new(position).heat(corner, Heat::Holds).svg();
    /// assert!(svg.contains("May stand: a8."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn heat(mut self, squares: impl IntoIterator<Item = Square>, heat: Heat) -> Diagram {
        for square in squares {
            self.marks.heat[square.index()] = Some(heat);
        }
        self
    }

    /// Squares to look at, such as those of the last move: framed and coloured.
    #[must_use]
    pub fn highlight(mut self, squares: impl IntoIterator<Item = Square>) -> Diagram {
        for square in squares {
            self.marks.highlights = self.marks.highlights.with(square);
        }
        self
    }

    /// A frame around the rectangle with these opposite corners, such as the square of a pawn.
    #[must_use]
    pub fn frame(mut self, corner: Square, opposite: Square) -> Diagram {
        self.marks.frames.push((corner, opposite));
        self
    }

    /// A line above the board, and the name of the picture for those who hear it.
    #[must_use]
    pub fn title(mut self, title: &str) -> Diagram {
        title.clone_into(&mut self.title);
        self
    }

    /// Words below the board, in as many lines as they need.
    #[must_use]
    pub fn caption(mut self, caption: &str) -> Diagram {
        caption.clone_into(&mut self.caption);
        self
    }

    /// Puts Black at the bottom, or White.
    #[must_use]
    pub const fn flipped(mut self, is_flipped: bool) -> Diagram {
        self.is_flipped = is_flipped;
        self
    }

    /// Draws the names of files and ranks beside the board, or not.
    #[must_use]
    pub const fn coordinates(mut self, wanted: bool) -> Diagram {
        self.has_coordinates = wanted;
        self
    }

    /// Light, dark, or as the reader's system is.
    #[must_use]
    pub const fn theme(mut self, theme: Theme) -> Diagram {
        self.theme = theme;
        self
    }

    /// The width at which it is shown where nothing else is said, in pixels; the height follows.
    #[must_use]
    pub const fn width(mut self, pixels: u32) -> Diagram {
        self.width = pixels;
        self
    }

    /// The picture, as an SVG document without a prologue, so that it can stand in a page of HTML as it is.
    ///
    /// Its `<title>` is the title, or says who is to move; its `<desc>` names every man and every mark. What XML does not allow
    /// in a title or caption, such as control characters, is left out.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// The position and the marks in words, as `<desc>` has them.
    ///
    /// ```
    /// use peasant::{diagram::Diagram, notation::fen};
    ///
    /// let position = fen::parse("4k3/8/8/8/3pP3/8/8/4K3 b - e3")?;
    /// let words = Diagram::new(position).words();
    /// assert_eq!(words, "White: king e1, pawn e4. Black: king e8, pawn d4. Black to move, en passant on e3.");
    /// # Ok::<(), peasant::notation::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        words::describe(&self.position, &self.marks)
    }
}
