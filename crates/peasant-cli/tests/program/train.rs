//! Exercises: asked, punished, and asked again.

use std::fs;
use std::path::PathBuf;

use crate::common::{feed, peasant, text};

/// Files that go when the test is over.
struct Files(PathBuf);

impl Files {
    fn new(name: &str, exercises: &str) -> Files {
        let name = format!("peasant-train-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("temporary files can be written");
        fs::write(directory.join("exercises.epd"), exercises).expect("writable");
        Files(directory)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// What is said to these lines.
    fn train(&self, lines: &str) -> String {
        let (file, progress) = (self.path("exercises.epd"), self.path("progress.json"));
        let args = ["train", &file, "--progress", &progress, "--ascii"];
        let output = feed(&args, lines);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    fn export(&self) -> String {
        let progress = self.path("progress.json");
        let output = peasant(&["train", "--progress", &progress, "--export", "-"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

const OPPOSITION: &str = "8/8/8/8/8/2k5/4P3/4K3 w - - id \"opposition\";\n";
const LOST: &str = "8/8/8/2Kp4/3Pk3/8/8/8 w - - id \"trebuchet\";\n";

#[test]
fn an_error_is_punished_and_counts() {
    let files = Files::new("error", OPPOSITION);
    let said = files.train("hint\nKd1\nKf2\n");
    assert!(said.contains("1 of 1: opposition\n"), "{said}");
    assert!(said.contains("White to move wins. How?"), "{said}");
    assert!(said.contains("It is a move of the king."), "{said}");
    assert!(said.contains("Kd1? An error: the win is gone"), "{said}");
    assert!(said.contains("Black answers Kc4:"), "{said}");
    // What is right is not told before it is found.
    let (before, after) = said.split_once("Once more:").expect("it is asked again");
    assert!(!before.contains("Kf2"), "{before}");
    assert!(
        after.contains("Right. White to move wins: only Kf2."),
        "{after}"
    );
    assert!(after.contains("0 of 1 right."), "{after}");
    let told = files.export();
    assert!(
        told.starts_with("8/8/8/8/8/2k5/4P3/4K3 w - - id \"opposition\"; c5 \"asked 1, missed 1"),
        "{told}"
    );
}

/// What was right comes again on another day; what was exported can be asked.
#[test]
fn what_is_known_rests() {
    let files = Files::new("rests", OPPOSITION);
    let said = files.train("Kf2\n");
    assert!(said.contains("1 of 1 right."), "{said}");
    let said = files.train("");
    assert!(said.starts_with("Nothing is to be asked now."), "{said}");
    fs::write(files.path("again.epd"), files.export()).expect("writable");
    let (again, other) = (files.path("again.epd"), files.path("other.json"));
    let output = feed(&["train", &again, "--progress", &other], "quit\n");
    assert!(text(&output.stdout).contains("opposition"), "{output:?}");
}

/// What was exported is taken over elsewhere, from both kinds of files; and the page's files are.
#[test]
fn what_is_known_goes_elsewhere() {
    let files = Files::new("elsewhere", OPPOSITION);
    files.train("Kf2\n");
    let progress = files.path("progress.json");
    for name in ["known.epd", "known.pgn"] {
        let known = files.path(name);
        let args = ["train", "--progress", &progress, "--export", &known];
        assert_eq!(peasant(&args).status.code(), Some(0));
        let other = files.path(&format!("{name}.json"));
        let output = peasant(&["train", "--progress", &other, "--import", &known]);
        assert_eq!(
            text(&output.stdout),
            "Taken over: what is known of 1 of 1 exercises.\n",
            "{output:?}"
        );
        let said = feed(&["train", &known, "--progress", &other], "");
        let said = text(&said.stdout);
        assert!(said.starts_with("Nothing is to be asked now."), "{said}");
        let exported = |progress| {
            let output = peasant(&["train", "--progress", progress, "--export", "-"]);
            text(&output.stdout)
        };
        assert_eq!(exported(&other), exported(&progress));
    }
}

/// New ones come with fewer men first, and a file of games holds exercises too.
#[test]
fn the_smallest_comes_first() {
    let files = Files::new("order", &format!("{LOST}{OPPOSITION}"));
    let said = files.train("quit\n");
    assert!(said.starts_with("1 of 2: opposition"), "{said}");
    let game = "[Event \"From a game\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/2k5/4P3/4K3 w - - 0 1\"]\n\n1. Kf2 *\n";
    fs::write(files.path("game.pgn"), game).expect("writable");
    let (file, progress) = (files.path("game.pgn"), files.path("game.json"));
    let said = feed(&["train", &file, "--progress", &progress], "quit\n");
    let said = text(&said.stdout);
    assert!(said.starts_with("1 of 1: From a game"), "{said}");
    fs::write(&file, "[Event \"Whole\"]\n\n1. e4 *\n").expect("writable");
    let output = peasant(&["train", &file, "--progress", &progress]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("begins with a pawn ending: write positions as EPD"),
        "{output:?}"
    );
}

/// What `mine` finds is an exercise, and `c1`, which tells the answer, is not told.
#[test]
fn what_was_mined_is_asked() {
    let output = peasant(&[
        "mine",
        "--pawns",
        "1v0",
        "--find",
        "only-moves",
        "--keep",
        "1",
    ]);
    let found = text(&output.stdout);
    assert!(found.contains("c1 \"chain of"), "{found}");
    let files = Files::new("mined", &found);
    let said = files.train("quit\n");
    assert!(said.starts_with("1 of 1: 1v0 #"), "{said}");
    assert!(!said.contains("chain"), "{said}");
}

#[test]
fn where_no_move_errs_the_result_is_asked() {
    let files = Files::new("result", LOST);
    let said = files.train("Kd6\nloss\n");
    assert!(said.contains("White to move: win, draw or loss?"), "{said}");
    assert!(said.contains("Say win, draw or loss."), "{said}");
    assert!(said.contains("1 of 1 right."), "{said}");
}

#[test]
fn bad_files_are_named() {
    let files = Files::new("bad", "8/8/8 w - -\n");
    let (file, progress) = (files.path("exercises.epd"), files.path("progress.json"));
    let output = peasant(&["train", &file, "--progress", &progress]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 1"), "{output:?}");
    fs::write(&progress, "no JSON").expect("writable");
    let output = peasant(&["train", "--progress", &progress]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("is no file of progress") && said.contains("--progress"),
        "{said}"
    );
}
