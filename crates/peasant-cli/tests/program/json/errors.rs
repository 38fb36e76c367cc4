//! What is said of bad input: where, how much of it, and to whom.

use std::fs::File;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{FINE_70, RETI};
use crate::common::{feed, peasant, program, text};

/// Both queen.
const QUEENS: &str = "8/5P2/8/8/8/8/2pk4/K7 w - -";

/// The error object, which must be all that is printed.
fn error(args: &[&str]) -> Value {
    let output = peasant(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stderr), "", "{args:?}");
    let out = text(&output.stdout);
    assert_eq!(out.lines().count(), 1, "{args:?}: {out}");
    let mut object: Value = serde_json::from_str(&out).expect("JSON");
    let mut error = object["error"].take();
    let kind = error.as_object_mut().expect("an object").remove("kind");
    let kinds = "fen men epd pieces castling game file address option path contradiction input";
    let kind = kind.expect("every fault has a kind");
    assert!(kinds.split(' ').any(|known| kind == *known), "{kind}");
    error
}

#[test]
fn a_fault_of_a_text_has_a_kind() {
    let output = peasant(&["solve", "7k/8/8/8/8/8/8/K7 x - -", "--json"]);
    let object: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    assert_eq!(object["error"]["kind"], "fen");
    let output = peasant(&["solve", "Kh8, c6; Ka6, h9 w", "--json"]);
    let object: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    assert_eq!(object["error"]["kind"], "men");
    let output = peasant(&["solve", "4k3/8/8/8/8/8/4P3/QRN1K3 w - -", "--json"]);
    let object: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    assert_eq!(object["error"]["kind"], "pieces");
}

#[test]
fn message_text_and_cure() {
    assert_eq!(
        error(&["solve", "7k/8/8/8/8/8/8/K7 x - -", "--json"]),
        json!({
            "message": "bad FEN `7k/8/8/8/8/8/8/K7 x - -`: the side to move is \"x\"",
            "text": "7k/8/8/8/8/8/8/K7 x - -",
            "cure": "write `w` or `b`",
        })
    );
    assert_eq!(
        error(&["pawngame", "solve", "ppp/3/PPP", "--json"])["cure"],
        "there may be 4 to 8 in this game; it is a position of hexapawn: --preset hexapawn"
    );
    for (args, message, text, cure) in [
        (
            &["solve", "--json"][..],
            "the following required arguments were not provided: <FEN>...",
            json!(null),
            "try '--help'",
        ),
        (
            &["solve", RETI, "--json", "--memory", "0"],
            "invalid value '0' for '--memory <MIB>'",
            json!("0"),
            "give a whole number of MiB above 0, such as 2048",
        ),
        (
            &["solve", RETI, "--json", "--structures", "many"],
            "invalid value 'many' for '--structures <N>'",
            json!("many"),
            "give a whole number of structures, such as 100000",
        ),
        (
            &["pawngame", "solve", "--json", "--method", "guess"],
            "invalid value 'guess' for '--method <METHOD>'",
            json!("guess"),
            "use alpha-beta, proof-number",
        ),
        (
            &["solve", RETI, "--json", "--treads", "2"],
            "unexpected argument '--treads' found",
            json!("--treads"),
            "use --threads",
        ),
        (
            &["perft", RETI, "--depth", "999999", "--json"],
            "invalid value '999999' for '--depth <N>'",
            json!("999999"),
            "give a number of plies from 0 to 100",
        ),
        (
            &["pawngame", "perft", "--depth", "101", "--json"],
            "invalid value '101' for '--depth <N>'",
            json!("101"),
            "give a number of plies from 0 to 100",
        ),
    ] {
        let expected = json!({ "message": message, "text": text, "cure": cure });
        assert_eq!(error(args), expected, "{args:?}");
    }
}

/// A word after `--` is no option.
#[test]
fn errors_for_people_stay_on_standard_error() {
    for args in [&["solve", "x"][..], &["solve", "--", "--json"], &["solv"]] {
        let output = peasant(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// No message is as long as the text that it complains of.
#[test]
fn long_texts_are_cut() {
    let long = "x".repeat(120_000);
    let (option, rank) = (format!("--{long}"), "q".repeat(240));
    for args in [
        &["solve", &long][..],
        &["solve", &rank],
        &["kpk", &long],
        &["epd", &long],
        &["pawngame", "solve", &long],
        &[&long],
        &["solve", &option],
        &["solve", RETI, "--rules", &long],
        &["solve", RETI, "--syzygy", &long],
        &["solve", RETI, "--time", &long],
        &["compare", "-", "--programs", &long],
        &["pawngame", "solve", "--preset", &long],
        &["pawngame", "solve", "--no-move", &long],
    ] {
        for more in [&[][..], &["--json"]] {
            let output = program().args(args).args(more).output().expect("it runs");
            assert_eq!(output.status.code(), Some(2));
            let length = output.stdout.len() + output.stderr.len();
            assert!((1..1500).contains(&length), "{length}: {:.20}", args[0]);
        }
    }
    let output = feed(
        &["epd", "-"],
        &format!("{RETI} bm {long};\n{RETI} am {};\n", &long[..8000]),
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.len() < 1000, "{}", text(&output.stderr));
}

/// What a terminal would obey does not reach it.
#[test]
fn control_characters_are_escaped() {
    let wild = "\u{1b}[2J\u{202e}\u{9b}x";
    let is_plain = |bytes: &[u8]| {
        let text = text(bytes);
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{text:?}");
        text
    };
    let file = format!("{FINE_70} id \"Café {wild}\";\n{RETI} bm {wild};\n{wild}\n");
    for verb in ["epd", "compare"] {
        let output = feed(&[verb, "-"], &file);
        assert_eq!(output.status.code(), Some(2));
        let out = is_plain(&output.stdout);
        assert!(out.contains("Café \\u{1b}[2J\\u{202e}\\u{9b}x"), "{out}");
        is_plain(&output.stderr);
    }
    for args in [
        &["solve", wild][..],
        &[wild],
        &["solve", RETI, "--rules", wild],
        &["solve", RETI, "--syzygy", wild],
        &["solve", RETI, "--time", wild],
        &["epd", wild],
        &["pawngame", "solve", wild],
        &["pawngame", "solve", "--preset", wild],
    ] {
        let output = peasant(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!is_plain(&output.stderr).is_empty());
    }
}

/// A full disk behind standard error changes no exit status; one behind standard output does.
#[test]
fn nobody_need_hear() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: there is no /dev/full here");
        return;
    };
    for (args, status) in [
        (&["solve", "x"][..], 2),
        (&["solv"], 2),
        (&["solve", RETI, "--time", "0"], 2),
        (&["pawngame"], 2),
        (&["epd", "no such file"], 2),
        // It cannot keep the ending of queen against queen.
        (&["solve", QUEENS, "--cache", "/dev/full/below"], 0),
    ] {
        let stderr = full.try_clone().expect("a handle");
        let mut command = program();
        command.args(args).stdout(Stdio::null()).stderr(stderr);
        let ended = command.status().expect("the program starts");
        assert_eq!(ended.code(), Some(status), "{args:?}");
    }
    let mut command = program();
    command.args(["solve", "x", "--json"]).stdout(full);
    let output = command.stderr(Stdio::piped()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(3));
}
