//! Files of many games: packed ones, tables, filters, runs that go on.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{annotate, game, text};
use crate::common::program;

/// A directory of ours, which goes with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("peasant-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("writable");
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, data: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), data).expect("writable");
        self.path(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("it is written")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// White throws a win away with the third ply; a promotion follows.
const WON: &str = "[Event \"Rated Blitz game\"]\n[Site \"https://example.org/a\"]\n[Date \"2024.05.17\"]\n[White \"A\"]\n[Black \"B\"]\n\
    [WhiteElo \"1500\"]\n[BlackElo \"1700\"]\n[TimeControl \"180+2\"]\n[FEN \"8/8/8/8/8/2k5/4P3/4K3 w - - 0 1\"]\n\n\
    1. Kf2 Kd4 2. Kf3 Ke5 *\n\n";

/// A plain game without an ending.
const SHORT: &str = "[Event \"Rated Bullet game\"]\n[Site \"https://example.org/b\"]\n[Date \"2023.??.??\"]\n[White \"C\"]\n[Black \"D\"]\n\
    [WhiteElo \"2100\"]\n[BlackElo \"2200\"]\n[TimeControl \"60+0\"]\n\n1. e4 { good } e5 2. Nf3 1-0\n\n";

fn games() -> String {
    let lost = game("8/8/8/4p3/4K3/8/8/4k3 w - - 0 1", "1. Kf5 Kf2 2. Kxe5");
    [SHORT, WON, SHORT, &lost, SHORT].concat()
}

fn rows(table: &str) -> Vec<Value> {
    table
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// What a packed file says is what a plain one says.
#[test]
fn packed_files_are_read_as_they_are() {
    let folder = Folder::new("packed");
    let plain = folder.write("games.pgn", games());
    let expected = text(&annotate(&[&plain]).stdout);
    assert!(expected.contains("Pawn ending"), "{expected}");
    for packer in ["gzip", "bzip2", "zstd"] {
        let packed = Command::new(packer).arg("-qc").arg(&plain).output();
        let Ok(packed) = packed.map(|output| output.stdout) else {
            specification::skip(&format!("files packed by {packer}, which is not there"));
            continue;
        };
        let path = folder.write("games.packed", &packed);
        assert_eq!(text(&annotate(&[&path]).stdout), expected, "{packer}");
        let mut piped = program();
        piped.args(["annotate", "--no-store", "--time", "60", "-"]);
        let mut piped = piped
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = piped.stdin.take().expect("a pipe");
        input.write_all(&packed).expect("it reads");
        drop(input);
        let output = piped.wait_with_output().expect("it ends");
        assert_eq!(text(&output.stdout), expected, "{packer}");
        let torn = folder.write("torn.packed", &packed[..packed.len() - 9]);
        let torn = annotate(&[&torn]);
        assert_eq!(torn.status.code(), Some(2), "{packer}");
        assert!(
            text(&torn.stderr).contains("cannot read"),
            "{}",
            text(&torn.stderr)
        );
        let record = "8/8/8/8/8/2k5/4P3/4K3 w - - bm Kf2; id \"x\";\n";
        let record = folder.write("x.epd", record);
        let record = Command::new(packer).arg("-qc").arg(record).output();
        let path = folder.write("x.packed", record.expect("it was there").stdout);
        let epd = program()
            .args(["epd", "--no-store", &path])
            .output()
            .expect("it starts");
        assert!(text(&epd.stdout).contains("agree"), "{}", text(&epd.stdout));
    }
}

#[test]
fn a_table_has_a_row_for_each_judged_position() {
    let folder = Folder::new("table");
    let input = folder.write("games.pgn", games());
    let table = folder.path("endings.jsonl");
    let output = annotate(&[&input, "--table", &table]);
    // No games are printed, but what they come to.
    assert!(
        text(&output.stdout).starts_with("5 games: 2 with pawn endings"),
        "{}",
        text(&output.stdout)
    );
    let rows = rows(&folder.read("endings.jsonl"));
    assert_eq!(rows.len(), 9);
    let first = &rows[0];
    for (column, value) in [
        ("site", "https://example.org/a".into()),
        ("date", "2024-05-17".into()),
        ("white_elo", 1500.into()),
        ("time_control", "180+2".into()),
        ("game", 2.into()),
        ("line_number", 12.into()),
        ("ply", 0.into()),
        ("side", "white".into()),
        ("pawns", 1.into()),
        ("begins", true.into()),
        ("result", "win".into()),
        ("best", "Kf2".into()),
        ("played_uci", "e1f2".into()),
        ("thrown", Value::Null),
        ("only_move", true.into()),
    ] {
        assert_eq!(first[column], value, "{column}");
    }
    assert!(first["moves"].as_str().expect("moves").contains("Kf2:win"));
    let csv = folder.path("endings.csv");
    annotate(&[&input, "--table", &csv]);
    let csv = folder.read("endings.csv");
    assert_eq!(csv.lines().count(), 10);
    assert!(
        csv.starts_with("site,event,date,white,black,white_elo"),
        "{csv}"
    );
    if cfg!(feature = "parquet") {
        annotate(&[&input, "--table", &folder.path("endings.parquet")]);
        let parquet = fs::read(folder.0.join("endings.parquet")).expect("it is written");
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    }
    let wrong = annotate(&[&input, "--table", &folder.path("endings.xlsx")]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        text(&wrong.stderr).contains("use .parquet, .csv or .jsonl"),
        "{}",
        text(&wrong.stderr)
    );
    let over = annotate(&[&input, "--table", &table, "--exercises", &table]);
    assert!(
        text(&over.stderr).contains("would be written over itself"),
        "{}",
        text(&over.stderr)
    );
}

#[test]
fn filters_choose_games_and_positions() {
    let folder = Folder::new("filters");
    let input = folder.write("games.pgn", games());
    for (filter, left_out, judged) in [
        (&["--rating", "1400..1800"][..], 4, 5),
        (&["--date", "2023..2024-04"], 2, 0),
        (&["--time-control", "blitz,rapid"], 4, 5),
        (&["--time-control", "60+0"], 2, 0),
        (&["--pawns", "2.."], 0, 0),
        (&["--pawns", "0..0"], 0, 1),
        (&["--sample", "1"], 0, 9),
    ] {
        let output = annotate(&[&[&*input, "--json"], filter].concat());
        let summary: Value =
            serde_json::from_str(text(&output.stdout).lines().last().expect("a summary"))
                .expect("JSON");
        let summary = &summary["summary"];
        let positions = &summary["positions"];
        let all =
            positions["exact"].as_u64().unwrap_or(0) + positions["open"].as_u64().unwrap_or(0);
        assert_eq!(
            (summary["left_out"].as_u64(), all),
            (Some(left_out), judged),
            "{filter:?} {summary}"
        );
    }
    let only = text(&annotate(&[&input, "--only-endings"]).stdout);
    assert_eq!(only.matches("[White ").count(), 2);
    for (filter, cure) in [
        (&["--rating", "low"][..], "FROM..TO"),
        (&["--date", "May"], "2013-05-17"),
        (&["--time-control", "fast"], "180+2"),
        (&["--sample", "2"], "0.01"),
    ] {
        let refused = annotate(&[&[&*input], filter].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(
            text(&refused.stderr).contains(cure),
            "{}",
            text(&refused.stderr)
        );
    }
}

/// A run that is killed goes on, and comes to what one run comes to.
#[test]
fn a_run_that_is_killed_goes_on() {
    let folder = Folder::new("goes-on");
    let one = |number: u32| WON.replace("/a", &format!("/{number}"));
    let all: String = (0..3000)
        .map(|number| [one(number), SHORT.to_owned()].concat())
        .collect();
    let input = folder.write("games.pgn", &all);
    let run = |to: &str| {
        let mut command = program();
        command.args(["annotate", "--no-store", "--structures", "2000", &input]);
        command.args(["-o", &folder.path(&format!("{to}.pgn"))]);
        command.args(["--table", &folder.path(&format!("{to}.jsonl"))]);
        command.args(["--exercises", &folder.path(&format!("{to}.epd"))]);
        command
    };
    let whole = run("whole").output().expect("it starts");
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let mut killed = 0;
    let ended = loop {
        let mut command = run("parts");
        command
            .arg("--resume")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        std::thread::sleep(std::time::Duration::from_millis(2500));
        if child.try_wait().expect("ours").is_some() {
            break child.wait_with_output().expect("it has ended");
        }
        child.kill().expect("ours");
        child.wait().expect("ours");
        killed += 1;
        assert!(folder.0.join("parts.pgn.resume").exists() && killed < 200);
    };
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    assert!(killed > 0, "it was too quick to be killed");
    assert_eq!(text(&ended.stdout), text(&whole.stdout));
    for name in ["pgn", "epd"] {
        let [whole, parts] = ["whole", "parts"].map(|run| folder.read(&format!("{run}.{name}")));
        assert!(whole == parts, "{name} differs");
    }
    let without_seconds = |run: &str| {
        let mut rows = rows(&folder.read(&format!("{run}.jsonl")));
        rows.iter_mut().for_each(|row| row["seconds"] = Value::Null);
        rows
    };
    assert!(without_seconds("whole") == without_seconds("parts"));
    // Nothing is left of it.
    for left in ["parts.pgn.resume", "parts.pgn.part"] {
        assert!(!folder.0.join(left).exists(), "{left}");
    }
}

#[test]
fn a_record_belongs_to_one_run() {
    let folder = Folder::new("record");
    let input = folder.write("games.pgn", games());
    let record = folder.write(
        "other.resume",
        "{\"schema\":1,\"options\":\"\",\"bytes\":1,\"begins\":\"\"}\n",
    );
    let table = folder.path("t.csv");
    let refused = annotate(&[&input, "--table", &table, "--resume", &record]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("to other options"),
        "{}",
        text(&refused.stderr)
    );
    let refused = annotate(&[&input, "--resume"]);
    assert!(
        text(&refused.stderr).contains("give --output or --table"),
        "{}",
        text(&refused.stderr)
    );
}
