//! A run over games that is stopped from outside: the output is whole all the same.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::game;
use crate::common::{program, text};

/// Judged in a blink.
const EASY: &str = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 60";

/// Not judged within minutes.
const HARD: &str = "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - - 0 1";

/// Games that would be changed, a broken one, other ends of lines, and no end at the last: nothing of it may change.
const REST: &str = "[Event \"three\"]\n[FEN \"8/8/8/8/8/2k5/4P3/4K3 w - - 0 60\"]\n\n60.Kd1   Kc4 *\n\n\n\
    {between}\n\n[Event \"four\"]\n\n1. e4 Ke3 *\n\n\
    [Event \"five\"]\r\n[FEN \"8/8/8/8/8/2k5/4P3/4K3 w - - 0 60\"]\r\n\r\n60. Kd1 Kc4 *";

/// A directory that goes when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("peasant-stopped-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("writable");
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(args: &[&str]) -> Child {
    let mut command = program();
    command
        .args(["annotate", "--no-cache", "--time", "600"])
        .args(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Asks the program to end, once it is at the hard game.
fn stop(child: &Child) {
    std::thread::sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(sent.expect("kill is there").success());
}

fn games() -> String {
    game(EASY, "60. Kd1 Kc4") + &game(HARD, "1. a4 bxa3") + REST
}

#[test]
fn what_was_not_judged_is_copied() {
    let folder = Folder::new("copied");
    let (input, output) = (folder.path("in.pgn"), folder.path("out.pgn"));
    std::fs::write(&input, games()).expect("writable");
    for to_file in [true, false] {
        std::fs::write(&output, "old").expect("writable");
        let child = match to_file {
            true => start(&[&input, "-o", &output]),
            false => start(&[&input]),
        };
        stop(&child);
        let run = child.wait_with_output().expect("it ends");
        let said = text(&run.stderr);
        assert_eq!(run.status.code(), Some(143), "{said}");
        let told = "stopped: from game 3 on the games are copied as they are, not judged";
        assert!(said.contains(told), "{said}");
        let (written, summary) = match to_file {
            true => (
                std::fs::read_to_string(&output).expect("it is there"),
                text(&run.stdout),
            ),
            false => (text(&run.stdout), said),
        };
        assert!(written.contains("60. Kd1 $4 {The win"), "{written}");
        assert!(written.contains("{Pawn ending. "), "{written}");
        assert!(written.ends_with(REST), "{written}");
        assert_eq!(written.matches("[White").count(), 2, "{written}");
        assert!(
            summary.contains("5 games: 2 with pawn endings, 0 not readable."),
            "{summary}"
        );
        assert!(
            summary.contains("Stopped, so not judged: 3 games."),
            "{summary}"
        );
    }
}

#[test]
fn a_program_is_told_how_many_are_not_judged() {
    let folder = Folder::new("json");
    let input = folder.path("in.pgn");
    std::fs::write(&input, games()).expect("writable");
    let child = start(&[&input, "--json"]);
    stop(&child);
    let run = child.wait_with_output().expect("it ends");
    let said = text(&run.stderr);
    assert!(
        said.contains("stopped: from game 3 on the games are not judged\n"),
        "{said}"
    );
    let out = text(&run.stdout);
    let last = out.lines().last().expect("a summary");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["summary"]["not_judged"], 3);
    assert_eq!(out.lines().count(), 3, "{out}");
}

/// It does not wait for games that are still to come, and the file stays what it was.
#[test]
fn a_second_wish_ends_it_at_once() {
    let folder = Folder::new("twice");
    let output = folder.path("out.pgn");
    std::fs::write(&output, "old").expect("writable");
    let mut child = start(&["-", "-o", &output]);
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(games().as_bytes()).expect("it reads");
    stop(&child);
    stop(&child);
    let ended = child.wait().expect("it ends");
    drop(pipe);
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut said).expect("UTF-8");
    assert_eq!(ended.code(), Some(143), "{said}");
    assert_eq!(
        std::fs::read_to_string(&output).expect("it is there"),
        "old"
    );
}
