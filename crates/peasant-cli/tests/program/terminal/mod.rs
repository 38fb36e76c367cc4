//! What somebody sees who sits at a terminal.

mod screen;

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use self::screen::Screen;
use crate::common::{peasant, text};
use crate::help::commands;

/// It is not solved in a minute.
const LONG: &str = "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -";

/// And this in a blink.
const SHORT: &str = "8/8/8/8/8/2k5/4P3/4K3 w - -";

const CTRL_C: &str = "\x03";

/// What a line of progress says.
const PROGRESS: [&str; 5] = [
    "(Ctrl-C stops)",
    "moves settled",
    "looked through",
    "exact, 0:",
    "⠁",
];

fn assert_no_progress(screen: &Screen) {
    let text = screen.text();
    for part in PROGRESS {
        assert!(!text.contains(part), "{part:?} is left:\n{text}");
    }
}

/// A file for a test, which is gone with it.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let name = format!("peasant-terminal-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).expect("a file");
        File(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a name")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// Each of the verbs that show progress, with work that does not end.
fn at_work(epd: &File, pgn: &File) -> [Vec<String>; 4] {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    [
        words(&["solve", "--no-cache", LONG]),
        words(&["explain", "--no-cache", LONG]),
        words(&["epd", "--no-cache", "--time", "60", epd.name()]),
        words(&["annotate", "--no-cache", "--time", "60", pgn.name()]),
    ]
}

fn files(name: &str) -> [File; 2] {
    let epd = format!("{SHORT} id \"first\";\n{LONG} id \"second\";\n");
    let pgn = format!("[SetUp \"1\"]\n[FEN \"{LONG} 0 1\"]\n\n1. Kxg2 *\n");
    [
        File::new(&format!("{name}.epd"), &epd),
        File::new(&format!("{name}.pgn"), &pgn),
    ]
}

#[test]
fn ctrl_c_leaves_the_answer_and_nothing_of_the_progress() {
    let [epd, pgn] = files("interrupt");
    for args in at_work(&epd, &pgn) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut screen = Screen::start(&args);
        screen.wait_for("(Ctrl-C stops)");
        sleep(Duration::from_millis(700));
        screen.r#type(CTRL_C);
        assert_eq!(screen.end(), 130, "{args:?}:\n{}", screen.text());
        assert_no_progress(&screen);
        assert!(!screen.text().contains("^C"), "{}", screen.text());
        assert!(screen.shows_typing(), "{args:?}");
    }
}

#[test]
fn what_is_typed_while_it_works_is_not_on_the_screen() {
    let [epd, pgn] = files("typing");
    for args in at_work(&epd, &pgn) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut screen = Screen::start(&args);
        screen.wait_for("(Ctrl-C stops)");
        screen.r#type("first\nsecond\nthird");
        sleep(Duration::from_millis(900));
        assert_eq!(screen.wrapped(), [""; 0], "{args:?}");
        let lines = screen
            .text()
            .lines()
            .filter(|line| line.contains("stops"))
            .count();
        assert_eq!(lines, 1, "one line of progress:\n{}", screen.text());
        screen.r#type(CTRL_C);
        screen.end();
        assert_no_progress(&screen);
        let text = screen.text();
        assert!(
            !text.contains("first\n") && !text.contains("third"),
            "{text}"
        );
    }
}

/// The other polite ends, and one before anything could be caught.
#[test]
fn a_signal_has_its_status() {
    for (signal, status) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let mut screen = Screen::start(&["solve", "--no-cache", LONG]);
        screen.wait_for("(Ctrl-C stops)");
        kill(signal, &screen);
        assert_eq!(screen.end(), status, "{signal}");
        assert!(screen.text().contains("(cancelled)"), "{}", screen.text());
        assert_no_progress(&screen);
    }
    for verb in ["play", "uci"] {
        let mut screen = Screen::start(&[verb]);
        sleep(Duration::from_millis(500));
        kill("-TERM", &screen);
        assert_eq!(screen.end(), 143, "{verb}");
        assert!(screen.shows_typing(), "{verb}");
    }
}

fn kill(signal: &str, screen: &Screen) {
    let id = screen.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.expect("kill is there").success());
}

