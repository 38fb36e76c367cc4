//! `peasant-check FILE...`: checks certificates.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use checker::certificate::{Certificate, MEMORY};
use checker::check::check;
use checker::small::Small;

const HELP: &str = "\
Checks certificates of chess endings that `peasant solve FEN --certificate FILE` writes.

Usage: peasant-check [--memory MIB] FILE...

A certificate that takes more memory than that (1024 MiB unless you say otherwise) is refused before it takes it.

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
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match arguments.first().and_then(|first| first.to_str()) {
        Some("-h" | "--help") => println!("{HELP}"),
        Some("-V" | "--version") => println!("peasant-check {}", env!("CARGO_PKG_VERSION")),
        _ => {
            let files = match memory_asked(&mut arguments) {
                Ok(memory) if !arguments.is_empty() => (memory, arguments),
                Ok(_) => return misused("no certificate is named"),
                Err(text) => return misused(&format!("`{text}` is no number of MiB for --memory")),
            };
            return ExitCode::from(judge_all(files.0, &files.1));
        }
    }
    ExitCode::SUCCESS
}

fn misused(what: &str) -> ExitCode {
    eprintln!("error: {what}\n\n{HELP}");
    ExitCode::from(2)
}

/// Takes `--memory MIB` out of the arguments: in bytes.
fn memory_asked(arguments: &mut Vec<OsString>) -> Result<u64, String> {
    let Some(place) = arguments.iter().position(|argument| argument == "--memory") else {
        return Ok(MEMORY);
    };
    arguments.remove(place);
    let text = match place < arguments.len() {
        true => arguments.remove(place).to_string_lossy().into_owned(),
        false => String::new(),
    };
    let mib: Option<u64> = text.parse().ok().filter(|&mib| mib > 0);
    mib.and_then(|mib| mib.checked_mul(1 << 20)).ok_or(text)
}

/// Checks files, each in so much memory: the exit status.
fn judge_all(memory: u64, files: &[OsString]) -> u8 {
    let mut small = Small::default();
    match files.iter().map(|file| judge(Path::new(file), memory, &mut small)).max() {
        None | Some(Verdict::Right) => 0,
        Some(Verdict::Wrong) => 1,
        Some(Verdict::Unreadable) => 2,
        Some(Verdict::Conditional) => 3,
    }
}

/// Checks one file and says what it found.
fn judge(file: &Path, memory: u64, small: &mut Small) -> Verdict {
    let start = Instant::now();
    let read = read(file, memory);
    let (verdict, told) = match &read {
        Ok(certificate) => {
            println!("{}: {}", file.display(), claim(certificate));
            let checked = check(certificate, small);
            if let Ok(checked) = &checked {
                let seconds = start.elapsed().as_secs_f64();
                println!("{}: {checked}, {seconds:.2} s{}", file.display(), peak());
            }
            match (checked, certificate.trusted.len()) {
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

/// Reads a file, or what a pipe holds.
fn read(path: &Path, memory: u64) -> Result<Certificate, String> {
    let system = |error: std::io::Error| error.to_string();
    let file = File::open(path).map_err(system)?;
    let certificate = if file.metadata().map_err(system)?.is_file() {
        Certificate::read_within(file, memory)
    } else {
        let mut bytes = Vec::new();
        file.take(memory).read_to_end(&mut bytes).map_err(system)?;
        Certificate::read_within(Cursor::new(&bytes), memory - bytes.len() as u64)
    };
    certificate.map_err(|unreadable| unreadable.0)
}

/// What is claimed.
fn claim(certificate: &Certificate) -> String {
    let Certificate { root, bounds, program, checksum, .. } = certificate;
    let [least, most] = bounds.map(|result| ["loss", "draw", "win"][usize::from(result)]);
    let result = if least == most { least.to_owned() } else { format!("{least} to {most}") };
    let turn = if root.turn == 0 { "White" } else { "Black" };
    let sum: String = checksum.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    // The name is the writer's own: it must not look like a line of ours.
    let program = program.escape_default();
    format!(
        "`{}`: {result} for {turn}, who is to move (\"{program}\", SHA-256 {sum}...)",
        root.fen()
    )
}

/// The most memory that was used, where the system tells it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: Option<u64> = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
    kib.map_or(String::new(), |kib| format!(", {:.1} MB", kib as f64 / 1024.0))
}
