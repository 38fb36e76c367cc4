//! Families searched: what is printed, checked by the program itself; runs in pieces, stopped and taken up again.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::common::{feed, program, text};

/// Runs `mine`; the user's cache is neither read nor written.
fn mine(args: &[&str]) -> (i32, String, String) {
    let mut command = program();
    command.args(["mine", "--no-cache"]).args(args);
    let output = command.output().expect("it runs");
    let status = output.status.code().expect("it ends by itself");
    (status, text(&output.stdout), text(&output.stderr))
}

/// What a run prints that ends well.
fn mined(args: &[&str]) -> String {
    let (status, out, error) = mine(args);
    assert_eq!(status, 0, "{args:?}: {error}");
    out
}

const ZUGZWANGS: [&str; 4] = ["--find", "zugzwang", "--find", "full-point"];

/// A file that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-mine-{name}-{}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).expect("it is there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// Known counts, and the positions that Beasley names from his file of reciprocal zugzwangs (ZUG3456): the first, and the first full-point
/// one, which stands here with colours exchanged.
#[test]
fn known_zugzwangs_are_found() {
    let out = mined(&["--pawns", "1v0", "--find", "zugzwang"]);
    assert_eq!(2 * out.lines().count(), 160);
    assert!(out.contains("1k6/1P6/K7/8/8/8/8/8 b - - id"), "{out}");
    let out = mined(&[&["--pawns", "1v1"][..], &ZUGZWANGS].concat());
    let full = out.lines().filter(|line| line.contains("full-point"));
    assert_eq!((out.lines().count(), full.count()), (121, 15));
    assert!(out.contains("8/8/8/8/8/1pK5/kP6/8 w - - id"), "{out}");
}

/// c0 and bm are claims that `epd` knows.
#[test]
fn what_is_printed_is_checked_by_epd() {
    let out = mined(&["--pawns", "0-1v1", "--files", "ab", "--keep", "3"]);
    for kind in [
        "zugzwang",
        "full-point",
        "longest",
        "underpromotion",
        "only-moves",
    ] {
        assert!(out.contains(&format!(" {kind} ")), "{kind}: {out}");
    }
    let mut ids: Vec<&str> = out.lines().map(id).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "no two are named alike");
    let checked = feed(&["epd", "-"], &out);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
}

fn id(line: &str) -> &str {
    let (_, rest) = line.split_once("id \"").expect("an id");
    rest.split_once('"').expect("its end").0
}

#[test]
fn pieces_and_threads_change_nothing() {
    let files = ["a-c", "a-d"][specification::rounds(0, 1)];
    // On a busy machine a limit on time would leave some of it open.
    let pawns = ["--pawns", "1v1", "--time", "none", "--files", files];
    let family = [&pawns[..], &ZUGZWANGS].concat();
    let whole = mined(&family);
    assert!(whole.lines().count() > 20, "{whole}");
    let piece = |range| mined(&[&family[..], &["--range", range]].concat());
    assert_eq!(piece("0..100") + &piece("100..9999"), whole);
    assert_eq!(mined(&[&family[..], &["--threads", "2"]].concat()), whole);
    assert_eq!(piece("5000..6000"), "");
}

/// A structure alone has nothing of its family to lean on; the limit is a hundredth of what it took when each placement was a question.
#[test]
fn a_structure_alone_is_solved_whole() {
    let one = ["--pawns", "1v1", "--files", "a-c", "--range", "16..17"];
    let limit = ["--time", "none", "--structures", "1600", "--json"];
    let printed = mined(&[&one[..], &limit, &ZUGZWANGS].concat());
    let last = printed.lines().last().expect("a summary");
    let told: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(told["summary"]["open_structures"], 0, "{told}");
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let file = Scratch::new("killed");
    let args = ["--pawns", "1v0", "--keep", "4", "--resume", file.path()];
    let whole = mined(&args);
    assert_eq!(whole, mined(&args[..4]));
    let bytes = file.bytes();
    // In the middle of a line, and at an end of one.
    let end = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .expect("a line");
    let last = bytes[..end].iter().rposition(|&byte| byte == b'\n');
    for cut in [bytes.len() / 2, last.expect("a line") + 1, 5, 0] {
        fs::write(&file.0, &bytes[..cut]).expect("writable");
        assert_eq!(mined(&args), whole, "{cut}");
        assert_eq!(file.bytes(), bytes, "{cut}");
    }
    // All of it is kept now.
    let (_, out, _) = mine(&[&args[..], &["--json"]].concat());
    let summary = out.lines().last().expect("a summary");
    let summary: Value = serde_json::from_str(summary).expect("JSON");
    let summary = &summary["summary"];
    assert_eq!(summary["kept"], summary["structures"]);
    assert_eq!(summary["findings"]["zugzwang"], 80);
    assert_eq!(summary["findings"]["longest"], 4);
}

