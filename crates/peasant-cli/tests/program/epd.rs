//! `peasant epd` over long runs: answers as lines come, a file that a run goes on from, counts that add up.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{feed, program, text};

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// White's king comes too late.
const OUTSIDE: &str = "7k/8/8/8/p7/8/8/7K b - -";

/// Open after a thousand structures.
const HARD: &str = "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -";

/// A file that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-epd-{name}-{}.jsonl", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("it is there")
    }

    /// A run over these lines that goes on from the file.
    fn run(&self, input: &str, args: &[&str]) -> Run {
        let path = self.0.to_str().expect("UTF-8");
        let args = [&["epd", "-", "--json", "--resume", path], args].concat();
        Run::of(&feed(&args, input))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// What a run with `--json` printed.
struct Run {
    status: i32,
    rows: Vec<Value>,
    summary: Value,
}

impl Run {
    fn of(output: &Output) -> Run {
        let out = text(&output.stdout);
        let objects = out
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let mut rows: Vec<Value> = objects.collect();
        let mut last = rows.pop().unwrap_or_default();
        Run {
            status: output.status.code().expect("it ends by itself"),
            rows,
            summary: last["summary"].take(),
        }
    }

    /// Which rows were answered before.
    fn kept(&self) -> Vec<bool> {
        let kept = self.rows.iter().map(|row| row["kept"] == true);
        kept.collect()
    }
}

/// A program that a test ends, whatever becomes of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn start(args: &[&str]) -> Running {
    let mut command = program();
    command.arg("epd").args(args).arg("--no-cache");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    Running(command.spawn().expect("the program starts"))
}

/// Whoever writes a line and waits for its answer gets it, before the next line is there.
#[test]
fn a_co_process_is_answered_line_by_line() {
    for threads in ["1", "3"] {
        let mut running = start(&["-", "--json", "--threads", threads]);
        let mut input = running.0.stdin.take().expect("a pipe");
        let mut output = BufReader::new(running.0.stdout.take().expect("a pipe"));
        let mut answer = |line: &str| -> Value {
            writeln!(input, "{line}").expect("it reads");
            let mut text = String::new();
            output.read_line(&mut text).expect("it answers");
            serde_json::from_str(&text).expect("JSON")
        };
        assert_eq!(answer(FINE_70)["result"]["lower"], "win");
        assert_eq!(answer("nonsense")["line_number"], 2);
        assert_eq!(answer(RETI)["result"]["upper"], "draw");
    }
}

/// A polite end from outside is Ctrl-C, also while nothing is there to read.
#[cfg(unix)]
#[test]
fn a_run_that_waits_can_be_ended() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut running = start(&["-", "--json"]);
        let mut input = running.0.stdin.take().expect("a pipe");
        let mut output = BufReader::new(running.0.stdout.take().expect("a pipe"));
        let mut line = String::new();
        writeln!(input, "{FINE_70}").expect("it reads");
        output.read_line(&mut line).expect("it answers");
        let pid = running.0.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &pid])
            .status();
        assert!(sent.expect("kill is there").success());
        line.clear();
        output.read_line(&mut line).expect("a summary");
        let summary: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(summary["summary"]["solved"], 1, "{signal}");
        let ended = running.0.wait().expect("it ends");
        assert_eq!(ended.code(), Some(status), "{signal}");
        // Until now somebody could have written more.
        drop(input);
    }
}

#[test]
fn counts_add_up_in_words_and_in_json() {
    let input = format!(
        "{RETI} bm Kg7;\n{RETI} am Kg7;\n{OUTSIDE}\nnonsense\n{HARD} bm f6;\n7k/8/8/8/8/8/P7/KRRN4 w - -\n"
    );
    let args = ["epd", "-", "--structures", "1000"];
    let run = Run::of(&feed(&[&args[..], &["--json"]].concat(), &input));
    let count = |name: &str| run.summary[name].as_u64().expect("a count");
    let sum = |names: [&str; 4]| names.into_iter().map(count).sum::<u64>();
    assert_eq!(count("positions"), 4);
    assert_eq!(count("solved") + count("open"), 4);
    assert_eq!(sum(["agree", "disagree", "unsolved", "no_claim"]), 4);
    assert_eq!((count("bad_lines"), count("refused")), (2, 1));
    let output = feed(&args, &input);
    assert_eq!(output.status.code(), Some(2));
    let out = text(&output.stdout);
    assert!(out.starts_with("position  "), "{out}");
    assert!(out.contains("\n4 positions: 3 exact, "), "{out}");
    assert_eq!(out.matches("\n    Likely: ").count(), 1, "{out}");
    assert!(out.contains("%)."), "{out}");
    let rest = "2 lines without an answer: 1 unreadable, 1 not taken by the rules\n";
    assert!(out.contains(rest), "{out}");
    for line in out.lines() {
        assert!(line.chars().count() < 80, "{line}");
    }
    // Neither is minus zero.
    let nothing = text(&feed(&["epd", "-"], "").stdout);
    assert!(nothing.contains("\n0.000 s in all"), "{nothing}");
}

