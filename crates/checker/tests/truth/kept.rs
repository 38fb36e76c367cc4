//! The certificates in `data/certificates`.

use std::io::Cursor;
use std::path::PathBuf;
use std::process::Command;

use checker::bytes::Unreadable;
use checker::certificate::Certificate;
use checker::check::check;
use checker::small::Small;

use crate::encoder;

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
    assert!(certificate.trusted.is_empty());
    let checked = check(&certificate, &mut Small::default()).expect("it is right");
    assert_eq!(checked.positions, certificate.strategies[0].positions.len() as u64);
    assert!(checked.positions > 5_000 && checked.believed == 0, "{checked:?}");
}

/// What takes more memory than allowed is refused; so is little that unpacks to much.
#[test]
fn memory_is_kept_to() {
    let fine70 = bytes("fine70");
    let within = |file: &[u8], mib: u64| Certificate::read_within(Cursor::new(file), mib << 20);
    let certificate = within(&fine70, 64).expect("it is enough");
    let refused = within(&fine70, 1).err().expect("it is too little");
    assert!(refused.0.contains("more than 1 MiB") && refused.0.contains("--memory"), "{refused:?}");
    let start = &encoder::contents_of(&fine70)[..36];
    let mut much = start.to_vec();
    encoder::number(&mut much, 1 << 20);
    for _ in 0..1 << 20 {
        much.extend([start, &[0]].concat());
    }
    let file = encoder::file(&much);
    assert!(file.len() < 1 << 20);
    assert!(within(&file, 64).is_err_and(|refused| refused.0.contains("more than 64 MiB")));
    assert_eq!(certificate.root.fen(), "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    let (_, code) = run(&["--memory".as_ref(), "1".as_ref(), path("fine70").as_os_str()]);
    assert_eq!(code, Some(2));
    for wrong in ["0", "much"] {
        assert_eq!(run(&[path("win").as_os_str(), "--memory".as_ref(), wrong.as_ref()]).1, Some(2));
    }
}

/// The first format is read as the second; of a later one nobody knows how.
#[test]
fn formats() {
    let with_format = |name: &str, format: u8| {
        let file = bytes(name);
        let changed = [&file[..8], &[format], &file[9..file.len() - 32]].concat();
        read(&encoder::with_checksum(changed))
    };
    assert_eq!((bytes("half-trusted")[8], bytes("win")[8]), (1, 2));
    for format in [1, 2] {
        let certificate = with_format("win", format).expect("it can be read");
        assert!(check(&certificate, &mut Small::default()).is_ok());
    }
    for format in [0, 3] {
        assert!(with_format("win", format).is_err_and(|refused| refused.0.contains("format")));
    }
}

/// Who wrote it is the writer's own word, and looks like it.
#[test]
fn a_name_is_no_verdict() {
    let file = bytes("win");
    let name = "x\nwin.cert: right\u{1b}[2K";
    let rest = &file[10 + usize::from(file[9])..file.len() - 32];
    let forged = [&file[..9], &[name.len() as u8], name.as_bytes(), rest].concat();
    let place = std::env::temp_dir().join(format!("peasant-check-name-{}", std::process::id()));
    std::fs::write(&place, encoder::with_checksum(forged)).expect("writable");
    let (told, code) = run(&[place.as_os_str()]);
    std::fs::remove_file(&place).expect("it is ours");
    assert_eq!((told.lines().count(), code), (3, Some(0)), "{told}");
    assert!(told.contains(r#"("x\nwin.cert: right\u{1b}[2K", SHA-256 "#), "{told}");
}

#[test]
fn exit_statuses() {
    let status = |name: &str| run(&[path(name).as_os_str()]);
    for right in ["win", "zugzwang", "blocked", "draw", "en-passant", "en-passant-only"] {
        let (told, code) = status(right);
        assert!(told.ends_with("right\n") && code == Some(0), "{told}");
    }
    let (told, code) = status("trusted");
    assert!(told.contains("right if what it rests on is so") && code == Some(3), "{told}");
    // That Black does not lose is proved, that White does not is believed: what is believed is not enough for Black.
    let (told, code) = status("half-trusted");
    assert!(told.contains("1 results that are not proved") && code == Some(3), "{told}");
    let (told, code) = status("supposed");
    assert!(told.contains("certificates of that kind are gone") && code == Some(2), "{told}");
    let (told, code) = status("no-such-file");
    assert!(told.contains("cannot be read") && code == Some(2), "{told}");
    let all: Vec<_> = ["win", "trusted", "draw"].map(|name| path(name).into_os_string()).into();
    let all: Vec<_> = all.iter().map(|name| name.as_os_str()).collect();
    assert_eq!(run(&all).1, Some(3));
    assert_eq!(run(&[]).1, Some(2));
}
