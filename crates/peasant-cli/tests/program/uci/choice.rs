//! Which move is played while something is open.

use super::{Engine, chosen};

/// To give up the queen is a draw, which is the first that can be proved; that is no reason to play it.
#[test]
fn what_may_win_is_played_before_a_proved_draw() {
    for (position, bad) in [
        (
            "8/8/8/8/2K5/8/1k6/3Q4 w - - 59 35",
            ["d1a1", "d1b1", "d1c1", "d1c2"],
        ),
        (
            "8/8/8/8/2K5/8/1k6/3R4 w - - 0 1",
            ["d1a1", "d1b1", "d1c1", "d1d1"],
        ),
        (
            "8/8/8/8/2K5/8/1kp5/3Q4 w - - 0 1",
            ["d1a1", "d1b1", "d1c1", "d1c2"],
        ),
    ] {
        for time in [1, 5, 20, 50, 150] {
            let mut engine = Engine::start(&[]);
            let lines = engine.ask(&format!("fen {position}"), &format!("go movetime {time}"));
            assert!(!bad.contains(&chosen(&lines)), "{time} ms: {lines:#?}");
            engine.quit();
        }
    }
}

/// Only the king's walk holds, which a proof tells soon.
#[test]
fn with_little_time_a_proof_has_what_it_needs() {
    let mut engine = Engine::start(&[]);
    let lines = engine.ask(
        "fen 7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        "go wtime 4000 btime 4000",
    );
    assert_eq!(chosen(&lines), "h8g7");
    engine.quit();
}
