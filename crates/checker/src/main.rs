//! `peasant-check FILE...`: checks certificates.

mod json;
mod progress;

use std::ffi::OsString;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use checker::certificate::{Certificate, MEMORY};
use checker::check::{Checked, Wrong, check_with};
use checker::small::Small;
use progress::Progress;

// What stands here stands in the man page too, peasant-check.1: a test compares them.
const HELP: &str = "\
Checks certificates of chess endings that `peasant solve FEN --certificate FILE` writes.

Usage: peasant-check [--json] [--memory MIB] FILE...

      --json        Print JSON, one object a file
      --memory MIB  Refuse a certificate before it takes more memory than that (1024 MiB unless you say otherwise)
  -h, --help        Print help
  -V, --version     Print version

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

/// What is found in a file; or why it cannot be read.
type Found = Result<(Certificate, Result<Checked, Wrong>), String>;

/// What the command line asks for.
struct Wanted {
    files: Vec<OsString>,
    memory: u64,
    json: bool,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    match arguments.peek().and_then(|first| first.to_str()) {
        Some("-h" | "--help") => println!("{HELP}"),
        Some("-V" | "--version") => println!("peasant-check {}", env!("CARGO_PKG_VERSION")),
        _ => match wanted(arguments) {
            Ok(wanted) => return ExitCode::from(judge_all(&wanted)),
            Err(what) => {
                eprintln!("error: {what}\n\n{HELP}");
                return ExitCode::from(2);
            }
        },
    }
    ExitCode::SUCCESS
}

/// Reads the command line.
fn wanted(mut arguments: impl Iterator<Item = OsString>) -> Result<Wanted, String> {
    let mut wanted = Wanted { files: Vec::new(), memory: MEMORY, json: false };
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--json") => wanted.json = true,
            Some("--memory") => {
                let text = arguments.next().unwrap_or_default().to_string_lossy().into_owned();
                let mib: Option<u64> = text.parse().ok().filter(|&mib| mib > 0);
                let bytes = mib.and_then(|mib| mib.checked_mul(1 << 20));
                wanted.memory =
                    bytes.ok_or_else(|| format!("`{text}` is no number of MiB for --memory"))?;
            }
            Some("--") => wanted.files.extend(arguments.by_ref()),
            Some(text) if text.starts_with('-') => return Err(format!("no option is `{text}`")),
            _ => wanted.files.push(argument),
        }
    }
    if wanted.files.is_empty() { Err("no certificate is named".to_owned()) } else { Ok(wanted) }
}

/// Checks files, each in so much memory: the exit status.
fn judge_all(wanted: &Wanted) -> u8 {
    let mut small = Small::default();
    match wanted.files.iter().map(|file| judge(Path::new(file), wanted, &mut small)).max() {
        None | Some(Verdict::Right) => 0,
        Some(Verdict::Wrong) => 1,
        Some(Verdict::Unreadable) => 2,
        Some(Verdict::Conditional) => 3,
    }
}

/// Checks one file and says what it found.
fn judge(file: &Path, wanted: &Wanted, small: &mut Small) -> Verdict {
    let start = Instant::now();
    let found: Found = read(file, wanted.memory).map(|certificate| {
        if !wanted.json {
            println!("{}: {}", file.display(), claim(&certificate));
        }
        let mut progress = Progress::new(start);
        let checked = check_with(&certificate, small, &mut |done, all| {
            progress.show(done, all);
            true
        });
        (certificate, checked)
    });
    let seconds = start.elapsed().as_secs_f64();
    let verdict = match &found {
        Ok((certificate, Ok(_))) if certificate.trusted.is_empty() => Verdict::Right,
        Ok((_, Ok(_))) => Verdict::Conditional,
        Ok((_, Err(_))) => Verdict::Wrong,
        Err(_) => Verdict::Unreadable,
    };
    if wanted.json {
        println!("{}", json::object(file, verdict, &found, seconds));
    } else {
        if let Ok((_, Ok(checked))) = &found {
            println!("{}: {checked}, {seconds:.2} s{}", file.display(), peak());
        }
        println!("{}: {}", file.display(), told(verdict, &found));
    }
    verdict
}

/// The verdict in words.
fn told(verdict: Verdict, found: &Found) -> String {
    match found {
        Ok((_, Ok(_))) if verdict == Verdict::Right => "right".to_owned(),
        Ok((certificate, Ok(_))) => {
            let leant_on = certificate.trusted.len();
            format!("right if what it rests on is so: {leant_on} results that are not proved here")
        }
        Ok((_, Err(wrong))) => format!("wrong at {wrong}"),
        Err(reason) => format!("cannot be read: {reason}"),
    }
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
    certificate.map_err(|unreadable| unreadable.to_string())
}

/// What is claimed.
fn claim(certificate: &Certificate) -> String {
    let Certificate { root, bounds, program, checksum, .. } = certificate;
    let [least, most] = bounds.map(name);
    let result = if least == most { least.to_owned() } else { format!("{least} to {most}") };
    let turn = if root.turn == 0 { "White" } else { "Black" };
    let sum = hex(&checksum[..8]);
    // The name is the writer's own: it must not look like a line of ours.
    let program = program.escape_default();
    format!(
        "`{}`: {result} for {turn}, who is to move (\"{program}\", SHA-256 {sum}...)",
        root.fen()
    )
}

/// The name of a result.
fn name(result: u8) -> &'static str {
    ["loss", "draw", "win"][usize::from(result)]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The most memory that was used, where the system tells it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: Option<u64> = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
    kib.map_or(String::new(), |kib| format!(", {:.1} MB", kib as f64 / 1024.0))
}
