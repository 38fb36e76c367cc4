use super::super::read::{Found, read};
use super::*;

fn game(text: &str) -> Game {
    match read(text.as_bytes()) {
        Found::Game(game) => *game,
        _ => panic!("{text} is no game"),
    }
}

fn written(game: &Game) -> String {
    String::from_utf8(write(game)).expect("UTF-8")
}

/// Without the words of `said`, a text is what it was but for blanks.
#[test]
fn every_byte_stays() {
    for text in [
        "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n{x} 1. e4! $14 {[%clk 0:01:00]\n two} (1. d4 {d}\n1... d5 (1... Nf6) 2. c4) e5?? N 1–0 {y}\n\n",
        "\u{feff}1.e4.e5 ; rest\r\n%escaped { ( line\r\n2.Nf3± Nc6\u{a0}3.Bb5 ½-½\u{1a}",
        "1. e4(1. d4)e5{c}2. Nf3)) wins 1 - 0",
        "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\r\r9... Ke7 10.Ke2 --",
    ] {
        let mut read = game(text);
        assert_eq!(written(&read), text);
        for ply in &mut read.line.plies {
            ply.mark(1);
            ply.say("said".to_owned());
            let variation = Line {
                plies: vec![Ply::new("Kx".to_owned())],
                ..Line::default()
            };
            ply.added.variations.push(variation);
        }
        read.line.said.push("first".to_owned());
        let out = written(&read);
        let mut rest = out.chars();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            assert!(
                rest.any(|other| other == c),
                "{c:?} of {text} is not in {out}"
            );
        }
        let again = game(&out);
        assert_eq!(again.played.len(), read.played.len(), "{out}");
        assert!(
            again
                .line
                .plies
                .iter()
                .all(|ply| ply.says("said") && ply.has_nag(&[1])),
            "{out}"
        );
    }
}

#[test]
fn what_we_say_is_broken_into_lines() {
    for newline in ["\n", "\r\n", "\r"] {
        let mut game = game(&format!("1. e4 {{[%clk 1]}} (1. d4) e5{newline}*"));
        let said = "word ".repeat(13) + "[%eval 0.00]" + &" word".repeat(20);
        game.line.plies[0].say(said.trim().to_owned());
        let text = written(&game);
        assert!(text.contains("[%eval 0.00]"), "{text}");
        assert!(text.starts_with("1. e4 {[%clk 1]} {word word"), "{text}");
        assert!(text.split(newline).all(|line| line.len() < 80), "{text}");
        assert!(
            text.ends_with(&format!("word}} (1. d4) 1... e5{newline}*")),
            "{text}"
        );
    }
}

#[test]
fn what_is_said_first_stands_behind_the_tags() {
    for (text, out) in [
        ("[A \"x\"]", "[A \"x\"]\n\n{said}\n"),
        ("[A \"x\"]\n\n", "[A \"x\"]\n\n{said}\n\n"),
        ("[A \"x\"]\n1. e4 *\n", "[A \"x\"]\n\n{said} 1. e4 *\n"),
        (
            "[A \"x\"]\n\n{c} 1. e4 *\n",
            "[A \"x\"]\n\n{c} {said} 1. e4 *\n",
        ),
        ("e4", "{said} e4"),
    ] {
        let mut game = game(text);
        game.line.said.push("said".to_owned());
        assert_eq!(written(&game), out, "{text}");
    }
}