#[test]
fn a_file_of_another_run_is_left_alone() {
    let file = Scratch::new("foreign");
    let resume = ["--resume", file.path()];
    mined(&[&["--pawns", "1v0", "--files", "a"][..], &resume].concat());
    let bytes = file.bytes();
    for other in [
        &["--pawns", "1v0", "--files", "b"][..],
        &["--pawns", "1v0", "--files", "a", "--keep", "2"],
        &["--pawns", "1v0", "--files", "a", "--find", "longest"],
        &["--pawns", "1v0", "--files", "a", "--rules", "newborn"],
    ] {
        let (status, _, error) = mine(&[other, &resume].concat());
        assert_eq!(status, 2, "{other:?}");
        assert!(error.contains("name another"), "{error}");
        assert_eq!(file.bytes(), bytes);
    }
    for foreign in ["hello\n", "hello", "{\"schema\":1}\n"] {
        fs::write(&file.0, foreign).expect("writable");
        let (status, _, error) = mine(&[&["--pawns", "1v0"][..], &resume].concat());
        assert_eq!(status, 2, "{error}");
        assert_eq!(file.bytes(), foreign.as_bytes());
    }
}

/// A polite wish to end: what is found is told, and the summary.
#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_tells_what_it_has() {
    let mut command = program();
    command.args(["mine", "--no-cache", "--pawns", "1-2v1", "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &pid])
        .status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(143), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    let summary: Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(summary["summary"]["complete"], false);
    let counts = summary["summary"]["findings"].as_object().expect("counts");
    let found: u64 = counts.values().filter_map(Value::as_u64).sum();
    assert_eq!(found as usize, out.lines().count() - 1);
    assert!(found > 0);
}

/// What a limit leaves open is counted.
#[test]
fn nothing_is_guessed() {
    let hard = [
        "--pattern",
        "8/p6p/8/8/8/8/P6P/8",
        "--structures",
        "1",
        "--find",
    ];
    let (status, out, error) = mine(&[&hard[..], &["underpromotion"]].concat());
    assert_eq!((status, &*out), (4, ""), "{error}");
    assert!(
        error.contains("Open: ") && error.contains("1 structure not solved whole"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_searched_is_told_with_its_cure() {
    for (args, cure) in [
        (&[][..], "such as 1v1"),
        (&["--pawns", "2:1"], "such as 2v1"),
        (&["--pawns", "1v0", "--files", "x"], "from a to h"),
        (&["--pattern", "8/8"], "board of a FEN"),
        (&["--pattern", "8/8/8/8/8/8/P?6/8"], "such as 1v1"),
        (
            &["--pawns", "0v1", "--pattern", "8/8/8/8/8/8/P7/8"],
            "fix fewer",
        ),
        (&["--pawns", "1v0", "--find", "mate"], "write full-point"),
        (
            &["--pawns", "1v0", "--measure", "plies"],
            "conversion or mate",
        ),
        (&["--pawns", "1v0", "--keep", "0"], "from 1 to 10000"),
        (&["--pawns", "1v0", "--range", "9"], "such as 0..1000"),
        (
            &["--pawns", "1v0", "--rules", "newborn", "--measure", "mate"],
            "conversion",
        ),
        (
            &[
                "--pawns",
                "1v0",
                "--rules",
                "newborn",
                "--find",
                "underpromotion",
            ],
            "leave it out",
        ),
    ] {
        let (status, out, error) = mine(args);
        assert_eq!((status, &*out), (2, ""), "{args:?}");
        assert!(error.contains(cure), "{error}");
    }
}
