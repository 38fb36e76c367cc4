//! Diagrams, read again as XML: is everything there, and where it should be?

use std::fs;

use peasant::board::{Bitboard, Color, Position, Role, Square};
use peasant::diagram::{Diagram, Heat, Key, Theme, Tone};
use peasant::notation::fen;
use peasant::value::Wdl;
use roxmltree::{Document, Node};

#[path = "../../examples/diagram.rs"]
#[allow(dead_code, reason = "the example has a main of its own")]
mod example;

/// Every kind of man of both colours.
const ALL_MEN: &str = "4k3/1qrbnp2/8/8/8/8/1QRBNP2/4K3 w - -";

/// The margin round the board, and a square.
const MARGIN: f64 = 50.0;
const SQUARE: f64 = 100.0;

fn position(text: &str) -> Position {
    fen::parse(text).expect("a position")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// The upper left corner of a square, White at the bottom.
fn corner(square: Square) -> (f64, f64) {
    let (file, rank) = (f64::from(square.file()), f64::from(square.rank()));
    (MARGIN + file * SQUARE, MARGIN + (7.0 - rank) * SQUARE)
}

/// The elements of a class, in order.
fn of_class<'d>(document: &'d Document, class: &str) -> Vec<Node<'d, 'd>> {
    let nodes = document.descendants();
    nodes
        .filter(|node| node.attribute("class") == Some(class))
        .collect()
}

/// Where a group stands: `translate(x y)`.
fn place(node: &Node) -> (f64, f64) {
    let transform = node.attribute("transform").expect("a place");
    let inside = transform.strip_prefix("translate(").expect("a translation");
    let (x, rest) = inside.split_once(' ').expect("two numbers");
    let (y, _) = rest.split_once(')').expect("an end");
    (x.parse().expect("a number"), y.parse().expect("a number"))
}

/// Where a path begins: `Mx y`.
fn start(node: &Node) -> (f64, f64) {
    let path = node.attribute("d").expect("a path");
    let mut numbers = path[1..].split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    let mut next = || {
        numbers
            .next()
            .and_then(|n| n.parse().ok())
            .expect("a number")
    };
    (next(), next())
}

/// Is the point in the square, its edges included?
fn is_in((x, y): (f64, f64), square: Square) -> bool {
    let (left, top) = corner(square);
    (left..=left + SQUARE).contains(&x) && (top..=top + SQUARE).contains(&y)
}

/// The squares in which paths of a class begin.
fn squares_of(document: &Document, class: &str) -> Bitboard {
    let starts: Vec<(f64, f64)> = of_class(document, class).iter().map(start).collect();
    let squares = starts
        .iter()
        .map(|&at| Square::all().find(|&square| is_in(at, square)));
    squares
        .map(|square| square.expect("on the board"))
        .collect()
}

fn set(names: &str) -> Bitboard {
    names.split(' ').map(square).collect()
}

/// The men as they are drawn: their squares, colours and first path.
fn men<'d>(document: &'d Document) -> Vec<((f64, f64), Color, &'d str)> {
    let of = |class, color| {
        let groups = of_class(document, class)
            .into_iter()
            .filter(|node| node.has_tag_name("g"));
        groups.map(move |group| {
            let outline = group
                .first_element_child()
                .and_then(|path| path.attribute("d"));
            (place(&group), color, outline.expect("an outline"))
        })
    };
    of("w", Color::White).chain(of("b", Color::Black)).collect()
}

#[test]
fn every_man_stands_on_its_square_in_its_colour_and_shape() {
    let position = position(ALL_MEN);
    let svg = Diagram::new(position).svg();
    let document = Document::parse(&svg).expect("XML");
    let men = men(&document);
    assert_eq!(men.len() as u32, position.occupied().count());
    let mut shapes: [Option<&str>; 6] = [None; 6];
    for square in position.occupied() {
        let (color, role) = position.piece_at(square).expect("a man");
        let drawn: Vec<_> = men.iter().filter(|man| man.0 == corner(square)).collect();
        assert_eq!(drawn.len(), 1, "{square}");
        assert_eq!(drawn[0].1, color, "{square}");
        // Both colours have the same shape, each kind another.
        let shape = shapes[role as usize].get_or_insert(drawn[0].2);
        assert_eq!(*shape, drawn[0].2, "{square}");
    }
    for (n, role) in Role::ALL.into_iter().enumerate() {
        assert!(shapes[role as usize].is_some());
        assert!(!shapes[..n].contains(&shapes[role as usize]), "{role}");
    }
}

