//! `peasant diagram`: pictures as SVG and PNG, and where they are written.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Output;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use roxmltree::Document;

use crate::common::{peasant, program, text};

const LOCOCK: &str = "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -";

/// A directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-diagram-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }

    /// A path in it, as the command line takes it.
    fn path(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("a plain name").to_owned()
    }

    fn count(&self) -> usize {
        fs::read_dir(&self.0).expect("a directory").count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn diagram(args: &[&str]) -> Output {
    peasant(&[&["diagram"], args].concat())
}

/// What it prints.
fn svg(args: &[&str]) -> String {
    let output = diagram(args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The pixels of a PNG that it writes.
fn png(scratch: &Scratch, args: &[&str]) -> Pixmap {
    let file = scratch.path("picture.png");
    assert_eq!(
        svg(&[args, &["-o", &file]].concat()),
        "",
        "nothing else is printed"
    );
    let bytes = fs::read(file).expect("it was written");
    Pixmap::decode_png(&bytes).expect("a PNG")
}

/// How many of a hundred pixels of a square, counted from the upper left, are so bright; 0 is black, 255 white.
fn share(picture: &Pixmap, (column, row): (u32, u32), bright: RangeInclusive<u8>) -> usize {
    let unit = picture.width() as f32 / 900.0;
    // Without the edges, which two squares may share.
    let along = |n: u32| {
        let start = 50.0 + 100.0 * n as f32;
        ((start + 5.0) * unit) as u32..((start + 95.0) * unit) as u32
    };
    let pixels = along(column).flat_map(|x| along(row).map(move |y| picture.pixel(x, y)));
    let pixels: Vec<_> = pixels.map(|pixel| pixel.expect("within")).collect();
    assert!(
        pixels.iter().all(|pixel| pixel.alpha() == 255),
        "nothing shines through"
    );
    let brightness =
        |pixel: &PremultipliedColorU8| pixel.red().max(pixel.green()).max(pixel.blue());
    let so_bright = pixels
        .iter()
        .filter(|pixel| bright.contains(&brightness(pixel)));
    100 * so_bright.count() / pixels.len()
}

#[test]
fn a_picture_is_printed_unless_a_file_is_named() {
    let scratch = Scratch::new("print");
    let printed = svg(&[LOCOCK]);
    let document = Document::parse(&printed).expect("XML");
    let words = document
        .descendants()
        .find(|node| node.has_tag_name("desc"));
    let words = words.and_then(|node| node.text()).expect("words");
    assert!(
        words.starts_with("White: king a1, pawns g3 e4 d5."),
        "{words}"
    );
    for name in ["picture.svg", "picture", "picture.SVG"] {
        let file = scratch.path(name);
        assert_eq!(svg(&[LOCOCK, "-o", &file]), "");
        assert_eq!(fs::read_to_string(file).expect("it was written"), printed);
    }
    assert!(printed.contains("prefers-color-scheme") && !printed.contains("--"));
}

#[test]
fn a_fen_in_words_leaves_the_options_alone() {
    let marks = ["--arrows", "a1b2,g8f7?", "--circles", "f6", "--flip"];
    let whole = svg(&[&[LOCOCK], &marks[..]].concat());
    let words: Vec<&str> = LOCOCK.split(' ').collect();
    assert_eq!(svg(&[&words[..], &marks].concat()), whole);
    assert_eq!(svg(&[&marks[..], &words].concat()), whole);
    for part in [
        "Circles: f6.",
        "Arrows: a1 to b2.",
        "Dashed arrows: g8 to f7.",
    ] {
        assert!(whole.contains(part), "{part}");
    }
    // White's king on a1 stands in the upper right corner now.
    assert!(
        whole.contains(r#"<g class="w" transform="translate(750 50)">"#),
        "{whole}"
    );
}

#[test]
fn any_position_can_be_drawn() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "8/8/8/8/3Pp3/8/8/K1k5 b - d3",
        "7k/8/8/8/8/8/P7/KRRN4 w - -",
    ] {
        Document::parse(&svg(&[fen])).expect("XML");
    }
}

/// A white king has light pixels, a black one dark ones, whatever the square.
#[test]
fn men_look_like_their_colour() {
    let scratch = Scratch::new("men");
    for theme in [&[][..], &["--dark"]] {
        for (size, name) in [(200, "200"), (600, "600")] {
            // White's king on c1 (dark) and Black's on f8 (dark), then both on light squares.
            for (fen, white, black) in [
                ("5k2/8/8/8/8/8/8/2K5 w - -", (2, 7), (5, 0)),
                ("4k3/8/8/8/8/8/8/3K4 w - -", (3, 7), (4, 0)),
            ] {
                let picture = png(&scratch, &[&[fen, "--size", name], theme].concat());
                assert_eq!((picture.width(), picture.height()), (size, size));
                let [light, dark] = [250..=255, 0..=50];
                let of =
                    |square, bright: &RangeInclusive<u8>| share(&picture, square, bright.clone());
                let (body, other) = (of(white, &light), of(black, &light));
                assert!(
                    body >= 6 && other == 0,
                    "{fen} at {size}: {body} {other} light"
                );
                let (body, other) = (of(black, &dark), of(white, &dark));
                assert!(
                    body >= 18 && body > 2 * other,
                    "{fen} at {size}: {body} {other} dark"
                );
                // Empty squares are neither, and differ.
                let [pale, brown] = [(3, 3), (3, 4)];
                for square in [pale, brown] {
                    assert_eq!((of(square, &light), of(square, &dark)), (0, 0));
                }
                let between = if theme.is_empty() { 220 } else { 165 };
                assert_eq!(of(pale, &(between..=245)), 100);
                assert_eq!(of(brown, &(120..=between)), 100);
            }
        }
    }
}

#[test]
fn a_bitmap_shows_marks_coordinates_and_theme() {
    let scratch = Scratch::new("marks");
    let plain = png(&scratch, &[LOCOCK, "--size", "450"]);
    let dark = png(&scratch, &[LOCOCK, "--size", "450", "--dark"]);
    let marked = png(
        &scratch,
        &[
            LOCOCK,
            "--size",
            "450",
            "--arrows",
            "a4c4",
            "--circles",
            "h5",
        ],
    );
    let changed: Vec<(usize, usize)> = (0..450 * 450)
        .filter(|&n| plain.pixels()[n] != marked.pixels()[n])
        .map(|n| (n % 450, n / 450))
        .collect();
    // A square is 50 pixels wide, the margin 25: the a-file to the c-file and the h-file, in the fifth and the fourth rank.
    assert!(changed.len() > 500, "{}", changed.len());
    let is_expected = |&(x, y): &(usize, usize)| match y {
        175..225 => (375..425).contains(&x),
        225..275 => (25..175).contains(&x),
        _ => false,
    };
    assert!(changed.iter().all(is_expected));
    // Coordinates need no font: below the board and left of it there is more than the page.
    for picture in [&plain, &dark] {
        let page = picture.pixel(1, 1).expect("within");
        let ink = |x: std::ops::Range<u32>, y: std::ops::Range<u32>| {
            let mut pixels = x.flat_map(|x| y.clone().map(move |y| (x, y)));
            pixels.any(|(x, y)| picture.pixel(x, y).expect("within") != page)
        };
        for n in 0..8 {
            let along = 25 + 50 * n..75 + 50 * n;
            assert!(ink(along.clone(), 428..450) && ink(0..22, along), "{n}");
        }
        assert!(!ink(0..450, 0..20));
    }
    let page = |picture: &Pixmap| picture.pixel(1, 1).expect("within").red();
    assert!(page(&plain) == 255 && page(&dark) < 60);
}

#[test]
fn what_cannot_be_drawn_is_named_with_the_cure() {
    for (args, parts) in [
        (
            &[LOCOCK, "--arrows", "e2e4,e2e9"][..],
            &["`e2e9`", "no arrow", "such as e2e4"][..],
        ),
        (
            &[LOCOCK, "--arrows", "e2e2"],
            &["`e2e2`", "two different squares"],
        ),
        (
            &[LOCOCK, "--circles", "i1"],
            &["`i1`", "no square", "such as e4"],
        ),
        (&[LOCOCK, "--size", "12"], &["12", "from 64 to 4096"]),
        (
            &[LOCOCK, "-o", "x.jpg"],
            &["`x.jpg`", ".jpg", "ends in .svg or .png"],
        ),
        (
            &[LOCOCK, "-o", "/nowhere/x.svg"],
            &["`/nowhere/x.svg`", "a directory that exists"],
        ),
        (&[LOCOCK, "-o", "/"], &["`/`", "name a file"]),
        (&["8/8/8/8/8/8/8/k7 w - -"], &["White has no king"]),
        (&[], &["FEN"]),
    ] {
        let output = diagram(args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(output.stdout.is_empty());
        for part in parts {
            assert!(
                error.contains(part),
                "{args:?}: `{part}` is not in: {error}"
            );
        }
    }
    assert!(!Path::new("x.jpg").exists());
}

#[test]
fn a_file_is_replaced_whole() {
    let scratch = Scratch::new("replace");
    let file = scratch.path("picture.svg");
    fs::write(&file, "x".repeat(100_000)).expect("writable");
    svg(&[LOCOCK, "-o", &file]);
    assert_eq!(
        fs::read_to_string(&file).expect("it is there"),
        svg(&[LOCOCK])
    );
    assert_eq!(scratch.count(), 1, "nothing is left beside it");
}

/// A limit on the size of files stands for a full disk, which takes privileges to make.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_nothing_that_was_there() {
    let scratch = Scratch::new("full");
    let file = scratch.path("picture.svg");
    fs::write(&file, "before").expect("writable");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]);
    shell
        .arg(program().get_program())
        .args(["diagram", LOCOCK, "-o", &file]);
    let output = shell.output().expect("a shell");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(
        error.contains("cannot write the output") && error.contains(&file),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "before");
    assert_eq!(scratch.count(), 1);
    let output = diagram(&[LOCOCK, "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_may_be_named_as_a_file() {
    use std::process::Stdio;
    let printed = svg(&[LOCOCK]);
    assert_eq!(svg(&[LOCOCK, "-o", "/dev/stdout"]), printed);
    // It may be a file, to which somebody else has written: nothing of that is lost.
    let scratch = Scratch::new("stdout");
    let file = scratch.path("all.txt");
    fs::write(&file, "before\n").expect("writable");
    let out = fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .expect("it is there");
    let mut command = program();
    command
        .args(["diagram", LOCOCK, "-o", "/dev/stdout"])
        .stdout(Stdio::from(out));
    assert!(command.status().expect("it starts").success());
    assert_eq!(
        fs::read_to_string(&file).expect("it is there"),
        format!("before\n{printed}")
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_directly() {
    let scratch = Scratch::new("pipe");
    let pipe = scratch.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    let name = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(name).expect("a text"));
    svg(&[LOCOCK, "-o", &pipe]);
    assert_eq!(reader.join().expect("it reads"), svg(&[LOCOCK]));
    assert_eq!(scratch.count(), 1, "it is a pipe still");
}

/// A board on a terminal, which the program `script` stands for.
#[cfg(target_os = "linux")]
#[test]
fn a_board_is_coloured_on_a_terminal_and_nowhere_else() {
    let shown = |no_color: &str, term: &str, option: &str| {
        let path = env!("CARGO_BIN_EXE_peasant");
        let line = format!("'{path}' kpk '4k3/8/4K3/4P3/8/8/8/8 w - -' {option}");
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]);
        script.env("TERM", term).env("LC_ALL", "C.UTF-8");
        let output = script.env("NO_COLOR", no_color).output();
        text(
            &output
                .expect("the program `script` of util-linux is there")
                .stdout,
        )
    };
    let coloured = shown("", "xterm", "");
    assert!(
        coloured.contains("\x1b[48;5;137;38;5;231m●♔ \x1b[48;5;94;38;5;231m ● "),
        "{coloured}"
    );
    assert!(coloured.contains('♚'), "{coloured}");
    for (no_color, term, option) in [
        ("1", "xterm", ""),
        ("", "dumb", ""),
        ("", "xterm", "--ascii"),
    ] {
        let plain = shown(no_color, term, option);
        assert!(
            !plain.contains('\x1b') && plain.contains("White to move wins."),
            "{plain}"
        );
        assert_eq!(plain.contains('♔'), option.is_empty(), "{plain}");
    }
    let piped = text(&peasant(&["kpk", "4k3/8/4K3/4P3/8/8/8/8 w - -"]).stdout);
    assert!(!piped.contains('\x1b') && piped.contains('♔'), "{piped}");
}

/// What a picture with sets says of itself, and what was said on standard error.
fn drawn(args: &[&str]) -> (String, String) {
    let output = diagram(&[args, &["--no-cache"]].concat());
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let printed = text(&output.stdout);
    let document = Document::parse(&printed).expect("XML");
    let mut nodes = document.descendants();
    let words = nodes.find(|node| node.has_tag_name("desc"));
    let words = words.and_then(|node| node.text()).expect("words");
    (words.to_owned(), error)
}

/// The squares after a name in what a picture says.
fn listed(words: &str, name: &str) -> Vec<String> {
    let Some((_, rest)) = words.split_once(&format!(" {name}: ")) else {
        return Vec::new();
    };
    let list = rest.split('.').next().expect("a sentence");
    list.split(", ").map(str::to_owned).collect()
}

#[test]
fn key_squares_are_proved_and_drawn() {
    let (words, error) = drawn(&["4k3/8/8/8/4P3/8/8/4K3 w - -", "--key-squares"]);
    assert_eq!(listed(&words, "Strong key squares"), ["d6", "e6", "f6"]);
    assert!(listed(&words, "Key squares").is_empty(), "{words}");
    assert!(listed(&words, "White's numbers").is_empty() && error.is_empty());
    let (words, error) = drawn(&["7k/8/8/8/P7/8/8/K7 b - -", "--key-squares"]);
    assert!(listed(&words, "Strong key squares").is_empty(), "{words}");
    assert!(
        error.contains("White's king has no key squares here"),
        "{error}"
    );
}

#[test]
fn corresponding_squares_have_the_same_number() {
    let (words, _) = drawn(&[LOCOCK, "--corresponding", "--rules", "newborn"]);
    let [white, black] = ["White's numbers", "Black's numbers"].map(|name| listed(&words, name));
    let number = |list: &[String], square: &str| {
        let end = format!(" on {square}");
        let mut numbers = list.iter().filter_map(|entry| entry.strip_suffix(&end));
        numbers.next().map(str::to_owned)
    };
    for (attacker, defender) in [("d4", "f6"), ("e3", "g5"), ("c1", "g7"), ("c3", "g7")] {
        let found = number(&white, attacker);
        assert!(found.is_some(), "{attacker} {words}");
        assert_eq!(found, number(&black, defender), "{attacker} {words}");
    }
    assert_ne!(number(&white, "d4"), number(&white, "e3"));
    assert!(listed(&words, "Key squares").is_empty() && listed(&words, "Draws").is_empty());
}

/// White to move with its king on e5: Black holds on the squares of the opposition, and where it takes the pawn.
#[test]
fn the_heat_map_has_a_result_a_square() {
    let (words, error) = drawn(&["8/4k3/8/4K3/4P3/8/8/8 w - -", "--heat"]);
    assert_eq!(error, "");
    let [wins, draws] = ["Wins", "Draws"].map(|name| listed(&words, name));
    assert!(draws.contains(&"e7".to_owned()), "{words}");
    assert!(
        wins.contains(&"h8".to_owned()) && wins.contains(&"a1".to_owned()),
        "{words}"
    );
    assert!(listed(&words, "Loses").is_empty());
    // All but its own king and the eight squares beside it, the pawn and those that it hits among them.
    assert_eq!(wins.len() + draws.len(), 64 - 9, "{words}");
    // Black loses wherever it stands: the king is on a key square.
    let (words, _) = drawn(&["4k3/8/4K3/8/4P3/8/8/8 b - -", "--heat"]);
    assert!(
        listed(&words, "Draws")
            .iter()
            .all(|square| square.ends_with(['3', '4', '5'])),
        "{words}"
    );
    // Whoever is to move loses.
    let (words, _) = drawn(&["8/8/8/4pK2/3kP3/8/8/8 w - -", "--heat"]);
    assert!(listed(&words, "Wins").contains(&"f5".to_owned()), "{words}");
    assert!(!listed(&words, "Loses").is_empty(), "{words}");
}

#[test]
fn sets_that_cannot_be_drawn_are_named() {
    for set in ["--key-squares", "--corresponding", "--heat"] {
        let output = diagram(&["7k/8/8/8/8/8/P7/KQ6 w - -", set, "--no-cache"]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        for part in ["kings and pawns alone", "a position without pieces"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(output.stdout.is_empty());
    }
    let output = diagram(&[LOCOCK, "--time", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--key-squares"));
    let (words, error) = drawn(&[LOCOCK, "--heat", "--key-squares", "--structures", "1"]);
    assert!(error.contains("it is open whether"), "{error}");
    assert!(listed(&words, "Wins").len() < 40, "{words}");
}
