//! What the program says: in JSON, in its man page, and to nobody.

use std::ffi::OsStr;
use std::process::{Command, Output};

use checker::bytes::Unreadable;

use crate::encoder;
use crate::kept::{bytes, path};

fn run(arguments: &[&OsStr]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_peasant-check")).args(arguments).output();
    output.expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// An object a file, in the order of the files, with the same fields for all.
#[test]
fn json() {
    let [win, trusted, absent] = ["win", "trusted", "no-such-file"].map(path);
    let output = run(&["--json".as_ref(), win.as_ref(), trusted.as_ref(), absent.as_ref()]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stdout);
    let lines: Vec<&str> = told.lines().collect();
    let keys = |line: &str| line.matches("\":").count();
    assert_eq!(lines.iter().map(|line| keys(line)).collect::<Vec<_>>(), [17, 17, 15], "{told}");
    assert!(lines[0].starts_with(r#"{"schema":1,"file":""#), "{told}");
    for part in [
        r#""verdict":"right","fen":"8/8/5Ppk/8/8/4KP2/8/8 w - - 0 1""#,
        r#""result":{"lower":"win","upper":"win"},"program":"peasant "#,
        r#""trusted":0,"positions":"#,
        r#""wrong_at":null,"error":null,"seconds":"#,
    ] {
        assert!(lines[0].contains(part), "{part}: {told}");
    }
    let sum: String =
        bytes("win")[bytes("win").len() - 32..].iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(lines[0].contains(&format!(r#""sha256":"{sum}""#)), "{told}");
    assert!(lines[1].contains(r#""verdict":"conditional""#), "{told}");
    assert!(lines[2].contains(r#""verdict":"unreadable","fen":null,"result":null"#), "{told}");
}

/// What a stranger wrote stays a text; what is wrong is named, and where.
#[test]
fn json_of_a_lie() {
    let file = bytes("win");
    let mut contents = encoder::contents_of(&file);
    contents[34..36].copy_from_slice(&[0, 0]);
    let lie = encoder::file(&contents);
    let name = "\"},\n\u{1b}\\";
    let lie = [&lie[..9], &[name.len() as u8], name.as_bytes(), &lie[10..lie.len() - 32]].concat();
    let place = std::env::temp_dir().join(format!("peasant-check-lie-{}", std::process::id()));
    std::fs::write(&place, encoder::with_checksum(lie)).expect("writable");
    let output = run(&["--json".as_ref(), place.as_os_str()]);
    std::fs::remove_file(&place).expect("it is ours");
    let told = text(&output.stdout);
    assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)), "{told}");
    assert!(told.contains(r#""program":"\"},\u000a\u001b\\","sha256""#), "{told}");
    assert!(
        told.contains(r#""verdict":"wrong","fen":"8/8/5Ppk/8/8/4KP2/8/8 w - - 0 1""#),
        "{told}"
    );
    assert!(
        told.contains(r#""positions":null"#) && told.contains(r#""wrong_at":"8/8/5Ppk/"#),
        "{told}"
    );
    assert!(told.contains(r#""error":"nothing shows that Black wins""#), "{told}");
}

/// Progress is for a terminal: a pipe gets none, however long it takes.
#[test]
fn no_progress_in_a_pipe() {
    assert_eq!(text(&run(&[path("fine70").as_os_str()]).stderr), "");
}

#[test]
fn what_is_no_option_is_told() {
    let output = run(&["--jsno".as_ref(), path("win").as_os_str()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: no option is `--jsno`\n"));
}

/// All that the help says stands in the man page, and its version is the program's.
#[test]
fn the_man_page_says_what_the_help_says() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = include_str!("../../peasant-check.1").replace("\\-", "-");
    let page = page.replace("\\fB", "").replace("\\fI", "").replace("\\fR", "").replace('"', "");
    let macros = [".TP", ".BR ", ".B ", ".SH "];
    let lines = page.lines().map(|line| {
        macros.iter().find_map(|name| line.strip_prefix(name)).unwrap_or(line).replace(" , ", ", ")
    });
    let page = plain(&lines.collect::<Vec<_>>().join(" "));
    let help = text(&run(&["--help".as_ref()]).stdout);
    for line in help.lines() {
        let line = plain(line.trim_start_matches("Usage:").trim_start_matches("Exit status:"));
        assert!(page.contains(&line), "{line}: {page}");
    }
    assert!(page.contains(concat!("peasant-check ", env!("CARGO_PKG_VERSION"))), "{page}");
}

/// What cannot be read is an error like others.
#[test]
fn errors_are_errors() {
    let error: Box<dyn std::error::Error> = Box::new(Unreadable("it is damaged".to_owned()));
    assert_eq!(error.to_string(), "it is damaged");
}