#[test]
fn a_flipped_board_is_turned_by_half() {
    let diagram =
        Diagram::new(position("6k1/3p4/8/8/8/8/P7/K7 b - -")).keys([square("c3")], Key::Square);
    let (upright, flipped) = (diagram.svg(), diagram.flipped(true).svg());
    let (upright, flipped) = (
        Document::parse(&upright).expect("XML"),
        Document::parse(&flipped).expect("XML"),
    );
    let turned = |(x, y)| {
        (
            2.0 * MARGIN + 7.0 * SQUARE - x,
            2.0 * MARGIN + 7.0 * SQUARE - y,
        )
    };
    let (before, after) = (men(&upright), men(&flipped));
    assert_eq!(before.len(), 4);
    for (man, turned_man) in before.iter().zip(&after) {
        assert_eq!((turned(man.0), man.1, man.2), *turned_man);
    }
    assert_eq!(squares_of(&flipped, "k"), set("f6"));
    // The names of the files run the other way.
    let [first, last] = [&upright, &flipped].map(|document| place(&of_class(document, "c")[0]).0);
    assert!(first < 150.0 && last > 750.0, "{first} {last}");
}

#[test]
fn squares_are_light_and_dark_as_they_should_be() {
    let svg = Diagram::new(position(ALL_MEN)).svg();
    let document = Document::parse(&svg).expect("XML");
    let dark = of_class(&document, "d")[0].attribute("d").expect("a path");
    assert_eq!(dark.matches("h100v100h-100z").count(), 32);
    // b8 is dark, and so is a1.
    assert!(
        dark.starts_with("M150 50h") && dark.contains("M50 750h"),
        "{dark}"
    );
}

#[test]
fn every_mark_stands_where_it_should() {
    let svg = Diagram::new(position("6k1/3p4/8/8/8/8/P7/K7 w - -"))
        .keys(set("c3 a2"), Key::Square)
        .keys(set("c4"), Key::Strong)
        .heat(set("a8 b8"), Heat::Result(Wdl::Win))
        .heat(set("c8"), Heat::Result(Wdl::Draw))
        .heat(set("d8 e8"), Heat::Result(Wdl::Loss))
        .heat(set("f8 g8"), Heat::Holds)
        .highlight(set("h1 h2"))
        .frame(square("e3"), square("c5"))
        .circle(square("d4"), Tone::Good)
        .circle(square("d5"), Tone::Bad)
        .circle(square("d6"), Tone::Idea)
        .svg();
    let document = Document::parse(&svg).expect("XML");
    let expected = [
        ("k", "a2 c3 c4"),
        ("hw", "a8 b8"),
        ("hd", "c8"),
        ("hl", "d8 e8"),
        ("hh", "f8 g8"),
        ("y", "h1 h2"),
        ("s g", "d4"),
        ("s a", "d5"),
        ("s e", "d6"),
    ];
    for (class, squares) in expected {
        assert_eq!(squares_of(&document, class), set(squares), "{class}");
    }
    let frame = of_class(&document, "q")[0].attribute("d").expect("a path");
    assert_eq!(frame, "M250 350h300v300h-300z");
    // A dot and a star are not the same shape, and a sign stands in each square of a heat map.
    let keys = of_class(&document, "k");
    let arcs = |node: &Node| node.attribute("d").expect("a path").matches('a').count();
    assert_eq!(keys.iter().map(arcs).collect::<Vec<_>>(), [2, 2, 0]);
    assert_eq!(of_class(&document, "z").len(), 7);
    let dashed = of_class(&document, "s a")[0].has_attribute("stroke-dasharray");
    let full = of_class(&document, "s g")[0].has_attribute("stroke-dasharray");
    assert!(dashed && !full);
}

