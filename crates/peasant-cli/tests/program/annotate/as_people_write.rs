//! Moves, null moves and games as people write them.

use super::*;

#[test]
fn moves_are_read_as_people_write_them() {
    let fen = "8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 60";
    let out = annotated(&game(fen, "60. exd6e.p. Kc6= 61. e1-d1 Kc6xd6"), &[]);
    assert_eq!(
        main_lines(&out),
        ["exd6e.p.", "Kc6=", "e1-d1", "Kc6xd6", "*"],
        "{out}"
    );
}

/// Both positions are judged, and nobody is blamed for passing.
#[test]
fn null_moves_are_played() {
    let fen = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 60";
    for null in ["--", "Z0", "null", "0000", "<>"] {
        let game = game(fen, &format!("60. {null} Kc4 61. Ke1"));
        let output = feed(&["annotate", "-", "--json", "--time", "60"], &game);
        assert_eq!(output.status.code(), Some(0));
        let moments = &lines(&output)[0]["moments"];
        let kinds: Vec<&Value> = moments
            .as_array()
            .expect("moments")
            .iter()
            .map(|it| &it["kind"])
            .collect();
        assert!(
            !kinds.is_empty() && kinds.iter().all(|kind| kind.as_str() != Some("only move")),
            "{moments}"
        );
        let aside = annotated(
            &self::game(fen, &format!("60. Kd1 (60. Kf2 {null}) 60... Kc4")),
            &[],
        );
        assert!(
            words(&aside).contains(&format!("(60. Kf2 {null})")),
            "{aside}"
        );
    }
}

/// Every text is a game that can be read to its end, or as far as it says.
#[test]
fn games_are_read_as_people_write_them() {
    let fen = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 60";
    let tags = format!("[White \"A\"]\n[FEN \"{fen}\"]\n\n");
    let moves = "60. Kf2 Kd4 61. Kf3 Ke5 62. e4 Ke6";
    for (end, result) in [
        ("1-0", "1-0"),
        ("1–0", "1-0"),
        ("1 - 0", "1-0"),
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0:1", "0-1"),
        ("*", "*"),
    ] {
        for gap in [" ", "", "\n", "{c}", "+", "!", "."] {
            let game = format!("{tags}{moves}{gap}{end}\n");
            let output = feed(&["annotate", "-", "--json", "--time", "60"], &game);
            let answer = &lines(&output)[0];
            assert_eq!(answer["result"], result, "{game}");
            assert_eq!(
                (&answer["unread"], &answer["positions"]["exact"]),
                (&Value::Null, &7.into()),
                "{game}"
            );
        }
    }
    for (text, games, positions) in [
        (
            format!("\u{feff}{tags}60.Kf2.Kd4,61.Kf3ch Ke5 mate *"),
            1,
            5,
        ),
        (
            format!("{tags}60.Kf2± ⩲ □ N Kd4 +/= dis ch 61.Kf3∞ Ke5=+ *"),
            1,
            5,
        ),
        (format!("{tags}60.♔f2\u{a0}♚d4\u{200b} 61.Ke1-e2?? *"), 1, 3),
        (
            format!("{tags}60. Kf2 ) ] $ Kd4 [%clk 1] wins 61. Kf3 *"),
            1,
            4,
        ),
        (
            format!("[pgn]\n{tags}60. Kf2 *\n[/pgn]\n\n```\n{tags}60. Kd1 *\n```\n"),
            2,
            4,
        ),
        (
            format!("{tags}60. Kf2 *\0\u{1a}\u{feff}{tags}60. Kd1 *\u{1a}"),
            2,
            4,
        ),
        (
            format!("{tags}60. Kf2 *{tags}60. Kd1 *").replace('\n', "\r"),
            2,
            4,
        ),
        (
            format!("[White A]\n[FEN {fen}]\n[Black \"B\n\n60. Kf2"),
            1,
            2,
        ),
        (format!("{tags}{tags}{tags}"), 3, 3),
    ] {
        let output = feed(&["annotate", "-", "--json", "--time", "60"], &text);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let answers = lines(&output);
        let summary = &answers.last().expect("a summary")["summary"];
        assert_eq!(
            (&summary["games"], &summary["positions"]["exact"]),
            (&games.into(), &positions.into()),
            "{text}"
        );
        assert_eq!(summary["broken"], 0, "{text}");
    }
}
