//! Certificates that `solve` writes, held to a checker that shares nothing with the prover.

use std::fs;
use std::path::PathBuf;

use checker::certificate::Certificate;
use checker::check::check;
use checker::small::Small;
use serde_json::Value;

use crate::common::{object, peasant, text};

/// A file of this name for tests.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.cert"))
}

/// Proves a position with a certificate: the object that is printed, and the certificate.
fn certified(name: &str, position: &str, options: &[&str]) -> (Value, Certificate) {
    let file = scratch(name);
    let path = file.to_str().expect("UTF-8");
    let args = ["solve", position, "--json", "--certificate", path];
    let answer = object(&peasant(&[&args, options].concat()));
    let bytes = fs::read(&file).expect("it was written");
    assert_eq!(answer["certificate"]["bytes"], bytes.len());
    (answer, Certificate::read(&bytes).expect("it can be read"))
}

/// Some of its moves stay open as long as there is time: half of that is left for the certificate, whether it is enough or not.
#[test]
fn a_limit_on_time_leaves_some_for_the_certificate() {
    let (position, file) = (
        "8/p7/2pk4/5p1p/2PK1P1P/8/P7/8 b - -",
        scratch("a limit on time"),
    );
    let path = file.to_str().expect("UTF-8");
    let limited = ["--json", "--time", "6", "--certificate", path];
    let output = peasant(&[&["solve", position][..], &limited].concat());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["stopped"], "time");
    let seconds = answer["stats"]["seconds"].as_f64().expect("seconds");
    assert!(seconds < 5.0, "{seconds} of 6");
}

/// The places where programs go wrong, and what is claimed: least and greatest result. With at most four men a certificate holds
/// nothing but the claim, and the checker finds out by itself whether that is so.
const POSITIONS: [(&str, &str, [u8; 2]); 14] = [
    ("a pawn each", "8/8/8/7p/1PK2k2/8/8/8 w - -", [2, 2]),
    (
        "lost by its own turn",
        "8/8/8/4pK2/3kP3/8/8/8 w - -",
        [0, 0],
    ),
    ("a draw", "8/8/8/6k1/4Kp2/5P2/8/8 b - -", [1, 1]),
    (
        "nobody gets through",
        "8/8/4k3/1p1p3p/1P1P1KpP/6P1/8/8 b - -",
        [1, 1],
    ),
    ("en passant", "8/8/8/2k5/2pP4/8/8/3K4 b - d3", [1, 1]),
    (
        "en passant is the only move",
        "8/8/8/8/k1pP4/2P5/K7/8 b - d3",
        [1, 1],
    ),
    (
        "en passant among five men",
        "8/8/8/2k5/2pP4/2P5/8/3K4 b - d3",
        [1, 1],
    ),
    (
        "a win among five men",
        "8/8/5Ppk/8/8/4KP2/8/8 w - -",
        [2, 2],
    ),
    ("Black wins", "8/8/8/8/k1pP4/1p6/8/K7 b - d3", [2, 2]),
    (
        "a promotion to a rook",
        "8/8/1KP5/3r4/8/8/8/k7 w - -",
        [2, 2],
    ),
    ("stalemate", "7k/7P/8/6K1/8/8/p7/8 b - -", [2, 2]),
    ("mate", "8/8/8/8/8/1k6/pp6/K7 w - -", [0, 0]),
    ("three men", "4k3/8/8/8/4P3/8/8/4K3 w - -", [1, 1]),
    ("bare kings", "4k3/8/8/8/8/8/8/4K3 w - -", [1, 1]),
];

#[test]
fn what_is_proved_can_be_checked() {
    let mut small = Small::default();
    for (number, (what, position, bounds)) in POSITIONS.into_iter().enumerate() {
        let (answer, certificate) = certified(&format!("proved-{number}"), position, &[]);
        assert_eq!(certificate.bounds, bounds, "{what}");
        assert!(certificate.trusted.is_empty(), "{what}");
        let checked =
            check(&certificate, &mut small).unwrap_or_else(|wrong| panic!("{what}: {wrong}"));
        assert_eq!(
            answer["certificate"]["positions"], checked.positions,
            "{what}"
        );
        assert_eq!(answer["certificate"]["conditional"], false, "{what}");
        assert_eq!(answer["exact"], true, "{what}");
    }
}

/// Positions with a pawn or two each, as they come: whatever is claimed is shown.
#[test]
fn many_certificates() {
    let mut small = Small::default();
    let prover = peasant::Prover::default();
    let mut dice = specification::Dice(1);
    let mut below = move |bound: usize| dice.roll(bound);
    let mut done = [0; 3];
    let wanted = specification::rounds(10, 60) as u32;
    while done.iter().sum::<u32>() < wanted {
        let mut rows = [[b'.'; 8]; 8];
        for (man, low, high) in [
            (b'K', 0, 8),
            (b'k', 0, 8),
            (b'P', 1, 6),
            (b'p', 2, 7),
            (b'P', 1, 5),
        ] {
            rows[low + below(high - low)][below(8)] = man;
        }
        let rows: Vec<String> = rows
            .iter()
            .rev()
            .map(|row| String::from_utf8_lossy(row).replace('.', "1"))
            .collect();
        let turn = ["w", "b"][below(2)];
        let Ok(position) = format!("{} {turn} - -", rows.join("/")).parse() else {
            continue;
        };
        let limits = peasant::Limits::NONE.structures(2_000);
        let request = peasant::Request::new(position)
            .limits(limits)
            .moves(false)
            .line(false);
        let analysis = prover.analyse(&request).expect("an answer");
        // Queens on both sides take minutes: their positions are many.
        let Some(result) = analysis
            .bounds
            .exact()
            .filter(|&result| result != peasant::Wdl::Draw || below(8) == 0)
        else {
            continue;
        };
        let limits = peasant::Limits::NONE.time(std::time::Duration::from_millis(400));
        let Ok(certificate) = prover.certify(&request.limits(limits), &analysis) else {
            continue;
        };
        let mut bytes = Vec::new();
        certificate.write(&mut bytes).expect("memory");
        let read = Certificate::read(&bytes).expect("it can be read");
        if let Err(wrong) = check(&read, &mut small) {
            panic!("{position}: {wrong}");
        }
        done[result as usize] += 1;
    }
    let [losses, _, wins] = done;
    assert!(
        losses.min(wins) >= wanted / 10,
        "losses, draws, wins: {done:?}"
    );
}