#[test]
fn arrows_of_each_tone_have_a_shape_of_their_own() {
    let diagram = Diagram::new(position("6k1/3p4/8/8/8/8/P7/K7 w - -"));
    let (from, to) = (square("a1"), square("a4"));
    let path = |tone, class| {
        let svg = diagram.clone().arrow(from, to, tone).svg();
        let document = Document::parse(&svg).expect("XML");
        let arrows = of_class(&document, class);
        assert_eq!(arrows.len(), 1);
        let path = arrows[0].attribute("d").expect("a path");
        // The tip, near the middle of a4.
        assert!(path.contains("L100 504"), "{path}");
        path.to_owned()
    };
    let (good, bad, idea) = (
        path(Tone::Good, "g"),
        path(Tone::Bad, "a"),
        path(Tone::Idea, "e"),
    );
    assert_eq!(good, idea, "the same outline, but hollow");
    assert_eq!(good.matches('z').count(), 1);
    assert!(bad.matches('z').count() > 3, "a shaft in pieces: {bad}");
    // To itself it is a circle.
    let svg = diagram.clone().arrow(from, from, Tone::Good).svg();
    assert_eq!(svg, diagram.circle(from, Tone::Good).svg());
}

#[test]
fn numbers_of_both_sides_stand_on_one_square() {
    let diagram = Diagram::new(position("6k1/3p4/8/8/8/8/P7/K7 w - -"));
    let number = |diagram: Diagram, color| diagram.number(square("d4"), color, 12);
    let alone = number(diagram.clone(), Color::White).svg();
    let both = number(number(diagram, Color::White), Color::Black).svg();
    let (alone, both) = (
        Document::parse(&alone).expect("XML"),
        Document::parse(&both).expect("XML"),
    );
    let chip = |document: &Document, class: &str| {
        let chips = of_class(document, class);
        assert_eq!(chips.len(), 1, "{class}");
        let digits = chips[0]
            .children()
            .filter(|node| node.attribute("class") == Some("t"));
        assert_eq!(digits.count(), 2, "two digits");
        start(&chips[0].first_element_child().expect("a chip"))
    };
    assert!(is_in(chip(&alone, "nw"), square("d4")));
    assert!(of_class(&alone, "nb").is_empty());
    let (white, black) = (chip(&both, "nw"), chip(&both, "nb"));
    assert!(is_in(white, square("d4")) && is_in(black, square("d4")));
    assert!(white.1 < black.1, "White's above Black's");
    assert!(alone.descendants().any(|node| node.text() == Some(
        "White: king a1, pawn a2. Black: king g8, pawn d7. White to move. White's numbers: 12 on d4."
    )));
}

#[test]
fn the_side_to_move_is_marked_on_its_own_side() {
    for (turn, class, flipped, is_below) in [
        ("w", "w", false, true),
        ("b", "b", false, false),
        ("w", "w", true, false),
        ("b", "b", true, true),
    ] {
        let text = format!("6k1/8/8/8/8/8/8/K7 {turn} - -");
        let svg = Diagram::new(position(&text)).flipped(flipped).svg();
        let document = Document::parse(&svg).expect("XML");
        let marks = of_class(&document, class);
        let mark = marks
            .iter()
            .find(|node| node.has_tag_name("path"))
            .expect("a mark");
        let (x, y) = start(mark);
        assert!(x > 850.0, "beside the board");
        assert_eq!(y > 450.0, is_below, "{turn} {flipped}");
    }
}

