use shakmaty::Position;

use super::*;

fn game(text: &str) -> Game {
    match read(text.as_bytes()) {
        Found::Game(game) => *game,
        Found::Broken(broken) => panic!("{broken:?}"),
        Found::Nothing => panic!("nothing"),
    }
}

#[test]
fn moves_are_read_as_programs_write_them() {
    let start = "[FEN \"4k3/P7/8/8/1pP5/8/8/4K2R b K c3 0 40\"]\n\n";
    for moves in [
        "bxc3 O-O",
        "b4xc3 0-0",
        "b:c3 e1g1",
        "b4c3 a8Q+",
        "bxc3e.p. O-O=",
        "b4xc3e.p e1-f1",
        "b4-c3= e1:f1",
        "bxc3ep h1-h8",
        "bxc3 e.p. 41. a7-a8Q+",
        "bc 41.a8(Q)ch",
        "bxc3. 41. a8 (Q) mate",
        "bxc3, 41. a8 =Q#",
        "bxc3± 41.a8/Q+-",
        "♟bxc3 ⩱ 41.a8♕ □",
        "bxc3N 41.0-0½",
        "-- 41. a8:Q",
        "bxc3 wins 41. O-O",
        "bxc3 ) ] } $ 41. O-O",
    ] {
        let game = game(&format!("{start}40...{moves}"));
        let unread = game.unread.map(|broken| broken.what);
        assert_eq!((game.played.len(), unread), (2, None), "{moves}");
    }
    let read = game("1. e4 (1. ♘f3 0-0 2. -- Z0 3. ed6e.p. = 4. Sd4) *");
    let variation = read.line.plies[0].variations().next().expect("one");
    assert_eq!((read.played.len(), variation.plies.len()), (1, 6));
    let plies = game("1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f3xe5 c6:e5").played;
    assert_eq!(plies.len(), 6);
}

/// Rights and squares that the men do not bear out say nothing.
#[test]
fn the_first_position_is_what_is_known_of_it() {
    for fen in [
        "8/8/8/8/8/2k5/4P3/4K3 w KQkq - 0 1",
        "8/8/8/8/4P3/2k5/8/4K3 b - e3 0 1",
        "8/8/8/8/4P3/2k5/8/4K3 b - e6 0 1",
        "8/8/8/8/8/2k5/4P3/4K3 w",
        "8/8/8/8/8/2k5/4P3/4K3",
        "8/8/8/8/8/2k5/4P3/4K3 W x y z 0",
        "8/8/8/8/8/2k5/4P3/4K3_w_-_-_0_0",
    ] {
        let game = game(&format!("[fen {fen}]\n\n*"));
        assert!(game.end.castles().is_empty(), "{fen}");
    }
}

/// What stands before is read.
#[test]
fn what_cannot_be_read_ends_the_moves() {
    for (text, plies, ply, what) in [
        (
            "1. e4 e5 2. Ke3 Kd7 *",
            2,
            Some("2.Ke3"),
            "there is no such move",
        ),
        (
            "1. e4 Sf6 2. e5 *",
            1,
            Some("1...Sf6"),
            "there is no such move",
        ),
        ("1. P-K4 P-K4", 0, Some("1.P-K4"), "there is no such move"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Nd4 Ne4 5. Nb5",
            8,
            Some("5.Nb5"),
            "it can mean more",
        ),
        (
            "1. e4 f5 2. Qh5+ Z0 *",
            3,
            Some("2...Z0"),
            "nobody may pass in check",
        ),
        (
            "1. e4 (1. d4 *",
            1,
            None,
            "a variation begins that does not end",
        ),
        ("1. e4 e5 * 1. d4", 2, None, "moves go on behind the result"),
        ("1. e4 {x", 1, None, "a comment begins that does not end"),
        (
            "1. e4 (1. d4 {x",
            1,
            None,
            "a comment begins that does not end",
        ),
        (
            "1. e4 dubious 2. d4",
            1,
            None,
            "move 2 follows where move 1 should",
        ),
    ] {
        let game = game(text);
        assert_eq!(game.played.len(), plies, "{text}");
        let broken = game.unread.expect("something is wrong");
        assert!(broken.what.starts_with(what), "{text}: {}", broken.what);
        assert_eq!(broken.ply.as_deref(), ply, "{text}");
    }
    assert!(game("1. e4 e5 * 2. d4").unread.is_none());
}

#[test]
fn a_game_that_does_not_begin_is_none() {
    for (text, what) in [
        ("[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*", "bad FEN"),
        ("[Variant \"Atomic\"]\n1. e4 *", "`Atomic` is another game"),
    ] {
        let Found::Broken(broken) = read(text.as_bytes()) else {
            panic!("{text} is read");
        };
        assert!(broken.what.starts_with(what), "{text}: {}", broken.what);
    }
    assert!(matches!(read(b"{said between games}\n"), Found::Nothing));
    assert!(matches!(read(b"Hello, a game:\n"), Found::Nothing));
}
