//! `peasant annotate`: games with comments.

#[path = "annotate/as_people_write.rs"]
mod as_people_write;
#[path = "annotate/databases.rs"]
mod databases;
#[cfg(unix)]
#[path = "annotate/likely.rs"]
mod likely;
#[cfg(unix)]
#[path = "annotate/stopped.rs"]
mod stopped;

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{feed, program, text};
#[cfg(unix)]
pub use likely::{DOUBTED, DOUBTER};

/// Games of all kinds: a BOM, lines for other programs, nested variations, comments that look like something else, en passant,
/// stalemate, promotions, a last trade, Chess960.
const KINDS: &str = include_str!("annotate/kinds.pgn");

fn file(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/annotate/");
    format!("{folder}{name}")
}

fn annotate(args: &[&str]) -> Output {
    let mut command = program();
    command
        .args(["annotate", "--no-cache", "--time", "60"])
        .args(args);
    command.output().expect("the program starts")
}

/// The games of a text with comments.
fn annotated(games: &str, args: &[&str]) -> String {
    let output = feed(&[&["annotate", "-", "--time", "60"], args].concat(), games);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// A game with these moves.
fn game(fen: &str, moves: &str) -> String {
    format!("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[FEN \"{fen}\"]\n\n{moves} *\n\n")
}

fn lines(output: &Output) -> Vec<Value> {
    let out = text(&output.stdout);
    out.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// The words of the movetext of all games: moves of the main lines and results, without numbers.
fn main_lines(games: &str) -> Vec<String> {
    let (mut plain, mut depth, mut in_comment) = (String::new(), 0, false);
    for line in games.trim_start_matches('\u{feff}').lines() {
        if !in_comment && (line.starts_with('[') || line.starts_with('%')) {
            continue;
        }
        for c in line.chars() {
            match c {
                '}' if in_comment => in_comment = false,
                _ if in_comment => {}
                '{' => in_comment = true,
                ';' => break,
                '(' => depth += 1,
                ')' => depth -= 1,
                _ if depth > 0 => {}
                '!' | '?' => plain.push(' '),
                _ => plain.push(c),
            }
        }
        plain.push(' ');
    }
    let is_move = |word: &&str| {
        let is_number = word.trim_end_matches('.').parse::<u32>().is_ok();
        !is_number && !word.starts_with('$') && *word != "e.p."
    };
    plain
        .split_whitespace()
        .filter(is_move)
        .map(str::to_owned)
        .collect()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stood there is there still, in lines of export format.
#[test]
fn nothing_is_lost() {
    let out = annotated(KINDS, &[]);
    assert_eq!(main_lines(&out), main_lines(KINDS));
    // Byte for byte, but for blanks.
    let mut rest = out.chars();
    for c in KINDS.chars().filter(|c| !c.is_whitespace()) {
        assert!(rest.any(|other| other == c), "{c:?} is lost: {out}");
    }
    let flat = words(&out);
    for part in [
        "[White \"Réti \\\"the\\\" player\"]",
        "{before}",
        "{[%clk 0:03:00] keeps (nothing) [at all]; 12. Kb2 *}",
        "(60. Kf2 $1 Kd4 (60... Kd2 61. Kf3 {the \\ \"king\" goes} Kd3) 61. Kf3)",
        "(60. e4?)",
        "60... Kc4! {[%eval 0.00]}",
        "; a comment to the end of the line",
        "1/2-1/2 {and a word after it}",
        "1. e4 e5 2. O-O *",
    ] {
        assert!(flat.contains(part), "{part} is not in: {out}");
    }
    assert!(out.contains("\n%an escape { within ( the moves\n"), "{out}");
    // The mark with which the file begins stays.
    assert!(out.starts_with("\u{feff}% made by hand"), "{out}");
    let tags = |text: &str| {
        text.trim_start_matches('\u{feff}')
            .lines()
            .filter(|line| line.starts_with('['))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        tags(&out)
            .iter()
            .filter(|line| !line.starts_with("[%"))
            .count(),
        tags(KINDS).len()
    );
    let is_long = |line: &&str| line.len() > 79 && !KINDS.contains(*line);
    assert_eq!(out.lines().find(is_long), None, "lines of ours are short");
}

/// Annotated once more, nothing is added.
#[test]
fn nothing_is_said_twice() {
    let once = annotated(KINDS, &[]);
    assert_eq!(annotated(&once, &[]), once);
}

#[test]
fn a_proved_result_thrown_away_is_marked_and_refuted() {
    let out = words(&annotated(
        &game("8/8/8/8/8/2k5/4P3/4K3 w - - 0 60", "60. Kd1 Kc4"),
        &[],
    ));
    for part in [
        "60. Kd1 $4 {The win is thrown away: now it is a draw. 60...Kc4 61.Kd2 Kd4.",
        "[%eval 0.00] [%cal Ge1f2,Rc3c4]",
        "(60. Kf2 $1 {White wins by the opposition: Black has to give way.} 60... Kd4",
        "{Pawn ending. White to move wins: only Kf2.",
    ] {
        assert!(out.contains(part), "{part} is not in: {out}");
    }
    let out = words(&annotated(
        &game("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", "1. Kf2"),
        &[],
    ));
    assert!(
        out.contains("1. Kf2 $1 {[%eval") && !out.contains("$4"),
        "{out}"
    );
}

/// The pawn that becomes a queen stalemates.
#[test]
fn an_under_promotion_is_better() {
    let out = words(&annotated(
        &game("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "1. c8=Q"),
        &[],
    ));
    assert!(
        out.contains("1. c8=Q $4 {The win is thrown away: now it is a draw. Black is stalemated."),
        "{out}"
    );
    assert!(
        out.contains("(1. c8=R {White wins by promoting to a rook. A queen would give stalemate.}"),
        "{out}"
    );
}

/// Glyphs, scores and variations that stand there are not doubled, and not contradicted by praise.
#[test]
fn what_stands_there_is_not_doubled() {
    let moves = "60. Kd1 $4 {[%eval 3.00] [%cal Ga1a2]} (60. Kf2 $1) 60... Kc4 61. Ke1";
    let out = words(&annotated(
        &game("8/8/8/8/8/2k5/4P3/4K3 w - - 0 60", moves),
        &[],
    ));
    assert_eq!(out.matches("$4").count(), 1, "{out}");
    assert_eq!(out.matches("[%cal").count(), 1, "{out}");
    let at_move = out.split("60... Kc4").next().unwrap_or_default();
    assert_eq!(at_move.matches("[%eval").count(), 1, "{out}");
}

/// Where a glyph judges the move already none is set beside it: words say what is proved.
#[test]
fn glyphs_that_stand_there_are_not_contradicted() {
    let fen = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 60";
    for (mark, number) in [
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
    ] {
        let bad = words(&annotated(&game(fen, &format!("60. Kd1{mark} Kc4")), &[]));
        let told = format!("60. Kd1{mark} {{The win is thrown away: now it is a draw.");
        assert!(bad.contains(&told), "{bad}");
        let only = words(&annotated(&game(fen, &format!("60. Kf2{mark}")), &[]));
        let told = match number {
            2 | 4 | 6 => format!("60. Kf2{mark} {{The only move, proved. [%eval"),
            _ => format!("60. Kf2{mark} {{[%eval"),
        };
        assert!(only.contains(&told), "{only}");
    }
    let position = words(&annotated(&game(fen, "60. Kd1 $14 Kc4"), &[]));
    assert!(position.contains("60. Kd1 $14 $4 {The win"), "{position}");
    let once = annotated(&game(fen, "60. Kf2? Kc4"), &[]);
    assert_eq!(annotated(&once, &[]), once);
}

/// A variation is not added beside one that begins with the same move, however that is written.
#[test]
fn variations_that_begin_alike_are_not_added() {
    let fen = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 60";
    for first in ["Kf2", "Ke1-f2!", "e1f2", "Kf2 Kd4 61. Kf3"] {
        let moves = format!("60. Kd1 (60. {first}) 60... Kc4");
        let out = words(&annotated(&game(fen, &moves), &[]));
        assert!(out.contains("$4 {The win is thrown away"), "{out}");
        assert_eq!(out.matches("(60. ").count(), 1, "{out}");
    }
    let out = words(&annotated(
        &game(fen, "60. Kd1 (60. Kf1 Kd4) 60... Kc4"),
        &[],
    ));
    assert!(out.contains("(60. Kf1 Kd4) (60. Kf2 $1"), "{out}");
}

/// Whether something is written into the first game or not.
#[test]
fn a_byte_order_mark_stays() {
    let plain = "\u{feff}[Event \"x\"]\n\n1. e4   *\n";
    assert_eq!(annotated(plain, &[]), plain);
    let ending = game("8/8/8/8/8/2k5/4P3/4K3 w - - 0 60", "60. Kd1");
    let out = annotated(&format!("\u{feff}{ending}{ending}"), &[]);
    assert!(out.starts_with("\u{feff}[White"), "{out}");
    assert_eq!(out.matches("$4").count(), 2, "{out}");
    assert_eq!(out.matches('\u{feff}').count(), 1, "{out}");
}

#[test]
fn the_last_trade_is_told_with_its_alternatives() {
    // Both captures lead to pawn endings; one of them throws the win away.
    let fen = "1k6/1pn5/1P1P4/4p3/8/5K2/8/8 w - - 0 1";
    let out = words(&annotated(&game(fen, "1. dxc7+"), &[]));
    for part in [
        "1. dxc7+ $4 {The win is thrown away: now it is a draw. Pawn ending.",
        "The last trade. Instead 1.bxc7+ leads to a pawn ending too: White wins (proved).",
        "(1. bxc7+ {Proved: White wins.} 1... K",
    ] {
        assert!(out.contains(part), "{part} is not in: {out}");
    }
    let fen = "8/8/8/2k5/2pn4/3P4/2K5/8 w - - 0 40";
    let output = feed(
        &["annotate", "-", "--json", "--time", "60"],
        &game(fen, "40. Kd1 cxd3"),
    );
    let answers = lines(&output);
    let moments = &answers[0]["moments"];
    assert_eq!(
        moments,
        &serde_json::json!([]),
        "a knight is left: {answers:?}"
    );
    let fen = "8/8/1p6/2k5/2Pn4/2P5/2K5/8 w - - 0 40";
    let out = feed(
        &["annotate", "-", "--json", "--time", "60"],
        &game(fen, "40. cxd4+ Kxd4"),
    );
    let answers = lines(&out);
    let moments = answers[0]["moments"].as_array().expect("moments");
    let trade = moments
        .iter()
        .find(|moment| moment["kind"] == "last trade")
        .expect("a trade");
    assert_eq!(trade["move"]["san"], "cxd4+");
    let told = trade["text"].as_str().expect("words");
    assert!(
        told.starts_with("The last trade. The 6 other moves keep pieces"),
        "{told}"
    );
    assert_eq!(trade["alternatives"], serde_json::json!([]));
}

/// Who takes first decides on the trade.
#[test]
fn a_trade_is_told_from_its_beginning() {
    let fen = "8/3rk3/8/8/8/8/PP1R4/3K4 w - - 0 30";
    let out = words(&annotated(&game(fen, "30. Rxd7+ Kxd7"), &[]));
    assert!(out.contains("Kxd7 {Pawn ending."), "{out}");
    assert!(
        out.contains("The last trade, begun with 30.Rxd7+. The "),
        "{out}"
    );
}

#[test]
fn broken_games_are_named_and_copied() {
    let output = annotate(&[&file("broken.pgn")]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    for part in [
        "line 6: game 1 (G – H), 2.Ke3: there is no such move; the moves before it are judged, all is copied",
        "game 2 (I – J): bad FEN `8/8/8/8/8/8/8/8 w - - 0 1`",
        "game 3 (K – L): a comment begins that does not end",
        "game 5: `Atomic` is another game than chess",
        "game 6 (O – P): a variation begins that does not end",
        "6 games: 1 with pawn endings, 2 not readable.",
        "Judged as far as their moves can be read: 3 games.",
    ] {
        assert!(said.contains(part), "{part} is not in: {said}");
    }
    let out = text(&output.stdout);
    assert!(out.contains("1. e4 e5\n2. Ke3 *\n\n"), "{out}");
    assert!(out.contains("1. Kd1 $4"), "{out}");
    assert_eq!(out.matches("[Event").count(), 6);
}

/// Bytes that are no UTF-8 come out as they went in, and so do the ends of lines.
#[test]
fn latin_1_and_returns_stay() {
    let output = annotate(&[&file("latin1.pgn")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let holds = |part: &[u8]| {
        output
            .stdout
            .windows(part.len())
            .any(|window| window == part)
    };
    assert!(holds(b"[White \"R\xe9ti\"]\r\n") && holds(b"{na\xefve}") && holds(b"$4"));
    let lone = output
        .stdout
        .windows(2)
        .filter(|pair| pair[1] == b'\n' && pair[0] != b'\r');
    assert_eq!(lone.count(), 0);
}

#[test]
fn games_without_pawn_endings_are_copied_to_the_byte() {
    let games = "[Event \"x\"]\n[Site   \"y\" ]\n\n1.e4   e5 2. Nf3\n\n\n\n{between}\n\n[Event \"z\"]\n1. d4 *";
    assert_eq!(annotated(games, &[]), games);
    assert_eq!(annotated("", &[]), "");
}

#[test]
fn several_games_at_once_come_in_order() {
    let one = game("8/8/8/8/8/2k5/4P3/4K3 w - - 0 60", "60. Kd1 Kc4 61. Ke1");
    let games: String = (0..20).map(|n| format!("[Event \"{n}\"]\n{one}")).collect();
    assert_eq!(
        annotated(&games, &["--threads", "3"]),
        annotated(&games, &[])
    );
}

#[test]
fn the_output_goes_to_a_file_and_never_over_the_input() {
    let folder = std::env::temp_dir().join(format!("peasant-annotate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("writable");
    let path = |name: &str| folder.join(name).display().to_string();
    let (input, output) = (path("in.pgn"), path("out.pgn"));
    std::fs::write(&input, KINDS).expect("writable");
    let run = annotate(&[&input, "-o", &output]);
    assert_eq!(run.status.code(), Some(0));
    assert!(run.stderr.is_empty());
    let summary = text(&run.stdout);
    assert!(
        summary.starts_with("6 games: 5 with pawn endings, 0 not readable.\n"),
        "{summary}"
    );
    assert!(
        summary.lines().all(|line| line.chars().count() <= 80),
        "{summary}"
    );
    assert!(
        std::fs::read_to_string(&output)
            .expect("it is there")
            .contains("$4")
    );
    let link = path("./in.pgn");
    let refused = annotate(&[&input, "-o", &link]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("would be written over itself"));
    assert_eq!(std::fs::read_to_string(&input).expect("it is there"), KINDS);
    let nowhere = annotate(&[&input, "-o", &path("none/out.pgn")]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&folder).expect("a directory").count(), 2);
    std::fs::remove_dir_all(folder).expect("it is ours");
}

#[test]
fn what_is_no_pgn_is_refused_in_a_line() {
    let folder = std::env::temp_dir().join(format!("peasant-no-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("writable");
    for (bytes, part) in [
        (
            &b"PK\x03\x04"[..],
            "is packed in a way that is not read here: unpack it",
        ),
        (b"\x1f\x8b\x08\x00", "cannot read"),
        (b"\xff\xfe[\0E\0", "is in UTF-16: save it as UTF-8"),
        (b"abc\0", "is no text"),
        (b"hello, world\n", "holds no games: games are read as PGN"),
    ] {
        let path: PathBuf = folder.join("x.pgn");
        std::fs::write(&path, bytes).expect("writable");
        let output = annotate(&[&path.display().to_string(), "--json"]);
        assert_eq!(output.status.code(), Some(2));
        let answer = &lines(&output)[0];
        let message = answer["error"]["message"].as_str().expect("words");
        let cure = answer["error"]["cure"].as_str().unwrap_or_default();
        assert!(format!("{message}: {cure}").contains(part), "{answer}");
    }
    std::fs::remove_dir_all(folder).expect("it is ours");
    let newborn = annotate(&["x.pgn", "--rules", "newborn"]);
    assert!(text(&newborn.stderr).contains("leave out --rules"));
    assert_eq!(annotate(&["no such file"]).status.code(), Some(2));
}

/// Nothing that is not proved is called so: with little work positions stay open.
#[test]
fn what_is_not_proved_is_said_so() {
    let fen = "8/p7/2pk4/5p1p/2PK1P1P/8/P7/8 b - - 0 1";
    let moves = "1... c5+ 2. Kd3 Ke6 3. Ke3 Kd6 4. a3 a6";
    let output = feed(&["annotate", "-", "--structures", "300"], &game(fen, moves));
    let out = words(&text(&output.stdout));
    assert!(!out.contains("$4") && !out.contains("thrown away"), "{out}");
    let summary = text(&output.stderr);
    assert!(
        summary.contains(" open.") && !summary.contains(" 9 exact"),
        "{summary}"
    );
    assert!(!out.contains("$2"), "{out}");
}

/// Two other readers take the output without a warning.
#[test]
fn other_readers_take_it() {
    let python = Command::new("python3")
        .args(["-c", "import chess.pgn"])
        .output();
    if !python.is_ok_and(|run| run.status.success()) {
        specification::skip("annotate: python-chess is not installed");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/annotate-check");
    let run = Command::new(script)
        .args([
            "--program",
            env!("CARGO_BIN_EXE_peasant"),
            &file("kinds.pgn"),
        ])
        .output()
        .expect("the script starts");
    assert!(
        run.status.success(),
        "{}{}",
        text(&run.stdout),
        text(&run.stderr)
    );
}

/// What was thrown away is an exercise.
#[test]
fn errors_become_exercises() {
    let file = std::env::temp_dir().join(format!("peasant-exercises-{}.epd", std::process::id()));
    let path = file.display().to_string();
    let fen = "8/k1P5/2K5/8/8/8/8/8 w - - 0 1";
    annotated(&game(fen, "1. c8=Q"), &["--exercises", &path]);
    let written = std::fs::read_to_string(&file).expect("it is written");
    _ = std::fs::remove_file(&file);
    assert_eq!(
        written,
        "8/k1P5/2K5/8/8/8/8/8 w - - am c8=Q; id \"A – B, move 1\";\n"
    );
}