#[test]
fn themes_differ_and_do_not_disturb_each_other() {
    let diagram = Diagram::new(position(ALL_MEN));
    let [auto, light, dark] =
        [Theme::Auto, Theme::Light, Theme::Dark].map(|theme| diagram.clone().theme(theme).svg());
    let page = |svg: &str| svg.contains("prefers-color-scheme:dark");
    assert!(page(&auto) && !page(&light) && !page(&dark));
    assert!(light.contains(".p{fill:#fff}") && !dark.contains(".p{fill:#fff}"));
    for (svg, class) in [(auto, ".pd-a "), (light, ".pd-l "), (dark, ".pd-d ")] {
        let document = Document::parse(&svg).expect("XML");
        assert_eq!(
            document.root_element().attribute("class"),
            Some(class[1..].trim())
        );
        let css = document
            .descendants()
            .find(|node| node.has_tag_name("style"));
        let css = css.and_then(|node| node.text()).expect("a style sheet");
        let css = css
            .replace("@media(prefers-color-scheme:dark){", "")
            .replace("}}", "}");
        for rule in css.split_terminator('}') {
            assert!(
                rule.starts_with(class),
                "`{rule}` would be for other pictures too"
            );
        }
    }
}

/// What a stranger writes into a title must not become part of the document.
#[test]
fn texts_are_texts() {
    let title = "<script>alert(1)</script> & \"R\u{e9}ti\" \u{0}\u{b}\u{1b}[2J\u{ffff} ]]> 日本";
    let caption = "word ".repeat(40);
    let svg = Diagram::new(position(ALL_MEN))
        .title(title)
        .caption(&caption)
        .svg();
    let document = Document::parse(&svg).expect("XML");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert!(
        texts[0].starts_with("<script>alert(1)</script> & \"R\u{e9}ti\""),
        "{texts:?}"
    );
    assert_eq!(texts.last(), Some(&"word word word word"), "{texts:?}");
    assert!(
        texts.iter().all(|line| line.chars().count() <= 44),
        "{texts:?}"
    );
    let name = document
        .descendants()
        .find(|node| node.has_tag_name("title"));
    assert!(
        name.and_then(|node| node.text())
            .expect("a title")
            .ends_with("]]> 日本")
    );
    let height: f64 = document.root_element().attribute("viewBox").expect("a box")
        ["0 0 900 ".len()..]
        .parse()
        .expect("a height");
    assert_eq!(height, 900.0 + 50.0 * texts.len() as f64);
}

#[test]
fn a_diagram_without_coordinates_has_no_letters() {
    let diagram = Diagram::new(position(ALL_MEN));
    let count = |svg: &str| of_class(&Document::parse(svg).expect("XML"), "c").len();
    assert_eq!(count(&diagram.svg()), 16);
    assert_eq!(count(&diagram.coordinates(false).svg()), 0);
}

/// Nothing from outside, no ids that could meet others in a page, no script; and small, even with all men on the board.
#[test]
fn diagrams_stand_alone_and_are_small() {
    let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
    let mut diagram = Diagram::new(position(full)).arrow(square("e2"), square("e4"), Tone::Good);
    for square in set("d6 e6 f6") {
        diagram = diagram.number(square, Color::White, 1);
    }
    for svg in [diagram.svg(), example::everything().svg()] {
        assert!(svg.len() < 20_000, "{} bytes", svg.len());
        let document = Document::parse(&svg).expect("XML");
        for node in document.descendants().filter(Node::is_element) {
            assert!(!matches!(
                node.tag_name().name(),
                "script" | "image" | "use" | "a"
            ));
            for attribute in node.attributes() {
                assert!(!matches!(attribute.name(), "id" | "href"));
            }
        }
        assert_eq!(svg.matches("http").count(), 1, "the name space");
        assert!(!svg.contains("url("));
    }
    assert_eq!(diagram.svg(), diagram.clone().svg());
}

#[test]
fn the_size_is_the_one_asked_for() {
    let svg = Diagram::new(position(ALL_MEN))
        .width(123)
        .caption("below")
        .svg();
    let document = Document::parse(&svg).expect("XML");
    let root = document.root_element();
    assert_eq!(root.attribute("width"), Some("123"));
    assert_eq!(root.attribute("height"), Some("130"));
    assert_eq!(root.attribute("viewBox"), Some("0 0 900 950"));
}

/// The picture in the documents is what the program draws.
#[test]
fn the_picture_in_docs_is_current() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/diagram.svg");
    let kept = fs::read_to_string(file).expect("it is there");
    assert!(
        kept == example::corresponding().svg(),
        "run: cargo run --example diagram -- corresponding >docs/diagram.svg"
    );
}
