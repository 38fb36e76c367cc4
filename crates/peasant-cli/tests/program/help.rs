//! Help, examples, completions and man pages; and numbers that are none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{peasant, program, text};

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// A directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-help-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn help(verb: &[String]) -> String {
    let output = program()
        .args(verb)
        .arg("--help")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{verb:?}");
    text(&output.stdout)
}

/// The commands that a help text lists, in its groups or under the one heading.
pub fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let lines = lines.take_while(|line| *line != "Options:" && *line != "Arguments:");
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    names.map(str::to_owned).collect()
}

/// Every command and those below it.
fn verbs() -> Vec<Vec<String>> {
    let mut verbs: Vec<Vec<String>> = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(verb) = open.pop() {
        for name in commands(&help(&verb)) {
            open.push([&verb[..], &[name]].concat());
        }
        verbs.push(verb);
    }
    verbs.retain(|verb| !verb.is_empty());
    verbs
}

/// The command lines under `Example:` and `Examples:`.
fn examples(help: &str) -> Vec<String> {
    let stripped = help.lines().map(|line| {
        let line = line.trim();
        let head = ["Examples: ", "Example: "];
        head.iter()
            .find_map(|head| line.strip_prefix(head))
            .unwrap_or(line)
    });
    let lines = stripped.filter(|line| line.starts_with("peasant "));
    lines.map(str::to_owned).collect()
}

/// Runs a line of the help as a shell does, in a directory of its own.
#[cfg(unix)]
fn run(line: &str, directory: &Path) -> std::process::Output {
    let program = Path::new(env!("CARGO_BIN_EXE_peasant"));
    let path = std::env::join_paths([program.parent().expect("a directory")]);
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", line])
        .current_dir(directory)
        .stdin(Stdio::null());
    shell
        .env("PATH", path.expect("a plain path"))
        .env("XDG_CACHE_HOME", directory);
    shell.env("HOME", directory).env_remove("PEASANT_SYZYGY");
    shell.output().expect("there is a shell")
}

