//! `peasant-check FILE...`: checks certificates.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use checker::certificate::Certificate;
use checker::check::check;
use checker::small::Small;

const HELP: &str = "\
Checks certificates of chess endings that `peasant solve FEN --certificate FILE` writes.

Usage: peasant-check FILE...

Exit status: 0 every certificate is right, 1 one is wrong (its first faulty position is named), 2 one cannot be read,
3 all are right, but one rests on something that is not proved in it. Of several the first of 2, 1, 3 counts.";

/// How a file fares; the worst is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Right = 0,
    Conditional,
    Wrong,
    Unreadable,
}

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    match files.first().and_then(|first| first.to_str()) {
        Some("-h" | "--help") => println!("{HELP}"),
        Some("-V" | "--version") => println!("peasant-check {}", env!("CARGO_PKG_VERSION")),
        _ if files.is_empty() => {
            eprintln!("error: no certificate is named\n\n{HELP}");
            return ExitCode::from(2);
        }
        _ => {
            let mut small = Small::default();
            let worst = files.iter().map(|file| judge(Path::new(file), &mut small)).max();
            return ExitCode::from(match worst {
                None | Some(Verdict::Right) => 0,
                Some(Verdict::Wrong) => 1,
                Some(Verdict::Unreadable) => 2,
                Some(Verdict::Conditional) => 3,
            });
        }
    }
    ExitCode::SUCCESS
}

/// Checks one file and says what it found.
fn judge(file: &Path, small: &mut Small) -> Verdict {
    let start = Instant::now();
    let read = std::fs::read(file).map_err(|error| error.to_string());
    let read = read.and_then(|bytes| Certificate::read(&bytes).map_err(|error| error.0));
    let (verdict, told) = match &read {
        Ok(certificate) => {
            println!("{}: {}", file.display(), claim(certificate));
            let checked = check(certificate, small);
            if let Ok(checked) = &checked {
                let seconds = start.elapsed().as_secs_f64();
                println!("{}: {checked}, {seconds:.2} s{}", file.display(), memory());
            }
            match (checked, certificate.assumptions.len()) {
                (Err(wrong), _) => (Verdict::Wrong, format!("wrong at {wrong}")),
                (Ok(_), 0) => (Verdict::Right, "right".to_owned()),
                (Ok(_), leant_on) => {
                    let results = format!("{leant_on} results that are not proved here");
                    (Verdict::Conditional, format!("right if what it rests on is so: {results}"))
                }
            }
        }
        Err(reason) => (Verdict::Unreadable, format!("cannot be read: {reason}")),
    };
    println!("{}: {told}", file.display());
    verdict
}

/// What is claimed.
fn claim(certificate: &Certificate) -> String {
    let Certificate { root, bounds, program, checksum, .. } = certificate;
    let [least, most] = bounds.map(|result| ["loss", "draw", "win"][usize::from(result)]);
    let result = if least == most { least.to_owned() } else { format!("{least} to {most}") };
    let turn = if root.turn == 0 { "White" } else { "Black" };
    let sum: String = checksum.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("`{}`: {result} for {turn}, who is to move ({program}, SHA-256 {sum}...)", root.fen())
}

/// The most memory that was used, where the system tells it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: Option<u64> = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
    kib.map_or(String::new(), |kib| format!(", {:.1} MB", kib as f64 / 1024.0))
}
