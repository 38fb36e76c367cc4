//! A diagram as SVG: layer upon layer, from the page to the arrows.

use std::fmt::Write;

use crate::board::{Color, Square};
use crate::value::Wdl;

use super::glyphs::{self, glyph};
use super::layout::{BOARD, LINE, Layout, Point, SQUARE, TEXT};
use super::marks::{Arrow, Heat, Key, Tone};
use super::men::man;
use super::shapes::{ArrowShape, disc, number, star, tile};
use super::{Diagram, words};

/// The whole document.
pub(super) fn draw(diagram: &Diagram) -> String {
    let mut canvas = Canvas {
        diagram,
        layout: Layout::new(diagram),
        svg: String::new(),
    };
    canvas.head();
    canvas.board();
    for square in Square::all() {
        canvas.ground(square);
    }
    if diagram.has_coordinates {
        canvas.coordinates();
    }
    canvas.turn();
    for square in Square::all() {
        canvas.man(square);
    }
    for square in Square::all() {
        canvas.small_marks(square);
    }
    canvas.frames();
    canvas.circles();
    canvas.arrows();
    canvas.text();
    canvas.svg + "</svg>\n"
}

struct Canvas<'d> {
    diagram: &'d Diagram,
    layout: Layout,
    svg: String,
}

impl Canvas<'_> {
    fn add(&mut self, piece: &str) {
        self.svg.push_str(piece);
    }

    fn path(&mut self, class: &str, path: &str) {
        _ = write!(self.svg, r#"<path class="{class}" d="{path}"/>"#);
    }

    fn rectangle(&mut self, class: &str, (x, y): (u32, u32), (width, height): (u32, u32)) {
        self.path(class, &format!("M{x} {y}h{width}v{height}h-{width}z"));
    }

    /// The root with its size, the names, the style sheet and the page.
    fn head(&mut self) {
        let Layout { width, height, .. } = self.layout;
        let shown = u64::from(self.diagram.width);
        let shown_height = (shown * u64::from(height)).div_ceil(u64::from(width));
        let theme = self.diagram.theme;
        let title = match self.layout.title.join(" ") {
            title if title.is_empty() => format!("Chess: {}", words::turn(&self.diagram.position)),
            title => escaped(&title),
        };
        let words = self.diagram.words();
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" role=\"img\" width=\"{shown}\" height=\"{shown_height}\" \
             viewBox=\"0 0 {width} {height}\"><title>{title}</title><desc>{words}</desc><style>{}</style>",
            theme.class(),
            theme.css(),
        );
        self.add(&head);
        // Beyond the edges, so that a bitmap of an odd size has no seam.
        let (across, down) = (width + 20, height + 20);
        self.path("p", &format!("M-10-10h{across}v{down}h-{across}z"));
    }

    /// The squares, and a line round them.
    fn board(&mut self) {
        let (left, top) = (self.layout.left, self.layout.top);
        self.rectangle("l", (left, top), (BOARD, BOARD));
        let mut dark = String::new();
        for row in 0..8 {
            let x = left + (1 - row % 2) * SQUARE;
            _ = write!(dark, "M{x} {}", top + row * SQUARE);
            // Four squares a row, each followed by the way to the next.
            dark += &["h100v100h-100z"; 4].join("m200 0");
        }
        self.path("d", &dark);
        self.rectangle("r", (left - 2, top - 2), (BOARD + 4, BOARD + 4));
    }

    /// What colours a whole square.
    fn ground(&mut self, square: Square) {
        let (x, y) = self.layout.corner(square);
        if let Some(heat) = self.diagram.marks.heat[square.index()] {
            let (class, _) = heat_style(heat);
            self.rectangle(class, (x + 2, y + 2), (SQUARE - 4, SQUARE - 4));
            self.heat_sign(square, heat);
        }
        if self.diagram.marks.highlights.contains(square) {
            self.rectangle("y", (x + 4, y + 4), (SQUARE - 8, SQUARE - 8));
        }
    }

    /// The sign that tells a heat without its colour: strokes across, or in the lower left corner if the middle is taken.
    fn heat_sign(&mut self, square: Square, heat: Heat) {
        let (x, y) = self.layout.corner(square);
        let (_, Some(sign)) = heat_style(heat) else {
            return self.path(
                "z",
                &format!("M{} {}l28-28m-28 60 60-60m-28 60 28-28", x + 20, y + 48),
            );
        };
        let (x, y) = (f64::from(x), f64::from(y));
        if self.has_middle_taken(square) {
            self.character(sign, "z", (x + 17.0, y + 82.0), 26.0);
        } else {
            self.character(sign, "z", (x + 50.0, y + 50.0), 44.0);
        }
    }

    fn is_occupied(&self, square: Square) -> bool {
        self.diagram.position.occupied().contains(square)
    }

    fn has_middle_taken(&self, square: Square) -> bool {
        let marks = &self.diagram.marks;
        self.is_occupied(square)
            || marks.keys[square.index()].is_some()
            || marks.numbers[square.index()] != [None; 2]
    }

    /// A character around a point, so high that a digit would be.
    fn character(&mut self, character: char, class: &str, (x, y): Point, height: f64) {
        let Some(glyph) = glyph(character) else {
            return;
        };
        let scale = height / glyphs::HEIGHT;
        let left = number(x - glyph.width * scale / 2.0);
        let top = number(y - height / 2.0);
        let scale = format!("{scale:.2}");
        _ = write!(
            self.svg,
            r#"<path class="{class}" transform="translate({left} {top}) scale({})" d="{}"/>"#,
            scale.trim_end_matches('0').trim_end_matches('.'),
            glyph.lines
        );
    }

    /// The names of files below and of ranks on the left.
    fn coordinates(&mut self) {
        let (left, top) = (f64::from(self.layout.left), f64::from(self.layout.top));
        let below = top + f64::from(BOARD) + 25.0;
        for (n, (file, rank)) in ('a'..='h').zip('1'..='8').enumerate() {
            let square = Square::at(n as u32, n as u32);
            let (x, y) = self.layout.middle(square);
            // A letter stands a little lower than a digit, since most have no ascender.
            self.character(file, "c", (x, below - 1.0), 27.0);
            self.character(rank, "c", (left - 25.0, y), 27.0);
        }
    }

    /// A triangle beside the board, white or black, that points where the side to move plays to.
    fn turn(&mut self) {
        let turn = self.diagram.position.turn();
        let is_below = (turn == Color::White) != self.diagram.is_flipped;
        let x = self.layout.left + BOARD + 11;
        let (y, path) = if is_below {
            (self.layout.top + BOARD - 16, "h28l-14-26z")
        } else {
            (self.layout.top + 16, "h28l-14 26z")
        };
        let halo = format!("M{x} {y}{path}");
        self.path("v", &halo);
        self.path(side(turn), &halo);
    }

    fn man(&mut self, square: Square) {
        let Some((color, role)) = self.diagram.position.piece_at(square) else {
            return;
        };
        let (x, y) = self.layout.corner(square);
        let man = man(role);
        _ = write!(
            self.svg,
            r#"<g class="{}" transform="translate({x} {y})"><path d="{}"/><path class="i" d="{}"/></g>"#,
            side(color),
            man.outline,
            man.lines
        );
    }

    /// Keys and numbers: in the middle of an empty square, else small in a corner.
    fn small_marks(&mut self, square: Square) {
        let marks = &self.diagram.marks;
        let key = marks.keys[square.index()];
        let [white, black] = marks.numbers[square.index()];
        let is_empty = !self.is_occupied(square);
        let (x, y) = self.layout.middle(square);
        let has_numbers = white.is_some() || black.is_some();
        if let Some(key) = key {
            let (at, radius) = match (is_empty, has_numbers) {
                (true, false) => ((x, y), 24.0),
                _ => ((x + 30.0, y - 30.0), 16.0),
            };
            self.key(key, at, radius);
        }
        let is_alone = is_empty && key.is_none() && !(white.is_some() && black.is_some());
        let places = match is_alone {
            true => [(x, y, 37.0); 2],
            false => [(x - 25.0, y - 23.0, 25.0), (x + 25.0, y + 25.0, 25.0)],
        };
        for ((n, color), (x, y, size)) in [white, black].into_iter().zip(Color::BOTH).zip(places) {
            if let Some(n) = n {
                self.number(n, color, (x, y), size);
            }
        }
    }

    fn key(&mut self, key: Key, at: Point, radius: f64) {
        let shape = match key {
            Key::Square => disc(at, radius * 0.8),
            Key::Strong => star(at, radius * 1.35),
        };
        self.path("k", &shape);
    }

    /// A number on a disc for White, on a tile for Black.
    fn number(&mut self, n: u32, color: Color, (x, y): Point, size: f64) {
        const GAP: f64 = 3.0;
        let (class, shape) = match color {
            Color::White => ("nw", disc((x, y), size)),
            Color::Black => ("nb", tile((x, y), size * 0.92)),
        };
        _ = write!(self.svg, r#"<g class="{class}"><path d="{shape}"/>"#);
        let digits: Vec<char> = n.to_string().chars().collect();
        let widths = digits.iter().filter_map(|&digit| Some(glyph(digit)?.width));
        let width: f64 = widths.map(|width| width + GAP).sum::<f64>() - GAP;
        // As high as looks well, and lower if several digits would not fit.
        let scale = (size * 1.12 / glyphs::HEIGHT).min(size * 1.4 / width);
        let mut left = x - width * scale / 2.0;
        for digit in digits {
            let width = glyph(digit).map_or(0.0, |glyph| glyph.width);
            self.character(
                digit,
                "t",
                (left + width * scale / 2.0, y),
                scale * glyphs::HEIGHT,
            );
            left += (width + GAP) * scale;
        }
        self.add("</g>");
    }

    fn frames(&mut self) {
        for &(corner, opposite) in &self.diagram.marks.frames {
            let (a, b) = (self.layout.corner(corner), self.layout.corner(opposite));
            let (x, y) = (a.0.min(b.0), a.1.min(b.1));
            let size = (a.0.abs_diff(b.0) + SQUARE, a.1.abs_diff(b.1) + SQUARE);
            self.rectangle("o", (x, y), size);
            self.rectangle("q", (x, y), size);
        }
    }

    fn circles(&mut self) {
        for &(square, tone) in &self.diagram.marks.circles {
            let middle = self.layout.middle(square);
            let ring = disc(middle, 44.0);
            self.path("o", &ring);
            match tone {
                Tone::Good => self.path("s g", &ring),
                Tone::Bad => {
                    let dashes = r#"stroke-dasharray="20 14.6""#;
                    _ = write!(self.svg, r#"<path class="s a" {dashes} d="{ring}"/>"#);
                }
                Tone::Idea => self.path("s e", &(ring + &disc(middle, 36.5))),
            }
        }
    }

    fn arrows(&mut self) {
        for &Arrow { from, to, tone } in &self.diagram.marks.arrows {
            let shape = ArrowShape::new(self.layout.middle(from), self.layout.middle(to));
            let (class, path) = match tone {
                Tone::Good => ("g", shape.whole()),
                Tone::Bad => ("a", shape.dashed()),
                Tone::Idea => ("e", shape.whole()),
            };
            _ = write!(
                self.svg,
                r#"<path class="{class}" opacity=".88" d="{path}"/>"#
            );
        }
    }

    /// Title and caption, in the reader's font.
    fn text(&mut self) {
        let middle = self.layout.width / 2;
        let below = self.layout.height - LINE * self.layout.caption.len() as u32;
        let titles = (0..).zip(&self.layout.title);
        let titles = titles.map(|(n, line)| (LINE * (n + 1) - 4, line, " font-weight=\"bold\""));
        let captions = (0..).zip(&self.layout.caption);
        let captions = captions.map(|(n, line)| (below + LINE * n + 36, line, ""));
        for (y, line, weight) in titles.chain(captions) {
            _ = write!(
                self.svg,
                r#"<text class="x" x="{middle}" y="{y}" font-size="{TEXT}" font-family="Georgia,serif" text-anchor="middle"{weight}>{}</text>"#,
                escaped(line)
            );
        }
    }
}

/// The class of a heat, and its sign; strokes across if it has none.
const fn heat_style(heat: Heat) -> (&'static str, Option<char>) {
    match heat {
        Heat::Result(Wdl::Win) => ("hw", Some('+')),
        Heat::Result(Wdl::Draw) => ("hd", Some('=')),
        Heat::Result(Wdl::Loss) => ("hl", Some('-')),
        Heat::Holds => ("hh", None),
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// Text as it may stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