#[test]
fn nothing_proved_has_a_status_of_its_own() {
    for (input, status) in [
        (format!("{HARD}\n"), 4),
        (format!("{HARD}\n{RETI}\n"), 0),
        (format!("{HARD}\nnonsense\n"), 2),
        ("# nothing\n".to_owned(), 0),
    ] {
        let output = feed(&["epd", "-", "--structures", "300"], &input);
        assert_eq!(output.status.code(), Some(status), "{input}");
    }
    let solved = feed(&["solve", HARD, "--structures", "300"], "");
    assert_eq!(solved.status.code(), Some(0));
}

#[test]
fn a_run_goes_on_from_its_file() {
    let file = Scratch::new("goes-on");
    let input = format!("{RETI} id \"a\";\n{HARD} id \"b\";\n");
    let first = file.run(&input, &["--structures", "300"]);
    assert_eq!((first.status, first.kept()), (0, vec![false, false]));
    assert_eq!(first.rows[1]["limits"]["structures"], 300);
    assert!(first.rows[1]["likelihood"]["draw"].is_number());
    assert_eq!(file.text().lines().count(), 2);
    // What stood there is answered in the order of the new file, and judged by it.
    let input = format!("{HARD} id \"c\";\n{OUTSIDE}\n{RETI} am Kg7;\n");
    let second = file.run(&input, &["--structures", "300"]);
    assert_eq!((second.status, second.kept()), (1, vec![true, false, true]));
    assert_eq!(second.summary["kept"], 2);
    assert_eq!(second.rows[0]["id"], "c");
    assert_eq!(second.rows[2]["claims"][0]["verdict"], "disagree");
    assert_eq!(second.rows[2]["line_number"], 3);
    assert_eq!(second.rows[2]["line_san"], first.rows[0]["line_san"]);
    assert_eq!(file.text().lines().count(), 3);
    // A smaller limit changes nothing; a larger one asks again where the smaller one stopped, and only there.
    let less = file.run(&input, &["--structures", "200"]);
    assert_eq!(less.kept(), [true, true, true]);
    let more = file.run(&input, &["--structures", "301"]);
    assert_eq!(more.kept(), [false, true, true]);
    let newborn = file.run(&input, &["--structures", "300", "--rules", "newborn"]);
    assert_eq!(newborn.kept(), [false, false, false]);
}