/// For one release `train` says what took its place, whatever stands behind it.
#[test]
fn train_says_where_exercises_are() {
    for args in [
        &["train"][..],
        &["train", "--help"],
        &["train", "--export", "-"],
    ] {
        let output = peasant(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let error = text(&output.stderr);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(
            error.starts_with("peasant: `peasant train` is gone: "),
            "{error}"
        );
        for place in [
            "`peasant serve`, tab *Train*",
            "`peasant annotate --exercises FILE`",
        ] {
            assert!(error.contains(place), "{error}");
        }
    }
    assert!(!commands(&help(&[])).contains(&"train".to_owned()));
}

/// Each verb stands in one group, in a line that a terminal shows whole; the shells know which verbs there are.
#[test]
fn verbs_stand_in_groups() {
    let help = help(&[]);
    let headings = help.lines().filter(|line| line.ends_with(':'));
    let headings: Vec<&str> = headings.collect();
    let groups = [
        "For players:",
        "Tools:",
        "The museum:",
        "Games with pawns alone:",
    ];
    assert_eq!(headings, [&groups[..], &["Options:"]].concat());
    let fish = text(&peasant(&["completions", "fish"]).stdout);
    let names = fish.lines().filter(|line| line.contains("needs_command"));
    let names = names.filter_map(|line| line.split_once(" -a \"")?.1.split('"').next());
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.retain(|name| name != "help");
    assert!(names.len() > 15, "{names:?}");
    names.sort();
    let mut listed = commands(&help);
    listed.sort();
    assert_eq!(listed, names);
    for line in help.lines().filter(|line| line.starts_with("  ")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// What takes long, or wants files that others write, or goes on until it is stopped.
const NOT_RUN: [&str; 4] = [
    "peasant base build",
    "peasant base build KQPvKQ KQvKQP",
    "peasant report endings.csv -o report.html",
    "peasant serve --open",
];

/// Every command has an example, and every example does what it says.
#[cfg(unix)]
#[test]
fn examples_run() {
    let scratch = Scratch::new("examples");
    let records = format!("{RETI} bm Kg7; id \"Reti\";\n4k3/8/4K3/4P3/8/8/8/8 w - - c0 \"win\";\n");
    fs::write(scratch.0.join("positions.epd"), records).expect("writable");
    let game = format!("[SetUp \"1\"]\n[FEN \"{RETI} 0 1\"]\n\n1. Kg7 *\n");
    fs::write(scratch.0.join("games.pgn"), game).expect("writable");
    for verb in verbs() {
        let lines = examples(&help(&verb));
        assert!(!lines.is_empty(), "{verb:?} has no example");
        for line in lines {
            assert!(line.starts_with(&format!("peasant {}", verb[0])), "{line}");
            if NOT_RUN.contains(&&*line) {
                continue;
            }
            let output = run(&line, &scratch.0);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{line}: {}",
                text(&output.stderr)
            );
        }
    }
}

/// Neither the help nor a page says what this machine has.
#[test]
fn nothing_depends_on_the_machine() {
    let scratch = Scratch::new("machine");
    let directory = scratch.0.display().to_string();
    for verb in verbs() {
        let mut command = program();
        command
            .args(&verb)
            .arg("--help")
            .env("PEASANT_SYZYGY", &directory);
        command
            .env("HOME", &directory)
            .env("XDG_CACHE_HOME", &directory);
        let shown = text(&command.output().expect("it runs").stdout);
        assert_eq!(shown, help(&verb));
        assert!(!shown.contains(&directory), "{shown}");
    }
}

#[test]
fn man_pages_for_every_command() {
    let scratch = Scratch::new("man");
    let directory = scratch.0.join("man1");
    let output = peasant(&["man", directory.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let names = fs::read_dir(&directory).expect("it was made");
    let names: BTreeSet<String> = names
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    for verb in verbs() {
        let name = format!("peasant-{}.1", verb.join("-"));
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let page = text(&peasant(&["man"]).stdout);
    assert_eq!(
        page,
        fs::read_to_string(directory.join("peasant.1")).expect("it is there")
    );
    assert!(page.contains(".TH peasant 1"), "{page}");
    let solve = fs::read_to_string(directory.join("peasant-solve.1")).expect("it is there");
    assert!(solve.contains("rtbw"), "{solve}");
    let output = peasant(&["man", "/dev/null/below"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = peasant(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = text(&output.stdout);
        for word in ["solve", "pawngame", "only-open", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let output = peasant(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("zsh"));
}

/// Options with few values: the words before, the values, and what is said of another value.
#[cfg(unix)]
const FEW_VALUES: [(&[&str], &str, &str); 10] = [
    (
        &["solve", "--rules"],
        "chess newborn",
        "use `chess` or `newborn`",
    ),
    (
        &["diagram", "--rules"],
        "chess newborn",
        "use `chess` or `newborn`",
    ),
    (
        &["mine", "--find"],
        "full-point zugzwang longest underpromotion only-moves",
        "write full-point, zugzwang,",
    ),
    (
        &["mine", "--measure"],
        "conversion end mate",
        "write end, conversion or mate",
    ),
    (
        &["pawnking", "--reuse"],
        "never careful sensitive",
        "use never, careful or sensitive",
    ),
    (
        &["classic", "--without"],
        "2 3 4 5 6 7 8 9",
        "give numbers of conditions from 2 to 9",
    ),
    (&["study", "--solver"], "white black", "give white or black"),
    (
        &["pawngame", "solve", "--preset"],
        "peasants pawn-game alburt hexapawn",
        "choose peasants, pawn-game, alburt or hexapawn",
    ),
    (
        &["pawngame", "value", "--no-move"],
        "draw loss alburt",
        "none of draw, loss and alburt",
    ),
    (
        &["play", "--side"],
        "white black",
        "[possible values: white, black]",
    ),
];

/// Shells offer them, and not names of files; what is none of them is still refused in words of its own.
#[cfg(unix)]
#[test]
fn values_are_completed() {
    let script = |shell| text(&peasant(&["completions", shell]).stdout);
    let [bash, zsh, fish] = ["bash", "zsh", "fish"].map(script);
    let scratch = Scratch::new("values");
    fs::write(scratch.0.join("peasant.bash"), bash).expect("writable");
    fs::write(scratch.0.join("a-file"), "").expect("writable");
    for (words, values, refused) in FEW_VALUES {
        let (option, verbs) = words.split_last().expect("an option");
        let line = format!(
            ". ./peasant.bash; COMP_WORDS=(peasant {} ''); COMP_CWORD={}; \
            _peasant peasant '' {option}; echo \"${{COMPREPLY[*]}}\"",
            words.join(" "),
            words.len() + 1,
        );
        let mut shell = Command::new("bash");
        let offered = shell.args(["-c", &line]).current_dir(&scratch.0).output();
        let offered = text(&offered.expect("there is bash").stdout);
        assert_eq!(offered.trim_end(), values, "{words:?}");
        let mut lines = zsh
            .lines()
            .filter(|line| line.contains(&format!("{option}=")));
        let end = format!(":({values})' \\");
        assert!(lines.any(|line| line.ends_with(&end)), "{words:?}");
        let list = values.split(' ').map(|value| format!("{value}\\t''"));
        let list = list.collect::<Vec<_>>().join("\n");
        let name = format!(" -l {} ", &option[2..]);
        let mut fish = fish.split(&name).skip(1);
        assert!(
            fish.any(|rest| rest.contains(&format!("-f -a \"{list}\""))),
            "{words:?}"
        );

        let mut args = verbs.to_vec();
        args.extend([*option, "thing"]);
        let output = program().args(args).output().expect("it runs");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.starts_with("error: invalid value 'thing' for"),
            "{error}"
        );
        assert!(error.contains(refused), "{error}");
    }
}

/// One kind of message, wherever a number is wanted.
#[test]
fn negative_numbers_are_told_alike() {
    for args in [
        &["solve", RETI, "--threads", "-1"][..],
        &["solve", RETI, "--memory", "-5"],
        &["solve", RETI, "--time", "-1"],
        &["solve", RETI, "--structures", "-1"],
        &["solve", RETI, "--lines", "-1"],
        &["explain", RETI, "--threads", "-0.5"],
        &["epd", "-", "--threads", "-1"],
        &["perft", RETI, "--depth", "-3"],
        &["classic", RETI, "--depth", "-3"],
        &["classic", RETI, "--memory", "-3"],
        &["pawnking", RETI, "--time", "-3"],
        &["compare", "-", "--program-time", "-3"],
        &["diagram", RETI, "--size", "-3"],
        &["store", "build", "--threads", "-3"],
        &["pawngame", "solve", "--files", "-3"],
        &["pawngame", "solve", "--memory", "-3"],
        &["pawngame", "value", "--limit", "-3"],
        &["pawngame", "play", "--seed", "-3"],
        &["play", "--seed", "-3"],
        &["play", "--strength", "-3"],
        &["play", "--time", "-3"],
        &["play", "--memory", "-3"],
        &["annotate", "-", "--threads", "-3"],
        &["annotate", "-", "--time", "-3"],
        &["annotate", "-", "--memory", "-3"],
        &["annotate", "-", "--structures", "-3"],
        &["mine", "--pawns", "1v0", "--keep", "-3"],
        &["pawngame", "perft", "--depth", "-3"],
    ] {
        let output = program().args(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = text(&output.stderr);
        let [.., option, value] = args else {
            panic!("an option")
        };
        let told = format!("error: invalid value '{value}' for '{option} <");
        assert!(error.starts_with(&told), "{error}");
        assert!(error.contains(">': give a "), "{error}");
    }
}