/// Who waits for an answer is left alone.
#[test]
fn a_prompt_stays_as_it_is_and_so_does_what_is_typed_there() {
    let mut screen = Screen::start(&["play", "--no-cache", SHORT]);
    screen.wait_for_last(">");
    screen.r#type("Kh9");
    sleep(Duration::from_millis(1200));
    assert_eq!(screen.last(), "> Kh9", "{}", screen.text());
    assert_no_progress(&screen);
    screen.r#type("\nhint\n");
    screen.wait_for("\"Kh9\" is no move");
    screen.wait_for_last(">");
    screen.r#type("qui");
    sleep(Duration::from_millis(1200));
    assert_eq!(screen.last(), "> qui", "{}", screen.text());
    screen.r#type("t\n");
    assert_eq!(screen.end(), 0);
    assert_no_progress(&screen);
    assert_eq!(screen.wrapped(), [""; 0]);
}

/// A move that is typed too soon is made, and stands where it would have stood.
#[test]
fn what_is_typed_too_soon_is_read_and_shown() {
    let mut screen = Screen::start(&["play", "--no-cache", "--time", "2", LONG]);
    screen.wait_for("moves settled");
    screen.r#type("Kxg2\n");
    screen.wait_for("Black plays");
    assert!(screen.text().contains("\n> Kxg2\n"), "{}", screen.text());
    screen.wait_for_last(">");
    screen.r#type("quit\n");
    assert_eq!(screen.end(), 0);
    assert_no_progress(&screen);
}

/// Ctrl-C ends a game at once, while the program works and while it waits.
#[test]
fn a_game_ends_with_ctrl_c() {
    let mut screen = Screen::start(&["play", "--no-cache", "--time", "60", LONG]);
    screen.wait_for("moves settled");
    screen.r#type(CTRL_C);
    assert_eq!(screen.end(), 130);
    assert_no_progress(&screen);
    assert!(screen.shows_typing());
    let mut screen = Screen::start(&["play", "--no-cache", SHORT]);
    screen.wait_for_last(">");
    screen.r#type(CTRL_C);
    assert_eq!(screen.end(), 130);
    assert!(screen.shows_typing());
}

/// What was shown early stands there once.
#[test]
fn early_answers_are_replaced_by_the_whole_one() {
    // It takes some seconds, so that there is something early.
    let fen = "8/8/5ppp/2pk4/p1p2PPP/P1P1K3/8/8 b - -";
    for verb in ["solve", "explain"] {
        let mut screen = Screen::start(&[verb, "--no-cache", "--time", "3", fen]);
        assert_eq!(screen.end(), 0);
        assert_no_progress(&screen);
        let text = screen.text();
        for part in ["a  b  c  d", "Black to move", "Proved by", "stopped by"] {
            assert!(text.matches(part).count() <= 1, "{part:?} twice:\n{text}");
        }
        assert_eq!(screen.wrapped(), [""; 0], "{text}");
        let last = text.lines().last().expect("a line");
        assert!(!last.contains("structures"), "{last}");
    }
}

/// All pages of the help, and answers of the other verbs.
#[test]
fn text_folds_at_words() {
    let mut pages = vec![vec!["--help".to_owned()], Vec::new()];
    let help = text(&peasant(&["--help"]).stdout);
    for verb in commands(&help) {
        pages.push(vec![verb.clone(), "--help".to_owned()]);
        pages.push(vec![verb, "-h".to_owned()]);
    }
    assert!(pages.len() > 30, "{help}");
    for answer in [
        &["kpk", SHORT][..],
        &["kpk", "-v", SHORT],
        &["kpk", "4k3/8/8/8/4P3/8/8/4K3 w - -"],
        &["kpk-rules"],
        &["kpk", "no position"],
        &[
            "explain",
            "--no-cache",
            "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -",
        ],
        &[
            "solve",
            "--no-cache",
            "-v",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
        ],
        &["solve", "--no-cache", "--time", "x", SHORT],
    ] {
        pages.push(answer.iter().map(|&word| word.to_owned()).collect());
    }
    for page in pages {
        let args: Vec<&str> = page.iter().map(String::as_str).collect();
        let mut screen = Screen::start(&args);
        screen.end();
        assert_eq!(screen.wrapped(), [""; 0], "{args:?}");
    }
}

/// A board that is copied has no colours.
#[test]
fn a_copied_board_tells_white_from_black() {
    let mut screen = Screen::start(&["kpk", "4k3/8/8/8/4P3/8/8/4K3 w - -"]);
    screen.end();
    let text = screen.text();
    for man in ['♔', '♙', '♚'] {
        assert!(text.contains(man), "{man}:\n{text}");
    }
}

/// Where the work is, and what it has found.
#[test]
fn annotate_says_which_game_and_move_it_is_at() {
    let [_, pgn] = files("annotate");
    let screen = Screen::start(&["annotate", "--no-cache", "--time", "60", pgn.name()]);
    screen.wait_for("game 1, move 1");
}