#[test]
fn what_is_open_can_be_asked_again() {
    let file = Scratch::new("only-open");
    let input = format!("{RETI}\n{HARD}\n");
    file.run(&input, &["--structures", "300"]);
    let again = file.run(&input, &["--structures", "300", "--only-open"]);
    assert_eq!(again.kept(), [true, false]);
    let output = feed(&["epd", "-", "--only-open"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--resume"));
}

/// The line that was being written is lost, the others are not.
#[test]
fn a_torn_line_is_dropped() {
    let file = Scratch::new("torn");
    let input = format!("{FINE_70}\n{RETI}\n");
    file.run(&input, &[]);
    let whole = file.text();
    // After a power cut what was never written may be there as zeros.
    for zeros in [0, 5000] {
        let torn = whole[..whole.len() - 40].to_owned() + &"\0".repeat(zeros);
        fs::write(&file.0, torn).expect("writable");
        let again = file.run(&input, &[]);
        assert_eq!(again.kept(), [true, false]);
        assert_eq!(file.text().lines().count(), 2);
    }
    assert_eq!(file.run(&input, &[]).kept(), [true, true]);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let file = Scratch::new("else");
    for other in [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\n",
        "no end of line",
        "{}\n",
    ] {
        fs::write(&file.0, other).expect("writable");
        let path = file.0.to_str().expect("UTF-8");
        let output = feed(&["epd", "-", "--resume", path], FINE_70);
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains("is no file of answers"), "{error}");
        assert!(error.contains("name another"), "{error}");
        assert_eq!(file.text(), other);
    }
}

/// A process that is killed loses the position in work.
#[test]
fn a_killed_run_has_kept_its_answers() {
    let file = Scratch::new("killed");
    let path = file.0.to_str().expect("UTF-8").to_owned();
    let mut running = start(&["-", "--json", "--resume", &path]);
    let mut input = running.0.stdin.take().expect("a pipe");
    writeln!(
        input,
        "{FINE_70}\n{RETI}\n8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -"
    )
    .expect("a pipe");
    let begun = Instant::now();
    while fs::read_to_string(&file.0).map_or(0, |text| text.lines().count()) < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no answers");
        std::thread::sleep(Duration::from_millis(20));
    }
    running.0.kill().expect("it runs");
    running.0.wait().expect("it ends");
    let run = file.run(&format!("{FINE_70}\n{RETI}\n"), &[]);
    assert_eq!(run.kept(), [true, true]);
}

/// Nothing stands on standard output but what there is to tell.
#[test]
fn the_head_of_the_table_waits_for_a_row() {
    let epd = |args: &[&str], input| feed(&[&["epd"], args].concat(), input);
    let refused = [
        epd(&["no such file"], ""),
        epd(&["-"], "[Event \"x\"]\n\n1. e4 *\n"),
        epd(&["-"], "PK\u{3}\u{4}\n"),
    ];
    for output in refused {
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stdout), "", "{}", text(&output.stderr));
    }
    for input in [
        "",
        RETI,
        "nonsense\n",
        "nonsense\n8/8/8/6K1/8/k7/8/8 w - -\n",
    ] {
        let out = text(&epd(&["-"], input).stdout);
        assert!(out.starts_with("position  "), "{out}");
        assert_eq!(out.matches("position  ").count(), 1, "{out}");
    }
}

/// What could not be read is told before what disagrees.
#[test]
fn unreadable_lines_are_not_hidden_by_a_disagreement() {
    let status = |input: &str| feed(&["epd", "-"], input).status.code();
    let disagrees = format!("{RETI} c0 \"loss\";\n");
    assert_eq!(status(&disagrees), Some(1));
    assert_eq!(status(&format!("{disagrees}nonsense\n")), Some(2));
    assert_eq!(status(&format!("nonsense\n{disagrees}")), Some(2));
}

/// Lines as engines' people write them, and one of a table's head: each position is proved, whatever ends the lines, and what is
/// not understood is named.
#[test]
fn lines_are_read_as_people_write_them() {
    let lines = include_str!("epd/people.epd");
    for lines in [
        lines.to_owned(),
        lines.replace('\n', "\r\n"),
        lines.replace('\n', "\r"),
        lines.replace('\n', "\0\n") + "\u{1a}",
    ] {
        let run = Run::of(&feed(&["epd", "-", "--json"], &lines));
        assert_eq!(run.rows.len(), 30, "{:?}", run.summary);
        assert_eq!(
            run.summary["solved"], run.summary["positions"],
            "{}",
            run.summary
        );
        assert_eq!(run.status, 0, "{}", run.summary);
        assert_eq!(run.rows[27]["id"], "0aBcE");
        assert_eq!(run.rows[16]["id"], "the \"only\" move; or is it");
        let judged = run.rows.iter().filter(|row| row["verdict"] == "agree");
        assert_eq!(judged.count(), 14);
    }
    let told = text(&feed(&["epd", "-"], lines).stderr);
    for warning in [
        "line 13: `bm` behind the position is passed over",
        "line 14: bm: \"#23\" is no move",
        "line 15: bm: \"Ke4\" is illegal",
        "line 16: bm: \"Df2\" is no move",
        "line 28: `e1f2 c3d4` behind the position is passed over",
        "line 31: `+1.5` behind the position is passed over",
    ] {
        assert!(told.contains(warning), "{warning} is not in: {told}");
    }
    assert_eq!(told.lines().count(), 7, "{told}");
}
