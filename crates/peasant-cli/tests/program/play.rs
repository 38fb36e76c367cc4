//! A person at the board.

use crate::common::{feed, peasant, text};

const PAWN: &str = "4k3/8/8/8/8/8/4PK2/8 w - -";

/// Plays these lines, and hears what is said.
fn play(args: &[&str], lines: &str) -> String {
    let output = feed(&[&["play"], args].concat(), lines);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn an_error_is_named_explained_and_punished() {
    let said = play(&["--seed", "1", PAWN], "e4\nboard\nundo\nKe3\n");
    assert!(said.contains("White to move. You can win."), "{said}");
    assert!(
        said.contains("e4? An error: the win is gone, now it is a draw."),
        "{said}"
    );
    assert!(
        said.contains("1.e4? only draws: 1...Kd7 2.Ke3 Kd6."),
        "{said}"
    );
    assert!(
        said.contains("Right was Ke3, Kf3, Kg2, Kg3: 1.Ke3"),
        "{said}"
    );
    // Only Black's moves that hold are played, and the task is another one now.
    assert!(
        said.contains("White to move. You can hold the draw."),
        "{said}"
    );
    let after = said.rsplit_once("Ke3").map_or("", |(_, after)| after);
    assert!(!after.contains("An error"), "{said}");
}

/// Even the weakest player takes what is given away.
#[test]
fn an_error_is_punished_at_every_strength() {
    // 1...Kd8 and every other move but 1...Ke7 would lose to it again.
    let start = "8/8/8/4k3/8/8/3KP3/8 b - -";
    for seed in ["1", "2", "3", "4"] {
        let args = ["--strength", "0", "--seed", seed, start];
        let said = play(&args, "Kd5\n");
        assert!(said.contains("now you lose"), "{said}");
        assert!(
            said.contains("White plays Ke3.") || said.contains("White plays Kd3."),
            "{said}"
        );
    }
}

#[test]
fn only_moves_are_praised() {
    let said = play(&["8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -"], "Kb1\n");
    assert!(said.contains("The only move that wins."), "{said}");
}

#[test]
fn a_game_is_played_to_mate_and_over_then() {
    let start = "7k/5Q2/6K1/8/8/8/8/8 w - -";
    let said = play(&[start], "Qg7\nhint\nKf5\nundo\nQf8+\n");
    assert!(said.contains("Checkmate: White wins."), "{said}");
    assert!(
        said.contains("The game is over: type undo, new or quit."),
        "{said}"
    );
    let stalemate = play(&["7k/8/6K1/8/8/8/5Q2/8 w - -"], "Qf7\n");
    assert!(stalemate.contains("Stalemate: a draw."), "{stalemate}");
    assert!(
        stalemate.contains("the win is gone, now it is a draw"),
        "{stalemate}"
    );
    let bare = play(&["8/8/8/8/8/5k2/4P3/4K3 b - -"], "Kg2\nKf3\n");
    assert!(bare.contains("Black to move."), "{bare}");
}

#[test]
fn under_promotion_and_en_passant_are_played() {
    // 1.c8=Q is stalemate: the rook wins.
    let said = play(&["8/k1P5/2K5/8/8/8/8/8 w - -"], "hint\nc8=Q\nundo\nc8=R\n");
    assert!(!said.contains("is illegal"), "{said}");
    let said = play(&["8/8/8/1k6/1pP5/8/8/1K6 b - c3"], "bxc3\n");
    assert!(!said.contains("is illegal"), "{said}");
    let said = play(&["8/8/8/1k6/1pP5/8/8/1K6 b - c3"], "b4c3\n");
    assert!(!said.contains("is illegal"), "{said}");
}

#[test]
fn sides_can_be_changed_and_the_game_begun_again() {
    let said = play(
        &["--side", "black", PAWN],
        "switch\nnew\nexplain\nhint\nhelp\nquit\n",
    );
    assert!(said.starts_with("You are Black."), "{said}");
    assert!(said.contains("White plays K"), "{said}");
    assert!(said.contains("You are White."), "{said}");
    assert!(said.contains("take back your last move"), "{said}");
}

#[test]
fn without_a_position_there_is_a_lesson() {
    for seed in 0..2 {
        let said = play(
            &["--seed", &seed.to_string(), "--time", "20"],
            "hint\nxyz\n",
        );
        assert!(
            said.contains("(`peasant play FEN` plays any other)"),
            "{said}"
        );
        assert!(
            said.contains("You can win.") || said.contains("You can hold"),
            "{said}"
        );
        assert!(said.contains("\"xyz\" is no move"), "{said}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    for bad in ["8/8/8/8/8/8/8/8 w - -", "qqqk4/8/8/8/8/8/P7/K7 w - -"] {
        let output = peasant(&["play", "--no-cache", bad]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty() || text(&output.stdout).is_empty());
    }
}

/// First what it is about, then which man, then the move; all results only where they are asked for.
#[test]
fn hints_come_step_by_step() {
    let start = "8/8/8/8/8/2k5/4P3/4K3 w - -";
    let said = play(&[start], "hint\n");
    assert!(
        said.contains("Only one of 5 moves wins. White wins by the opposition"),
        "{said}"
    );
    assert!(!said.contains("Kf2") && !said.contains("The end"), "{said}");
    let said = play(&[start], "hint\nhint\n");
    assert!(
        said.contains("It is a move of the king.") && !said.contains("Kf2"),
        "{said}"
    );
    let said = play(&[start], "hint\nhint\nhint\nhint\n");
    assert_eq!(said.matches("Play Kf2.").count(), 2, "{said}");
    // Another position, another hint.
    let said = play(&["--seed", "1", start], "hint\nhint\nKf2\nhint\n");
    assert_eq!(said.matches(" moves win").count(), 2, "{said}");
    let said = play(&[start], "moves\n");
    assert!(
        said.contains("Move     Result       The end\nKf2      win"),
        "{said}"
    );
}
