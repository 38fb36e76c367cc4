//! The certificates in `data/certificates`.

use std::path::PathBuf;
use std::process::Command;

use checker::bytes::Unreadable;
use checker::certificate::Certificate;
use checker::check::check;
use checker::small::Small;

pub fn path(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../../data/certificates").join(name).with_extension("cert")
}

pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).expect("it is in the repository")
}

pub fn read(bytes: &[u8]) -> Result<Certificate, Unreadable> {
    Certificate::read(bytes)
}

/// Runs the program: what it says, and its exit status.
fn run(arguments: &[&std::ffi::OsStr]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_peasant-check")).args(arguments).output();
    let output = output.expect("it runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// Fine no. 70: White wins. Once "25,000 hours"; this is all that there is to check.
#[test]
fn fine_no_70() {
    let bytes = bytes("fine70");
    let certificate = read(&bytes).expect("it can be read");
    assert_eq!(certificate.root.fen(), "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    assert_eq!(certificate.bounds, [2, 2]);
    assert!(certificate.assumptions.is_empty());
    let checked = check(&certificate, &mut Small::default()).expect("it is right");
    assert_eq!(checked.positions, certificate.strategies[0].positions.len() as u64);
    assert!(checked.positions > 10_000 && checked.believed == 0, "{checked:?}");
}

#[test]
fn exit_statuses() {
    let status = |name: &str| run(&[path(name).as_os_str()]);
    for right in ["win", "zugzwang", "blocked", "draw", "en-passant", "en-passant-only"] {
        let (told, code) = status(right);
        assert!(told.ends_with("right\n") && code == Some(0), "{told}");
    }
    let (told, code) = status("conditional");
    assert!(told.contains("right if what it rests on is so") && code == Some(3), "{told}");
    // That Black does not lose is proved, that White does not is believed: what is believed is not enough for Black.
    let (told, code) = status("half-conditional");
    assert!(told.contains("1 results that are not proved") && code == Some(3), "{told}");
    let (told, code) = status("no-such-file");
    assert!(told.contains("cannot be read") && code == Some(2), "{told}");
    let all: Vec<_> = ["win", "conditional", "draw"].map(|name| path(name).into_os_string()).into();
    let all: Vec<_> = all.iter().map(|name| name.as_os_str()).collect();
    assert_eq!(run(&all).1, Some(3));
    assert_eq!(run(&[]).1, Some(2));
}