#[test]
fn nothing_to_certify() {
    let file = scratch("nothing");
    let path = file.to_str().expect("UTF-8");
    fs::write(&file, "what was there before").expect("a file");
    let open = "8/p7/2pk4/5p1p/2PK1P1P/8/P7/8 b - -";
    let output = peasant(&["solve", open, "--structures", "1", "--certificate", path]);
    assert_eq!(output.status.code(), Some(4));
    let out = text(&output.stdout);
    assert!(out.contains("No certificate: nothing is proved"), "{out}");
    assert_eq!(fs::read(&file).expect("a file"), b"what was there before");
}

#[test]
fn refused_at_once() {
    let fine = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";
    let refused = |args: &[&str], why: &str| {
        let output = peasant(&[&["solve", fine], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = text(&output.stderr);
        assert!(told.contains(why), "{told}");
    };
    let nowhere = scratch("no-directory").join("x");
    let nowhere = nowhere.to_str().expect("UTF-8");
    refused(&["--certificate", nowhere], "in a directory that exists");
    refused(
        &["--certificate", env!("CARGO_TARGET_TMPDIR")],
        "name a file",
    );
    let newborn = ["--rules", "newborn", "--certificate", "x.cert"];
    refused(&newborn, "by the rules of chess");
}

#[test]
fn a_full_disk() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let fine = "8/8/8/7p/1PK2k2/8/8/8 w - -";
    let solve = |more: &[&str]| peasant(&[&["solve", fine], more].concat());
    let output = solve(&["--certificate", "/dev/full"]);
    assert_eq!(output.status.code(), Some(3));
    let out = text(&output.stdout);
    assert!(
        out.contains("wins: only b5"),
        "what is proved is told: {out}"
    );
    assert!(out.contains("No certificate: "), "{out}");
    assert!(text(&output.stderr).contains("`/dev/full`"));
    let output = solve(&["--certificate", "/dev/full", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["exact"], true);
    let error = answer["certificate"]["error"]["message"].as_str();
    assert!(
        error.is_some_and(|error| error.contains("/dev/full")),
        "{answer}"
    );
}

/// A queen ahead against pawns, as proofs meet it: a search of positions proves most of these wins. Slices that lean on what it found know
/// no way there, and a way of theirs must not lead back into one of its own.
const QUEEN_AHEAD: [&str; 16] = [
    "4k3/8/4P3/P7/K7/5pp1/8/7q w - -",
    "4k3/8/1K6/P3P3/8/5pp1/8/7q w - -",
    "4K3/8/5P2/8/2k5/8/3p4/4q3 w - -",
    "8/6K1/8/1p6/1P5P/8/7P/4qk2 w - -",
    "1Q6/7p/K5p1/7P/3k2P1/8/8/8 b - -",
    "8/8/1p5p/pP6/3k4/7P/P7/3K1q2 w - -",
    "8/8/pp6/7p/7P/1Pk2K2/P7/5q2 w - -",
    "8/8/2p5/p1K2p2/1P1PP3/8/8/qk6 w - -",
    "8/8/p1p5/1P3p2/3P4/2K1P3/4k3/q7 w - -",
    "5Q2/6K1/2k5/7p/5P1P/6p1/8/8 b - -",
    "5Q2/6K1/7p/k6P/5P2/6p1/8/8 b - -",
    "Q1k5/8/6P1/6P1/2p2K2/8/P7/8 b - -",
    "8/6Kp/7P/5p2/8/5P2/6P1/4qk2 w - -",
    "8/4K2p/8/5p1P/8/5P2/6P1/4qk2 w - -",
    "5Q2/p6p/6pP/6P1/1pK3k1/8/8/8 b - -",
    "6Q1/pk6/1p4P1/7p/7P/8/3K4/8 b - -",
];

#[test]
fn wins_of_a_search_are_accepted() {
    let mut small = Small::default();
    for text in QUEEN_AHEAD {
        let prover = peasant::Prover::default();
        let position = text.parse().expect("a position");
        let request = peasant::Request::new(position).moves(false).line(false);
        let analysis = prover.analyse(&request).expect("an answer");
        assert_eq!(analysis.bounds.exact(), Some(peasant::Wdl::Loss), "{text}");
        let certificate = prover.certify(&request, &analysis);
        let certificate = certificate.unwrap_or_else(|gap| panic!("{text}: {gap}"));
        let mut bytes = Vec::new();
        certificate.write(&mut bytes).expect("memory");
        let read = Certificate::read(&bytes).expect("it can be read");
        if let Err(wrong) = check(&read, &mut small) {
            panic!("{text}: {wrong}");
        }
    }
}
